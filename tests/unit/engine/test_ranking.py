"""The order of candidates, each rule by itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.core.answer import Candidate, Excerpt, Part, Place
from hitherto.engine.ranking import ACTION, DEFINITION, FILE_SHARE, LESS, NEARLY, PATH_SHARE, best_part, ranked, told
from hitherto.text.words import query_terms

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


def found(chunk: int, path: str = "/p/app/store.py", bm25: float = 1.0, **more: Any) -> Candidate:
    """Return a piece of code the index found."""
    fields: dict[str, Any] = {
        "chunk": chunk,
        "bm25": bm25,
        "kind": "code",
        "place": Place(source="folder", path=path, lines=(1, 9), session=None, project="/p"),
        "symbol": None,
        "heading": None,
        "traits": frozenset(),
        "ts_start": NOON,
        "ts_end": NOON,
        "time_from": "git",
        "text_key": chunk,
    }
    return Candidate(**{**fields, **more})


def said(chunk: int, bm25: float = 1.0, **more: Any) -> Candidate:
    """Return a piece of a conversation the index found."""
    place = Place(source="claude-code", path=None, lines=None, session="s", project="/p")
    return found(chunk, bm25=bm25, place=place, **{"kind": "conversation", "time_from": "said", **more})


def order(query: str, *candidates: Candidate) -> list[int]:
    """Return the rows of the candidates, best first."""
    return [one.candidate.chunk for one in ranked(candidates, query_terms(query))]


def test_the_best_piece_of_each_file_comes_before_any_second_one() -> None:
    """A long file does not fill the page; moments of a session are different moments and may."""
    file, other = "/p/a.py", "/p/b.py"
    pieces = [found(1, file, 3.0), found(2, file, 2.9), found(3, other, 0.5)]
    assert order("lease", *pieces) == [1, 3, 2]
    assert order("lease", said(1, 3.0), said(2, 2.9), said(3, 0.5)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("query", "symbol"),
    [("RetryPolicy", "RetryPolicy"), ("retry policy", "RetryPolicy"), ("next delay", "RetryPolicy.next_delay")],
)
def test_what_is_named_is_found_by_its_name(query: str, symbol: str) -> None:
    """A definition whose whole name is asked for stands before one that only uses it more often."""
    assert order(query, found(1, "/p/a.py", 2.0), found(2, "/p/b.py", 1.0, symbol=symbol)) == [2, 1]


def test_one_word_of_many_is_no_name() -> None:
    """A function called `check` is not what a long question with that word is about."""
    query = "how to check whether a variable holds a list of numbers"
    assert order(query, found(1, "/p/a.py", 2.0), found(2, "/p/b.py", 1.0, symbol="check")) == [1, 2]


@pytest.mark.parametrize(
    ("trait", "asking"),
    [
        ("test", "lease test"),
        ("test", "test_lease"),
        ("example", "lease example"),
        ("vendored", "vendored lease"),
        ("generated", "generated lease"),
        ("minified", "minified lease"),
    ],
)
def test_files_of_less_weight_come_later_unless_asked_for(trait: str, asking: str) -> None:
    """Tests, examples and code nobody wrote here count less, except for one who wants just those."""
    pieces = (found(1, "/p/a.py", 1.2, traits=frozenset({trait})), found(2, "/p/b.py", 1.0))
    assert order("lease", *pieces) == [2, 1]
    assert order(asking, *pieces) == [1, 2]


def test_what_a_tool_did_comes_after_what_was_said() -> None:
    """The same words weigh more when a person said them."""
    assert order("lease", said(1, 1.2, kind="action"), said(2, 1.0)) == [2, 1]


def test_names_of_files_and_folders_count() -> None:
    """A file that is called what is asked for stands before one that mentions it a little more often."""
    assert order("lease queue", found(1, "/p/x/main.py", 1.2), found(2, "/p/lease/queue.py", 1.0)) == [2, 1]
    assert order("lease", found(1, "/p/a/__init__.py", 1.2), found(2, "/p/b/main.py", 1.0)) == [2, 1]


def test_a_file_that_gathers_the_words_counts_for_each_of_its_pieces() -> None:
    """Of two pieces alike, the one whose file says more about the matter comes first."""
    alike = [found(1, "/p/a.py", 1.0), found(2, "/p/b.py", 1.0), found(3, "/p/b.py", 0.9)]
    assert order("lease", *alike)[0] == 2


@given(st.permutations(range(12)), st.sampled_from(["lease", "retry policy", "契約", ""]))
def test_the_order_is_one(places: Sequence[int], query: str) -> None:
    """All candidates come out, in an order that does not depend on how they came in."""
    candidates = [
        (said if n % 3 == 0 else found)(n, bm25=1 + (n * 7 % 5), **({} if n % 3 == 0 else {"path": f"/p/{n % 4}.py"}))
        for n in range(12)
    ]
    shuffled = order(query, *(candidates[place] for place in places))
    assert sorted(shuffled) == list(range(12))
    assert shuffled == order(query, *candidates)


def test_the_part_that_answers_is_the_one_with_most_of_the_words() -> None:
    """Of an exchange, the utterance that holds most of what was asked stands for the hit, the earlier on a tie."""
    texts = ("When is it due?", "The budget is due on Monday.", "Monday it is.")
    text = "\n\n".join(texts)
    starts = [text.index(one) for one in texts]
    parts = tuple(
        Part(record=str(n), actor="a", role="user", time=NOON, start=start, end=start + len(one))
        for n, (start, one) in enumerate(zip(starts, texts, strict=True))
    )
    excerpt = Excerpt(text=text, record="0", parts=parts)
    for query, number in (("budget monday", "1"), ("due", "0"), ("monday", "1"), ("the is", "1")):
        best = best_part(excerpt, parts, query_terms(query))
        assert best is not None
        assert best.record == number
    assert best_part(excerpt, parts[2:], query_terms("budget")) == parts[2]
    assert best_part(excerpt, (), query_terms("budget")) is None


def test_told_counts_words_and_not_their_places() -> None:
    """A word counts once, a stop word only among stop words."""
    assert told("the lease, the lease, the queue", query_terms("the lease queue")) == 2
    assert told("the lease", query_terms("the of")) == 1


def why(query: str, *candidates: Candidate) -> dict[str, float]:
    """Return what the score of the first of these candidates is made of."""
    first = next(one for one in ranked(candidates, query_terms(query)) if one.candidate is candidates[0])
    return dict(first.why)


@pytest.mark.parametrize(
    ("query", "symbol", "boost"),
    [
        ("RetryPolicy", "RetryPolicy", DEFINITION),
        ("retrypolicy", "RetryPolicy", DEFINITION),
        ("check", "check", DEFINITION),
        ("check value", "check", DEFINITION / 4),
        ("check value lease queue", "check", DEFINITION / 16),
        ("the check", "check", DEFINITION),
        ("checks", "check", NEARLY * DEFINITION),
        ("retry policy", "RetryPolicy", NEARLY * DEFINITION),
        ("retry", "RetryPolicy", 0.0),
        ("policy value", "RetryPolicy", 0.0),
        ("RetryPolicy", "RetryPolicy.next_delay", 0.0),
        ("check", "", 0.0),
        ("check", "_", 0.0),
    ],
)
def test_a_name_counts_whole_and_by_its_share_of_the_query(query: str, symbol: str, boost: float) -> None:
    """Every word of the name must be asked for; the more of the query it is, the more it counts."""
    assert why(query, found(1, symbol=symbol))["definition"] == pytest.approx(boost)


def test_only_code_defines() -> None:
    """The name of something that is no code is no definition."""
    assert why("check", found(1, kind="note", symbol="check"))["definition"] == 0.0


@pytest.mark.parametrize(
    ("path", "share"),
    [
        ("/p/app/lease.py", 1 / 2),
        ("/p/lease/main.py", 1 / 2),
        ("/p/lease/queue.py", 1),
        ("/p/lease_queue/main.py", 1),
        ("/lease/queue/app/main.py", 0),
        ("/p/app/main.lease", 0),
        ("/p/app/.lease", 1 / 2),
        ("lease", 1 / 2),
    ],
)
def test_a_path_counts_by_the_words_in_its_name_and_folder(path: str, share: float) -> None:
    """The file's own name and its folder's count, neither its ending nor folders further up."""
    assert why("lease queue", found(1, path))["path"] == pytest.approx(PATH_SHARE * share)


def test_a_file_counts_by_its_five_best_pieces() -> None:
    """A file gathers what its five best pieces say, measured by the file that gathers most; a sixth adds nothing."""
    long = [found(n, "/p/long.py", 1.0) for n in range(7)]
    assert why("x", found(9, "/p/a.py", 1.0), *long)["file"] == pytest.approx(FILE_SHARE / 5)
    assert why("x", found(9, "/p/a.py", 1.0), *long[:5])["file"] == pytest.approx(FILE_SHARE / 5)
    assert why("x", *long)["file"] == pytest.approx(FILE_SHARE)


def test_a_moment_gathers_what_it_says_itself() -> None:
    """What was said has no file, path or definition, and does not gather with other moments of its session."""
    reasons = why("lease", said(1, 1.0), said(2, 2.0), said(3, 2.0))
    assert reasons == {"words": 0.5, "moment": FILE_SHARE * 0.5}


def test_the_score_is_the_sum_of_its_reasons() -> None:
    """Every factor is named: what adds up, and by how much less the sum counts."""
    traits = frozenset({"test", "vendored"})
    (one,) = ranked([found(1, "/p/lease/__init__.py", traits=traits)], query_terms("lease test"))
    reasons = dict(one.why)
    assert reasons["less"] == pytest.approx(LESS["vendored"] * 0.6)
    assert one.score == pytest.approx(sum(v for k, v in reasons.items() if k != "less") * reasons["less"])
    assert "less" not in why("lease", found(1))
    assert why("lease", said(1, kind="action"))["less"] == ACTION


@pytest.mark.parametrize(
    ("trait", "words"),
    [
        ("test", "tests testing spec fixtures unit-test"),
        ("example", "examples demo samples"),
        ("vendored", "vendor vendored"),
        ("generated", "generated generate"),
        ("minified", "minified min bundle"),
    ],
)
def test_each_word_for_such_files_lifts_only_them(trait: str, words: str) -> None:
    """A word, in any form, lifts the files it names and no others."""
    for word in words.split():
        for other in LESS:
            reasons = why(f"lease {word}", found(1, traits=frozenset({other})))
            assert ("less" in reasons) is (other != trait), (word, other)


def test_nothing_to_order_is_no_error() -> None:
    """No candidates give no order, and candidates whose words weigh nothing still have one."""
    assert ranked([], query_terms("lease")) == []
    assert order("lease", found(2, bm25=0.0), found(1, "/p/b.py", bm25=0.0), said(3, bm25=0.0)) == [1, 2, 3]


def test_equals_stand_in_the_order_of_the_index() -> None:
    """Chunks of equal score are told apart by their row alone."""
    assert order("lease", found(3, "/p/c.py"), found(1, "/p/a.py"), found(2, "/p/b.py")) == [1, 2, 3]


CANDIDATES = st.lists(
    st.builds(
        lambda talk, path, bm25, kind, symbol, traits: (
            said(0, bm25, kind="action" if kind == "code" else "conversation")
            if talk
            else found(0, path, bm25, kind=kind, symbol=symbol, traits=traits)
        ),
        st.booleans(),
        st.sampled_from(["/p/a.py", "/p/lease/queue.py", "/p/lease/__init__.py", "/p/tests/test_a.py"]),
        st.floats(0, 30),
        st.sampled_from(["code", "note"]),
        st.sampled_from([None, "", "lease", "RetryPolicy.next_delay", "契約"]),
        st.frozensets(st.sampled_from(sorted(LESS))),
    ),
    max_size=25,
).map(lambda drawn: [replace(one, chunk=row, text_key=row) for row, one in enumerate(drawn)])
QUERIES = st.one_of(st.text(max_size=20), st.sampled_from(["lease", "the lease test", "retry policy", '"next delay"']))


@given(CANDIDATES, QUERIES, st.randoms(use_true_random=False))
def test_ranking_is_a_permutation(candidates: list[Candidate], query: str, random: Random) -> None:
    """Whatever is ranked: all comes out once, the same each time, however it came in, no file twice before another."""
    shuffled = random.sample(candidates, len(candidates))
    once = ranked(candidates, query_terms(query))
    assert sorted(one.candidate.chunk for one in once) == list(range(len(candidates)))
    assert [one.candidate for one in once] == [one.candidate for one in ranked(shuffled, query_terms(query))]
    assert once == ranked(candidates, query_terms(query))
    files = [one.candidate.place.path for one in once if one.candidate.place.session is None]
    different = len(set(files))
    assert len(set(files[:different])) == different
    heads = once[: len(once) - (len(files) - different)]
    assert [one.score for one in heads] == sorted((one.score for one in heads), reverse=True)
