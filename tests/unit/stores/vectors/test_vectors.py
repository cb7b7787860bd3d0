from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from tests.vectoring import MODEL, put, put_files, some_vector, vector

from hitherto.core.answer import Filter
from hitherto.core.errors import DamagedError
from hitherto.stores.sqlite.store import SqliteStore
from hitherto.stores.vectors import rows

if TYPE_CHECKING:
    from pathlib import Path

WITHOUT_NUMPY = """
import sys
from pathlib import Path
from hitherto.core.answer import Filter
from hitherto.core.meaning import Model, NoVector
from hitherto.stores.sqlite.store import SqliteStore
store = SqliteStore(Path(sys.argv[1]))
for model in store.models():
    vectors = store.vectors(model)
    print(vectors.coverage(Filter()).embedded, vectors.coverage(Filter(kind="note")).chunks, len(vectors.missing(9)))
    vectors.failed(5), vectors.known([b"x"]), store.tidy()
print(sorted({"numpy", "simsimd"} & set(sys.modules)))
"""


def test_counting_needs_no_numpy(store: SqliteStore) -> None:
    """Everything but comparing and putting vectors loads nothing heavy."""
    a, _ = put_files(store, ["a", "b"])
    put(store, {a: vector(1)})
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMPY, store.path], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == "1 0 1\n[]\n"


def test_counting_is_done_once_until_something_is_written(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same scope is not counted again as long as nobody writes."""
    counted: list[Filter] = []
    count = rows.coverage
    monkeypatch.setattr(rows, "coverage", lambda *given: (counted.append(given[2]), count(*given))[1])
    vectors = store.vectors(MODEL)
    for _ in range(3):
        vectors.coverage(Filter())
        vectors.coverage(Filter(kind="code"))
    assert len(counted) == 2
    (row,) = put_files(store, ["a"])
    assert vectors.coverage(Filter()).chunks == 1
    put(store, {row: vector(1)})
    assert vectors.coverage(Filter()).embedded == 1


def test_counts_do_not_pile_up(store: SqliteStore) -> None:
    """However many scopes are asked about, only some counts are kept."""
    vectors = store.vectors(MODEL)
    for minute in range(200):
        assert vectors.coverage(Filter(session=str(minute))).chunks == 0
    assert len(vectors._counted[1]) <= 64


def test_damage_is_told_in_our_words(tmp_path: Path) -> None:
    """Whatever is asked of damaged pages, the answer is right or our error with the way out."""
    path = tmp_path / "hitherto.db"
    store = SqliteStore(path)
    put(store, {row: some_vector(row) for row in put_files(store, [f"t{n}" for n in range(300)])})
    store.close()
    whole = path.read_bytes()
    path.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096))
    store = SqliteStore.__new__(SqliteStore)
    with pytest.raises(DamagedError) as caught:
        store.__init__(path)  # type: ignore[misc]
        store.vectors(MODEL).nearest(vector(1), Filter(), 5)
    assert "hitherto rebuild" in caught.value.hint


@pytest.mark.parametrize("table", ["vector", "rough"])
def test_a_row_that_was_cut_is_damage(store: SqliteStore, table: str) -> None:
    """A vector whose bytes are not all there is told, not compared."""
    put(store, {row: some_vector(row) for row in put_files(store, ["a", "b"])})
    store.db.execute(f"UPDATE {table} SET data = x'0102'")
    with pytest.raises(DamagedError, match="vector"):
        store.vectors(MODEL).nearest(vector(1), Filter(), 5)


def test_the_same_vectors_are_given_each_time(store: SqliteStore) -> None:
    """What was read into memory serves until the store is closed, and may be closed and asked again."""
    put(store, {row: vector(1) for row in put_files(store, ["a"])})
    vectors = store.vectors(MODEL)
    assert store.vectors(MODEL) is vectors
    before = vectors.nearest(vector(1), Filter(), 5)
    vectors.close()
    vectors.close()
    assert vectors.nearest(vector(1), Filter(), 5) == before


def test_without_simsimd_the_same_is_found(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numpy alone gives the same chunks and numbers."""
    put(store, {row: some_vector(row) for row in put_files(store, [f"t{n}" for n in range(300)])})
    vectors = store.vectors(MODEL)
    with_it = [vectors.nearest(some_vector(f"q{n}"), Filter(), 10) for n in range(5)]
    monkeypatch.setattr("hitherto.stores.vectors.kernels._simsimd", lambda: None)
    without = [vectors.nearest(some_vector(f"q{n}"), Filter(), 10) for n in range(5)]
    assert [one.chunks for one in with_it] == [one.chunks for one in without]
    assert [one.floor for one in with_it] == pytest.approx([one.floor for one in without], abs=1e-5)
