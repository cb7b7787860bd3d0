"""Words and meaning into one order, each rule by itself."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.unit.engine.test_ranking import found, said

from hitherto.core.meaning import Model
from hitherto.engine.fusion import MEASURED, RRF_K, RRF_WORDS, fused, least_cosine
from hitherto.engine.ranking import Ranked

if TYPE_CHECKING:
    from hitherto.core.answer import Candidate

MINILM = Model(name="all-MiniLM-L6-v2", digest="d", dimension=4, pooling="mean")
STRANGER = replace(MINILM, name="ollama/nomic-embed-text")
CODE = MEASURED[MINILM.name].share["code"]
SAID = MEASURED[MINILM.name].share["conversation"]

cosine = st.floats(min_value=-1, max_value=1, allow_nan=False)
share = st.floats(min_value=0, max_value=3, allow_nan=False)


def by_words(candidate: Candidate, words: float, **more: float) -> Ranked:
    """Return what words gave a candidate."""
    why = {"words": words, **more}
    return Ranked(
        candidate=candidate, score=sum(v for k, v in why.items() if k != "less") * more.get("less", 1), why=why
    )


def order(ranking: list[Ranked]) -> list[int]:
    """Return the rows, best first."""
    return [one.candidate.chunk for one in ranking]


def test_both_sides_are_scaled_to_their_best_and_weighted_by_kind() -> None:
    """The best of each side counts in full, an unrelated cosine nothing, and code leans on meaning more than talk."""
    files = [by_words(found(1, "/p/a.py"), 2.0), by_words(found(2, "/p/b.py"), 1.0)]
    one, two = sorted(fused(files, {1: 0.2, 2: 0.6}, MINILM, 0.2), key=lambda ranked: ranked.candidate.chunk)
    assert one.score == pytest.approx(1 - CODE)
    assert two.score == pytest.approx((1 - CODE) / 2 + CODE)
    assert two.why == pytest.approx({"words": (1 - CODE) / 2, "meaning": CODE})
    talk = [by_words(said(1), 2.0), by_words(said(2), 1.0)]
    assert order(fused(files, {1: 0.2, 2: 0.6}, MINILM, 0.2)) == [2, 1]
    assert order(fused(talk, {1: 0.2, 2: 0.6}, MINILM, 0.2)) == [1, 2]


def test_a_gap_is_no_verdict() -> None:
    """A chunk without a vector has the score that its words alone give it, whatever the others' cosines are."""
    talk = [by_words(said(1), 4.0), by_words(said(2), 3.0), by_words(said(3), 1.0)]
    scores = {one.candidate.chunk: one for one in fused(talk, {1: 0.5, 3: 0.9}, MINILM, 0.1)}
    assert scores[2].score == pytest.approx(3 / 4)
    assert "meaning" not in scores[2].why
    assert [one.why for one in fused(talk, {}, MINILM, 0.0)] == [{"words": 1.0}, {"words": 0.75}, {"words": 0.25}]


def test_what_counts_less_counts_less_by_meaning_too() -> None:
    """A test or a vendored copy is not lifted by being near: the factor takes from both sides."""
    files = [by_words(found(1, "/p/a.py"), 1.0, less=0.5), by_words(found(2, "/p/b.py"), 1.0)]
    low, high = sorted(fused(files, {1: 0.8, 2: 0.8}, MINILM, 0.1), key=lambda ranked: ranked.candidate.chunk)
    assert low.score == pytest.approx(high.score / 2)
    assert low.why["less"] == 0.5


def test_of_few_chunks_the_mean_says_little() -> None:
    """A single chunk, or chunks that are all equally near, count as near and not as unrelated."""
    (alone,) = fused([by_words(found(1), 0.0)], {1: 0.6}, MINILM, 0.6)
    assert alone.score == pytest.approx(CODE)


def test_nothing_near_at_all_leaves_the_words() -> None:
    """Where every cosine is negative, the words order alone."""
    files = [by_words(found(1, "/p/a.py"), 1.0), by_words(found(2, "/p/b.py"), 2.0)]
    ranking = fused(files, {1: -0.1, 2: -0.3}, MINILM, -0.2)
    assert order(ranking) == [2, 1]
    assert ranking[0].why == {"words": 1.0}


def test_a_model_nobody_measured_is_fused_by_rank() -> None:
    """Reciprocal ranks, the words three times; a chunk that only meaning found has its one share."""
    files = [by_words(found(n, f"/p/{n}.py"), words) for n, words in ((1, 3.0), (2, 2.0), (3, 0.0))]
    scores = {one.candidate.chunk: one.score for one in fused(files, {3: 0.9, 2: 0.8, 1: 0.1}, STRANGER, 0.1)}
    assert scores == pytest.approx(
        {
            1: RRF_WORDS / (RRF_K + 1) + 1 / (RRF_K + 3),
            2: RRF_WORDS / (RRF_K + 2) + 1 / (RRF_K + 2),
            3: 1 / (RRF_K + 1),
        }
    )


def test_by_rank_a_gap_is_no_verdict_either() -> None:
    """A chunk without a vector keeps its rank by words on both sides."""
    files = [by_words(found(n, f"/p/{n}.py"), 4.0 - n) for n in (1, 2, 3)]
    ranking = fused(files, {3: 0.9}, STRANGER, 0.1)
    assert {one.candidate.chunk: one.why["meaning"] for one in ranking} == pytest.approx(
        {1: 1 / (RRF_K + 1), 2: 1 / (RRF_K + 2), 3: 1 / (RRF_K + 1)}
    )


def test_a_file_does_not_fill_the_page_by_meaning() -> None:
    """The best chunk of every file comes before any second one, near as that may be."""
    files = [by_words(found(n, path), 0.0) for n, path in ((1, "/p/a.py"), (2, "/p/a.py"), (3, "/p/b.py"))]
    assert order(fused(files, {1: 0.9, 2: 0.8, 3: 0.4}, MINILM, 0.1)) == [1, 3, 2]


@given(st.lists(st.tuples(share, cosine), min_size=2, max_size=6), cosine, st.sampled_from([MINILM, STRANGER]))
def test_every_score_is_the_sum_of_its_reasons(given_: list[tuple[float, float]], floor: float, model: Model) -> None:
    """What ``--explain`` shows adds up, and the order is that of the scores."""
    talk = [by_words(said(n), words) for n, (words, _) in enumerate(given_)]
    ranking = fused(talk, {n: near for n, (_, near) in enumerate(given_)}, model, floor)
    assert [sum(one.why.values()) for one in ranking] == pytest.approx([one.score for one in ranking])
    assert [one.score for one in ranking] == sorted((one.score for one in ranking), reverse=True)
    assert all(0 <= one.score <= 1 + 1e-9 for one in ranking)


@given(st.lists(st.tuples(share, cosine), min_size=2, max_size=6), cosine, st.floats(min_value=0.01, max_value=1))
def test_being_nearer_never_harms(given_: list[tuple[float, float]], floor: float, step: float) -> None:
    """A chunk whose cosine grows, all else equal, does not fall behind a chunk that it was before."""
    cosines = {n: near for n, (_, near) in enumerate(given_)}
    assume(cosines[0] + step <= 1 and max(cosines.values()) > 0)
    talk = [by_words(said(n), words) for n, (words, _) in enumerate(given_)]
    before = order(fused(talk, cosines, MINILM, floor))
    # The best cosine is the scale of all; it stays what it is here.
    assume(cosines[0] + step <= max(cosines.values()))
    after = order(fused(talk, cosines | {0: cosines[0] + step}, MINILM, floor))
    assert after.index(0) <= before.index(0)


def test_what_finds_alone_is_measured_or_strict() -> None:
    """Of a measured model the least cosine is known; of another one it lies a third of the way from the mean to 1."""
    assert least_cosine(MINILM, 0.9) == MEASURED[MINILM.name].least
    assert least_cosine(STRANGER, 0.4) == pytest.approx(0.6)
