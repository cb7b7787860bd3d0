"""Every chunk gets a vector of the built-in model, really made or copied, or the reason why it has none."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from bench import vectors
from bench.corpus import material
from bench.filling import filled

from hitherto.app.config import Settings
from hitherto.app.memory import Memory
from hitherto.core.answer import Filter
from hitherto.embedders.minilm import MODEL, MiniLM
from hitherto.engine.intake.embedding import LAYOUT, text_for

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hitherto.core.meaning import Unembedded


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Give a memory of some chunks without vectors."""
    with Memory(Settings(home=tmp_path / "home", zone="UTC")) as made:
        filled(made, material(), tmp_path, 120)
        yield made


def test_every_chunk_is_seen_to(memory: Memory) -> None:
    """Nothing waits afterwards, what is told is what is kept, and the Japanese have a reason."""
    taken: dict[int, bytes] = {}
    have = vectors.give_vectors(memory, 10, lambda chunk, vector: taken.update({chunk.chunk: vector}))
    kept = memory.store.vectors(replace(MODEL, layout=LAYOUT))
    covered = kept.coverage(Filter())
    assert have == len(taken) == covered.embedded
    assert covered.chunks - covered.embedded == sum(covered.without.values())
    assert set(covered.without) <= {"language"}
    chunk, vector = next(iter(taken.items()))
    assert kept.cosines(vector, [chunk])[chunk] == pytest.approx(1, abs=1e-5)
    assert memory.recall("When did we decide about the file?").ran.vectors


def test_copies_are_like_what_they_were_made_from(memory: Memory) -> None:
    """Vectors are of unit length; with all embedded each is the model's own, with few they are near those."""
    made: list[tuple[Unembedded, bytes]] = []
    vectors.give_vectors(memory, 10, lambda chunk, vector: made.append((chunk, vector)))
    rows = np.array([np.frombuffer(vector, "<f4") for _, vector in made])
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-3)
    embedder = MiniLM()
    real = [vector == embedder.documents([text_for(chunk)])[0] for chunk, vector in made[:40]]
    assert 0 < sum(real) < len(real) / 2
    alike = rows @ rows.T - np.eye(len(rows))
    assert 0.5 < np.median(alike.max(axis=1)) < 0.99
