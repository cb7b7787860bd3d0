"""Noticing that something changed: told by the system where it can, by one look at each file where it cannot."""

from __future__ import annotations

import os
import threading
import time
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.core.model import LeftOut
from hitherto.core.seen import GRAIN_SECONDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hitherto.core.seen import Item

# An editor writes a file in several steps, a checkout many files: they are told together.
DEBOUNCE_MS = 1000
STEP_MS = 200
# The system keeps a kilobyte for each, and has a limit for all programs of a person together.
MOST_FOLDERS = 20_000
# Of git's own files, those that a commit, a checkout or a reset writes.
_GIT_FILES = ("HEAD", "index", "logs/HEAD")


class Watcher:
    """Tells ``tell`` which paths changed, in a thread of its own, in the folders that were given last."""

    def __init__(self, tell: Callable[[set[str]], None]) -> None:
        self._tell = tell
        self._ended: threading.Event | None = None

    def watch(self, folders: frozenset[str]) -> bool:
        """Watch exactly these folders, without those below them; return whether the system does so.

        What changes in one of them just before it is watched is not told: look once more after the call.
        """
        before = self._ended
        self._ended = threading.Event()
        watched = self._begin(folders, self._ended)
        # Only now, so that nothing goes unnoticed in what was watched already.
        if before is not None:
            before.set()
        return watched

    def _begin(self, folders: frozenset[str], ended: threading.Event) -> bool:
        there = [folder for folder in sorted(folders) if Path(folder).is_dir()]
        if not there or len(there) > MOST_FOLDERS:
            return not there
        try:
            from watchfiles._rust_notify import RustNotify  # noqa: PLC0415 - loads in the server alone

            # No debugging, no polling, not recursive, unreadable folders passed over.
            notify = RustNotify(there, False, False, 0, False, True)  # noqa: FBT003
        except (ImportError, OSError, RuntimeError):
            return False
        threading.Thread(target=self._listen, args=(notify, ended), name="hitherto watching", daemon=True).start()
        return True

    def close(self) -> None:
        """Watch nothing any more."""
        if self._ended is not None:
            self._ended.set()
        self._ended = None

    def _listen(self, notify: object, ended: threading.Event) -> None:
        with notify:  # type: ignore[attr-defined]
            while not ended.is_set():
                # No time-out: it would count on the clock that can be set.
                changes = notify.watch(DEBOUNCE_MS, STEP_MS, 0, ended)  # type: ignore[attr-defined]
                if isinstance(changes, set):
                    self._tell({path for _, path in changes})


def digest_of(found: Iterable[Item | LeftOut], may_go_on: Callable[[], bool]) -> bytes | None:
    """Return what changes whenever one of the files does, None where that cannot be told or ``may_go_on`` ended it.

    It cannot be told where a file was written so short ago that it may be written again without a sign of it.
    """
    now = time.time()
    settled = True
    whole = blake2b(digest_size=16)
    for number, one in enumerate(found):
        if number % 256 == 0 and not may_go_on():
            return None
        if isinstance(one, LeftOut):
            said = f"{one.path}\0{one.reason}\n"
        else:
            said = f"{one.path}\0{one.size}\0{one.mtime_ns}\0{one.ctime_ns}\0{one.inode}\n"
            settled = settled and abs(now - one.mtime_ns / 1e9) > GRAIN_SECONDS
        whole.update(said.encode("utf-8", "surrogateescape"))
    return whole.digest() if settled else None


def state_of(root: str, repositories: Sequence[str]) -> tuple[object, ...]:
    """Return what changes when ``root`` is exchanged, mounted or gone, or a repository gets another commit."""
    return (_sign(root), *(_sign(f"{_git_folder(top)}/{name}") for top in repositories for name in _GIT_FILES))


def _git_folder(top: str) -> str:
    """Return where git keeps what belongs to a work tree; of a linked one, in the repository it belongs to."""
    place = Path(top) / ".git"
    try:
        said = place.read_text("utf-8", "surrogateescape") if place.is_file() else ""
    except OSError:
        said = ""
    return str(Path(top) / said.removeprefix("gitdir:").strip()) if said.startswith("gitdir:") else str(place)


def _sign(path: str) -> tuple[int, ...] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - asked every two seconds for every repository
    except (OSError, ValueError):
        return None
    if Path(path).is_dir():
        return found.st_dev, found.st_ino
    return found.st_ino, found.st_size, found.st_mtime_ns
