from __future__ import annotations

import errno
import os
import stat
import threading
import zlib
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hitherto.core.errors import DamagedError, NoSpaceError, UsageError
from hitherto.stores.blobs import FileBlobs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where the blobs will be."""
    return tmp_path / "home" / "blobs"


@pytest.fixture
def blobs(folder: Path) -> FileBlobs:
    """Return an empty store."""
    return FileBlobs(folder)


@given(data=st.binary(max_size=5000))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_was_put_is_got(blobs: FileBlobs, data: bytes) -> None:
    """Any bytes come back under their sha256, put once or twice."""
    digest = blobs.put(data)
    assert digest == sha256(data).hexdigest() == blobs.put(data)
    assert blobs.get(digest) == data


def test_blobs_are_private_compressed_and_named_by_content(folder: Path, blobs: FileBlobs) -> None:
    """A blob lies at ab/abcdef…, zlib-compressed, 0600 in folders of 0700, whatever the umask."""
    before = os.umask(0)
    try:
        digest = blobs.put(b"note " * 1000)
    finally:
        os.umask(before)
    path = folder / digest[:2] / digest
    assert zlib.decompress(path.read_bytes()) == b"note " * 1000
    assert path.stat().st_size < 100
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert {stat.S_IMODE(p.stat().st_mode) for p in (folder, path.parent)} == {0o700}


def test_all_blobs_are_listed_in_order_and_nothing_else(folder: Path, blobs: FileBlobs) -> None:
    """Only whole blobs are listed, not what crashes or other programs left."""
    digests = sorted(blobs.put(str(n).encode()) for n in range(20))
    (folder / ".new").write_bytes(b"half")
    (folder / "ab").mkdir(exist_ok=True)
    (folder / "ab" / ("0" * 64)).write_bytes(b"in the wrong place")
    (folder / "ab" / "notes.txt").write_bytes(b"stray")
    assert list(blobs.all()) == digests


def test_reading_creates_nothing(folder: Path, blobs: FileBlobs) -> None:
    """An empty store has no blobs and no folder."""
    assert list(blobs.all()) == []
    with pytest.raises(DamagedError, match="missing") as caught:
        blobs.get("0" * 64)
    assert caught.value.hint
    assert not folder.parent.exists()


@pytest.mark.parametrize("content", [b"", b"not zlib", zlib.compress(b"other"), zlib.compress(b"note")[:-3]])
def test_damage_is_noticed_and_put_right(folder: Path, blobs: FileBlobs, content: bytes) -> None:
    """An altered blob is never returned; putting the original again repairs it."""
    digest = blobs.put(b"note")
    (folder / digest[:2] / digest).write_bytes(content)
    with pytest.raises(DamagedError) as caught:
        blobs.get(digest)
    assert caught.value.hint
    assert blobs.put(b"note") == digest
    assert blobs.get(digest) == b"note"


@pytest.mark.parametrize("digest", ["", "../../key", "A" * 64, "0" * 63])
def test_only_a_digest_names_a_blob(blobs: FileBlobs, digest: str) -> None:
    """No name leads out of the store."""
    with pytest.raises(UsageError):
        blobs.get(digest)


def test_what_a_crash_left_is_cleaned(folder: Path, blobs: FileBlobs) -> None:
    """The next put removes the scratch file of one that was killed."""
    blobs.put(b"a")
    (folder / ".new").write_bytes(b"half a blob")
    blobs.put(b"b")
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == [".lock"]


def test_many_put_the_same_at_once(folder: Path) -> None:
    """Threads that put the same and different contents at once all succeed."""
    found: list[str] = []

    def work() -> None:
        blobs = FileBlobs(folder)
        found.extend(blobs.put(str(n % 5).encode()) for n in range(25))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 100
    assert sorted(set(found)) == list(FileBlobs(folder).all())
    assert len(set(found)) == 5


def test_a_full_disk_leaves_nothing(folder: Path, blobs: FileBlobs, monkeypatch: pytest.MonkeyPatch) -> None:
    """A blob that does not fit is refused with a way out and leaves no part."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", refuse)
        with pytest.raises(NoSpaceError):
            blobs.put(b"note")
    assert list(blobs.all()) == []
    assert not (folder / ".new").exists()
