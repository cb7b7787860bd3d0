"""The Vectors of one model in an index: the socket's methods over the functions of this room."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from hitherto.core.meaning import Coverage, Nearest, NoVector
from hitherto.stores.vectors import rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hitherto.core.answer import Filter, Place
    from hitherto.core.meaning import Model, Unembedded
    from hitherto.stores.vectors.finding import Finder
    from hitherto.stores.vectors.index import Index

P = ParamSpec("P")
T = TypeVar("T")

# Counts are kept for so many scopes, which is more than one question asks about.
COUNTED_SCOPES = 64


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
        self._finder: Finder | None = None
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
        if version != self._counted[0] or len(self._counted[1]) >= COUNTED_SCOPES:
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
        from hitherto.stores.vectors import finding, kernels  # noqa: PLC0415 - see put

        self._finder = self._finder or finding.Finder(self.index, self.model.dimension)
        row = kernels.one_row(query, self.model.dimension)
        return self._finder.nearest(self._number(), row, where, limit)

    @_explained
    def cosines(self, query: bytes, chunks: Sequence[int]) -> Mapping[int, float]:
        """Return the cosine of each of ``chunks`` that has a vector."""
        from hitherto.stores.vectors import finding, kernels  # noqa: PLC0415 - see put

        row = kernels.one_row(query, self.model.dimension)
        return dict(finding.with_cosines(row, finding.data_of(self.index, self._number(), "m.chunk", chunks)))

    @_explained
    def settle(self) -> None:
        """Put an approximate index beside vectors that are too many to scan; takes minutes where they are millions."""
        number = self._number()
        if number is not None and self.index.scanned_at_most < rows.highest(self.index.db):
            from hitherto.stores.vectors import approximate  # noqa: PLC0415 - see put

            approximate.settle(self.index, number, self.model.dimension)

    def close(self) -> None:
        """Let go of what is held in memory and of the files beside the index."""
        if self._finder is not None:
            self._finder.close()
            self._finder = None

    def _number(self) -> int | None:
        return rows.number_of(self.index.db, self.model)
