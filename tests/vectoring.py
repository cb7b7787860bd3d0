"""Vectors for tests, and chunks to give them to."""

from __future__ import annotations

import math
import random
from array import array
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tests.making import NOON, chunk, entry

from hitherto.core.answer import Filter
from hitherto.core.meaning import Model

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hitherto.core.meaning import NoVector
    from hitherto.core.ports import Store

MODEL = Model(name="tiny", digest="d1", dimension=8, pooling="mean")
OTHER = replace(MODEL, digest="d2")


def vector(*numbers: float, dimension: int = 8) -> bytes:
    """Return a vector of unit length that begins with ``numbers``."""
    length = math.sqrt(sum(one * one for one in numbers))
    return array("f", [one / length for one in numbers] + [0.0] * (dimension - len(numbers))).tobytes()


def some_vector(seed: object) -> bytes:
    """Return a vector that is always the same for ``seed``."""
    chance = random.Random(str(seed))  # noqa: S311 - not a secret
    return vector(*[chance.gauss() for _ in range(8)])


def put_files(store: Store, texts: Sequence[str], **more: Any) -> list[int]:
    """Index one file for each text, a minute apart, and return their chunks."""
    rows = []
    with store.transaction():
        for n, text in enumerate(texts):
            at = NOON + timedelta(minutes=n)
            store.put_file(entry(f"/proj/app/{text}.py", ts=at), [chunk(text, ts_start=at, ts_end=at, **more)])
    found = {one.place.path: one.chunk for one in store.between(Filter(), 10_000)}
    rows += [found[f"/proj/app/{text}.py"] for text in texts]
    return rows


def put(store: Store, made: Mapping[int, bytes | NoVector], model: Model = MODEL) -> None:
    """Give chunks vectors, each under a key of its own."""
    with store.transaction():
        store.vectors(model).put({row: (b"key %d" % row, one) for row, one in made.items()})


def cosine(one: bytes, other: bytes) -> float:
    """Return a cosine by the definition."""
    a, b = array("f", one), array("f", other)
    return sum(x * y for x, y in zip(a, b, strict=True)) / math.sqrt(sum(x * x for x in a) * sum(y * y for y in b))
