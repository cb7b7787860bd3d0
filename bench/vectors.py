"""Vectors for a memory of any size in a minute: some chunks embedded, the others given perturbed copies of those."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from hitherto.embedders.minilm import MODEL, MiniLM, unsuited
from hitherto.engine.intake.embedding import LAYOUT, key_of, text_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    import numpy.typing as npt

    from hitherto.app.memory import Memory
    from hitherto.core.meaning import NoVector, Unembedded

    # What becomes of a chunk: itself and its vector.
    Take = Callable[[Unembedded, bytes], None]

SEED = 20261202
EMBEDDED = 4_000
# A copy has a cosine of .78 with what it was made from: 1 / sqrt(1 + NOISE**2).
NOISE = 0.8
STEP = 2_000


def note(embedded: int) -> str:
    """Say, for those who read the figures, where the vectors come from."""
    return f"{embedded:,} embedded, the rest perturbed copies"


def give_vectors(memory: Memory, embedded: int, take: Take) -> int:
    """Give every chunk that waits its vector, or the reason why it has none; return how many have one.

    About ``embedded`` of them, spread evenly, are embedded. ``take`` is told each chunk with its vector.
    """
    store = memory.store
    vectors = store.vectors(replace(MODEL, layout=LAYOUT))
    maker = _Maker(embedded / max(1, len(vectors.missing(-1))))
    have = 0
    while waiting := vectors.missing(STEP):
        made = list(maker.made([text_for(chunk) for chunk in waiting]))
        keys = [key_of(text_for(chunk)) for chunk in waiting]
        with store.transaction():
            vectors.put({one.chunk: (key, vector) for one, key, vector in zip(waiting, keys, made, strict=True)})
        for one, vector in zip(waiting, made, strict=True):
            if isinstance(vector, bytes):
                have += 1
                take(one, vector)
    return have


class _Maker:
    """Embeds a share of the texts that it is given and makes copies for the rest; equal texts get equal vectors."""

    def __init__(self, share: float) -> None:
        self._share = share
        self._embedder = MiniLM()
        self._real: list[npt.NDArray[np.float32]] = []
        self._known: dict[bytes, bytes | NoVector] = {}
        self._draw = np.random.default_rng(SEED)

    def made(self, texts: Sequence[str]) -> Iterator[bytes | NoVector]:
        for text in texts:
            key = key_of(text)
            if key not in self._known:
                self._known[key] = unsuited(text) or self._vector(text)
            yield self._known[key]

    def _vector(self, text: str) -> bytes | NoVector:
        if not self._real or self._draw.random() < self._share:
            (vector,) = self._embedder.documents([text])
            if isinstance(vector, bytes):
                self._real.append(np.frombuffer(vector, "<f4"))
            return vector
        real = self._real[self._draw.integers(len(self._real))]
        row = real + self._draw.normal(0, NOISE / np.sqrt(len(real)), len(real))
        return bytes((row / np.linalg.norm(row)).astype("<f4").tobytes())
