"""How long questions take, kind by kind."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from bench.metrics import percentile

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    # From a query to the number of hits it has.
    Search = Callable[[str], int]


def timed(asked: Mapping[str, Sequence[str]], search: Search) -> dict[str, dict[str, float]]:
    """Return the milliseconds of all queries together and of each kind, and how many hits they had on average.

    Every kind is asked once first, so that opening files and filling caches is not counted.
    """
    for queries in asked.values():
        search(queries[0])
    every: list[tuple[float, float]] = []
    kinds: dict[str, dict[str, float]] = {}
    for kind, queries in asked.items():
        waits: list[tuple[float, float]] = []
        hits = 0
        for query in queries:
            cpu, wall = time.process_time(), time.perf_counter()
            hits += search(query)
            waits.append((time.process_time() - cpu, time.perf_counter() - wall))
        every += waits
        kinds[kind] = {**milliseconds(waits), "hits": round(hits / len(queries), 1)}
    return {"all": milliseconds(every), **kinds}


def milliseconds(waits: Sequence[tuple[float, float]]) -> dict[str, float]:
    """Return p50 and p99 of (cpu, wall) seconds in milliseconds."""
    cpu, wall = [1000 * one for one, _ in waits], [1000 * one for _, one in waits]
    return {
        "cpu_p50": round(percentile(cpu, 0.5), 2),
        "cpu_p99": round(percentile(cpu, 0.99), 2),
        "wall_p50": round(percentile(wall, 0.5), 2),
        "wall_p99": round(percentile(wall, 0.99), 2),
    }
