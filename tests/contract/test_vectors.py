"""What the vectors of every index promise, on disk or not."""

from __future__ import annotations

import math
from array import array
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from tests.making import DAY_FILE, NOON, answered, chunk, entry, recorded, said, session_of
from tests.vectoring import MODEL, OTHER, put, put_files, some_vector, vector

from hitherto.core.answer import Filter
from hitherto.core.meaning import Coverage, NoVector

if TYPE_CHECKING:
    from collections.abc import Callable

    from hitherto.core.ports import Store, Vectors

    Opens = Callable[[], Store]


def test_of_a_new_model_nothing_is_known(store: Store, vectors: Vectors) -> None:
    """Before anything is put, every question has its empty answer and the model is not listed."""
    (row,) = put_files(store, ["a"])
    assert vectors.model == MODEL
    assert vectors.nearest(vector(1), Filter(), 5).chunks == ()
    assert vectors.nearest(vector(1), Filter(), 5).floor == 0.0
    assert vectors.cosines(vector(1), [row]) == {}
    assert vectors.known([b"k"]) == {}
    assert vectors.coverage(Filter()) == Coverage(chunks=1, embedded=0)
    assert vectors.failed(5) == []
    with store.transaction():
        vectors.retry()
        store.forget_model(MODEL)
    assert store.models() == []


def test_what_is_missing_comes_newest_first(store: Store, vectors: Vectors) -> None:
    """Chunks wait in the order of time, the latest first, until they have a vector or a reason for having none."""
    old, middle, new = put_files(store, ["old", "middle", "new"])
    assert [one.chunk for one in vectors.missing(2)] == [new, middle]
    put(store, {middle: vector(1)})
    assert [one.chunk for one in vectors.missing(9)] == [new, old]
    put(store, {new: NoVector(reason="language", detail="ja")})
    assert [one.chunk for one in vectors.missing(9)] == [old]
    put_files(store, ["newest"], kind="note")
    assert [one.kind for one in vectors.missing(9)] == ["note", "code"] or len(vectors.missing(9)) == 2
    put(store, {one.chunk: vector(1) for one in vectors.missing(9)})
    assert vectors.missing(9) == []
    assert vectors.coverage(Filter()) == Coverage(chunks=4, embedded=3, without={"language": 1})


def test_a_chunk_of_a_file_says_where_it_stands(store: Store, vectors: Vectors) -> None:
    """The path is the one inside what was added; symbol and heading come along."""
    with store.transaction():
        store.put_file(entry("/proj/app/src/a.py"), [chunk("x = 1\n", symbol="A.f", heading="Title")])
    (waits,) = vectors.missing(1)
    assert (waits.text, waits.path, waits.symbol, waits.heading) == ("x = 1\n", "src/a.py", "A.f", "Title")
    assert (waits.kind, waits.speakers) == ("code", ())


def test_a_chunk_of_a_session_says_who_speaks(store: Store, vectors: Vectors) -> None:
    """Each speaker has a stretch of the text, and the stretches say what that record said."""
    lines = recorded(said("where is it?", 0), answered("in the cellar", 1))
    with store.transaction():
        store.put_records(lines, DAY_FILE)
        store.replace_session("s", None, [session_of(*lines)])
    (waits,) = vectors.missing(1)
    assert (waits.kind, waits.path, waits.symbol) == ("conversation", None, None)
    assert [(actor, waits.text[start:end]) for actor, start, end in waits.speakers] == [
        ("user", "where is it?"),
        ("assistant", "in the cellar"),
    ]


NO_VECTORS = {
    "too short": vector(1, dimension=7),
    "too long": vector(1, dimension=9),
    "empty": b"",
    "zero": bytes(32),
    "no number": array("f", [math.nan] * 8).tobytes(),
    "infinite": array("f", [math.inf] + [0.0] * 7).tobytes(),
}


@pytest.mark.parametrize("wrong", NO_VECTORS.values(), ids=NO_VECTORS)
def test_what_is_no_vector_of_the_model_is_refused(store: Store, vectors: Vectors, wrong: bytes) -> None:
    """Another length, zero, and numbers that are none raise, and nothing of the batch is kept."""
    one, two = put_files(store, ["a", "b"])
    with pytest.raises(ValueError, match="vector"):
        put(store, {one: vector(1), two: wrong})
    assert vectors.coverage(Filter()).embedded == 0
    with pytest.raises(ValueError, match="vector"):
        vectors.nearest(wrong, Filter(), 1)
    with pytest.raises(ValueError, match="vector"):
        vectors.cosines(wrong, [one])


def test_the_nearest_come_best_first_and_of_equals_the_first_chunk(store: Store, vectors: Vectors) -> None:
    """Order is by cosine, then by row; no more come than were asked for."""
    rows = put_files(store, ["a", "b", "c", "d"])
    made = dict(zip(rows, [vector(0, 1), vector(1, 1), vector(1), vector(1)], strict=True))
    put(store, made)
    found = vectors.nearest(vector(1), Filter(), 3)
    assert [row for row, _ in found.chunks] == [rows[2], rows[3], rows[1]]
    assert [value for _, value in found.chunks] == pytest.approx([1, 1, math.sqrt(0.5)], abs=1e-6)
    assert found.floor == pytest.approx((0 + 1 + 1 + math.sqrt(0.5)) / 4, abs=0.02)
    assert vectors.nearest(vector(1), Filter(), 0).chunks == ()


def test_cosines_are_the_numbers_of_the_nearest(store: Store, vectors: Vectors) -> None:
    """Asking for chunks by name gives exactly what the search gave; those without a vector are left out."""
    rows = put_files(store, [f"t{n}" for n in range(20)])
    put(store, {row: some_vector(row) for row in rows[:18]} | {rows[18]: NoVector(reason="empty")})
    query = some_vector("q")
    assert vectors.cosines(query, [*rows, 10_000]) == dict(vectors.nearest(query, Filter(), 50).chunks)
    assert vectors.cosines(query, []) == {}


def test_a_text_is_embedded_once(store: Store, vectors: Vectors) -> None:
    """What was made of a text is found by its key; a later failure does not undo a vector, a vector ends a failure."""
    one, two, three = put_files(store, ["a", "b", "c"])
    refused = NoVector(reason="failed", detail="too long")
    with store.transaction():
        vectors.put({one: (b"same", vector(1)), two: (b"bad", refused)})
    assert vectors.known([b"same", b"bad", b"new"]) == {b"same": vector(1), b"bad": refused}
    with store.transaction():
        vectors.put({two: (b"same", refused), three: (b"bad", refused)})
    assert vectors.cosines(vector(1), [two, three]) == {two: pytest.approx(1)}
    with store.transaction():
        vectors.put({one: (b"bad", vector(0, 1))})
    assert vectors.cosines(vector(0, 1), [one, three]) == {one: pytest.approx(1), three: pytest.approx(1)}
    assert vectors.nearest(vector(0, 1), Filter(), 1).chunks[0][0] == one
    assert vectors.coverage(Filter()) == Coverage(chunks=3, embedded=3)


def test_what_failed_is_listed_and_tried_again(store: Store, vectors: Vectors) -> None:
    """A refused chunk is named with what was said about it; after a retry it waits, the others do not."""
    one, two, three = put_files(store, ["a", "b", "c"])
    put(store, {one: NoVector(reason="failed", detail="no"), two: NoVector(reason="language"), three: vector(1)})
    (((place, detail),)) = vectors.failed(5)
    assert (place.path, detail) == ("/proj/app/a.py", "no")
    assert vectors.failed(0) == []
    with store.transaction():
        vectors.retry()
    assert vectors.failed(5) == []
    assert [waits.chunk for waits in vectors.missing(5)] == [one]
    assert vectors.known([b"key %d" % one]) == {}
    assert vectors.coverage(Filter()) == Coverage(chunks=3, embedded=1, without={"language": 1})


def test_a_chunk_that_goes_takes_its_vector_along(store: Store, vectors: Vectors) -> None:
    """A dropped chunk is found no more and counted no more; its vector is known until the index is tidied."""
    keep, drop = put_files(store, ["keep", "drop"])
    put(store, {keep: vector(1), drop: vector(0, 1)})
    assert len(vectors.nearest(vector(0, 1), Filter(), 5).chunks) == 2
    with store.transaction():
        store.drop_files(["/proj/app/drop.py"])
        vectors.put({drop: (b"late", vector(0, 1))})
    assert [row for row, _ in vectors.nearest(vector(0, 1), Filter(), 5).chunks] == [keep]
    assert vectors.cosines(vector(0, 1), [drop]) == {}
    assert vectors.coverage(Filter()) == Coverage(chunks=1, embedded=1)
    key = b"key %d" % drop
    assert vectors.known([key]) == {key: vector(0, 1)}
    store.tidy()
    assert vectors.known([key, b"key %d" % keep]) == {b"key %d" % keep: vector(1)}


def test_a_new_chunk_never_has_the_vector_of_an_old_one(store: Store, vectors: Vectors) -> None:
    """Whatever row a chunk gets, it waits until it was given a vector itself, also when the answer comes late."""
    (old,) = put_files(store, ["old"])
    put(store, {old: vector(1)})
    assert vectors.nearest(vector(1), Filter(), 1).chunks != ()
    with store.transaction():
        store.drop_files(["/proj/app/old.py"])
    (new,) = put_files(store, ["new"])
    put(store, {old: vector(1)})
    assert vectors.nearest(vector(1), Filter(), 5).chunks == ()
    assert [waits.chunk for waits in vectors.missing(5)] == [new]


def test_a_chunk_that_moves_in_time_is_found_where_it_is(store: Store, vectors: Vectors) -> None:
    """A file touched later has its chunks at the new time, with or without a vector, for the same text."""
    (row,) = put_files(store, ["a"])
    put(store, {row: vector(1)})
    early, late = Filter(until=NOON + timedelta(hours=1)), Filter(since=NOON + timedelta(hours=1))
    assert len(vectors.nearest(vector(1), early, 5).chunks) == 1
    at = NOON + timedelta(hours=2)
    with store.transaction():
        store.put_file(entry("/proj/app/a.py", ts=at), [chunk("a", ts_start=at, ts_end=at)])
        vectors.put({waits.chunk: (b"key %d" % row, vector(1)) for waits in vectors.missing(5)})
    assert vectors.nearest(vector(1), early, 5).chunks == ()
    assert [value for _, value in vectors.nearest(vector(1), late, 5).chunks] == [pytest.approx(1)]


def test_two_models_stand_side_by_side(store: Store) -> None:
    """Each model has its own vectors, gaps and keys; forgetting one leaves the other, and it starts anew."""
    one, two = put_files(store, ["a", "b"])
    first, second = store.vectors(MODEL), store.vectors(OTHER)
    put(store, {one: vector(1), two: vector(0, 1)})
    put(store, {two: vector(1)}, OTHER)
    assert store.models() == [MODEL, OTHER]
    assert [row for row, _ in first.nearest(vector(1), Filter(), 1).chunks] == [one]
    assert [row for row, _ in second.nearest(vector(1), Filter(), 5).chunks] == [two]
    assert [waits.chunk for waits in second.missing(5)] == [one]
    assert second.known([b"key %d" % one]) == {}
    with store.transaction():
        store.forget_model(MODEL)
    assert store.models() == [OTHER]
    assert first.nearest(vector(1), Filter(), 5).chunks == ()
    assert len(first.missing(5)) == 2
    assert len(second.nearest(vector(1), Filter(), 5).chunks) == 1
    put(store, {one: vector(1)})
    assert [row for row, _ in store.vectors(MODEL).nearest(vector(1), Filter(), 5).chunks] == [one]


def test_what_is_undone_leaves_no_vector(store: Store, vectors: Vectors) -> None:
    """A transaction that fails leaves the vectors as they were, even when they were searched inside it."""
    one, two = put_files(store, ["a", "b"])
    put(store, {one: vector(1)})

    def fail() -> None:
        with store.transaction():
            store.vectors(MODEL).put({two: (b"b", vector(1))})
            assert len(store.vectors(MODEL).nearest(vector(1), Filter(), 5).chunks) == 2
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    assert [row for row, _ in vectors.nearest(vector(1), Filter(), 5).chunks] == [one]
    put(store, {two: vector(0, 1)})
    assert vectors.nearest(vector(0, 1), Filter(), 1).chunks[0][0] == two


def test_chunks_are_told_by_row(store: Store) -> None:
    """Candidates come in the order asked for, without those that are gone and without a score of words."""
    one, two = put_files(store, ["a", "b"])
    found = store.candidates([two, 10_000, one])
    assert [(candidate.chunk, candidate.bm25) for candidate in found] == [(two, 0.0), (one, 0.0)]
    assert store.candidates([]) == []
