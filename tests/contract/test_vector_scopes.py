"""That every index searches by meaning exactly the chunks a restriction leaves."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.making import DAY_FILE, NOON, answered, chunk, entry, recorded, said, session_of
from tests.vectoring import MODEL, cosine, put, some_vector

from hitherto.core.answer import Filter
from hitherto.core.meaning import Coverage
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hitherto.core.ports import Store

    Opens = Callable[[], Store]


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
