from __future__ import annotations

import os
from typing import TYPE_CHECKING

import apsw
import pytest

from hitherto.stores.glance import mark_of, remarks
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    """A journal of two devices and two years."""
    for name in ("2025/2025-12-31.desk.jsonl", "2026/2026-01-01.desk.jsonl", "2026/2026-01-01.laptop.jsonl"):
        path = tmp_path / "journal" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("{}\n")
    return tmp_path / "journal"


CHANGES: dict[str, Callable[[Path], object]] = {
    "a line more": lambda at: (at / "2026/2026-01-01.desk.jsonl").write_text("{}\n{}\n"),
    "another time": lambda at: os.utime(at / "2025/2025-12-31.desk.jsonl", ns=(1, 1)),
    "a file more": lambda at: (at / "2026/2026-01-02.desk.jsonl").write_text("{}\n"),
    "a file gone": lambda at: (at / "2026/2026-01-01.laptop.jsonl").unlink(),
    "another name": lambda at: (at / "2026/2026-01-01.desk.jsonl").rename(at / "2026/2026-01-01.tablet.jsonl"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_mark_changes_with_the_journal(journal: Path, change: str) -> None:
    """Whatever happens to a day file gives another mark; looking again, the same one."""
    before = mark_of(str(journal))
    assert mark_of(str(journal)) == before
    CHANGES[change](journal)
    assert mark_of(str(journal)) != before


def test_the_mark_ignores_what_is_no_day_file(journal: Path) -> None:
    """Locks, what was torn and other people's files do not count; no journal has a mark of its own."""
    before = mark_of(str(journal))
    (journal / ".desk.lock").write_text("1")
    (journal / "torn").mkdir()
    (journal / "torn/2026-01-01.desk.jsonl.1").write_text("{")
    (journal / "2026/notes.txt").write_text("x")
    assert mark_of(str(journal)) == before
    assert mark_of(str(journal / "nowhere")) not in ("", before)
    assert mark_of(str(journal / "2026/notes.txt")) == mark_of(str(journal / "nowhere"))


def test_a_file_that_goes_while_it_is_looked_at(journal: Path) -> None:
    """A name that leads nowhere counts as one that is not there."""
    before = mark_of(str(journal))
    (journal / "2026/2026-01-05.desk.jsonl").symlink_to(journal / "nowhere")
    assert mark_of(str(journal)) == before


def test_remarks_of_an_index(tmp_path: Path) -> None:
    """Those asked for that are there; the file is left as it was, without a log beside it."""
    path = tmp_path / "hitherto.db"
    store = SqliteStore(path)
    with store.transaction():
        store.note("one", "1")
        store.note("two", "zwei\nlines")
        assert remarks(str(path), ["one"]) == {}
    assert remarks(str(path), ["one", "two", "three"]) == {"one": "1", "two": "zwei\nlines"}
    store.close()
    before = path.read_bytes()
    assert remarks(str(path), ["one"]) == {"one": "1"}
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["hitherto.db"]


def test_no_remarks_where_there_is_no_index(tmp_path: Path) -> None:
    """A file that is not there, is no database, or has no remarks gives none, and none is made."""
    assert remarks(str(tmp_path / "nowhere.db"), ["one"]) == {}
    (tmp_path / "text.db").write_text("no database " * 1000)
    assert remarks(str(tmp_path / "text.db"), ["one"]) == {}
    other = apsw.Connection(str(tmp_path / "other.db"))
    other.execute("CREATE TABLE t(x)")
    other.close()
    assert remarks(str(tmp_path / "other.db"), ["one"]) == {}
    assert sorted(file.name for file in tmp_path.iterdir()) == ["other.db", "text.db"]
