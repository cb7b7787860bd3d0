from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from hitherto.core.errors import DamagedError
from hitherto.stores.vectors import kernels

numbers = (st.integers(1, 1000) | st.integers(-1000, -1)).map(lambda one: np.float32(one / 1000))
matrices = arrays.arrays(np.float32, st.tuples(st.integers(1, 40), st.just(16)), elements=numbers)


def unit(rows: np.ndarray) -> np.ndarray:
    """Return rows of unit length."""
    return (rows / np.linalg.norm(rows, axis=-1, keepdims=True)).astype("<f4")


@settings(deadline=None, max_examples=30)
@given(matrices)
def test_rough_cosines_are_near_the_exact_ones(rows: np.ndarray) -> None:
    """Whatever the vectors, a rough cosine is off by two hundredths at most, and both ways of computing agree."""
    rows = unit(rows)
    rough = kernels.rough_rows([kernels.rough_bytes(row) for row in rows], 16)
    found = kernels.rough_cosines(rows[0], rough)
    assert found == pytest.approx(rows @ rows[0], abs=0.02)
    coarse = np.frombuffer(kernels.rough_bytes(rows[0]), np.int8)
    assert found == pytest.approx(kernels._by_numpy(coarse, rough), abs=1e-5)


@settings(deadline=None, max_examples=30)
@given(matrices)
def test_the_exact_cosine_does_not_depend_on_the_company(rows: np.ndarray) -> None:
    """A vector compared alone and among others gets the very same number."""
    rows = unit(rows)
    together = kernels.exact_cosines(rows[0], [row.tobytes() for row in rows])
    assert together == [kernels.exact_cosines(rows[0], [row.tobytes()])[0] for row in rows]
    assert together == pytest.approx((rows @ rows[0]).tolist(), abs=1e-5)


def test_nothing_compared_gives_nothing() -> None:
    """No rows, no cosines."""
    query = unit(np.ones(8, np.float32))
    assert kernels.exact_cosines(query, []) == []
    assert len(kernels.rough_cosines(query, np.empty((0, 8), np.int8))) == 0


def test_more_rows_than_are_widened_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without simsimd the rows are taken in blocks, the last one shorter, and none is left out."""
    monkeypatch.setattr(kernels, "_simsimd", lambda: None)
    rows = unit(np.random.default_rng(1).standard_normal((kernels.WIDENED_AT_ONCE + 3, 8)))
    rough = kernels.rough_rows([kernels.rough_bytes(row) for row in rows], 8)
    assert kernels.rough_cosines(rows[-1], rough) == pytest.approx(rows @ rows[-1], abs=0.02)


def test_simsimd_may_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it cannot be imported numpy does the work."""
    assert kernels._simsimd() is not None
    monkeypatch.setitem(__import__("sys").modules, "simsimd", None)
    assert kernels._simsimd() is None


def test_a_row_is_of_unit_length() -> None:
    """A vector that is longer or shorter becomes a direction."""
    row = kernels.one_row(np.array([3, 4], "<f4").tobytes(), 2)
    assert row.tolist() == pytest.approx([0.6, 0.8])


def test_bytes_of_another_length_are_damage() -> None:
    """A row that is not as long as the others is told, not misread."""
    with pytest.raises(DamagedError, match="vector"):
        kernels.rough_rows([bytes(8), bytes(7)], 8)
    with pytest.raises(DamagedError, match="vector"):
        kernels.exact_cosines(unit(np.ones(8, np.float32)), [bytes(28), bytes(36)])
