"""The order of candidates, each rule by itself."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.core.answer import Candidate, Excerpt, Part, Place
from hitherto.engine.ranking import best_part, ranked, told
from hitherto.text.words import query_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

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
