from __future__ import annotations

import errno
import fcntl
import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, NoReturn

import pytest
from tests.serving import until

from hitherto.app.daemon import lease
from hitherto.core.errors import BusyError, SetupNeededError

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = lease.Holder(pid=4711, version="1.2", socket="/run/x.sock", started="2026-11-24T12:00:00+00:00")


def test_held_by_one(tmp_path: Path) -> None:
    """A second one is told who holds it, and once it is given back the next may have it."""
    with lease.hold(tmp_path, HOLDER):
        assert lease.stated(tmp_path) == HOLDER
        with (
            pytest.raises(BusyError, match=r"process 4711, version 1\.2, since 2026-11-24") as caught,
            lease.hold(tmp_path, HOLDER),
        ):
            pass
        assert "serve --stop" in caught.value.hint
    assert lease.stated(tmp_path) is None
    with lease.hold(tmp_path, HOLDER):
        pass


def test_private_whatever_the_umask(tmp_path: Path) -> None:
    """The file is for its owner alone."""
    before = os.umask(0)
    try:
        with lease.hold(tmp_path, HOLDER):
            assert (tmp_path / lease.NAME).stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


def test_a_kill_gives_it_back(tmp_path: Path) -> None:
    """What a killed process wrote stays, and holds nothing."""
    code = (
        "import pathlib, sys, time\nfrom hitherto.app.daemon import lease\n"
        "with lease.hold(pathlib.Path(sys.argv[1]), lease.Holder(pid=1, version='0', socket='s', started='t')):\n"
        "    time.sleep(600)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path)]) as program:
        until(lambda: lease.stated(tmp_path))
        program.kill()
    assert lease.stated(tmp_path) is not None
    with lease.hold(tmp_path, HOLDER):
        assert lease.stated(tmp_path) == HOLDER


@pytest.mark.parametrize("said", [b"", b"{", b"[]", b"7", b'{"pid": 1}', b'{"pid": "x", "version": 1}', b"\xff"])
def test_what_says_nothing(tmp_path: Path, said: bytes) -> None:
    """A file that names nobody, or none at all, is nobody."""
    assert lease.stated(tmp_path) is None
    (tmp_path / lease.NAME).write_bytes(said)
    assert lease.stated(tmp_path) is None


def test_lost_with_its_home(tmp_path: Path) -> None:
    """A home that went, or whose lease was exchanged, is noticed."""
    home = tmp_path / "home"
    home.mkdir()
    with lease.hold(home, HOLDER) as lock:
        assert not lease.lost(home, lock)
        (home / lease.NAME).rename(tmp_path / "old")
        assert lease.lost(home, lock)
        (home / lease.NAME).write_bytes(b"")
        assert lease.lost(home, lock)


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS])
def test_a_file_system_without_locks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    """Where nothing can be locked it is said so, with the way out; any other fault is not taken for that."""

    def refuse(_fd: int, _kind: int) -> NoReturn:
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(SetupNeededError, match="has no locks"), lease.hold(tmp_path, HOLDER):
        pass
    code = errno.EIO
    with pytest.raises(OSError, match="Input/output"), lease.hold(tmp_path, HOLDER):
        pass


def test_the_socket_lies_in_the_runtime_folder(tmp_path: Path, short: Path) -> None:
    """The folder is made, private, and the name is another one for another home."""
    one = lease.socket_path(tmp_path / "a", {"XDG_RUNTIME_DIR": str(short)})
    other = lease.socket_path(tmp_path / "b", {"XDG_RUNTIME_DIR": str(short)})
    assert one.parent == other.parent == short / "hitherto"
    assert one != other
    assert one.parent.stat().st_mode & 0o777 == 0o700
    assert lease.socket_path(tmp_path / "a", {"XDG_RUNTIME_DIR": str(short)}) == one


@pytest.mark.parametrize("runtime", ["", "relative", "/nowhere/at/all"])
def test_a_folder_of_our_own_where_there_is_no_other(
    tmp_path: Path, short: Path, monkeypatch: pytest.MonkeyPatch, runtime: str
) -> None:
    """Without a runtime folder that can be used, one in the folder for temporary files is made."""
    monkeypatch.setattr(tempfile, "tempdir", str(short))
    monkeypatch.setattr(
        lease, "_ours", lambda folder, ours=lease._ours: not str(folder).startswith("/run/") and ours(folder)
    )
    path = lease.socket_path(tmp_path, {"XDG_RUNTIME_DIR": runtime})
    assert path.parent == short / f"hitherto-{os.getuid()}"


def test_a_folder_that_others_may_enter_is_not_used(tmp_path: Path, short: Path) -> None:
    """A runtime folder that is open to others, or a link that somebody planted in it, is passed over."""
    short.chmod(0o755)
    assert short not in lease.socket_path(tmp_path, {"XDG_RUNTIME_DIR": str(short)}).parents
    short.chmod(0o700)
    (tmp_path / "planted").mkdir(0o700)
    (short / "hitherto").symlink_to(tmp_path / "planted")
    assert short not in lease.socket_path(tmp_path, {"XDG_RUNTIME_DIR": str(short)}).parents


def test_a_path_that_is_too_long_is_not_used(tmp_path: Path, short: Path) -> None:
    """A socket's path has a limit, so a long runtime folder is passed over."""
    deep = short / ("x" * 90)
    deep.mkdir(0o700)
    assert deep not in lease.socket_path(tmp_path, {"XDG_RUNTIME_DIR": str(deep)}).parents


def test_no_folder_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no folder is ours alone, it is said what would help."""
    monkeypatch.setattr(lease, "_ours", lambda _: False)
    monkeypatch.setattr(lease, "_folders", lambda _: [tmp_path / "x"])
    with pytest.raises(SetupNeededError) as caught:
        lease.socket_path(tmp_path, {})
    assert "XDG_RUNTIME_DIR" in caught.value.hint
