"""Finding the nearest: roughly among all rows of a scope, then exactly among the best of them."""

from __future__ import annotations

import json
from itertools import count
from typing import TYPE_CHECKING, Any

from hitherto.core.answer import Filter
from hitherto.core.meaning import Nearest
from hitherto.stores.vectors import approximate
from hitherto.stores.vectors.index import FROM_CHUNKS
from hitherto.stores.vectors.kernels import exact_cosines, rough_cosines, rough_rows
from hitherto.stores.vectors.resident import Resident, scope_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hitherto.stores.vectors.approximate import Approximate
    from hitherto.stores.vectors.index import Index
    from hitherto.stores.vectors.kernels import Floats
    from hitherto.stores.vectors.matrix import Scope

    Found = list[tuple[int, int, bytes]]

# So many more than are wanted are compared exactly: the best fifty rough ones held the exact ten.
RESCORED_BEYOND = 50
EVERYTHING = Filter()
# At least so many candidates of the approximate index are compared exactly, and how many times as many it is asked
# for, and in which share of its buckets it looks, until enough of them are in the scope.
CANDIDATES = 200
TRIES = ((1, 1 / 16), (8, 1 / 8), (64, 1 / 2), (None, 1))


class Finder:
    """The nearest of one model: from memory, or with an approximate index where there is one."""

    def __init__(self, index: Index, dimension: int) -> None:
        self._index = index
        self._dimension = dimension
        self._resident = Resident(index, dimension)
        self._near: Approximate | None = None

    def nearest(self, number: int | None, query: Floats, where: Filter, limit: int) -> Nearest:
        """Return the nearest of a scope for the model in row ``number``."""
        wanted = limit + RESCORED_BEYOND
        self._near = approximate.current(self._index, number, self._near)
        after = 0 if self._near is None else self._near.covered
        found, floor = self._in_memory(number, query, scope_of(self._index, where), wanted=wanted, after=after)
        if self._near is not None:
            older, floor = self._covered(self._near, number, query, where=where, wanted=wanted)
            found += older
        best = sorted(with_cosines(query, found), key=lambda one: (-one[1], one[0]))
        return Nearest(chunks=tuple(best[:limit]), floor=floor)

    def close(self) -> None:
        """Let go of the file of the approximate index."""
        if self._near is not None:
            self._near.close()
            self._near = None

    def _in_memory(
        self, number: int | None, query: Floats, scope: Scope, *, wanted: int, after: int
    ) -> tuple[Found, float]:
        for attempt in count():
            ids, floor = self._resident.matrix(number, after).scan(query, scope, wanted)
            found = data_of(self._index, number, "m.id", ids.tolist())
            if len(found) == len(ids):
                break
            self._resident.forget(set(ids.tolist()) - {one for one, _, _ in found}, others=attempt > 0)
        return found, floor

    def _covered(
        self, near: Approximate, number: int | None, query: Floats, *, where: Filter, wanted: int
    ) -> tuple[Found, float]:
        """Return the best of what an approximate index covers; of few in the scope, by looking at each."""
        few = None if where == EVERYTHING else self._few(where)
        if few is not None:
            return self._looked_through(number, query, few, wanted=wanted, covered=near.covered)
        enough = max(2 * wanted, CANDIDATES)
        for times, share in TRIES:
            asked = near.count if times is None else min(near.count, times * enough)
            ids = near.candidates(query, asked, share)
            found = data_of(self._index, number, "m.id", ids, where=where, limit=enough)
            if len(found) >= wanted:
                break
        return found, near.floor(query)

    def _few(self, where: Filter) -> list[int] | None:
        """Return the chunks of a scope, None where they are many."""
        restriction, values = self._index.conditions(where)
        enough = self._index.scanned_at_least
        rows: list[Any] = self._index.db.execute(
            f"SELECT c.id FROM {FROM_CHUNKS} WHERE 1 {restriction} LIMIT ?", (*values, enough)
        ).fetchall()
        return [chunk for (chunk,) in rows] if len(rows) < enough else None

    def _looked_through(
        self, number: int | None, query: Floats, chunks: Sequence[int], *, wanted: int, covered: int
    ) -> tuple[Found, float]:
        rough: list[Any] = self._index.db.execute(
            "SELECT m.id, r.data FROM json_each(?) j CROSS JOIN meaning m ON m.chunk = j.value AND m.model = ?"
            " CROSS JOIN rough r ON r.vector = m.vector WHERE +m.id <= ? AND m.why IS NULL",
            (json.dumps(chunks), number, covered),
        ).fetchall()
        cosines = rough_cosines(query, rough_rows([data for _, data in rough], self._dimension))
        best = (-cosines).argsort(kind="stable")[:wanted]
        found = data_of(self._index, number, "m.id", [rough[place][0] for place in best.tolist()])
        return found, float(cosines.mean()) if len(cosines) else 0.0


def data_of(
    index: Index,
    number: int | None,
    column: str,
    values: Sequence[int],
    *,
    where: Filter = EVERYTHING,
    limit: int = -1,
) -> Found:
    """Return id, chunk and vector of those meanings that are still there and in ``where``: the first, if not all."""
    restriction, more = index.conditions(where)
    scope = "JOIN chunk c ON c.id = m.chunk JOIN place p ON p.id = c.place" if restriction else ""
    found: Any = index.db.execute(
        "SELECT m.id, m.chunk, v.data FROM json_each(?) j CROSS JOIN meaning m JOIN vector v ON v.id = m.vector"
        f" {scope} WHERE {column} = j.value AND m.model = ? AND m.why IS NULL {restriction} LIMIT ?",
        (json.dumps(list(values)), number, *more, limit),
    ).fetchall()
    return list(found)


def with_cosines(query: Floats, found: Found) -> list[tuple[int, float]]:
    """Return each chunk of ``found`` with its cosine."""
    cosines = exact_cosines(query, [data for _, _, data in found])
    return [(chunk, cosine) for (_, chunk, _), cosine in zip(found, cosines, strict=True)]
