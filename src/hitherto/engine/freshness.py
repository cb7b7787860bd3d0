"""Whether a file may differ from what was read of it. Small, since every recall asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hitherto.core.seen import FileEntry, Item

# A file changed within the clock's grain of being read may have changed again unseen, so its content is compared.
GRAIN_SECONDS = 2.0


def may_have_changed(old: FileEntry, item: Item) -> bool:
    """Return whether the file may differ from what was read: another signature, or one too fresh to trust."""
    was = old.item
    if (was.size, was.mtime_ns, was.ctime_ns, was.inode) != (item.size, item.mtime_ns, item.ctime_ns, item.inode):
        return True
    return old.read_at.timestamp() - was.mtime_ns / 1e9 < GRAIN_SECONDS and item.size > 0
