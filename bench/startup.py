"""What a command costs before it does anything: ``python -m bench.startup``. Prints JSON.

Processor time of whole processes as multiples of a bare ``python -c pass``, the commands taken in turn.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.app.config import Settings
from hitherto.app.memory import Memory
from hitherto.core.ids import native_id
from hitherto.core.topics import Added, Mark
from hitherto.engine.topics.replay import record_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

GOAL = {"version": 6, "recall": 10, "topics": 3}
TOPICS = ("the budget of the trip", "retry with backoff in the client", "旅行の予算")
NOTES = {
    "retry.md": "# Retry with backoff\n\nWait twice as long after every failure, five times at most.\n",
    "budget.md": "# Budget\n\nThe budget for the trip is 1,200 euros; the train is booked.\n",
    "client.py": "def fetch(url, tries=5):\n    '''Fetch with retry and backoff.'''\n    return url, tries\n",
}
# Long before any run.
WRITTEN = 1_577_836_800


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.startup", description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="how often each command is run")
    parser.add_argument("--json", action="store_true", help="on one line")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as room:
        home = small_home(Path(room))
        result = measured(given.runs, environment_of(home, Path(room, "cache")))
    print(json.dumps(result, indent=None if given.json else 1))


def environment_of(home: Path, cache: Path) -> dict[str, str]:
    """Return the environment in which hitherto is started for ``home``.

    An installed program finds its modules compiled, so they are here too, in ``cache``, whatever the caller's
    environment says.
    """
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(cache)}
    return {**os.environ, **compiled, "HITHERTO_HOME": str(home), "HITHERTO_CONFIG": os.devnull}


def small_home(room: Path) -> Path:
    """Return a home in ``room`` with a few notes taken in and a few topics on the board."""
    notes = room / "notes"
    notes.mkdir()
    for name, text in NOTES.items():
        (notes / name).write_text(text, encoding="utf-8")
        # A file written a moment ago is read again by every search, which is not what a search costs.
        os.utime(notes / name, (WRITTEN, WRITTEN))
    with Memory(Settings(home=room / "home", zone="UTC")) as memory:
        memory.add(str(notes))
        # The board's own way in needs a person at a terminal, which a measurement has not.
        memory.house.journal.append([record_of(_topic(text)) for text in TOPICS])
    return room / "home"


def _topic(text: str) -> Added:
    mark = Mark(
        id=native_id("bench", "", text, ""),
        time=datetime.now(UTC),
        zone="UTC",
        by="bench",
        via="terminal",
        device="bench",
    )
    return Added(mark=mark, text=text)


def measured(runs: int, environment: Mapping[str, str]) -> dict[str, object]:
    """Return the CPU milliseconds of each command and its ratio to the bare interpreter's."""
    command = hitherto_command()
    commands = {
        "python": [sys.executable, "-c", "pass"],
        "version": [*command, "--version"],
        "recall": [*command, "recall", "retry with backoff"],
        "topics": [*command, "topics", "--inject", "--turn"],
    }
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(runs + 1):
        for name, arguments in commands.items():
            used = cpu_milliseconds(arguments, environment)
            if turn:  # the first turn fills the caches
                taken[name].append(used)
    bare = taken["python"]
    return {
        "command": " ".join(command[1:]) or Path(command[0]).name,
        "runs": runs,
        "cpu_ms": {
            name: {"min": round(min(values), 2), "median": round(statistics.median(values), 2)}
            for name, values in taken.items()
        },
        "ratio": {
            name: {
                "min": round(min(taken[name]) / min(bare), 2),
                "median": round(statistics.median(map(float.__truediv__, taken[name], bare)), 2),
            }
            for name in GOAL
        },
        "goal": GOAL,
    }


def hitherto_command() -> list[str]:
    """Return how hitherto is started here: its script if it is installed beside the interpreter, else as a module."""
    script = Path(sys.executable).with_name("hitherto")
    return [str(script)] if script.exists() else [sys.executable, "-m", "hitherto"]


def cpu_milliseconds(arguments: Sequence[str], environment: Mapping[str, str]) -> float:
    """Run a command to its end; return the user and system milliseconds it took. Raises SystemExit if it failed."""
    quiet = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
    child = os.posix_spawn(arguments[0], list(arguments), environment, file_actions=quiet)
    _, status, used = os.wait4(child, 0)
    if status:
        raise SystemExit(f"{' '.join(arguments)} failed with {os.waitstatus_to_exitcode(status)}")
    return 1000 * (used.ru_utime + used.ru_stime)


if __name__ == "__main__":
    main()
