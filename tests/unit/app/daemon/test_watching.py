from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import pytest
from tests.making import SETTLED, write
from tests.serving import until

from hitherto.app.daemon import watching
from hitherto.app.daemon.watching import Watcher, digest_of, state_of
from hitherto.core.model import LeftOut
from hitherto.core.seen import Item

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def told() -> set[str]:
    return set()


@pytest.fixture
def watcher(told: set[str]) -> Iterator[Watcher]:
    made = Watcher(told.update)
    yield made
    made.close()


def test_it_tells_of_what_is_written(watcher: Watcher, told: set[str], tmp_path: Path) -> None:
    """A file in a watched folder is told, one in a folder below it is not."""
    (tmp_path / "below").mkdir()
    assert watcher.watch(frozenset({str(tmp_path)}))
    write(tmp_path / "below/unseen", "x")
    write(tmp_path / "seen", "x")
    until(lambda: str(tmp_path / "seen") in told)
    assert str(tmp_path / "below/unseen") not in told


def test_other_folders_take_the_place_of_those_before(watcher: Watcher, told: set[str], tmp_path: Path) -> None:
    """Only the folders given last are watched; those that are not there are passed over."""
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
    assert watcher.watch(frozenset({str(tmp_path / "a")}))
    assert watcher.watch(frozenset({str(tmp_path / "b"), str(tmp_path / "none")}))
    write(tmp_path / "b/seen", "x")
    until(lambda: str(tmp_path / "b/seen") in told)
    time.sleep(watching.STEP_MS / 1000 * 2)
    told.clear()
    write(tmp_path / "a/unseen", "x")
    write(tmp_path / "b/again", "x")
    until(lambda: str(tmp_path / "b/again") in told)
    assert str(tmp_path / "a/unseen") not in told


def test_nothing_to_watch(watcher: Watcher, tmp_path: Path) -> None:
    """Watching nothing always works."""
    assert watcher.watch(frozenset())
    assert watcher.watch(frozenset({str(tmp_path / "none")}))


def test_where_it_cannot_be_watched(watcher: Watcher, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many folders, or a system that does not tell, is no error: it is answered that nothing will be told."""
    folders = frozenset({str(tmp_path)})
    monkeypatch.setattr(watching, "MOST_FOLDERS", 0)
    assert not watcher.watch(folders)
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "watchfiles._rust_notify", None)
    assert not watcher.watch(folders)


def item(path: str = "/a", *, mtime: float = SETTLED, size: int = 1) -> Item:
    """Return what a look at a file gives."""
    return Item(path=path, name=path[1:], size=size, mtime_ns=int(mtime * 1e9), ctime_ns=1, inode=1)


def always() -> bool:
    return True


def test_a_digest_tells_every_change() -> None:
    """The same files give the same digest; another size, another file, or another reason to leave one out does not."""
    files: list[Item | LeftOut] = [item("/a"), LeftOut(path="/b", reason="binary")]
    digest = digest_of(files, always)
    assert digest is not None
    assert digest_of(files, always) == digest
    others: list[list[Item | LeftOut]] = [
        [],
        files[:1],
        [item("/a", size=2), files[1]],
        [item("/a", mtime=SETTLED + 1), files[1]],
        [item("/\udcff"), files[1]],
        [files[0], LeftOut(path="/b", reason="too-large")],
    ]
    digests = {digest_of(one, always) for one in others}
    assert len(digests | {digest}) == len(others) + 1


def test_a_fresh_file_cannot_be_told() -> None:
    """A file written just now may be written again unnoticed; one from a future far off is as good as any other."""
    assert digest_of([item(mtime=time.time())], always) is None
    assert digest_of([item(mtime=time.time() + 3600)], always) is not None


def test_a_listing_can_be_stopped() -> None:
    """Where it may not go on, nothing is told and nothing more is listed."""
    listed = []

    def items() -> Iterator[Item]:
        for number in range(10_000):
            listed.append(number)
            yield item(f"/{number}")

    assert digest_of(items(), lambda: len(listed) < 300) is None
    assert len(listed) < 1000


def test_the_state_of_a_root(tmp_path: Path) -> None:
    """Another folder at the same place, or none, is another state; a new file in it is not."""
    root = tmp_path / "root"
    root.mkdir()
    before = state_of(str(root), ())
    write(root / "new", "x")
    assert state_of(str(root), ()) == before
    root.rename(tmp_path / "away")
    assert state_of(str(root), ()) != before
    (tmp_path / "away").rename(root)
    assert state_of(str(root), ()) == before
    assert state_of("/\0", ()) == (None,)


@pytest.mark.parametrize("linked", [False, True])
def test_the_state_of_a_repository(tmp_path: Path, linked: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """A commit or a checkout changes git's own files, wherever a work tree keeps them."""
    top = tmp_path / "top"
    git = tmp_path / "elsewhere/worktrees/top" if linked else top / ".git"
    top.mkdir()
    write(git / "HEAD", "ref: refs/heads/main\n")
    if linked:
        write(top / ".git", f"gitdir: {os.path.relpath(git, top)}\n")
    before = state_of(str(top), (str(top),))
    assert state_of(str(top), (str(top),)) == before
    write(git / "logs/HEAD", "one\n")
    after = state_of(str(top), (str(top),))
    assert after != before
    write(git / "HEAD", "ref: refs/heads/side\n", at=SETTLED + 1)
    assert state_of(str(top), (str(top),)) != after


def test_a_git_file_that_says_something_else(tmp_path: Path) -> None:
    """A file called .git that is no link to anything, or may not be read, is no trouble."""
    write(tmp_path / ".git", "\xff\xfe")
    assert state_of(str(tmp_path), (str(tmp_path),))[1:] == (None, None, None)
