"""What a process that must not take long may ask of a home: whether the journal changed, and remarks of the index.

Loaded by every turn of a conversation, so it loads next to nothing itself.
"""

from __future__ import annotations

import os
from hashlib import blake2b

# As in hitherto/__init__.py: typing takes longer to load than all of this takes to run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def mark_of(folder: str) -> str:
    """Return what changes whenever a day file in ``folder`` does; costs one look at each, and opens none."""
    seen: list[str] = []
    for year in sorted(name for name in _names(folder) if len(name) == 4 and name.isdecimal()):
        inside = os.path.join(folder, year)  # noqa: PTH118 - pathlib takes as long to load as Python itself
        for name in sorted(name for name in _names(inside) if name.endswith(".jsonl")):
            try:
                found = os.stat(f"{inside}/{name}")  # noqa: PTH116 - as above
            except FileNotFoundError:
                continue
            seen.append(f"{year}/{name}\0{found.st_size}\0{found.st_mtime_ns}")
    return blake2b("\n".join(seen).encode(errors="surrogateescape"), digest_size=8).hexdigest()


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208 - as above
    except (FileNotFoundError, NotADirectoryError):
        return []


def remarks(database: str, names: Sequence[str]) -> dict[str, str]:
    """Return those of the remarks ``names`` that the index ``database`` has, all of one moment; changes nothing.

    Nothing is returned where it is not there or cannot be read like this, for whatever reason.
    """
    import apsw  # noqa: PLC0415 - a mark needs none

    marks = ", ".join("?" * len(names))
    try:
        # Opened for writing, so that the last one to close takes the write-ahead log away with it.
        connection = apsw.Connection(database, flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            connection.set_busy_timeout(100)
            found = connection.execute(f"SELECT key, value FROM meta WHERE key IN ({marks})", tuple(names))  # noqa: S608
            return {str(key): str(value) for key, value in found}
        finally:
            connection.close()
    except apsw.Error:
        return {}
