"""An index on disk, and a way to fill it with many vectors at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.vectoring import put, put_files

from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hitherto.core.meaning import Model

    Fills = Callable[[SqliteStore, Model, int], dict[int, Any]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Give an index."""
    made = SqliteStore(tmp_path / "hitherto.db")
    yield made
    made.close()


@pytest.fixture
def fill() -> Fills:
    """Give what puts clustered vectors into an index and returns them by chunk."""

    def fill_one(store: SqliteStore, model: Model, count: int, *, seed: int = 0) -> dict[int, Any]:
        chance = np.random.default_rng(seed)
        middles = chance.standard_normal((40, model.dimension))
        rows = middles[chance.integers(0, 40, count)] + 0.5 * chance.standard_normal((count, model.dimension))
        rows = (rows / np.linalg.norm(rows, axis=1)[:, None]).astype("<f4")
        chunks = put_files(store, [f"{seed} {n}" for n in range(count)])
        put(store, {chunk: row.tobytes() for chunk, row in zip(chunks, rows, strict=True)}, model)
        return dict(zip(chunks, rows, strict=True))

    return fill_one
