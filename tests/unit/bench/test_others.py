"""The other designs find the same, and what an exact comparison of all vectors finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from bench.others import DIMENSION, Article, Resident, Rows, SqliteVec

from hitherto.core.meaning import Unembedded

if TYPE_CHECKING:
    from pathlib import Path


def test_all_find_the_nearest(tmp_path: Path) -> None:
    """Each returns the nearest ten of a hundred, best first, by the number of their chunk."""
    draw = np.random.default_rng(1)
    made = draw.normal(size=(100, DIMENSION))
    rows = (made / np.linalg.norm(made, axis=1, keepdims=True)).astype("<f4")
    kept = Rows(tmp_path / "others.db")
    for place, row in enumerate(rows):
        chunk = Unembedded(chunk=1000 + place, kind="note", text=f"t{place}", path=None, symbol=None, heading=None)
        kept.take(chunk, row.tobytes())
    kept.close()
    query = rows[7] + 0.2 * rows[8]
    best = [1000 + place for place in np.argsort(-(rows @ query))[:10].tolist()]
    assert best[0] == 1007
    for design in (Article, Resident, SqliteVec):
        way = design(tmp_path / "others.db")
        assert way.nearest(query.tobytes(), 10) == best
        way.close()


def test_fewer_than_wanted_are_all(tmp_path: Path) -> None:
    """Where there are fewer vectors than hits are wanted, all of them come."""
    kept = Rows(tmp_path / "others.db")
    row = np.eye(1, DIMENSION, dtype="<f4").tobytes()
    kept.take(Unembedded(chunk=3, kind="code", text="t", path="a.py", symbol="f", heading=None), row)
    kept.close()
    for design in (Article, Resident, SqliteVec):
        way = design(tmp_path / "others.db")
        assert way.nearest(row, 10) == [3]
        way.close()
