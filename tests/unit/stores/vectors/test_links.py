from __future__ import annotations

import sys
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from tests.making import NOON, chunk, entry
from tests.vectoring import MODEL, put, put_files, vector

from hitherto.core.answer import Filter
from hitherto.stores.vectors import links

if TYPE_CHECKING:
    from hitherto.stores.sqlite.store import SqliteStore


def test_a_chunk_with_the_same_words_keeps_its_vector(store: SqliteStore) -> None:
    """A file that is read again has vectors for what did not change, at its new time."""
    vectors = store.vectors(MODEL)
    (row,) = put_files(store, ["a"])
    put(store, {row: vector(1)})
    at = NOON + timedelta(hours=5)
    store.put_file(entry("/proj/app/a.py"), [chunk("a", ts_start=at, ts_end=at), chunk("b", ts_start=at, ts_end=at)])
    assert vectors.nearest(vector(1), Filter(since=at), 5).chunks == ((row, pytest.approx(1)),)
    assert [waits.text for waits in vectors.missing(5)] == ["b"]


def test_a_chunk_that_waits_moves_with_its_file(store: SqliteStore) -> None:
    """The order in which chunks wait follows their times."""
    one, two, three = put_files(store, ["one", "two", "three"])
    put(store, {three: vector(1)})
    assert [waits.chunk for waits in store.vectors(MODEL).missing(5)] == [two, one]
    at = NOON + timedelta(hours=5)
    store.put_file(entry("/proj/app/one.py"), [chunk("one", ts_start=at, ts_end=at)])
    assert [waits.chunk for waits in store.vectors(MODEL).missing(5)] == [one, two]


def test_a_vector_two_chunks_share_stays_for_the_other(store: SqliteStore) -> None:
    """Tidying removes only what no chunk has."""
    one, two = put_files(store, ["one", "two"])
    vectors = store.vectors(MODEL)
    with store.transaction():
        vectors.put({one: (b"same", vector(1)), two: (b"same", vector(1))})
        store.drop_files(["/proj/app/one.py"])
    store.tidy()
    assert vectors.cosines(vector(1), [one, two]) == {two: pytest.approx(1)}
    assert store.db.execute("SELECT count(*) FROM rough").get == 1


FAULTS = {
    "UPDATE vector SET data = zeroblob(32) WHERE id = 1": "vector 1 is damaged",
    "UPDATE vector SET data = x'00' WHERE id = 1": "vector 1 is damaged",
    "UPDATE vector SET data = NULL WHERE id = 1": "vector 1 is damaged",
    "DELETE FROM rough WHERE vector = 1": "vector 1 is damaged",
    "UPDATE rough SET data = x'0102030405060708' WHERE vector = 1": "vector 1 is damaged",
    "DELETE FROM meaning WHERE chunk = 1": "1 chunks neither have nor await a vector of tiny",
    "DELETE FROM waiting": "1 chunks neither have nor await a vector of tiny",
    "UPDATE meaning SET chunk = 99 WHERE chunk = 1": "1 chunks have a vector that is not theirs",
    "UPDATE meaning SET vector = 99 WHERE chunk = 1": "1 chunks have a vector that is not theirs",
}


@pytest.mark.parametrize("change", FAULTS)
def test_faults_are_told(store: SqliteStore, change: str) -> None:
    """Altered numbers and lost links are named; an index as it should be has none."""
    put(store, dict(zip(put_files(store, ["a", "b", "c"])[:2], [vector(1, 2), vector(3)], strict=True)))
    assert list(store.faults()) == []
    store.db.execute(change)
    assert FAULTS[change] in list(store.faults())


def test_without_numpy_lengths_are_checked(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where arithmetic is not installed any more, what is left to check is checked."""
    put(store, dict(zip(put_files(store, ["a", "b"]), [vector(1), vector(2)], strict=True)))
    monkeypatch.setitem(sys.modules, "hitherto.stores.vectors.kernels", None)
    monkeypatch.delattr("hitherto.stores.vectors.kernels")
    assert list(links.faults(store.db)) == []
    store.db.execute("UPDATE vector SET data = x'00' WHERE id = 2")
    assert list(links.faults(store.db)) == ["vector 2 is damaged"]
