"""What a file or a day file looked like when it was last read.

Apart from the other values, since every recall compares these and needs nothing else of taking in.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from hitherto.core.model import Kind, LeftOutReason, TimeFrom

# A file changed within the clock's grain of being read may have changed again unseen.
GRAIN_SECONDS = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One file a source can read, with what tells whether it changed since last time."""

    path: str
    name: str
    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEntry:
    """What the index knows of one file: whose it is, what it looked like when read, and its time.

    A file that was looked at and left out has ``left_out`` and no chunks, so that it is not read again in vain.
    """

    item: Item
    root: str
    project: str
    sha256: str
    kind: Kind
    language: str | None
    encoding: str
    encoding_guessed: bool
    ts: datetime
    time_from: TimeFrom
    read_at: datetime
    left_out: LeftOutReason | None = None

    def may_differ(self, item: Item) -> bool:
        """Return whether the file may have changed: another signature than when read, or one too fresh to trust."""
        was = self.item
        if (was.size, was.mtime_ns, was.ctime_ns, was.inode) != (item.size, item.mtime_ns, item.ctime_ns, item.inode):
            return True
        return self.read_at.timestamp() - was.mtime_ns / 1e9 < GRAIN_SECONDS and item.size > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalFile:
    """One day file: its name relative to the journal folder, its size, and its rewrite generation."""

    name: str
    size: int
    generation: int
