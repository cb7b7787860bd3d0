"""Vectors without a disk or a matrix: plain numbers, all compared with each question."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hitherto.core.meaning import Coverage, Nearest, NoVector, Unembedded

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tests.contract.memory_store import Kept, MemoryStore

    from hitherto.core.answer import Filter, Place
    from hitherto.core.meaning import Model


@dataclass
class Embedded:
    """What is kept of one model: what was made of each text, by key, and the key of each chunk."""

    made: dict[bytes, bytes | NoVector] = field(default_factory=dict)
    keys: dict[int, bytes] = field(default_factory=dict)


class MemoryVectors:
    """The vectors of one model in a MemoryStore; every question looks at each of them."""

    def __init__(self, store: MemoryStore, model: Model) -> None:
        self._store = store
        self._model = model

    @property
    def model(self) -> Model:
        """Return the model."""
        return self._model

    def missing(self, limit: int) -> Sequence[Unembedded]:
        """Return what waits, newest first."""
        waiting = [one for one in self._kept() if one.row not in self._embedded.keys]
        newest = sorted(waiting, key=lambda one: (one.chunk.ts_start, one.row), reverse=True)
        return [self._unembedded(one) for one in newest[:limit]]

    def put(self, made: Mapping[int, tuple[bytes, bytes | NoVector]]) -> None:
        """Keep vectors, and reasons where no vector is known."""
        for _, one in made.values():
            if not isinstance(one, NoVector):
                self._numbers(one)
        here = {one.row for one in self._kept()}
        embedded = self._store._embedded.setdefault(self._model, Embedded())
        for row, (key, one) in made.items():
            if key not in embedded.made or isinstance(embedded.made[key], NoVector):
                better = isinstance(one, bytes) or key not in embedded.made
                embedded.made[key] = one if better else embedded.made[key]
            if row in here:
                embedded.keys[row] = key

    def known(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes | NoVector]:
        """Return what is kept by key."""
        return {key: self._embedded.made[key] for key in keys if key in self._embedded.made}

    def coverage(self, where: Filter) -> Coverage:
        """Count."""
        rows = self._rows(where)
        made = [self._made(row) for row in rows]
        reasons = Counter(one.reason for one in made if isinstance(one, NoVector))
        return Coverage(chunks=len(rows), embedded=sum(isinstance(one, bytes) for one in made), without=reasons)

    def failed(self, limit: int) -> Sequence[tuple[Place, str]]:
        """Return what was refused."""
        made = [(one, self._made(one.row)) for one in self._kept()]
        refused = [(one, why) for one, why in made if isinstance(why, NoVector) and why.reason == "failed"]
        return [(self._store._place(one), why.detail) for one, why in refused[:limit]]

    def retry(self) -> None:
        """Forget what was refused."""
        made = self._embedded.made
        refused = {key for key, one in made.items() if isinstance(one, NoVector) and one.reason == "failed"}
        for key in refused:
            del made[key]
        for row in [row for row, key in self._embedded.keys.items() if key in refused]:
            del self._embedded.keys[row]

    def nearest(self, query: bytes, where: Filter, limit: int) -> Nearest:
        """Compare with everything."""
        cosines = self.cosines(query, self._rows(where))
        best = sorted(cosines.items(), key=lambda one: (-one[1], one[0]))
        return Nearest(chunks=tuple(best[:limit]), floor=sum(cosines.values()) / max(len(cosines), 1))

    def cosines(self, query: bytes, chunks: Sequence[int]) -> Mapping[int, float]:
        """Multiply."""
        wanted = self._numbers(query)
        here = {one.row for one in self._kept()}
        made = {row: self._made(row) for row in chunks if row in here}
        return {row: _cosine(wanted, self._numbers(one)) for row, one in made.items() if isinstance(one, bytes)}

    @property
    def _embedded(self) -> Embedded:
        return self._store._embedded.get(self._model, Embedded())

    def _kept(self) -> list[Kept]:
        return self._store._chunks

    def _rows(self, where: Filter) -> list[int]:
        return [one.row for one in self._kept() if self._store._fits(self._store._candidate(one, 0.0), where)]

    def _made(self, row: int) -> bytes | NoVector | None:
        key = self._embedded.keys.get(row)
        return None if key is None else self._embedded.made.get(key)

    def _numbers(self, vector: bytes) -> array[float]:
        if len(vector) != 4 * self._model.dimension:
            raise ValueError("the length is that of a vector of another model")
        numbers = array("f", vector)
        if not all(map(math.isfinite, numbers)) or not any(numbers):
            raise ValueError("a vector must be finite and not zero")
        return numbers

    def _unembedded(self, kept: Kept) -> Unembedded:
        excerpt = self._store.excerpt(kept.row)
        chunk = kept.chunk
        return Unembedded(
            chunk=kept.row,
            kind=chunk.kind,
            text=chunk.text,
            path=self._store._files[kept.path].item.name if kept.path else None,
            symbol=chunk.symbol,
            heading=chunk.heading,
            speakers=tuple((one.actor, one.start, one.end) for one in excerpt.parts) if excerpt else (),
        )


def _cosine(one: array[float], other: array[float]) -> float:
    lengths = math.sqrt(sum(a * a for a in one) * sum(b * b for b in other))
    return sum(a * b for a, b in zip(one, other, strict=True)) / lengths
