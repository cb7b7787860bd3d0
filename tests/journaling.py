"""A journal for tests, and programs that write to it until they are killed."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from hitherto.core.model import Origin, Record

if TYPE_CHECKING:
    from pathlib import Path

    from hitherto.stores.journal import FileJournal

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
NAME = "2026/2026-11-30.laptop.jsonl"

WRITER = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from hitherto.core.model import Origin, Record
from hitherto.stores.journal import FileJournal

journal = FileJournal(Path(sys.argv[1]), "laptop", lambda: datetime.now(UTC))
for n in range(int(sys.argv[3])):
    record = Record(id=f"{sys.argv[2]}-{n}", ts=datetime(2026, 11, 30, tzinfo=UTC), actor="me", role="user",
                    type="text", text="x" * (n * 37 % 9000), origin=Origin(source="test"))
    journal.append([record])
    os.write(1, f"{record.id}\\n".encode())
"""

REWRITER = """
import os, sys
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from hitherto.stores.journal import FileJournal

journal = FileJournal(Path(sys.argv[1]), "laptop", lambda: datetime.now(UTC))
while True:
    journal.rewrite(sys.argv[2], lambda r: replace(r, text=r.text + "+") if r.id == "id-count" else r, "count")
    os.write(1, b".")
"""


def said(text: str, *, days: int = 0) -> Record:
    """Return a record of ``text``."""
    return Record(
        id=f"id-{text[:20]}",
        ts=NOON + timedelta(days=days),
        actor="me",
        role="user",
        type="text",
        text=text,
        origin=Origin(source="test"),
    )


def texts(journal: FileJournal, name: str = NAME) -> list[str]:
    """Return the texts of a file in which no line may be broken."""
    lines = list(journal.read(name, 0))
    assert not [line.fault for line in lines if line.fault]
    return [line.record.text for line in lines if line.record]


def start_writer(folder: Path, who: str, times: int) -> subprocess.Popen[str]:
    """Start a process that appends and then prints each id it got acknowledged."""
    return start(WRITER, str(folder), who, str(times))


def start(program: str, *arguments: str) -> subprocess.Popen[str]:
    """Start ``program`` in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-c", program, *arguments],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stdout=subprocess.PIPE,
        text=True,
    )


def modes(root: Path) -> set[tuple[bool, int]]:
    """Return (is a folder, mode) of everything below ``root`` and of itself."""
    return {(path.is_dir(), stat.S_IMODE(path.stat().st_mode)) for path in [root, *root.rglob("*")]}
