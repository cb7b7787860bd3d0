from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.vectoring import MODEL, put, put_files, some_vector, vector

from hitherto.core.answer import Filter
from hitherto.stores.sqlite.store import SqliteStore
from hitherto.stores.vectors.resident import Resident

if TYPE_CHECKING:
    from pathlib import Path


def nearest(store: SqliteStore, where: Filter | None = None) -> list[int]:
    """Return the chunks nearest to (1, 0, ...)."""
    return [row for row, _ in store.vectors(MODEL).nearest(vector(1), where or Filter(), 5).chunks]


def test_what_another_process_writes_is_seen(tmp_path: Path) -> None:
    """Two connections to one index: the second sees what the first puts, drops and forgets, as soon as it asks."""
    one, two = SqliteStore(tmp_path / "hitherto.db"), SqliteStore(tmp_path / "hitherto.db")
    a, b, c = put_files(one, ["a", "b", "c"])
    assert nearest(two) == []
    put(one, {a: vector(1, 1), b: vector(1, 2)})
    assert nearest(two) == [a, b]
    put(one, {c: vector(1)})
    with one.transaction():
        one.drop_files(["/proj/app/a.py"])
    assert nearest(two) == nearest(one) == [c, b]
    with one.transaction():
        one.forget_model(MODEL)
    assert nearest(two) == []
    put(one, {b: vector(1)})
    assert nearest(two) == nearest(one) == [b]
    one.close()
    two.close()


def test_nothing_is_read_twice(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """As long as nothing is written, a question reads no rows into memory; afterwards only the new ones."""
    taken: list[int] = []
    put(store, {row: some_vector(row) for row in put_files(store, ["a", "b"])})
    from hitherto.stores.vectors.matrix import Matrix  # noqa: PLC0415 - watched from here on

    add = Matrix.add
    monkeypatch.setattr(Matrix, "add", lambda held, rows: (taken.append(len(rows.ids)), add(held, rows))[0])
    nearest(store)
    nearest(store)
    assert taken == [2]
    put(store, {row: some_vector(row) for row in put_files(store, ["c"])})
    nearest(store)
    nearest(store)
    assert taken == [2, 1]


def test_when_very_many_are_gone_the_rest_is_found(tmp_path: Path) -> None:
    """Nearest rows that have gone by the hundred do not keep the others from being found."""
    one, two = SqliteStore(tmp_path / "hitherto.db"), SqliteStore(tmp_path / "hitherto.db")
    rows = put_files(one, [f"t{n}" for n in range(400)])
    put(one, {row: vector(1, 0.001 * n) for n, row in enumerate(rows)})
    assert nearest(two) == rows[:5]
    with one.transaction():
        one.drop_files([f"/proj/app/t{n}.py" for n in range(390)])
    assert nearest(two) == rows[390:395]
    assert len(two.vectors(MODEL).nearest(vector(1), Filter(), 99).chunks) == 10
    one.close()
    two.close()


def test_an_index_that_cannot_be_written_is_searched(tmp_path: Path) -> None:
    """Everything that only reads works on an index opened for reading."""
    path = tmp_path / "hitherto.db"
    with_write = SqliteStore(path)
    a, b = put_files(with_write, ["a", "b"])
    put(with_write, {a: vector(1)})
    with_write.close()
    store = SqliteStore(path, read_only=True)
    vectors = store.vectors(MODEL)
    assert nearest(store) == [a]
    assert [waits.chunk for waits in vectors.missing(5)] == [b]
    assert vectors.coverage(Filter()).embedded == 1
    assert vectors.cosines(vector(1), [a, b]) == {a: pytest.approx(1)}
    assert vectors.failed(5) == []
    assert store.models() == [MODEL]
    store.close()


def test_a_transaction_undone_leaves_nothing_in_memory(store: SqliteStore) -> None:
    """Rows read inside a transaction are read again after it, since their numbers may come to mean others."""
    a, b = put_files(store, ["a", "b"])
    put(store, {a: vector(1)})
    resident = Resident(store._index, MODEL.dimension)

    def ids() -> list[int]:
        return resident.matrix(1)._recent.rows.ids.tolist()

    def fail() -> Any:
        with store.transaction():
            store.vectors(MODEL).put({b: (b"b", vector(1))})
            assert ids() == [1, 2]
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert ids() == [1]
