"""Arithmetic on vectors: bytes to rows and back, rough cosines of many, exact ones of a few."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from hitherto.core.errors import DamagedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    Floats = npt.NDArray[np.float32]
    Bytes = npt.NDArray[np.int8]

# Rows that stay in the processor's cache while they are widened to float32; 1024 to 4096 measured alike.
WIDENED_AT_ONCE = 2048


def one_row(data: bytes, dimension: int) -> Floats:
    """Return a vector as a row of unit length; raises ValueError for what is none of ``dimension`` finite numbers."""
    if len(data) != 4 * dimension:
        raise ValueError(f"a vector of this model has {4 * dimension} bytes, not {len(data)}")
    row = np.frombuffer(data, "<f4").astype(np.float64)
    length = np.linalg.norm(row)
    if not np.isfinite(length) or length == 0:
        raise ValueError("a vector must be finite and not zero")
    return (row / length).astype(np.float32)


def rough_bytes(row: Floats) -> bytes:
    """Return a row in a quarter of its size: each number as a share of the largest, in 127 steps."""
    steps: Bytes = np.rint(row * (127 / np.abs(row).max())).astype(np.int8)
    return steps.tobytes()


def rough_rows(data: Sequence[bytes], dimension: int) -> Bytes:
    """Return many ``rough_bytes`` as one matrix; raises DamagedError where one is too short or too long."""
    return np.frombuffer(joined(data, dimension), np.int8).reshape(len(data), dimension)


def rough_cosines(query: Floats, rows: Bytes) -> Floats:
    """Return the cosine of ``query`` with each rough row, good to about a hundredth."""
    coarse = np.frombuffer(rough_bytes(query), np.int8)
    if not len(rows):
        return np.empty(0, np.float32)
    simsimd = _simsimd()
    if simsimd is None:
        return _by_numpy(coarse, rows)
    distances = simsimd.cdist(coarse[None], np.ascontiguousarray(rows), metric="cosine", out_dtype="f32")
    found: Floats = 1 - np.asarray(distances)[0]
    return found


def unit_rows(data: Sequence[bytes], dimension: int) -> Floats:
    """Return many vectors as rows of unit length; raises DamagedError where one is too short or too long."""
    rows = np.frombuffer(joined(data, 4 * dimension), "<f4").reshape(len(data), dimension)
    unit: Floats = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return unit


def exact_cosines(query: Floats, data: Sequence[bytes]) -> list[float]:
    """Return the cosine of ``query``, of unit length, with each vector.

    The same vector gets the same cosine in any company. Raises DamagedError where one is too short or too long.
    """
    rows = np.frombuffer(joined(data, query.nbytes), "<f4").reshape(len(data), len(query))
    # Summed row by row: a matrix product may round a row differently depending on its neighbours.
    dots = (rows * query).sum(axis=1, dtype=np.float64)
    lengths = np.sqrt((rows * rows).sum(axis=1, dtype=np.float64))
    cosines: list[float] = (dots / lengths).tolist()
    return cosines


def joined(data: Sequence[bytes], size: int) -> bytes:
    """Return ``data`` behind one another; raises DamagedError where one does not have ``size`` bytes."""
    if any(len(one) != size for one in data):
        raise DamagedError("A vector in the index is damaged.", hint="run `hitherto rebuild`")
    return b"".join(data)


def _simsimd() -> Any:
    try:
        import simsimd  # noqa: PLC0415 - not there on every machine
    except ImportError:
        return None
    return simsimd


def _by_numpy(coarse: Bytes, rows: Bytes) -> Floats:
    wide = coarse.astype(np.float32)
    found = np.empty(len(rows), np.float32)
    for start in range(0, len(rows), WIDENED_AT_ONCE):
        block = rows[start : start + WIDENED_AT_ONCE].astype(np.float32)
        lengths = np.sqrt(np.einsum("ij,ij->i", block, block))
        found[start : start + WIDENED_AT_ONCE] = (block @ wide) / lengths
    found /= np.linalg.norm(wide)
    return found
