from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hitherto.stores.vectors import matrix
from hitherto.stores.vectors.kernels import rough_cosines
from hitherto.stores.vectors.matrix import Matrix, Rows, Scope

DIMENSION = 8


def rows_of(ids: list[int], starts: list[int], chance: np.random.Generator) -> Rows:
    """Return rows in the order of time, whose ends, kinds and places are any."""
    order = np.argsort(starts, kind="stable")
    count = len(ids)
    starts_in_order = np.array(starts, np.int64)[order]
    return Rows(
        ids=np.array(ids, np.int64)[order],
        chunks=np.array(ids, np.int64)[order] * 10,
        starts=starts_in_order,
        ends=starts_in_order + chance.integers(0, 20, count),
        kinds=chance.integers(0, 4, count).astype(np.uint8),
        places=chance.integers(0, 5, count),
        vectors=chance.integers(1, 127, (count, DIMENSION)).astype(np.int8),
    )


def wanted(rows: Rows, scope: Scope, gone: set[int]) -> list[int]:
    """Return the ids of the rows in a scope, one by one."""
    return [
        int(rows.ids[n])
        for n in range(len(rows.ids))
        if rows.ids[n] not in gone
        and (scope.since is None or rows.ends[n] >= scope.since)
        and (scope.until is None or rows.starts[n] < scope.until)
        and (scope.kind is None or rows.kinds[n] == scope.kind)
        and (scope.places is None or rows.places[n] in scope.places)
        and (scope.chunks is None or rows.chunks[n] in scope.chunks)
    ]


scopes = st.builds(
    Scope,
    since=st.none() | st.integers(0, 60),
    until=st.none() | st.integers(0, 60),
    kind=st.none() | st.integers(0, 3),
    places=st.none() | st.lists(st.integers(0, 5)).map(lambda some: np.array(some, np.int64)),
    chunks=st.none() | st.lists(st.integers(0, 80).map(lambda n: n * 10)).map(lambda some: np.array(some, np.int64)),
)


@settings(deadline=None, max_examples=60)
@given(data=st.data(), seed=st.integers(0, 2**32))
def test_a_scan_sees_the_scope_and_nothing_else(data: st.DataObject, seed: int) -> None:
    """Whatever is added and forgotten in between, a scan gives the rows that looking at each of them gives."""
    chance = np.random.default_rng(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(matrix, "RECENT_ROWS", 6)
        held = Matrix(DIMENSION)
        parts: list[Rows] = []
        gone: set[int] = set()
        for _ in range(data.draw(st.integers(0, 4))):
            first = 1 + sum(len(part.ids) for part in parts)
            starts = data.draw(st.lists(st.integers(0, 50), min_size=1, max_size=20))
            parts.append(rows_of(list(range(first, first + len(starts))), starts, chance))
            held.add(parts[-1])
            forgotten = set(data.draw(st.lists(st.integers(1, first + len(starts) - 1), max_size=5)))
            gone |= forgotten
            held.forget(np.array(sorted(forgotten), np.int64))
        query = chance.standard_normal(DIMENSION).astype(np.float32)
        scope = data.draw(scopes)
        expected = {one: part for part in parts for one in wanted(part, scope, gone)}
        ids, floor = held.scan(query, scope, 1000)
        assert sorted(ids.tolist()) == sorted(expected)
        cosines = {
            int(one): float(cosine)
            for part in parts
            for one, cosine in zip(part.ids, rough_cosines(query, part.vectors), strict=True)
            if int(one) in expected
        }
        assert floor == pytest.approx(np.mean(list(cosines.values())) if cosines else 0.0, abs=1e-5)
        best = sorted(cosines, key=lambda one: -cosines[one])[:3]
        found = held.scan(query, scope, 3)[0].tolist()
        assert sorted(cosines[one] for one in found) == pytest.approx(sorted(cosines[one] for one in best))


def test_many_recent_rows_join_the_others() -> None:
    """Rows that came lately are kept apart until they are many, and memory of gone rows is given back."""
    chance = np.random.default_rng(0)
    held = Matrix(DIMENSION)
    held.add(rows_of(list(range(5000)), list(range(5000)), chance))
    assert (len(held._settled.gone), len(held._recent.gone)) == (5000, 0)
    held.add(rows_of([5000, 5001], [7, 3], chance))
    assert (len(held._settled.gone), len(held._recent.gone)) == (5000, 2)
    held.forget(np.arange(1000))
    assert len(held._settled.gone) == 4000
    assert held._settled.rows.starts.tolist() == sorted(held._settled.rows.starts.tolist())


def test_only_what_is_still_there_is_kept() -> None:
    """Every row that is not named is left out, the recent ones too."""
    chance = np.random.default_rng(0)
    held = Matrix(DIMENSION)
    held.add(rows_of(list(range(5000)), list(range(5000)), chance))
    held.add(rows_of([5000, 5001], [7, 3], chance))
    held.keep_only(np.array([17, 5001]))
    assert sorted(held.scan(np.ones(DIMENSION, np.float32), Scope(), 9)[0].tolist()) == [17, 5001]
