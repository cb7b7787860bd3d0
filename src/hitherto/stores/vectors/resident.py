"""The matrix of a model in step with the index: read once, then what came is added and what went is noticed."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np

from hitherto.core.answer import Filter
from hitherto.stores.vectors.index import FROM_CHUNKS
from hitherto.stores.vectors.kernels import joined
from hitherto.stores.vectors.matrix import KINDS, Matrix, Rows, Scope
from hitherto.stores.vectors.rows import version_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hitherto.stores.vectors.index import Index
    from hitherto.stores.vectors.matrix import Numbers

# Columns as Rows has them; the kind as its number in KINDS.
NEW_ROWS = f"""SELECT m.id, m.chunk, c.ts_start, c.ts_end,
  CASE c.kind {" ".join(f"WHEN '{kind}' THEN {number}" for kind, number in KINDS.items())} END, c.place, r.data
  FROM meaning m JOIN chunk c ON c.id = m.chunk JOIN rough r ON r.vector = m.vector
  WHERE m.model = ? AND m.id > ? AND m.why IS NULL"""
# Taken from SQLite at once: few enough to stay in the processor's cache while they become arrays.
BATCH = 512


class Resident:
    """One model's rows in memory, for the connection of ``index``."""

    def __init__(self, index: Index, dimension: int) -> None:
        self._index = index
        self._dimension = dimension
        self._what: tuple[int | None, int] = (None, 0)
        self._matrix = Matrix(dimension)
        self._version: tuple[int, int] | None = None
        self._last = 0
        self._tentative = False

    def matrix(self, number: int | None, after: int = 0) -> Matrix:
        """Return the rows of the model in row ``number`` as the index has them now; some may have gone since.

        ``after`` is the last meaning that is looked for elsewhere.
        """
        db = self._index.db
        if (number, after) != self._what or self._tentative:
            self._what, self._matrix = (number, after), Matrix(self._dimension)
            self._version, self._last = None, after
        version = version_of(db)
        if number is not None and version != self._version:
            rows = read_rows(db.execute(NEW_ROWS, (number, self._last)), self._dimension)
            if rows is not None:
                self._last = int(rows.ids.max())
                self._matrix.add(rows)
            self._version = version
        # What a transaction of our own has written may be undone, and its numbers given again.
        self._tentative = db.in_transaction
        return self._matrix

    def forget(self, gone: Iterable[int], *, others: bool) -> None:
        """Leave out rows that were found to be gone, and, where there may be ``others``, whatever else is."""
        self._matrix.forget(np.array(list(gone), np.int64))
        if others:
            ids = self._index.db.execute("SELECT id FROM meaning WHERE model = ? AND id > ?", self._what).fetchall()
            self._matrix.keep_only(_numbers(ids))


def read_rows(found: Iterator[tuple[Any, ...]], dimension: int) -> Rows | None:
    """Return what ``NEW_ROWS`` finds as arrays in the order of time, None where it is nothing."""
    numbers: list[Numbers] = []
    # Grown in place, since by pieces it would leave the memory of a large index in pieces too.
    vectors = bytearray()
    while part := list(islice(found, BATCH)):
        *columns, data = zip(*part, strict=True)
        numbers.append(np.array(columns, np.int64))
        vectors += joined(data, dimension)
    if not numbers:
        return None
    table = np.concatenate(numbers, axis=1)
    order = np.argsort(table[2], kind="stable")
    ids, chunks, starts, ends, kinds, places = table[:, order]
    rough = np.frombuffer(vectors, np.int8).reshape(len(order), dimension)
    return Rows(
        ids=ids,
        chunks=chunks,
        starts=starts,
        ends=ends,
        kinds=kinds.astype(np.uint8),
        places=places,
        vectors=rough[order],
    )


def scope_of(index: Index, where: Filter) -> Scope:
    """Return a restriction as a scan applies it: of time and kind by itself, of anything else by asking the index."""
    since, until = (None if one is None else index.micros(one) for one in (where.since, where.until))
    kind = None if where.kind is None else KINDS[where.kind]
    if (where.actor, where.path, where.recorded_by) != (None, None, None):
        return Scope(chunks=_ask(index, f"SELECT c.id FROM {FROM_CHUNKS}", where))
    by_place = Filter(source=where.source, project=where.project, session=where.session)
    places = None if by_place == Filter() else _ask(index, "SELECT p.id FROM place p", by_place)
    return Scope(since=since, until=until, kind=kind, places=places)


def _ask(index: Index, query: str, where: Filter) -> Numbers:
    restriction, values = index.conditions(where)
    return _numbers(index.db.execute(f"{query} WHERE 1 {restriction}", values).fetchall())


def _numbers(rows: list[Any]) -> Numbers:
    return np.fromiter((number for (number,) in rows), np.int64, len(rows))
