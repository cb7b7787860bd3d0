"""Asking an index on disk: which chunks come, in what order, how current, and what is said about each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import pytest
from tests.asking import Files, ask, at, exchange, put, put_common, put_each, talk
from tests.making import NOON, acted, answered, chunk, said, texts_of

from hitherto.core.model import Fields, Origin
from hitherto.engine import by_words as asking
from hitherto.engine.by_words import ENOUGH
from hitherto.engine.recall import ROUNDS
from hitherto.stores.sqlite.store import SqliteStore
from hitherto.text.words import index_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

GERMAN = "Die Häuser sind nicht mehr zu verkaufen, weil wir sie nicht haben und der Preis zu hoch ist."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Give an empty index."""
    store = SqliteStore(tmp_path / "hitherto.db")
    yield store
    store.close()


def test_enough_chunks_with_all_words_are_the_whole_answer(store: SqliteStore) -> None:
    """Where ten chunks hold every word, none that holds only some of them is looked for."""
    put_each(store, *(f"lease queue {n}" for n in range(ENOUGH)), "lease only")
    answer = ask(store, "lease queue", limit=50)
    assert (answer.ran.words, len(answer.hits)) == ("all", ENOUGH)
    assert "lease only" not in texts_of(answer.hits)


def test_too_few_with_all_words_are_followed_by_those_with_any(store: SqliteStore) -> None:
    """One chunk fewer, and those with any word follow, behind all that hold every one, each once."""
    put_each(store, "lease lease lease", *(f"lease {'word ' * 30} queue {n}" for n in range(ENOUGH - 1)))
    answer = ask(store, "lease queue", limit=50)
    assert (answer.ran.words, len(answer.hits)) == ("any", ENOUGH)
    assert texts_of(answer.hits)[-1] == "lease lease lease"


def test_nothing_more_than_all_words_is_still_all(store: SqliteStore) -> None:
    """Looking for any word, and finding nothing new by it, widens nothing; nor does finding nothing."""
    put(store, "a.py", "lease queue")
    assert ask(store, "lease queue").ran.words == "all"
    nothing = ask(store, "harvest moon")
    assert (nothing.ran.words, nothing.hits) == ("all", ())


def test_stop_words_find_only_where_nothing_else_is_asked(store: SqliteStore) -> None:
    """A stop word beside a word neither asks nor is marked; alone it does both."""
    put_each(store, "the lease", "the queue")
    answer = ask(store, "the lease")
    assert texts_of(answer.hits) == ["the lease"]
    assert answer.hits[0].marks == ((4, 9),)
    assert {hit.marks for hit in ask(store, "the").hits} == {((0, 3),)}


@pytest.mark.parametrize(("most", "dropped"), [(69, ("data",)), (70, ())])
def test_the_commonest_word_is_dropped_where_too_many_would_match(
    store: SqliteStore, most: int, dropped: tuple[str, ...]
) -> None:
    """Where the words together match more chunks than are to be scored, the commonest is left out and said to be."""
    put_common(store, rare=ENOUGH)
    with patch.object(asking, "MOST_SCORED", most):
        answer = ask(store, "data lease", limit=100)
    assert answer.ran.dropped == dropped
    assert any(text.startswith("data") for text in texts_of(answer.hits)) is not bool(dropped)


def test_a_common_word_is_taken_back_where_too_little_is_found(store: SqliteStore) -> None:
    """One chunk too few without it, and the common word asks again."""
    put_common(store, rare=ENOUGH - 1)
    with patch.object(asking, "MOST_SCORED", 15):
        answer = ask(store, "data lease", limit=100)
    assert (answer.ran.dropped, len(answer.hits)) == ((), 60 + ENOUGH - 1)


def test_a_common_word_is_taken_back_inside_a_restriction(store: SqliteStore) -> None:
    """What is common everywhere may be all there is in one folder."""
    put_common(store, rare=ENOUGH)
    put(store, "sub/one.py", "data here")
    with patch.object(asking, "MOST_SCORED", 15):
        answer = ask(store, "data lease", path="sub")
    assert (texts_of(answer.hits), answer.ran.dropped) == (["data here"], ())


def test_the_rarest_word_is_always_asked(store: SqliteStore) -> None:
    """However many chunks hold it, something remains to be asked."""
    put(store, "all.py", *(f"data {n}" for n in range(30)), *(f"lease {n}" for n in range(31)))
    with patch.object(asking, "MOST_SCORED", 15):
        answer = ask(store, "data lease", limit=100)
    assert (answer.ran.dropped, len(answer.hits)) == (("lease",), 30)


def test_a_phrase_is_as_rare_as_its_rarest_word(store: SqliteStore) -> None:
    """A quoted phrase is not dropped for the common word it begins with."""
    put(store, "all.py", *(f"data {n}" for n in range(60)), "data lease")
    put(store, "queue.py", *(f"queue {n}" for n in range(ENOUGH)))
    with patch.object(asking, "MOST_SCORED", 15):
        answer = ask(store, '"data lease" queue', limit=100)
    assert answer.ran.dropped == ()
    assert "data lease" in texts_of(answer.hits)


def test_hyphenated_words_are_found_by_their_parts(store: SqliteStore) -> None:
    """Who asks for a "non-compete" finds a text that only says "compete", behind the one that says both."""
    put_each(store, "they compete", "a non-compete clause")
    hits = ask(store, "non-compete").hits
    assert texts_of(hits) == ["a non-compete clause", "they compete"]
    assert [hit.marks for hit in hits] == [((2, 13),), ((5, 12),)]


@pytest.mark.parametrize("query", ['"next delay"', "next_delay", "nextDelay"])
def test_identifiers_and_quotations_are_not_found_by_their_parts(store: SqliteStore, query: str) -> None:
    """What is named or quoted is meant as it stands."""
    put_each(store, "the next one", "a delay", "the next delay")
    assert texts_of(ask(store, query).hits) == ["the next delay"]


@pytest.mark.parametrize(
    ("query", "found"), [("budget plan", 2), ("budget", 1), ("budget x_2", 1), ('budget "plan b"', 1)]
)
def test_a_neighbour_answers_only_a_question_in_words(store: SqliteStore, query: str, found: int) -> None:
    """What stands beside an answer is found by several plain words, not by one, nor by a code or a quotation."""
    near = Fields(body=index_text("yes, do it"), neighbours=index_text("the budget"))
    put(store, "a.md", "the budget", chunk("yes, do it", fields=near, lines=(2, 2)))
    assert len(ask(store, query).hits) == found
    assert len(ask(store, query, since=at(-1)).hits) == 1


def test_a_neighbour_does_not_answer_for_one_speaker(store: SqliteStore) -> None:
    """With a speaker or a day asked for, only what was said itself counts."""
    talk(store, said("the budget is due", 0), said("the plan of that is mine", 600), answered("yes, do it", 601))
    assert ask(store, "budget plan", actor="assistant").hits == ()
    assert len(ask(store, "budget plan", actor="user").hits) == 2


def test_equal_texts_are_one_hit(store: SqliteStore) -> None:
    """A text in several places comes once, each other place named once, and counts once towards the limit."""
    put_each(store, "lease queue", "lease queue", "lease and other things")
    (first, second) = ask(store, "lease").hits
    assert first.text == "lease queue"
    assert [place.path for place in first.also_in] == ["/proj/app/f1.py"]
    assert second.also_in == ()
    put(store, "f3.py", "lease and more things")
    assert len(ask(store, "lease", limit=2).hits) == 2


def test_a_session_that_says_it_again_is_one_place(store: SqliteStore) -> None:
    """A session is a place: its own repetitions are none, those of another session are one."""
    talk(store, *(said("the lease", n * 2000, session=name) for n, name in enumerate("aabb")))
    (hit,) = ask(store, "lease").hits
    assert [place.session for place in hit.also_in] == [("b" if hit.place.session == "a" else "a")]


def test_other_places_are_bounded(store: SqliteStore) -> None:
    """At most twenty other places are named."""
    put(store, "a.py", *["lease"] * 30)
    (hit,) = ask(store, "lease").hits
    assert len(hit.also_in) == 20


def test_copies_do_not_hide_what_else_there_is(store: SqliteStore) -> None:
    """However many copies of one text come first, another text is found behind them."""
    put(store, "a.py", *["lease lease lease"] * 450, f"lease {'word ' * 40}")
    assert len(ask(store, "lease").hits) == 2
    assert len(ask(store, "", kind="code").hits) == 2


def test_enough_different_texts_are_looked_for_once(store: SqliteStore) -> None:
    """Where the first candidates hold as many texts as were asked for, the index is not asked for more."""
    put_each(store, *(f"lease {n}" for n in range(30)))
    with (
        patch.object(asking, "CANDIDATES", 20),
        patch.object(store, "search", wraps=store.search) as search,
        patch.object(store, "between", wraps=store.between) as between,
    ):
        assert len(ask(store, "lease", limit=5).hits) == len(ask(store, "", kind="code", limit=5).hits) == 5
    assert [call.args[2] for call in search.call_args_list] == [20]
    assert [call.args[1] for call in between.call_args_list] == [5]


def test_copies_are_counted_up_to_a_bound(store: SqliteStore) -> None:
    """A heap of equal texts ends the search for others, and is no error."""
    put(store, "a.py", *["lease"] * 450, f"lease {'word ' * 40}")
    with patch.object(asking, "MOST", 400):
        assert texts_of(ask(store, "lease").hits) == ["lease"]
        assert texts_of(ask(store, "", kind="code").hits) == ["lease"]


def test_with_a_time_range_hits_are_in_order_of_time(store: SqliteStore) -> None:
    """The best are chosen, and then told as they happened; what is better said later does not come first."""
    talk(store, said(f"the lease {'of this and that ' * 40}", 0), said("lease, lease", 2000), said("the lease", 4000))
    best = [hit.time for hit in ask(store, "lease").hits]
    assert best != sorted(best)
    assert [hit.time for hit in ask(store, "lease", since=at(-1)).hits] == [at(0), at(2000), at(4000)]
    assert [hit.time for hit in ask(store, "lease", until=at(2001)).hits] == [at(0), at(2000)]


def test_files_of_one_instant_are_in_order_of_place(store: SqliteStore) -> None:
    """Lines of a day file carry one time; they are told from top to bottom, not by their score."""
    put(store, "b.py", f"lease {'word ' * 40}", "lease lease")
    put(store, "a.py", "lease one")
    answer = ask(store, "lease", since=at(-1))
    places = [(hit.place.path, hit.place.lines) for hit in answer.hits]
    assert places == [("/proj/app/a.py", (1, 1)), ("/proj/app/b.py", (1, 1)), ("/proj/app/b.py", (2, 2))]


@pytest.mark.parametrize("query", ["", "   ", "?!", "…", '""'])
def test_a_query_without_words_finds_nothing(store: SqliteStore, query: str) -> None:
    """Nothing was asked, nothing is answered, and no words ran."""
    put(store, "a.py", "lease")
    answer = ask(store, query)
    assert (answer.hits, answer.ran.words) == ((), "none")


@pytest.mark.parametrize("query", ["", "?!"])
def test_a_restriction_without_words_tells_in_order_of_time(store: SqliteStore, query: str) -> None:
    """What the restriction leaves comes from its beginning on, unmarked, up to the limit."""
    talk(store, *(said(f"moment {n}", 5000 - n * 1000, id=str(n)) for n in range(5)))
    answer = ask(store, query, session="s", limit=3)
    assert texts_of(answer.hits) == ["moment 4", "moment 3", "moment 2"]
    assert {(hit.marks, hit.score) for hit in answer.hits} == {((), 0.0)}
    assert answer.ran.words == "none"


def test_what_a_range_cuts_out_does_not_use_up_the_limit(store: SqliteStore) -> None:
    """An exchange that began before a range and went on after it says nothing in it; the next one does."""
    talk(store, *exchange(), said("two here", 10, session="t"))
    assert texts_of(ask(store, "", limit=1, since=at(5), until=at(20)).hits) == ["two here"]


def test_the_part_that_answers_stands_for_the_exchange(store: SqliteStore) -> None:
    """Speaker, time, record and line are those of the part that was asked for; the text is the whole exchange."""
    question, answer = exchange()
    talk(store, question, answer)
    (hit,) = ask(store, "queue paid").hits
    assert (hit.id, hit.actor, hit.role, hit.time) == (answer.id, "Claude", "assistant", at(30))
    assert (hit.place.path, hit.place.lines, hit.place.session) == ("/logs/s.jsonl", (7, 7), "s")
    assert (hit.place.source, hit.place.project, hit.tz) == ("jsonl", "/proj/app", "Europe/Berlin")
    assert hit.text == f"{question.text}\n\n{answer.text}"
    assert [hit.text[start:end] for start, end in hit.marks] == ["queue", "paid"]
    assert [part.record for part in hit.parts] == [question.id, answer.id]
    assert ask(store, "lease").hits[0].id == question.id
    talk(store, said("the harvest", session="t", origin=Origin(source="jsonl", path="/logs/t.jsonl")))
    assert ask(store, "harvest").hits[0].place.lines is None


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ({"actor": "user"}, True),
        ({"actor": "USER"}, True),
        ({"actor": "claude"}, False),
        ({"until": at(10)}, True),
        ({"since": at(0), "until": at(1)}, True),
        ({"since": at(1)}, False),
        ({"since": at(1), "until": at(20)}, False),
        ({"session": "s"}, True),
    ],
)
def test_only_the_parts_a_restriction_leaves_can_answer(store: SqliteStore, where: Any, found: bool) -> None:  # noqa: FBT001 - a parameter
    """A word that somebody else said, or said on another day, is no answer; the rest of the exchange is shown."""
    talk(store, *exchange())
    hits = ask(store, "lease", **where).hits
    assert [hit.actor for hit in hits] == (["user"] if found else [])
    assert all(len(hit.parts) == 2 for hit in hits)


def test_a_range_holds_its_beginning_and_not_its_end(store: SqliteStore) -> None:
    """What was said in the very instant a range begins is in it; what was said as it ends is not."""
    talk(store, *exchange())
    assert len(ask(store, "queue", since=at(30)).hits) == 1
    assert ask(store, "queue", until=at(30)).hits == ()


def test_without_words_the_part_a_restriction_leaves_stands_for_the_exchange(store: SqliteStore) -> None:
    """The first part of the one speaker who was asked for."""
    talk(store, *exchange())
    assert [(hit.actor, hit.time) for hit in ask(store, "", actor="claude").hits] == [("Claude", at(30))]


def test_what_was_said_is_read_in_its_language(store: SqliteStore) -> None:
    """Inflected words of another language are marked, and found inside a restriction as outside of it."""
    talk(store, said(GERMAN))
    for where in ({}, {"actor": "user"}, {"since": at(-1)}):
        (hit,) = ask(store, "Haus", **where).hits
        assert [hit.text[start:end] for start, end in hit.marks] == ["Häuser"]


def test_what_a_tool_did_is_read_as_it_was_indexed(store: SqliteStore) -> None:
    """Output of a program that looks German was indexed in English, and is marked and restricted so."""
    talk(store, said("was denn"), acted(f"{GERMAN} Running.", 1))
    for where in ({"kind": "action"}, {"kind": "action", "actor": "tool"}):
        (hit,) = ask(store, "run", **where).hits
        assert [hit.text[start:end] for start, end in hit.marks] == ["Running"]


def test_a_hit_in_a_file_carries_what_is_known_of_it(store: SqliteStore) -> None:
    """Lines, symbol, heading and where its time is from, and no speaker; its score is explained to the last digit."""
    put(store, "a.py", chunk("def lease(): ...", symbol="lease", heading="Leases", lines=(3, 4)))
    (hit,) = ask(store, "lease").hits
    assert (hit.place.path, hit.place.lines, hit.place.session) == ("/proj/app/a.py", (3, 4), None)
    assert (hit.symbol, hit.heading, hit.time, hit.time_from) == ("lease", "Leases", NOON, "mtime")
    assert (hit.actor, hit.role, hit.parts, hit.tz) == (None, None, (), "UTC")
    assert hit.marks == ((4, 9),)
    assert hit.id.endswith(":0-16")
    assert hit.score == sum(hit.why.values()) > 0


def test_each_file_that_is_shown_is_looked_at_once(store: SqliteStore) -> None:
    """Two hits in one file are one look; what does not come to the top, and what was said, costs none."""
    put(store, "a.py", "lease lease one", "lease lease two")
    put(store, "b.py", f"lease {'word ' * 10}")
    talk(store, said("the lease"))
    files = Files()
    assert len(ask(store, "lease", files, limit=3).hits) == 3
    assert sorted(files.asked) == ["/proj/app/a.py", "/proj/app/b.py"]
    files = Files()
    ask(store, "lease", files, limit=1)
    assert files.asked == ["/proj/app/a.py"]


def test_a_change_repeats_the_search(store: SqliteStore) -> None:
    """A file that was changed is read again, and other files may come to the top, each looked at once."""
    put_each(store, "lease lease lease", f"lease {'word ' * 10}")
    files = Files(lambda _: put(store, "f0.py", "nothing of the kind"), f0=("current", True))
    answer = ask(store, "lease", files, limit=1)
    assert [hit.place.path for hit in answer.hits] == ["/proj/app/f1.py"]
    assert files.asked == ["/proj/app/f0.py", "/proj/app/f1.py"]
    assert answer.ran.stale == 0


def test_a_changed_file_that_still_answers_is_shown_as_it_is_now(store: SqliteStore) -> None:
    """The second search finds the new text, and does not look again."""
    put(store, "f0.py", "lease of old")
    files = Files(lambda _: put(store, "f0.py", "lease of new"), f0=("current", True))
    assert texts_of(ask(store, "lease", files).hits) == ["lease of new"]
    assert len(files.asked) == 1


def test_looking_at_files_that_change_ends(store: SqliteStore) -> None:
    """After so many rounds what changed in the last one is left out, rather than shown as it was."""
    count = ROUNDS + 5
    put_each(store, *(f"lease {n}" for n in range(count)))

    def drop(path: str) -> None:
        if len(files.asked) < ROUNDS:
            with store.transaction():
                store.drop_files([path])

    files = Files(drop, **{f"f{n}": ("current", True) for n in range(count)})
    assert ask(store, "lease", files, limit=1).hits == ()
    assert len(files.asked) == ROUNDS


def test_what_could_not_be_made_current_is_marked_and_counted(store: SqliteStore) -> None:
    """A stale or unreachable file is still shown, and said to be so; a conversation always is as it was said."""
    put(store, "old.py", "lease one", "lease two")
    put(store, "far.py", "lease three")
    put(store, "new.py", "lease four")
    talk(store, said("the lease"))
    answer = ask(store, "lease", Files(old=("stale", False), far=("unreachable", False)))
    states = sorted((hit.text, hit.state) for hit in answer.hits)
    assert states == [
        ("lease four", "current"),
        ("lease one", "stale"),
        ("lease three", "unreachable"),
        ("lease two", "stale"),
        ("the lease", "current"),
    ]
    assert answer.ran.stale == 3


@pytest.mark.parametrize("where", [{}, {"actor": "user"}])
def test_a_chunk_that_vanished_meanwhile_is_no_hit(store: SqliteStore, where: Any) -> None:
    """Another process may remove a chunk between finding and reading it."""
    talk(store, said("the lease"))
    with patch.object(SqliteStore, "excerpt", return_value=None):
        assert ask(store, "lease", **where).hits == ()


def test_the_answer_repeats_what_was_asked(store: SqliteStore) -> None:
    """The query and the time range come back as they were understood."""
    answer = ask(store, "the  Lease?", since=at(0))
    assert answer.query == "the  Lease?"
    assert answer.reading is not None
    assert answer.reading.start == at(0)
    assert ask(store, "lease").reading is None
