"""Find the log files under a root without leaving it, and say what a look at each one costs to know."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.core.model import LeftOut
from hitherto.core.seen import Item

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def log_files(root: str, wanted: Callable[[str], bool]) -> Iterator[Item | LeftOut]:
    """Yield the regular files under ``root`` whose name is ``wanted``, sorted within their folder.

    Symbolic links are reported and never followed; a root that is one file stands for itself. Names that are not
    wanted are passed over in silence: a log folder holds its host's other files too.
    """
    if not Path(root).is_dir():
        yield look(root, Path(root).name)
        return
    waiting = [root]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                found = sorted(entries, key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            yield LeftOut(path=folder, reason="unreadable", detail=error.strerror or "")
            continue
        waiting += [entry.path for entry in reversed(found) if entry.is_dir(follow_symlinks=False)]
        for entry in found:
            if not entry.is_dir(follow_symlinks=False) and (wanted(entry.name) or _linked_folder(entry)):
                yield look(entry.path, os.path.relpath(entry.path, root))


def look(path: str, name: str) -> Item | LeftOut:
    """Return the Item that ``path`` is now, or why it cannot be one."""
    try:
        facts = os.lstat(path)
    except FileNotFoundError:
        return LeftOut(path=path, reason="vanished")
    except OSError as error:
        return LeftOut(path=path, reason="unreadable", detail=error.strerror or "")
    if stat.S_ISLNK(facts.st_mode):
        return LeftOut(path=path, reason="symlink")
    if not stat.S_ISREG(facts.st_mode):
        return LeftOut(path=path, reason="special-file")
    return item_of(path, name, facts)


def item_of(path: str, name: str, facts: os.stat_result) -> Item:
    """Return the Item for ``path`` with the signature ``facts`` holds."""
    return Item(
        path=path,
        name=name.replace(os.sep, "/"),
        size=facts.st_size,
        mtime_ns=facts.st_mtime_ns,
        ctime_ns=facts.st_ctime_ns,
        inode=facts.st_ino,
    )


def changed_at(item: Item) -> datetime:
    """Return the moment ``item`` was last written."""
    return datetime.fromtimestamp(item.mtime_ns / 1e9, UTC)


def unreadable(item: Item, error: OSError) -> LeftOut:
    """Return the reason a file that was listed could not be read."""
    reason = "vanished" if isinstance(error, FileNotFoundError) else "unreadable"
    return LeftOut(path=item.path, reason=reason, detail=error.strerror or "")  # type: ignore[arg-type]


def _linked_folder(entry: os.DirEntry[str]) -> bool:
    return entry.is_symlink() and entry.is_dir()
