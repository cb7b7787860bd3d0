"""An embedder for tests: hashed words, so that texts which share words are near each other. Needs nothing installed."""

from __future__ import annotations

import math
import re
import zlib
from array import array
from typing import TYPE_CHECKING

from hitherto.core.meaning import Model, NoVector

if TYPE_CHECKING:
    from collections.abc import Sequence

WORD = re.compile(r"\w+")


def direction(text: str, dimension: int) -> list[float]:
    """Return the unit vector of the words in ``text``, the same everywhere and always."""
    row = [0.0] * dimension
    for word in WORD.findall(text.lower()):
        code = zlib.crc32(word.encode(errors="replace"))
        row[code % dimension] += 1 if code & 1 << 31 else -1
    length = math.hypot(*row)
    # Words may cancel each other out, and a unit vector must not be zero.
    return [number / length for number in row] if length else [1.0, *row[1:]]


def packed(row: Sequence[float]) -> bytes:
    """Return ``row`` as vectors are kept."""
    return array("f", row).tobytes()


class WordBag:
    """Satisfies core.ports.Embedder. ``asked`` holds every text that was embedded, ``refused`` the ones it refuses."""

    def __init__(self, *, name: str = "words", digest: str = "1", dimension: int = 64) -> None:
        self.model = Model(name=name, digest=digest, dimension=dimension, pooling="sum")
        self.asked: list[str] = []
        self.refused: set[str] = set()
        self.closed = 0

    def documents(self, texts: Sequence[str]) -> list[bytes | NoVector]:
        """Return, for each text, its vector or why it has none."""
        return [self._vector(text) for text in texts]

    def query(self, text: str) -> bytes | None:
        """Return the vector of a question."""
        made = self._vector(text)
        return made if isinstance(made, bytes) else None

    def close(self) -> None:
        """Count how often this was asked for."""
        self.closed += 1

    def _vector(self, text: str) -> bytes | NoVector:
        self.asked.append(text)
        if not WORD.search(text):
            return NoVector(reason="empty")
        if text in self.refused:
            return NoVector(reason="failed", detail="refused")
        return packed(direction(text, self.model.dimension))
