"""A process that keeps adding to a memory until it is ended: ``python -m bench.writer HOME FOLDER``.

Every round writes a module and a chat, takes both in and makes their vectors, as the process that serves a home does.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

from bench.corpus import code_files, material, sessions
from bench.filling import written_chat, written_code
from hitherto.app.config import Settings
from hitherto.app.memory import Memory

# Beyond the numbers of any memory that is measured.
FIRST = 9_000


def main(home: Path, folder: Path) -> None:
    """Add without end, and say after each round how many there were."""
    given = material()
    modules, talks = enumerate(code_files(given, FIRST), FIRST), enumerate(sessions(given, FIRST), FIRST)
    rounds = 0
    with Memory(Settings(home=home, zone="UTC")) as memory:
        while True:
            for _ in (
                *written_code(islice(modules, 1), folder / "code"),
                *written_chat(islice(talks, 1), folder / "chat"),
            ):
                pass
            memory.add(str(folder / "code"), kind="folder")
            memory.add(str(folder / "chat"), kind="jsonl")
            memory.embed()
            rounds += 1
            print(rounds, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
