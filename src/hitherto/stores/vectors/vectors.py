"""The Vectors of one model in an index: the socket's methods over the functions of this room."""

from __future__ import annotations

import json
from functools import wraps
from itertools import count
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from hitherto.core.meaning import Coverage, Nearest, NoVector
from hitherto.stores.vectors import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hitherto.core.answer import Filter, Place
    from hitherto.core.meaning import Model, Unembedded
    from hitherto.stores.vectors.index import Index
    from hitherto.stores.vectors.kernels import Floats
    from hitherto.stores.vectors.resident import Resident

P = ParamSpec("P")
T = TypeVar("T")

# So many are rescored for each that is wanted: 50 rough ones hold the exact ten (measured, docs/decisions/0014).
RESCORED, RESCORED_AT_LEAST = 4, 50


def _explained(read: Callable[Concatenate[SqliteVectors, P], T]) -> Callable[Concatenate[SqliteVectors, P], T]:
    """Let a method raise our errors in the place of SQLite's."""

    @wraps(read)
    def explained(self: SqliteVectors, /, *args: P.args, **options: P.kwargs) -> T:
        with self.index.translated():
            return read(self, *args, **options)

    return explained


class SqliteVectors:
    """The vectors of ``model`` in the index; nothing heavy is loaded before the first question by meaning."""

    def __init__(self, index: Index, model: Model) -> None:
        self.index = index
        self.model = model
        self._resident: Resident | None = None
        self._counted: tuple[Any, dict[Filter, Coverage]] = (None, {})

    @_explained
    def missing(self, limit: int) -> Sequence[Unembedded]:
        """Return chunks that wait for a vector, newest first."""
        return self.index.unembedded(self.index.db, rows.waiting(self.index.db, self._number(), limit))

    @_explained
    def put(self, made: Mapping[int, tuple[bytes, bytes | NoVector]]) -> None:
        """Give chunks what was made of their texts. Raises ValueError for what is no vector of this model."""
        from hitherto.stores.vectors import kernels  # noqa: PLC0415 - numpy, which a question by words never needs

        rough = {
            chunk: None
            if isinstance(one, NoVector)
            else kernels.rough_bytes(kernels.one_row(one, self.model.dimension))
            for chunk, (_, one) in made.items()
        }
        db = self.index.db
        number = rows.begin_model(db, self.model)
        for chunk, (key, one) in made.items():
            rows.give(db, number, chunk, rows.keep(db, number, key, one, rough[chunk]))

    @_explained
    def known(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes | NoVector]:
        """Return what is kept for texts, by key."""
        return rows.known(self.index.db, self._number(), keys)

    @_explained
    def coverage(self, where: Filter) -> Coverage:
        """Return how much of a scope has vectors; counted once for as long as nothing is written."""
        version = rows.version_of(self.index.db)
        if version != self._counted[0]:
            self._counted = (version, {})
        counted = self._counted[1]
        if where not in counted:
            counted[where] = rows.coverage(self.index, self._number(), where)
        return counted[where]

    @_explained
    def failed(self, limit: int) -> Sequence[tuple[Place, str]]:
        """Return where chunks stand that were refused, and what was said about it."""
        found = rows.failed(self.index.db, self._number(), limit)
        places = self.index.places(self.index.db, [chunk for chunk, _ in found])
        return [(place, detail) for place, (_, detail) in zip(places, found, strict=True)]

    @_explained
    def retry(self) -> None:
        """Let every chunk that was refused wait once more."""
        rows.retry(self.index.db, self._number())

    @_explained
    def nearest(self, query: bytes, where: Filter, limit: int) -> Nearest:
        """Return the chunks nearest to a query: all rows of the scope roughly, the best of them exactly."""
        from hitherto.stores.vectors import kernels, resident  # noqa: PLC0415 - see put

        row = kernels.one_row(query, self.model.dimension)
        self._resident = self._resident or resident.Resident(self.index, self.model.dimension)
        scope = resident.scope_of(self.index, where)
        for attempt in count():
            matrix = self._resident.matrix(self._number())
            ids, floor = matrix.scan(row, scope, max(RESCORED * limit, RESCORED_AT_LEAST))
            found = self._data("m.id", ids.tolist())
            if len(found) == len(ids):
                break
            self._resident.forget(set(ids.tolist()) - {one for one, _, _ in found}, others=attempt > 0)
        best = sorted(_with_cosines(row, found), key=lambda one: (-one[1], one[0]))
        return Nearest(chunks=tuple(best[:limit]), floor=floor)

    @_explained
    def cosines(self, query: bytes, chunks: Sequence[int]) -> Mapping[int, float]:
        """Return the cosine of each of ``chunks`` that has a vector."""
        from hitherto.stores.vectors import kernels  # noqa: PLC0415 - see put

        row = kernels.one_row(query, self.model.dimension)
        return dict(_with_cosines(row, self._data("m.chunk", chunks)))

    def _number(self) -> int | None:
        return rows.number_of(self.index.db, self.model)

    def _data(self, column: str, values: Sequence[int]) -> list[tuple[int, int, bytes]]:
        """Return id, chunk and vector of those meanings that are still there."""
        found: list[Any] = self.index.db.execute(
            "SELECT m.id, m.chunk, v.data FROM json_each(?) j CROSS JOIN meaning m JOIN vector v ON v.id = m.vector"
            f" WHERE {column} = j.value AND m.model = ? AND m.why IS NULL",
            (json.dumps(list(values)), self._number()),
        ).fetchall()
        return found


def _with_cosines(query: Floats, found: Sequence[tuple[int, int, bytes]]) -> list[tuple[int, float]]:
    from hitherto.stores.vectors import kernels  # noqa: PLC0415 - see put

    cosines = kernels.exact_cosines(query, [data for _, _, data in found])
    return [(chunk, cosine) for (_, chunk, _), cosine in zip(found, cosines, strict=True)]
