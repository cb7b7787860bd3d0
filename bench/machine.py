"""What a run used: processor seconds, memory and bytes on disk."""

from __future__ import annotations

import os
import resource
import sqlite3
import sys
from contextlib import closing
from pathlib import Path


def cpu_seconds() -> float:
    """Return the processor seconds, user and system, of this process and its finished children."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def peak_megabytes() -> float:
    """Return the most memory this process ever held, in MB."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


def bytes_of(folder: Path) -> int:
    """Return the bytes of all files below ``folder``."""
    return sum(Path(at, name).lstat().st_size for at, _, names in os.walk(folder) for name in names)


def chunks_in(database: Path) -> int:
    """Return the number of chunks in a hitherto database."""
    with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as db:
        return int(db.execute("SELECT count(*) FROM chunk").fetchone()[0])
