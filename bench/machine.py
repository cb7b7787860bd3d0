"""What a run used: processor seconds, memory and bytes on disk."""

from __future__ import annotations

import os
import resource
import sys
from contextlib import closing
from pathlib import Path

import apsw


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
    """Return the number of chunks in a hitherto database.

    Read by the library that hitherto uses: Python's own has another SQLite in it, and where both have one file open
    in one process, what the one closes takes the other's locks away.
    """
    with closing(apsw.Connection(str(database), flags=apsw.SQLITE_OPEN_READONLY)) as db:
        return int(db.execute("SELECT count(*) FROM chunk").get)


def process_seconds(pid: int) -> float:
    """Return the processor seconds of another process's threads and of its finished children. Linux alone."""
    tasks = Path(f"/proc/{pid}/task")
    own = sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir())
    after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return own / 1e9 + (int(after_name[13]) + int(after_name[14])) / os.sysconf("SC_CLK_TCK")


def resident_megabytes(pid: int) -> float:
    """Return the memory that a process holds now, in MB. Linux alone."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
