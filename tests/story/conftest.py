from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What one run of the program left behind."""

    code: int
    out: str
    err: str


class Person:
    """Someone at a shell, with a home of their own; every call is a real process."""

    def __init__(self, room: Path) -> None:
        self.room = room
        self.home = room / "home"
        kept = {name: value for name, value in os.environ.items() if not name.startswith("HITHERTO_")}
        self.environ = kept | {
            "PYTHONPATH": str(ROOT / "src"),
            "HITHERTO_HOME": str(self.home),
            "HITHERTO_CONFIG": os.devnull,
            "HITHERTO_ZONE": "Europe/Berlin",
            "HITHERTO_DEVICE": "desk",
            # What is not about meaning would take more than twice as long; test_meaning.py takes this away.
            "HITHERTO_EMBEDDER": "none",
            "HOME": str(room / "user"),
        }
        (room / "user").mkdir()

    def command(self, *arguments: str | Path) -> list[str]:
        """Return the words that start the program."""
        return [sys.executable, "-m", "hitherto", *map(str, arguments)]

    def __call__(self, *arguments: str | Path, **environ: str) -> Done:
        """Run the program to its end, without a terminal."""
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.room,
            env=self.environ | environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            timeout=120,
        )
        return Done(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())

    def json(self, *arguments: str | Path) -> dict[str, Any]:
        """Run a command with ``--json`` and return what it printed."""
        done = self(arguments[0], "--json", *arguments[1:])
        assert done.code in (0, 1), done.err
        return json.loads(done.out)

    def hits(self, *arguments: str | Path) -> list[dict[str, Any]]:
        """Return the hits of a recall."""
        return self.json("recall", *arguments)["hits"]

    def journal(self) -> list[dict[str, Any]]:
        """Return every line of the journal, oldest file first."""
        files = sorted(self.home.glob("journal/*/*.jsonl"))
        return [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path)


@pytest.fixture
def shared() -> Path:
    """The folder of reference material beside the checkout."""
    root = Path(os.environ.get("HITHERTO_SHARED") or ROOT / "../shared").resolve()
    if not root.is_dir():
        pytest.skip(f"no reference material at {root}")
    return root
