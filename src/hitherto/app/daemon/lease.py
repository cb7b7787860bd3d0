"""Who serves a home, and where to ask: a lock that the kernel gives back however its holder ends, and a socket's place.

The socket lies in a folder that nobody else can plant anything in; who asks finds its path in the lock's file.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.core.errors import BusyError, SetupNeededError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

NAME = ".serving"
MOST_BYTES = 4096
# A socket's address is at most 104 bytes on macOS, 108 on Linux.
LONGEST_PATH = 100
# What a file system answers that has no locks: some network and container mounts.
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP, errno.EINVAL}


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """The process that serves a home: since when (ISO, UTC), in which version, on which socket."""

    pid: int
    version: str
    socket: str
    started: str


@contextmanager
def hold(home: Path, holder: Holder) -> Iterator[int]:
    """Serve ``home`` alone while the block runs, and yield the lock's descriptor; a kill ends the lock too.

    Raises BusyError where another process holds it, SetupNeededError where the file system knows no locks.
    """
    import fcntl  # noqa: PLC0415 - asking who holds it needs no lock

    fd = os.open(home / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _busy(home) from None
        except OSError as error:
            if error.errno in _NO_LOCKS:
                raise _no_locks(home) from error
            raise
        os.fchmod(fd, 0o600)
        _write(fd, json.dumps(asdict(holder)).encode())
        yield fd
        # Said by emptying it: whoever asks looks here first.
        os.ftruncate(fd, 0)
    finally:
        os.close(fd)


def lost(home: Path, fd: int) -> bool:
    """Return whether the file that is locked is not the one in ``home`` any more: the home went, or was exchanged."""
    try:
        found = (home / NAME).lstat()
    except OSError:
        return True
    held = os.fstat(fd)
    return (found.st_dev, found.st_ino) != (held.st_dev, held.st_ino)


def stated(home: Path) -> Holder | None:
    """Return who wrote last that it serves ``home``, None where nobody did or its end was in order.

    After a kill it is still written there, and its socket refuses.
    """
    try:
        with (home / NAME).open("rb") as file:
            raw = file.read(MOST_BYTES)
    except OSError:
        return None
    try:
        said = json.loads(raw)
        return Holder(
            pid=int(said["pid"]),
            version=str(said["version"]),
            socket=str(said["socket"]),
            started=str(said["started"]),
        )
    except (ValueError, KeyError, TypeError):
        return None


def socket_path(home: Path, environ: Mapping[str, str]) -> Path:
    """Return where the server of ``home`` listens; makes the private folder it lies in.

    Raises SetupNeededError where no folder is to be had that is ours alone and whose name is short enough.
    """
    name = blake2b(os.fsencode(home.resolve()), digest_size=6).hexdigest() + ".sock"
    for folder in _folders(environ):
        if len(os.fsencode(folder / name)) <= LONGEST_PATH and _made_ours(folder):
            return folder / name
    raise SetupNeededError(
        "There is no folder for a socket that belongs to you alone and whose path is short enough.",
        hint="set XDG_RUNTIME_DIR to a folder of yours with mode 0700 and a short name",
    )


def _write(fd: int, said: bytes) -> None:
    os.ftruncate(fd, 0)
    os.pwrite(fd, said, 0)


def _busy(home: Path) -> BusyError:
    holder = stated(home)
    who = f"process {holder.pid}, version {holder.version}, since {holder.started}" if holder else "another process"
    return BusyError(f"{home} is served already: {who}.", hint="end it with `hitherto serve --stop`, or leave it be")


def _no_locks(home: Path) -> SetupNeededError:
    return SetupNeededError(
        f"The file system of {home} has no locks, so nothing could keep two processes from serving it.",
        hint="move the home to a local disk (HITHERTO_HOME); without `serve` everything works as before",
    )


def _folders(environ: Mapping[str, str]) -> Iterator[Path]:
    import tempfile  # noqa: PLC0415 - who asks finds the path in the lease

    user = os.getuid()
    for runtime in (environ.get("XDG_RUNTIME_DIR", ""), f"/run/user/{user}"):
        if os.path.isabs(runtime) and _ours(Path(runtime)):  # noqa: PTH117 - a text that may be empty
            yield Path(runtime) / "hitherto"
    for temporary in dict.fromkeys((tempfile.gettempdir(), "/tmp")):  # noqa: S108 - what is made there is checked
        yield Path(temporary) / f"hitherto-{user}"


def _made_ours(folder: Path) -> bool:
    with suppress(OSError):
        folder.mkdir(0o700)
    return _ours(folder)


def _ours(folder: Path) -> bool:
    """Return whether ``folder`` is a real folder of this user that nobody else may enter."""
    try:
        found = os.lstat(folder)
    except OSError:
        return False
    private = stat.S_ISDIR(found.st_mode) and not stat.S_IMODE(found.st_mode) & 0o077
    return private and found.st_uid == os.getuid() and os.access(folder, os.W_OK | os.X_OK)
