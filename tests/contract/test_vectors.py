"""What the vectors of every index promise, on disk or not."""

from __future__ import annotations

import math
import random
from array import array
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contract.memory_store import MemoryStore
from tests.making import DAY_FILE, NOON, answered, chunk, entry, recorded, said, session_of

from hitherto.core.answer import Filter
from hitherto.core.meaning import Coverage, Model, NoVector
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from hitherto.core.ports import Store, Vectors

    Opens = Callable[[], Store]

MODEL = Model(name="tiny", digest="d1", dimension=8, pooling="mean")
OTHER = replace(MODEL, digest="d2")


@pytest.fixture(params=["sqlite", "memory"])
def opens(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opens]:
    """Give what makes an empty index."""
    made: list[Store] = []

    def open_one() -> Store:
        folder = tmp_path_factory.mktemp("index")
        made.append(SqliteStore(folder / "hitherto.db") if request.param == "sqlite" else MemoryStore())
        return made[-1]

    yield open_one
    for store in made:
        store.close()


@pytest.fixture
def store(opens: Opens) -> Store:
    """Give an empty index."""
    return opens()


@pytest.fixture
def vectors(store: Store) -> Vectors:
    """Give the vectors of an empty index."""
    return store.vectors(MODEL)


def vector(*numbers: float, dimension: int = 8) -> bytes:
    """Return a vector of unit length that begins with ``numbers``."""
    length = math.sqrt(sum(one * one for one in numbers))
    return array("f", [one / length for one in numbers] + [0.0] * (dimension - len(numbers))).tobytes()


def some_vector(seed: object) -> bytes:
    """Return a vector that is always the same for ``seed``."""
    chance = random.Random(str(seed))  # noqa: S311 - not a secret
    return vector(*[chance.gauss() for _ in range(8)])


def put_files(store: Store, texts: Sequence[str], **more: Any) -> list[int]:
    """Index one file for each text, a minute apart, and return their chunks."""
    rows = []
    with store.transaction():
        for n, text in enumerate(texts):
            at = NOON + timedelta(minutes=n)
            store.put_file(entry(f"/proj/app/{text}.py", ts=at), [chunk(text, ts_start=at, ts_end=at, **more)])
    found = {one.place.path: one.chunk for one in store.between(Filter(), 10_000)}
    rows += [found[f"/proj/app/{text}.py"] for text in texts]
    return rows


def put(store: Store, made: Mapping[int, bytes | NoVector], model: Model = MODEL) -> None:
    """Give chunks vectors, each under a key of its own."""
    with store.transaction():
        store.vectors(model).put({row: (b"key %d" % row, one) for row, one in made.items()})


def cosine(one: bytes, other: bytes) -> float:
    """Return a cosine by the definition."""
    a, b = array("f", one), array("f", other)
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))


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


kinds = st.sampled_from(["code", "note", "action"])
minutes = st.integers(0, 30)
filters = st.builds(
    Filter,
    kind=st.none() | kinds,
    since=st.none() | minutes.map(lambda n: NOON + timedelta(minutes=n)),
    until=st.none() | minutes.map(lambda n: NOON + timedelta(minutes=n)),
    source=st.none() | st.sampled_from(["folder", "jsonl"]),
    session=st.none() | st.sampled_from(["s", "t", "x"]),
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_scope_is_searched_wholly_and_nothing_else(opens: Opens, data: st.DataObject) -> None:
    """Whatever came and went, the nearest of a scope are those that comparing all of its chunks gives."""
    store = opens()
    vectors = store.vectors(MODEL)
    made: dict[int, bytes] = {}
    for step in range(data.draw(st.integers(1, 3))):
        for n, (kind, start, length, has) in enumerate(
            data.draw(st.lists(st.tuples(kinds, minutes, minutes, st.booleans()), max_size=6))
        ):
            with store.transaction():
                _put_one(store, f"{n}", f"{step} {n}", kind=kind, start=start, length=length)
            for waits in vectors.missing(9):
                if has:
                    made[waits.chunk] = some_vector(waits.chunk)
                    put(store, {waits.chunk: made[waits.chunk]})
        query = some_vector(step)
        for where in data.draw(st.lists(filters, min_size=1, max_size=3)):
            scope = [one.chunk for one in store.between(where, 1000)]
            all_cosines = sorted(
                ((row, cosine(query, made[row])) for row in scope if row in made), key=lambda one: (-one[1], one[0])
            )
            found = vectors.nearest(query, where, 5)
            assert [row for row, _ in found.chunks] == [row for row, _ in all_cosines[:5]]
            assert [one for _, one in found.chunks] == pytest.approx([one for _, one in all_cosines[:5]], abs=1e-5)
            counted = vectors.coverage(where)
            assert (counted.chunks, counted.embedded) == (len(scope), len(all_cosines))


def _put_one(store: Store, name: str, text: str, *, kind: str, start: int, length: int) -> None:
    first, last = NOON + timedelta(minutes=start), NOON + timedelta(minutes=start + length)
    if kind != "action":
        store.put_file(entry(f"/proj/app/{name}"), [chunk(text, kind=kind, ts_start=first, ts_end=last)])
        return
    session = "st"[int(name) % 2] + name
    lines = recorded(said(text, start, session=session, id=session))
    store.put_records(lines, DAY_FILE)
    store.replace_session(session, None, [replace(session_of(*lines), kind="action", ts_end=last)])


@pytest.fixture
def filled(store: Store) -> dict[int, bytes]:
    """Fill an index with 600 chunks of files and sessions, and return their vectors."""
    with store.transaction():
        for n in range(300):
            _put_one(store, f"f{n}", f"file {n}", kind=("code", "note")[n % 2], start=n % 30, length=n % 4)
            _put_one(store, str(n), f"said {n}", kind="action", start=(n * 7) % 30, length=n % 3)
    made = {one.chunk: some_vector(one.chunk) for one in store.between(Filter(), 1000)}
    put(store, made)
    return made


def test_of_many_the_exact_best_are_found(store: Store, filled: dict[int, bytes]) -> None:
    """With hundreds of rows and rough rows between them, the ten best are those of the exact comparison."""
    vectors = store.vectors(MODEL)
    for where in (Filter(), Filter(kind="note"), Filter(since=NOON + timedelta(minutes=25)), Filter(session="s1")):
        scope = {one.chunk for one in store.between(where, 1000)}
        for seed in range(5):
            query = some_vector(f"q{seed}")
            exact = sorted(((cosine(query, filled[row]), row) for row in scope), reverse=True)
            assert [row for row, _ in vectors.nearest(query, where, 10).chunks] == [row for _, row in exact[:10]]
            floor = sum(value for value, _ in exact) / len(exact)
            assert vectors.nearest(query, where, 10).floor == pytest.approx(floor, abs=0.01)


SQL_FILTERS = [
    Filter(actor="USER"),
    Filter(actor="assistant", kind="conversation"),
    Filter(path="/proj/app/src"),
    Filter(path="*.py", since=NOON),
    Filter(path="/logs"),
    Filter(project="app"),
    Filter(project="other"),
    Filter(source="/proj/app", kind="code"),
    Filter(source="jsonl", until=NOON + timedelta(minutes=3)),
    Filter(session="s", actor="user"),
]


@pytest.mark.parametrize("where", SQL_FILTERS, ids=str)
def test_a_restriction_of_words_restricts_vectors_alike(tmp_path: Path, where: Filter) -> None:
    """Whoever says it and wherever it stands: the index on disk applies each restriction as its text search does."""
    store = SqliteStore(tmp_path / "hitherto.db")
    vectors = store.vectors(MODEL)
    lines = recorded(said("one", 0), answered("two", 2), said("three", 4, session="t"))
    with store.transaction():
        store.put_records(lines, DAY_FILE)
        store.replace_session("s", None, [session_of(lines[0]), session_of(lines[1])])
        store.replace_session("t", None, [session_of(lines[2])])
        store.put_file(entry("/proj/app/src/a.py"), [chunk("code")])
        store.put_file(entry("/proj/other/b.md", root="/proj/other"), [chunk("note", kind="note")])
    made = {one.chunk: some_vector(one.chunk) for one in store.between(Filter(), 99)}
    put(store, made)
    scope = {one.chunk for one in store.between(where, 99)}
    assert {row for row, _ in vectors.nearest(some_vector("q"), where, 99).chunks} == scope
    assert vectors.coverage(where) == Coverage(chunks=len(scope), embedded=len(scope))
    store.close()
