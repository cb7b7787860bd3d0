from __future__ import annotations

import errno
import importlib.util
import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest

from hitherto.core.errors import BusyError, HithertoError, NoSpaceError, SetupNeededError
from hitherto.stores import files
from hitherto.stores.files import (
    create_private,
    explained,
    explaining,
    locked,
    locked_for_reading,
    make_private_folder,
    open_private,
    put_in_place,
    write_all,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, NoSpaceError),
        (errno.EDQUOT, NoSpaceError),
        (errno.EFBIG, NoSpaceError),
        (errno.EROFS, SetupNeededError),
        (errno.EACCES, SetupNeededError),
        (errno.EIO, SetupNeededError),
    ],
)
def test_an_os_error_is_explained(tmp_path: Path, number: int, kind: type[HithertoError]) -> None:
    """Every refusal of the system names the file, the reason and a way out."""
    error = explained(OSError(number, os.strerror(number)), tmp_path)
    assert type(error) is kind
    assert str(tmp_path) in str(error)
    assert os.strerror(number) in str(error)
    assert error.hint


def test_an_os_error_without_a_number_is_explained(tmp_path: Path) -> None:
    """The words of an error are kept even where it has nothing else."""
    with pytest.raises(SetupNeededError, match="odd"), explaining(tmp_path):
        raise OSError("odd")


def test_folders_are_private_with_their_parents(tmp_path: Path) -> None:
    """Every folder that is created is 0700; one that is there is left alone."""
    tmp_path.chmod(0o755)
    make_private_folder(tmp_path / "a" / "b")
    make_private_folder(tmp_path / "a" / "b")
    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path, tmp_path / "a", tmp_path / "a" / "b")] == [
        0o755,
        0o700,
        0o700,
    ]


def test_a_file_in_the_place_of_a_folder_is_refused(tmp_path: Path) -> None:
    """What is not a folder is never taken for one."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SetupNeededError), explaining(tmp_path):
        make_private_folder(tmp_path / "file" / "x")


def test_opening_survives_a_rival_that_creates_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two processes that create a file at once, the second opens what the first made."""
    path = tmp_path / "lock"
    real = files.create_private

    def rival(path: Path, flags: int) -> int:
        path.write_bytes(b"rival")
        return real(path, flags)

    monkeypatch.setattr(files, "create_private", rival)
    fd = open_private(path, os.O_RDWR)
    assert os.read(fd, 9) == b"rival"
    os.close(fd)


def test_creating_what_is_there_is_refused(tmp_path: Path) -> None:
    """Creating never opens a file of someone else."""
    (tmp_path / "there").write_bytes(b"")
    with pytest.raises(FileExistsError):
        create_private(tmp_path / "there", os.O_WRONLY)


def test_short_writes_are_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All bytes arrive even if the system takes them in small pieces."""
    real = os.write
    monkeypatch.setattr(os, "write", lambda fd, data: real(fd, data[:3]))
    fd = create_private(tmp_path / "file", os.O_WRONLY)
    write_all(fd, b"0123456789")
    os.close(fd)
    assert (tmp_path / "file").read_bytes() == b"0123456789"


def test_content_is_put_in_place_whole(tmp_path: Path) -> None:
    """The new content replaces the old one, and what a crash left under the scratch name is gone."""
    target, scratch = tmp_path / "target", tmp_path / ".new"
    target.write_bytes(b"old")
    scratch.write_bytes(b"left by a crash, longer")
    put_in_place(target, b"new", through=scratch)
    assert target.read_bytes() == b"new"
    assert stat.S_IMODE(target.stat().st_mode) == 0o600
    assert not scratch.exists()


def test_content_that_cannot_be_written_leaves_the_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk refuses, the old content stays and nothing else does."""
    target, scratch = tmp_path / "target", tmp_path / ".new"
    target.write_bytes(b"old")

    def refuse(_: int) -> None:
        raise OSError(errno.EIO, "broken disk")

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(OSError, match="broken disk"):
        put_in_place(target, b"new", through=scratch)
    assert target.read_bytes() == b"old"
    assert not scratch.exists()


def test_a_lock_keeps_others_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one holds the lock neither writers nor readers get it; afterwards they do."""
    monkeypatch.setattr(files, "PATIENCE", 0.01)
    path = tmp_path / "lock"
    with locked(path):
        with pytest.raises(BusyError, match=r"0\.01 seconds"), locked(path):
            pass
        with pytest.raises(BusyError), locked_for_reading(path):
            pass
    with locked_for_reading(path), locked_for_reading(path), pytest.raises(BusyError), locked(path):
        pass


def test_a_reader_creates_no_lock(tmp_path: Path) -> None:
    """Where no writer has been there is nothing to wait for, and nothing to leave."""
    with locked_for_reading(tmp_path / "lock"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_platform_without_locks_is_told_clearly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no fcntl, importing says what to do."""
    monkeypatch.setitem(sys.modules, "fcntl", None)
    spec = importlib.util.spec_from_file_location("files_elsewhere", files.__file__)
    assert spec
    assert spec.loader
    with pytest.raises(SetupNeededError, match="POSIX") as caught:
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
    assert "WSL" in caught.value.hint
