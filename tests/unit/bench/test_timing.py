"""Times of questions are told apart by kind, and what fills the caches is not among them."""

from __future__ import annotations

import time

from bench.timing import milliseconds, timed

KINDS = {"quick": ["a", "b", "c"], "slow": ["d", "e"]}


def test_kinds_are_timed_apart() -> None:
    """The kind that computes longer costs more, and one that only waits costs time alone."""
    figures = timed(KINDS, lambda query: 2 if query in KINDS["quick"] else sum(range(10**6)) % 2 + 5)
    assert set(figures) == {"all", "quick", "slow"}
    assert 0 <= figures["quick"]["cpu_p50"] < figures["slow"]["cpu_p50"]
    assert figures["quick"]["hits"] == 2
    waited = timed({"waits": ["a"]}, lambda _: time.sleep(0.02) or 1)["waits"]
    assert waited["cpu_p50"] < 20 <= waited["wall_p50"]


def test_the_first_question_of_a_kind_is_not_counted() -> None:
    """Every kind is asked once before all others, so that its first turn is not in the figures."""
    order: list[str] = []
    timed(KINDS, lambda query: order.append(query) or 1)
    assert order == ["a", "d", "a", "b", "c", "d", "e"]


def test_p99_of_few_is_the_slowest() -> None:
    """Of forty waits the slowest is p99, and the middle one p50."""
    figures = milliseconds([(number / 1000, 2 * number / 1000) for number in range(40)])
    assert figures == {"cpu_p50": 20, "cpu_p99": 39, "wall_p50": 40, "wall_p99": 78}
