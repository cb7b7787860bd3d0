"""The rough rows of one model in memory, in the order of time, and the exact scan of a part of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from hitherto.stores.vectors.kernels import rough_cosines

if TYPE_CHECKING:
    import numpy.typing as npt

    from hitherto.stores.vectors.kernels import Bytes, Floats

    Numbers = npt.NDArray[np.int64]
    Mask = npt.NDArray[np.bool_]

KINDS = {"conversation": 0, "action": 1, "code": 2, "note": 3}
# Beyond this share of the slice it is cheaper to score all of it than to copy the wanted rows out of it.
DENSE = 0.3
# Comparing the best of so many rows that stand together first is cheaper than ordering all rows.
RUN = 64
# Rows that came lately are scanned beside the others until they are this many, or this share of all.
RECENT_ROWS, RECENT_SHARE = 4096, 0.125


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What a scan is restricted to; ``places`` and ``chunks`` are the only ones wanted, None means any."""

    since: int | None = None
    until: int | None = None
    kind: int | None = None
    places: Numbers | None = None
    chunks: Numbers | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows:
    """Some rows: the id of each meaning, its chunk, first and last instant, kind and place, and the vectors."""

    ids: Numbers
    chunks: Numbers
    starts: Numbers
    ends: Numbers
    kinds: npt.NDArray[np.uint8]
    places: Numbers
    vectors: Bytes

    def taken(self, order: Numbers | Mask) -> Rows:
        """Return the rows of ``order``, or those that it marks."""
        return Rows(**{name: getattr(self, name)[order] for name in self.__slots__})

    def joined(self, other: Rows) -> Rows:
        """Return these rows and ``other``, each in the order of time, in the order of time."""
        if not len(self.ids) or not len(other.ids):
            return self if len(self.ids) else other
        starts = np.concatenate([self.starts, other.starts])
        order = np.argsort(starts, kind="stable")
        return Rows(
            **{name: np.concatenate([getattr(self, name), getattr(other, name)])[order] for name in self.__slots__}
        )


def no_rows(dimension: int) -> Rows:
    """Return a Rows of nothing."""
    none: Any = np.empty(0, np.int64)
    vectors = np.empty((0, dimension), np.int8)
    return Rows(
        ids=none, chunks=none, starts=none, ends=none, kinds=none.astype(np.uint8), places=none, vectors=vectors
    )


class Block:
    """Rows in the order of time, some of which may be marked as gone."""

    def __init__(self, rows: Rows) -> None:
        self.rows = rows
        self.gone = np.zeros(len(rows.ids), np.bool_)
        self._latest = np.maximum.accumulate(rows.ends)

    def forget(self, ids: Numbers) -> None:
        """Mark rows as gone."""
        self.gone |= np.isin(self.rows.ids, ids)

    def living(self) -> Rows:
        """Return the rows that are not gone."""
        return self.rows.taken(~self.gone) if self.gone.any() else self.rows

    def scan(self, query: Floats, scope: Scope) -> tuple[Numbers, Floats]:
        """Return the ids of the rows in ``scope`` and their cosines with ``query``."""
        start = 0 if scope.since is None else int(np.searchsorted(self._latest, scope.since, "left"))
        end = len(self.gone) if scope.until is None else int(np.searchsorted(self.rows.starts, scope.until, "left"))
        part = slice(start, max(start, end))
        ids, vectors = self.rows.ids[part], self.rows.vectors[part]
        mask = self._mask(scope, part)
        if mask is None:
            return ids, rough_cosines(query, vectors)
        if np.count_nonzero(mask) > DENSE * len(ids):
            return ids[mask], rough_cosines(query, vectors)[mask]
        return ids[mask], rough_cosines(query, vectors[mask])

    def _mask(self, scope: Scope, part: slice) -> Mask | None:
        rows = self.rows
        masks: list[Mask] = []
        if scope.since is not None:
            masks.append(rows.ends[part] >= scope.since)
        if scope.kind is not None:
            masks.append(rows.kinds[part] == scope.kind)
        if scope.places is not None:
            masks.append(np.isin(rows.places[part], scope.places))
        if scope.chunks is not None:
            masks.append(np.isin(rows.chunks[part], scope.chunks))
        if self.gone[part].any():
            masks.append(~self.gone[part])
        masks = [mask for mask in masks if not mask.all()]
        return np.logical_and.reduce(masks) if masks else None


class Matrix:
    """All rows of a model: those known for long, and beside them those that came lately."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self._settled = Block(no_rows(dimension))
        self._recent = Block(no_rows(dimension))

    def add(self, rows: Rows) -> None:
        """Take in new rows, which are in the order of time."""
        recent = self._recent.living().joined(rows)
        if len(recent.ids) <= max(RECENT_ROWS, RECENT_SHARE * len(self._settled.gone)):
            self._recent = Block(recent)
            return
        self._settled = Block(self._settled.living().joined(recent))
        self._recent = Block(no_rows(self._dimension))

    def forget(self, ids: Numbers) -> None:
        """Leave rows out from now on; where they are many, give their memory back."""
        for block in self._settled, self._recent:
            block.forget(ids)
        if np.count_nonzero(self._settled.gone) > RECENT_SHARE * len(self._settled.gone):
            self._settled = Block(self._settled.living())

    def keep_only(self, ids: Numbers) -> None:
        """Leave out every row that is not among ``ids``."""
        here = np.concatenate([self._settled.rows.ids, self._recent.rows.ids])
        self.forget(np.setdiff1d(here, ids))

    def scan(self, query: Floats, scope: Scope, limit: int) -> tuple[Numbers, float]:
        """Return the ids of the ``limit`` rows of a scope most like ``query``, and the mean cosine of the scope."""
        settled, recent = self._settled.scan(query, scope), self._recent.scan(query, scope)
        ids = np.concatenate([settled[0], recent[0]])
        cosines = np.concatenate([settled[1], recent[1]])
        if not len(ids):
            return ids, 0.0
        floor = float(cosines.mean(dtype=np.float64))
        return ids[_best(cosines, limit)], floor


def _best(cosines: Floats, limit: int) -> Numbers:
    """Return where the ``limit`` highest cosines stand; each of them is in one of the ``limit`` best runs of 64."""
    whole = len(cosines) // RUN
    if whole > 2 * limit:
        highest = cosines[: whole * RUN].reshape(whole, RUN).max(axis=1)
        runs = np.argpartition(highest, whole - limit)[-limit:]
        near = (runs[:, None] * RUN + np.arange(RUN)).ravel()
        near = np.concatenate([near, np.arange(whole * RUN, len(cosines))])
    else:
        near = np.arange(len(cosines))
    if len(near) > limit:
        near = near[np.argpartition(cosines[near], len(near) - limit)[-limit:]]
    return near
