"""Files that outlive a crash: private, whole, and on disk before anyone is told so."""

from __future__ import annotations

import errno
import os
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from hitherto.core.errors import BusyError, HithertoError, NoSpaceError, SetupNeededError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

try:
    import fcntl
except ImportError as error:
    raise SetupNeededError(
        "hitherto keeps its files with POSIX locks, which this platform does not have.",
        hint="Run it on Linux or macOS, or inside WSL on Windows.",
    ) from error

PATIENCE = 30.0
"""Seconds to wait for another process's lock before giving up."""

_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}


def explained(error: OSError, path: Path) -> HithertoError:
    """Return the error that tells a person what ``error`` means for ``path`` and what to do."""
    reason = error.strerror or str(error)
    where = error.filename or path
    if error.errno in _FULL:
        return NoSpaceError(f"There is no room to write {where}: {reason}.", hint="Free some disk space and repeat.")
    if error.errno in {errno.EROFS, errno.EACCES, errno.EPERM}:
        return SetupNeededError(
            f"hitherto may not use {where}: {reason}.",
            hint="Make the folder writable for you, or set HITHERTO_HOME to one that is.",
        )
    return SetupNeededError(f"Working with {where} failed: {reason}.", hint="Check that disk and folder, then repeat.")


@contextmanager
def explaining(path: Path) -> Iterator[None]:
    """Turn every OSError of the block into the error that ``explained`` makes of it."""
    try:
        yield
    except OSError as error:
        raise explained(error, path) from error


def make_private_folder(path: Path) -> None:
    """Create ``path`` and its missing parents with mode 0700, whatever the umask; durable on return."""
    if path.is_dir():
        return
    make_private_folder(path.parent)
    with suppress(FileExistsError):
        path.mkdir(0o700)
        path.chmod(0o700)
    sync_folder(path.parent)


def open_private(path: Path, flags: int) -> int:
    """Open ``path``, or create it with mode 0600 whatever the umask, and return its descriptor."""
    while True:
        with suppress(FileNotFoundError):
            return os.open(path, flags | os.O_CLOEXEC)
        with suppress(FileExistsError):
            return create_private(path, flags)


def create_private(path: Path, flags: int) -> int:
    """Create ``path`` with mode 0600 whatever the umask; raises FileExistsError where it is."""
    fd = os.open(path, flags | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    os.fchmod(fd, 0o600)
    return fd


def write_all(fd: int, data: bytes) -> None:
    """Write every byte of ``data``; an OSError may leave a part of it written."""
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(fd, rest) :]


def sync_folder(path: Path) -> None:
    """Bring the names in ``path`` to the disk."""
    fd = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def put_in_place(target: Path, data: bytes, *, through: Path) -> None:
    """Give ``target`` the content ``data``, all of it or not at all; durable on return.

    ``through`` is a scratch name on the same file system that the caller alone uses (it holds a lock);
    what a crash left there is overwritten. Raises OSError and then leaves nothing behind.
    """
    through.unlink(missing_ok=True)
    fd = create_private(through, os.O_WRONLY)
    try:
        try:
            write_all(fd, data)
            os.fsync(fd)
        finally:
            os.close(fd)
        through.replace(target)
    except BaseException:
        through.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


@contextmanager
def locked(path: Path) -> Iterator[int]:
    """Hold ``path`` against every other process and thread, and yield its descriptor.

    Raises BusyError after ``PATIENCE`` seconds. The file stays: only its lock comes and goes.
    """
    fd = open_private(path, os.O_RDWR)
    try:
        _wait(fd, fcntl.LOCK_EX, path)
        yield fd
    finally:
        os.close(fd)


@contextmanager
def locked_for_reading(path: Path) -> Iterator[None]:
    """Keep writers out while the block runs; where no writer has ever been, create nothing.

    Raises BusyError after ``PATIENCE`` seconds.
    """
    try:
        fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield
        return
    try:
        _wait(fd, fcntl.LOCK_SH, path)
        yield
    finally:
        os.close(fd)


def _wait(fd: int, kind: int, path: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    pause = 0.0005
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(fd, kind | fcntl.LOCK_NB)
            return
        if time.monotonic() >= deadline:
            raise BusyError(
                f"Another hitherto process has been writing for more than {PATIENCE:g} seconds ({path.name}).",
                hint="Wait for it to finish, or stop it, then repeat.",
            )
        time.sleep(pause)
        pause = min(pause * 2, 0.02)
