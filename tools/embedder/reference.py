"""The same network once more in plain numpy: to compare the graph with, and to see what goes into each product."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from tools.embedder.weights import EPSILON, HEADS, HIDDEN, LAYERS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tools.embedder.weights import Array, Weights

    Largest = dict[str, Array]

_ERF = np.vectorize(math.erf, otypes=[np.float64])


def vector(weights: Weights, ids: Sequence[int], largest: Largest | None = None) -> Array:
    """Return the unit vector of one text, computed in float64; raise ``largest`` to what went into each product."""
    largest = {} if largest is None else largest
    state = weights["embeddings.word_embeddings.weight"][list(ids)].astype(np.float64)
    state += weights["embeddings.position_embeddings.weight"][: len(ids)]
    state = _normal(weights, state + weights["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in range(LAYERS):
        name = f"encoder.layer.{layer}"
        seen = _attention(weights, state, f"{name}.attention.self", largest)
        seen = _linear(weights, seen, f"{name}.attention.output.dense", largest)
        state = _normal(weights, state + seen, f"{name}.attention.output.LayerNorm")
        grown = _gelu(_linear(weights, state, f"{name}.intermediate.dense", largest))
        seen = _linear(weights, grown, f"{name}.output.dense", largest)
        state = _normal(weights, state + seen, f"{name}.output.LayerNorm")
    mean = state.mean(axis=0)
    unit: Array = mean / np.linalg.norm(mean)
    return unit


def largest_inputs(weights: Weights, texts: Iterable[Sequence[int]]) -> Largest:
    """Return, for each product by its name, how large each number that goes into it gets over ``texts``."""
    largest: Largest = {}
    for ids in texts:
        vector(weights, ids, largest)
    return largest


def _linear(weights: Weights, state: Array, name: str, largest: Largest) -> Array:
    largest[name] = np.maximum(largest.get(name, 0), np.abs(state).max(axis=0))
    result: Array = state @ weights[f"{name}.weight"].T + weights[f"{name}.bias"]
    return result


def _normal(weights: Weights, state: Array, name: str) -> Array:
    centred = state - state.mean(axis=-1, keepdims=True)
    scaled = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + EPSILON)
    result: Array = scaled * weights[f"{name}.weight"] + weights[f"{name}.bias"]
    return result


def _gelu(state: Array) -> Array:
    result: Array = state * (1 + _ERF(state / math.sqrt(2))) / 2
    return result


def _attention(weights: Weights, state: Array, name: str, largest: Largest) -> Array:
    width = HIDDEN // HEADS
    query, key, value = (
        _linear(weights, state, f"{name}.{part}", largest).reshape(-1, HEADS, width).transpose(1, 0, 2)
        for part in ("query", "key", "value")
    )
    scores = query @ key.transpose(0, 2, 1) / math.sqrt(width)
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    seen: Array = scores / scores.sum(axis=-1, keepdims=True) @ value
    return seen.transpose(1, 0, 2).reshape(-1, HIDDEN)
