"""Figures of merit of a ranking against the documents that answer a question. Pure.

Computed as the published ones are: binary gains, discount log2(rank + 1), averages over questions.
"""

from __future__ import annotations

from collections import defaultdict
from math import log2
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

NAMES = ("hit@1", "hit@5", "hit@10", "R@5", "R@10", "MRR", "nDCG@10", "all@10")


def measures(ranking: Sequence[str], gold: Collection[str]) -> dict[str, float]:
    """Return the figures of one question. Neither has repeats; ``gold`` is not empty.

    hit@k: any gold document in the top k. R@k: the share of the gold documents that are. all@10: all of them are.
    """
    places = [place for place, document in enumerate(ranking, start=1) if document in gold]
    within = {k: sum(place <= k for place in places) for k in (1, 5, 10)}
    best = sum(1 / log2(place + 1) for place in range(1, min(len(gold), 10) + 1))
    return {
        "hit@1": float(within[1] > 0),
        "hit@5": float(within[5] > 0),
        "hit@10": float(within[10] > 0),
        "R@5": within[5] / len(gold),
        "R@10": within[10] / len(gold),
        "MRR": 1 / places[0] if places else 0.0,
        "nDCG@10": sum(1 / log2(place + 1) for place in places if place <= 10) / best,
        "all@10": float(within[10] == len(gold)),
    }


def averages(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return the number of questions and the mean of each figure, to four places; only ``n`` where there is none."""
    if not rows:
        return {"n": 0}
    return {"n": len(rows), **{name: round(sum(row[name] for row in rows) / len(rows), 4) for name in NAMES}}


def table(rows: Iterable[tuple[str, Mapping[str, float]]]) -> dict[str, object]:
    """Return the averages over all questions and over those of each type. ``rows`` are (type, figures)."""
    by_type: dict[str, list[Mapping[str, float]]] = defaultdict(list)
    for kind, figures in rows:
        by_type[kind].append(figures)
    every = [figures for group in by_type.values() for figures in group]
    return {"all": averages(every), "by_type": {kind: averages(by_type[kind]) for kind in sorted(by_type)}}


def percentile(values: Sequence[float], share: float) -> float:
    """Return the value that ``share`` (0 to 1) of ``values`` do not exceed, 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
