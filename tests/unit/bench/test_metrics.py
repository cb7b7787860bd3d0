"""The figures of merit are what their names say."""

from __future__ import annotations

from math import log2

import pytest
from bench.metrics import NAMES, averages, measures, percentile, table
from hypothesis import given
from hypothesis import strategies as st

RANKING = list("abcdefghijkl")


def test_one_gold_document_first() -> None:
    """A single right document in first place is perfect on every figure."""
    assert measures(RANKING, {"a"}) == dict.fromkeys(NAMES, 1.0)


def test_two_gold_documents_one_in_the_top_five() -> None:
    """R@k is the share that is found, hit@k whether any is, all@10 whether all are."""
    found = measures(RANKING, {"c", "zz"})
    assert (found["hit@1"], found["hit@5"], found["R@5"], found["R@10"], found["all@10"]) == (0.0, 1.0, 0.5, 0.5, 0.0)
    assert found["MRR"] == 1 / 3
    assert found["nDCG@10"] == pytest.approx((1 / log2(4)) / (1 + 1 / log2(3)))


def test_below_the_tenth_place_only_the_reciprocal_rank_counts() -> None:
    """A document in place eleven counts for the reciprocal rank of the ranking fetched and for nothing else."""
    assert measures(RANKING, {"k"}) == {**dict.fromkeys(NAMES, 0.0), "MRR": 1 / 11}


def test_nothing_found() -> None:
    """An empty ranking is worth nothing."""
    assert measures([], {"a"}) == dict.fromkeys(NAMES, 0.0)


@given(st.permutations(RANKING), st.sets(st.sampled_from([*RANKING, "y", "z"]), min_size=1))
def test_figures_keep_their_order(ranking: list[str], gold: set[str]) -> None:
    """Every figure is between 0 and 1, and none falls when one looks deeper."""
    found = measures(ranking, gold)
    assert all(0.0 <= value <= 1.0 + 1e-9 for value in found.values())
    assert found["hit@1"] <= found["hit@5"] <= found["hit@10"]
    assert found["all@10"] <= found["R@10"] <= found["hit@10"]
    assert found["R@5"] <= found["R@10"]
    assert found["hit@1"] <= found["MRR"]


def test_averages_are_over_questions() -> None:
    """Each question counts once, whatever its type, and types are averaged by themselves."""
    perfect, nothing = measures(["a"], {"a"}), measures([], {"a"})
    result = table([("x", perfect), ("x", nothing), ("y", nothing), ("y", nothing)])
    assert result["all"] == {"n": 4, **dict.fromkeys(NAMES, 0.25)}
    assert result["by_type"] == {"x": {"n": 2, **dict.fromkeys(NAMES, 0.5)}, "y": {"n": 2, **dict.fromkeys(NAMES, 0.0)}}


def test_no_questions() -> None:
    """Without a question there is a count and no figure."""
    assert averages([]) == {"n": 0}
    assert table([]) == {"all": {"n": 0}, "by_type": {}}


def test_percentile() -> None:
    """The median of an odd number of values is the middle one; p99 of few is the largest."""
    assert percentile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert percentile([3.0, 1.0, 2.0], 0.99) == 3.0
    assert percentile([], 0.5) == 0.0
