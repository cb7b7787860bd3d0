"""Words and meaning into one order. Pure; the weights come from dev halves alone (docs/decisions/0016-fusion.md)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hitherto.engine.ranking import Ranked, best_of_each_first

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hitherto.core.meaning import Model
    from hitherto.core.model import Kind

# Cormack, Clarke and Büttcher, "Reciprocal rank fusion outperforms Condorcet and individual rank learning methods",
# SIGIR 2009.
RRF_K = 60
# A model that nobody measured here counts less than the words do.
RRF_WORDS = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """How a measured model counts: its share in the score by kind, and the cosine below which it alone finds nothing.

    The sides are scaled to what the best chunk gets: words from 0, cosines from what a chunk gets that has nothing to
    do with the question.
    """

    share: Mapping[Kind, float]
    least: float


MEASURED: Mapping[str, Weights] = {
    "all-MiniLM-L6-v2": Weights(share={"conversation": 0.2, "action": 0.2, "note": 0.5, "code": 0.8}, least=0.3),
}


def least_cosine(model: Model, floor: float) -> float:
    """Return the cosine that a chunk must have to be found by meaning alone.

    ``floor`` is the mean cosine of what was searched: of a model that nobody measured, a third of the way from there
    to 1 is asked for.
    """
    measured = MEASURED.get(model.name)
    return measured.least if measured else floor + (1 - floor) / 3


def fused(found: Sequence[Ranked], cosines: Mapping[int, float], model: Model, floor: float) -> list[Ranked]:
    """Return what words or meaning found, best first.

    ``cosines`` are by chunk, missing where there is no vector; ``floor`` is the mean cosine of what was searched.
    """
    measured = MEASURED.get(model.name)
    scored = _by_score(found, cosines, measured, floor) if measured else _by_rank(found, cosines)
    scored.sort(key=lambda one: (-one.score, one.candidate.chunk))
    return best_of_each_first(scored)


def _by_score(found: Sequence[Ranked], cosines: Mapping[int, float], weights: Weights, floor: float) -> list[Ranked]:
    """Weighted min-max fusion. Where there is no vector the words speak for both sides: a gap is no verdict."""
    most = max((_before_less(one) for one in found), default=0.0) or 1.0
    nearest = max(cosines.values(), default=0.0)
    # Of very few chunks the mean is near the best one, and little differences would seem large.
    floor = min(floor, nearest / 2)
    scored: list[Ranked] = []
    for one in found:
        cosine = cosines.get(one.candidate.chunk)
        share = 0.0 if cosine is None or nearest <= 0 else weights.share[one.candidate.kind]
        why = {name: value * (1 - share) / most for name, value in one.why.items() if name != "less"}
        if share and cosine is not None:
            why["meaning"] = share * max(0.0, cosine - floor) / (nearest - floor)
        scored.append(_scored(one, why))
    return scored


def _by_rank(found: Sequence[Ranked], cosines: Mapping[int, float]) -> list[Ranked]:
    """Reciprocal rank fusion. Where there is no vector the rank by words counts for both sides."""
    words = [one for one in found if one.why.get("words")]
    by_words = {one.candidate.chunk: place for place, one in enumerate(words, 1)}
    by_meaning = {chunk: place for place, chunk in enumerate(sorted(cosines, key=lambda key: (-cosines[key], key)), 1)}
    scored: list[Ranked] = []
    for one in found:
        place = by_words.get(one.candidate.chunk)
        near = by_meaning.get(one.candidate.chunk, place)
        why = {} if place is None else {"words": RRF_WORDS / (RRF_K + place)}
        if near is not None:
            why["meaning"] = 1 / (RRF_K + near)
        scored.append(_scored(one, why))
    return scored


def _scored(one: Ranked, why: dict[str, float]) -> Ranked:
    less = one.why.get("less", 1.0)
    if less != 1.0:
        why["less"] = less
    return Ranked(candidate=one.candidate, score=less * sum(why[name] for name in why if name != "less"), why=why)


def _before_less(one: Ranked) -> float:
    return sum(value for name, value in one.why.items() if name != "less")
