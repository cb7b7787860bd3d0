from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.vectoring import MODEL, put, put_files, some_vector, vector

from hitherto.core.meaning import NoVector
from hitherto.stores.vectors import rows

if TYPE_CHECKING:
    from hitherto.stores.sqlite.store import SqliteStore


@pytest.mark.parametrize(
    "change", [{"name": "x"}, {"digest": "x"}, {"dimension": 9}, {"pooling": "cls"}, {"layout": 1}]
)
def test_a_model_is_another_one_if_anything_is_different(store: SqliteStore, change: dict[str, object]) -> None:
    """Only where all of it is equal are vectors the same model's."""
    number = rows.begin_model(store.db, MODEL)
    other = replace(MODEL, **change)  # type: ignore[arg-type]
    assert rows.number_of(store.db, other) is None
    assert rows.begin_model(store.db, other) == number + 1
    assert rows.begin_model(store.db, MODEL) == number
    assert rows.models(store.db) == [MODEL, other]


def test_a_forgotten_models_number_is_not_given_again(store: SqliteStore) -> None:
    """Whoever still has its rows in memory cannot take another model's for them."""
    number = rows.begin_model(store.db, MODEL)
    rows.forget_model(store.db, MODEL)
    assert rows.begin_model(store.db, MODEL) == number + 1


def test_forgetting_a_model_leaves_nothing_of_it(store: SqliteStore) -> None:
    """No table keeps a row of it."""
    one, two, three = put_files(store, ["a", "b", "c"])
    put(store, {one: vector(1), two: NoVector(reason="failed")})
    assert [waits.chunk for waits in store.vectors(MODEL).missing(5)] == [three]
    rows.forget_model(store.db, MODEL)
    for table in "model", "vector", "rough", "meaning", "waiting":
        assert store.db.execute(f"SELECT count(*) FROM {table}").get == 0, table


def test_a_text_that_comes_again_finds_its_vector(store: SqliteStore) -> None:
    """The vector of a chunk that went is there under its key when the same text is indexed anew."""
    (one,) = put_files(store, ["a"])
    put(store, {one: some_vector(1)})
    store.drop_files(["/proj/app/a.py"])
    put_files(store, ["a"])
    vectors = store.vectors(MODEL)
    (waits,) = vectors.missing(5)
    with store.transaction():
        vectors.put({waits.chunk: (b"key %d" % one, vectors.known([b"key %d" % one])[b"key %d" % one])})
    assert store.db.execute("SELECT count(*) FROM vector").get == 1
    assert vectors.cosines(some_vector(1), [waits.chunk]) == {waits.chunk: pytest.approx(1)}
