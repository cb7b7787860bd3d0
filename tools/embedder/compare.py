"""How near the quantized graph comes to the plain network, and how much faster it is than the unquantized graph."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from hitherto.embedders.minilm import session, unsuited
from tools.embedder import graph, reference
from tools.embedder.weights import MAX_TOKENS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hitherto.embedders.wordpiece import WordPiece
    from tools.embedder.weights import Array, Weights

SAMPLE = Path(__file__).resolve().parents[2] / "tests/unit/embedders/texts.json"
LENGTHS = (20, 100, 256)
ROUNDS = 5

LEAST_PLAIN, LEAST_QUANTIZED, LEAST_SPEED = 0.9999, 0.99, 1.5
"""Least cosine of the plain graph to numpy (worst text), of the quantized one to it (mean), and least speed-up."""


def main(weights: Weights, model: bytes, wordpiece: WordPiece) -> int:
    """Print the figures; return 1 where one falls short."""
    sample = [entry["text"] for entry in json.loads(SAMPLE.read_text(encoding="utf-8"))["texts"]]
    ids = [wordpiece.encode(text, MAX_TOKENS) for text in sample if not unsuited(text)]
    plain, quantized = session(graph.build(weights, None), threads=1), session(model, threads=1)
    vectors = np.concatenate([run(plain, each) for each in ids])
    exact = np.array([reference.vector(weights, each) for each in ids])
    first = (vectors * exact).sum(axis=1)
    second = (vectors * np.concatenate([run(quantized, each) for each in ids])).sum(axis=1)
    print(f"plain graph to numpy, {len(ids)} texts: cosine at least {first.min():.6f}")
    print(f"quantized to plain graph: cosine mean {second.mean():.4f}, least {second.min():.4f}")
    ratios = [_speed(plain, quantized, ids, length) for length in LENGTHS]
    good = first.min() >= LEAST_PLAIN and second.mean() >= LEAST_QUANTIZED and min(ratios) >= LEAST_SPEED
    return 0 if good else 1


def run(model: Any, ids: Sequence[int]) -> Array:
    """Return the row of one text."""
    row: Array
    (row,) = model.run(None, {"ids": np.array([ids], np.int64)})
    return row


def _speed(plain: Any, quantized: Any, ids: Sequence[Sequence[int]], length: int) -> float:
    stream = [number for each in ids for number in each[1:-1]]
    texts = [[101, *stream[start : start + length - 2], 102] for start in range(0, 20 * length, length)]
    rates = []
    for model in (plain, quantized):
        took = []
        for _ in range(ROUNDS):
            start = time.process_time()
            for each in texts:
                run(model, each)
            took.append(time.process_time() - start)
        rates.append(len(texts) / min(took))
    print(f"{length:4} tokens: {rates[0]:6.1f} plain, {rates[1]:6.1f} quantized, texts per CPU second")
    return rates[1] / rates[0]
