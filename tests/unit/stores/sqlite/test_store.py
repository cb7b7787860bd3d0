from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.making import DAY_FILE, chunk, entry, recorded, said

from hitherto.core.answer import Filter
from hitherto.core.errors import DamagedError
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from pathlib import Path

READS: dict[str, tuple[Any, ...]] = {
    "noted": ("a",),
    "unfinished": (),
    "counts": (),
    "records": (["a"],),
    "around": ("a", 1),
    "journal_state": (),
    "known": (["a"],),
    "session_spans": ("s",),
    "session_records": ("s", None),
    "files": ("/proj",),
    "file": ("/proj/a",),
    "sources": (),
    "log_position": ("/logs/a",),
    "languages": (),
    "documents": ("/notes",),
    "last_document": ("folder", "/notes/a.md"),
    "last_setting": ("/notes",),
    "frequencies": (["appl"],),
    "search": ("body : appl", Filter(), 5),
    "between": (Filter(), 5),
    "candidates": ([1, 2],),
    "models": (),
    "excerpt": (1,),
    "copies": (1,),
    "tidy": (),
}


@pytest.mark.parametrize("name", READS)
def test_every_reading_tells_damage_in_our_words(tmp_path: Path, name: str) -> None:
    """Whatever is asked of an index whose pages are damaged, the answer is our error with the way out, or right."""
    path = tmp_path / "hitherto.db"
    store = SqliteStore(path)
    with store.transaction():
        store.put_records(recorded(*[said(f"apples {n}", n) for n in range(300)]), DAY_FILE)
        for n in range(300):
            store.put_file(entry(f"/proj/{n}", root="/proj"), [chunk(f"apples {n} " + "x y z " * 200)])
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    store = SqliteStore.__new__(SqliteStore)
    with pytest.raises(DamagedError) as caught:
        store.__init__(path)  # type: ignore[misc]
        getattr(store, name)(*READS[name])
    assert "hitherto rebuild" in caught.value.hint


def test_space_is_given_back(tmp_path: Path) -> None:
    """After much was forgotten, the file shrinks."""
    path = tmp_path / "hitherto.db"
    store = SqliteStore(path)
    for n in range(300):
        store.put_file(
            entry(f"/proj/{n}", root="/proj"), [chunk(f"apples {n} " + " ".join(map(str, range(n, n + 500))))]
        )
    store.close()
    full = path.stat().st_size
    store = SqliteStore(path)
    store.drop_files([f"/proj/{n}" for n in range(300)])
    store.tidy()
    store.close()
    assert path.stat().st_size < full / 2


def test_the_same_index_is_read_by_another_connection(tmp_path: Path) -> None:
    """What one process committed, the next statement of another sees."""
    one, two = SqliteStore(tmp_path / "hitherto.db"), SqliteStore(tmp_path / "hitherto.db")
    with one.transaction():
        one.note("a", "1")
        assert two.noted("a") is None
    assert two.noted("a") == "1"
    one.close()
    two.close()
