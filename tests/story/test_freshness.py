"""An old line is never served as current: files change between taking in and asking, in every way they can."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.making import SETTLED, memory_in, texts_of, write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hitherto.app.memory import Memory

OLD = "def renew_lease(job):\n    return job.backoff(1)\n"
NEW = "def renew_lease(job):\n    return job.backoff(2)\n"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Give a memory of a folder, closed and opened again."""
    write(tmp_path / "app/lease.py", OLD)
    write(tmp_path / "app/other.py", "def other(job):\n    return job.forward()\n")
    write(tmp_path / "app/sub/garden.md", "# Garden\n\nCover the quinces.\n")
    with memory_in(tmp_path) as made:
        made.add(str(tmp_path / "app"))
    with memory_in(tmp_path) as made:
        yield made


def found(memory: Memory, query: str = "backoff") -> list[tuple[str, str]]:
    """Return what is found, and its state."""
    return [(hit.text, hit.state) for hit in memory.recall(query).hits]


def edit(file: Path) -> None:
    """Write another text."""
    write(file, NEW, at=None)


def edit_and_hide_it(file: Path) -> None:
    """Write another text of the same size and put the time back."""
    before = file.stat()
    write(file, NEW, at=None)
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)


def exchange(file: Path) -> None:
    """Put another file in its place, as editors do."""
    other = write(file.with_name("new"), NEW)
    other.replace(file)


@pytest.mark.parametrize("change", [edit, edit_and_hide_it, exchange])
def test_an_edited_file_shows_its_new_text(memory: Memory, tmp_path: Path, change: Callable[[Path], None]) -> None:
    """However the edit was made, the hit is what stands there now."""
    change(tmp_path / "app/lease.py")
    assert found(memory) == [(NEW, "current")]


def into_folder(file: Path) -> None:
    """Put a folder in its place."""
    file.unlink()
    file.mkdir()


def into_link(file: Path) -> None:
    """Put a link to a file elsewhere in its place."""
    outside = write(file.parent.parent / "outside.py", OLD)
    file.unlink()
    file.symlink_to(outside)


def into_binary(file: Path) -> None:
    """Write bytes that are no text."""
    write(file, b"\x89PNG\r\n\x1a\n" + bytes(200), at=None)


def into_large(file: Path) -> None:
    """Let it grow beyond the limit."""
    write(file, OLD + "#" * 5_000_001, at=None)


def into_nothing(file: Path) -> None:
    """Empty it."""
    write(file, "", at=None)


@pytest.mark.parametrize(
    "change", [os.unlink, into_folder, into_link, into_binary, into_large, into_nothing], ids=lambda one: one.__name__
)
def test_a_file_that_is_gone_or_something_else_is_not_found(
    memory: Memory, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """What does not stand there any more is not served, nor after the next pass, and the rest stays."""
    change(tmp_path / "app/lease.py")
    assert found(memory) == []
    memory.again()
    assert found(memory) == []
    assert len(found(memory, "forward")) == 1


def test_a_renamed_file_is_found_under_its_new_name(memory: Memory, tmp_path: Path) -> None:
    """The old place is gone at once, the new one is there after the next pass, and the text keeps its row."""
    (tmp_path / "app/lease.py").rename(tmp_path / "app/renewal.py")
    assert found(memory) == []
    memory.again()
    (hit,) = memory.recall("backoff").hits
    assert (hit.place.path, hit.text) == (str(tmp_path / "app/renewal.py"), OLD)


def test_a_folder_above_it_that_moved_takes_its_files_along(memory: Memory, tmp_path: Path) -> None:
    """A renamed folder is no place any more."""
    (tmp_path / "app/sub").rename(tmp_path / "app/moved")
    assert found(memory, "quinces") == []
    memory.again()
    (hit,) = memory.recall("quinces").hits
    assert hit.place.path == str(tmp_path / "app/moved/garden.md")


def test_a_touched_file_stays_current(memory: Memory, tmp_path: Path) -> None:
    """The same text under a new time is the same text."""
    os.utime(tmp_path / "app/lease.py", (SETTLED + 9, SETTLED + 9))
    assert found(memory) == [(OLD, "current")]


def test_a_drive_that_is_away_is_told(memory: Memory, tmp_path: Path) -> None:
    """What cannot be looked at is shown as such and forgotten by nobody; back again, it is current."""
    (tmp_path / "app").rename(tmp_path / "away")
    answer = memory.recall("backoff")
    assert [(hit.text, hit.state) for hit in answer.hits] == [(OLD, "unreachable")]
    assert answer.ran.stale == 1
    (tmp_path / "app").mkdir()
    assert found(memory) == [(OLD, "unreachable")]
    (tmp_path / "app").rmdir()
    (tmp_path / "away").rename(tmp_path / "app")
    assert found(memory) == [(OLD, "current")]


def test_a_file_that_may_not_be_read_is_told(memory: Memory, tmp_path: Path) -> None:
    """Its text is what was last seen there, and marked."""
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    (tmp_path / "app/lease.py").chmod(0)
    assert found(memory) == [(OLD, "unreachable")]


def test_the_same_text_elsewhere_is_shown_when_one_place_goes(memory: Memory, tmp_path: Path) -> None:
    """A copy is named beside the hit; when the hit's own file is deleted, the copy is the hit."""
    shutil.copy2(tmp_path / "app/lease.py", tmp_path / "app/copy.py")
    memory.again()
    (hit,) = memory.recall("backoff").hits
    places = {hit.place.path, *(place.path for place in hit.also_in)}
    assert places == {str(tmp_path / "app" / name) for name in ("lease.py", "copy.py")}
    Path(hit.place.path or "").unlink()
    (left,) = memory.recall("backoff").hits
    assert {left.place.path} == places - {hit.place.path}
    assert left.also_in == ()


@pytest.mark.parametrize("limit", [1, 2, 5])
def test_what_comes_to_the_top_is_looked_at_too(memory: Memory, tmp_path: Path, limit: int) -> None:
    """When the best hits are gone, the next ones are brought up to date before they are shown."""
    for n in range(8):
        write(tmp_path / f"app/f{n}.py", f"def find_{n}():\n    return 'melons' + 'x' * {n}\n")
    memory.again()
    for n in range(7):
        write(tmp_path / f"app/f{n}.py", f"def find_{n}():\n    return 'pears' + 'x' * {n}\n", at=None)
    assert texts_of(memory.recall("melons", limit=limit).hits) == ["def find_7():\n    return 'melons' + 'x' * 7\n"]


def test_looking_ends_and_shows_nothing_old(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many files changed, a question ends; what could not be searched again is not shown."""
    monkeypatch.setattr("hitherto.engine.recall.ROUNDS", 2)
    for n in range(6):
        write(tmp_path / f"app/f{n}.py", f"def find_{n}():\n    return 'melons' + 'x' * {n}\n")
    memory.again()
    for n in range(6):
        write(tmp_path / f"app/f{n}.py", f"def find_{n}():\n    return 'pears' + 'x' * {n}\n", at=None)
    assert memory.recall("melons", limit=1).hits == ()


def test_many_changed_files_at_once(memory: Memory, tmp_path: Path) -> None:
    """All files behind the hits are looked at, not only the first."""
    for n in range(12):
        write(tmp_path / f"app/f{n}.py", f"def find_{n}():\n    return 'melons {n}'\n")
    memory.again()
    for n in range(0, 12, 2):
        write(tmp_path / f"app/f{n}.py", f"def find_{n}():\n    return 'pears {n}'\n", at=None)
    shown = texts_of(memory.recall("melons", limit=20).hits)
    assert sorted(shown) == sorted(f"def find_{n}():\n    return 'melons {n}'\n" for n in range(1, 12, 2))
