"""How a query is read with the clock and the zone of the settings, and how something is found again by its id."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from tests.making import chat, line, memory_in, write

from hitherto.app import adapters
from hitherto.app.asking import When, question_of, read
from hitherto.app.config import Settings
from hitherto.core.answer import Filter
from hitherto.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hitherto.app.asking import Read
    from hitherto.app.memory import Memory

SETTINGS_ZONE = "Europe/Berlin"


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be the first of December, a Tuesday."""
    monkeypatch.setattr(adapters, "now", lambda: datetime(2026, 12, 1, 9, tzinfo=UTC))


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Give a memory with a conversation of two lines and a note."""
    chat(
        tmp_path / "talk.jsonl",
        line("Where does the wombat dig, do you think?"),
        line("Behind the shed.", 1, "assistant"),
    )
    write(tmp_path / "notes/plan.md", "# Plan\n\nThe budget is 300 euros.\n")
    with memory_in(tmp_path, embedder="none") as memory:
        memory.add(str(tmp_path / "talk.jsonl"))
        memory.add(str(tmp_path / "notes"))
        yield memory


def how(tmp_path: Path, query: str, when: When | None = None, where: Filter | None = None) -> Read:
    """Read a query."""
    return read(Settings(home=tmp_path, zone=SETTINGS_ZONE), query, where or Filter(), when or When())


def test_a_phrase_restricts_and_is_not_looked_for(tmp_path: Path) -> None:
    """In the zone of the settings, by the clock; other restrictions stay."""
    found = how(tmp_path, "yesterday, about the budget", where=Filter(kind="note"))
    assert found.rest == "about the budget"
    assert found.where == Filter(
        kind="note",
        since=datetime(2026, 11, 29, 23, tzinfo=UTC),
        until=datetime(2026, 11, 30, 23, tzinfo=UTC),
    )
    question = question_of(found, limit=3, words_only=False, by=None)
    assert (question.order, question.listing, question.narrowed) == ("time", False, True)
    assert question_of(found, limit=3, words_only=False, by="rank").order == "rank"


def test_weeks_begin_where_the_settings_say(tmp_path: Path) -> None:
    """Last week is from Monday on, or from the day that was chosen."""
    begins = {
        day: read(Settings(home=tmp_path, week_start=day), "budget last week", Filter(), When()).where.since
        for day in ("monday", "sunday", "saturday")
    }
    assert [begin.day for begin in begins.values() if begin] == [23, 22, 21]


@pytest.mark.parametrize("when", [When(literal=True), When(on="2026-11-24"), When(since="2026"), When(until="2026")])
def test_dates_and_literal_outrank_the_phrase(tmp_path: Path, when: When) -> None:
    """Then nothing is taken out of the query."""
    found = how(tmp_path, "yesterday, about the budget", when)
    assert found.rest == "yesterday, about the budget"
    assert found.others == ()
    assert (found.reading is None) == when.literal


@pytest.mark.parametrize("query", ['"yesterday" the song', "the song “yesterday”", "the song", " "])
def test_what_is_quoted_is_no_phrase(tmp_path: Path, query: str) -> None:
    """A quotation is looked for as it stands; so is a query without any phrase."""
    found = how(tmp_path, query)
    assert (found.reading, found.rest) == (None, query)


def test_as_of_goes_with_everything(tmp_path: Path) -> None:
    """To the end of the day that is named, beside a phrase or alone; alone it leaves the best first."""
    end = datetime(2026, 3, 1, 23, tzinfo=UTC)
    found = how(tmp_path, "budget yesterday", When(as_of="2026-03-01"))
    assert (found.where.recorded_by, found.rest) == (end, "budget")
    alone = how(tmp_path, "budget", When(as_of="2026-03-01"))
    assert question_of(alone, limit=3, words_only=False, by=None).order == "rank"
    with pytest.raises(UsageError):
        how(tmp_path, "budget", When(as_of="someday"))


@pytest.mark.parametrize(
    ("prompt", "narrowed"),
    [("what did we decide yesterday about the budget?", True), ("write the report I promised yesterday", False)],
)
def test_in_a_prompt_a_phrase_restricts_only_where_it_asks_about_the_past(
    tmp_path: Path, prompt: str, *, narrowed: bool
) -> None:
    """Otherwise the whole prompt is looked for everywhere, and what lies in that time is lifted."""
    found = how(tmp_path, prompt, When(prompt=True))
    assert found.reading is not None
    assert found.narrowed is narrowed
    assert (found.where == Filter()) is not narrowed
    assert (found.rest == prompt) is not narrowed
    assert question_of(found, limit=3, words_only=False, by=None).order == ("time" if narrowed else "rank")


def test_what_lies_ahead_restricts_nothing(tmp_path: Path) -> None:
    """Nothing was said in it yet: what was said about it is looked for, and the reading is told all the same."""
    found = how(tmp_path, "the plan for next month")
    assert found.reading is not None
    assert (found.rest, found.narrowed, found.where) == ("the plan for next month", False, Filter())
    assert how(tmp_path, "the plan for today").narrowed


def test_this_moment_restricts_nothing(tmp_path: Path) -> None:
    """A question about how it is now is no question about this minute."""
    for query in ("how does it work now", "wie ist es jetzt", "back in 5 minutes"):
        found = how(tmp_path, query)
        assert found.reading is not None
        assert (found.rest, found.narrowed, found.where) == (query, False, Filter())


def test_a_time_alone_lists(tmp_path: Path) -> None:
    """A question without content is for everything of that time; without a time it looks for its words."""
    assert question_of(how(tmp_path, "what happened yesterday"), limit=3, words_only=False, by=None).listing
    assert question_of(how(tmp_path, "", When(on="2026")), limit=3, words_only=False, by=None).listing
    assert not question_of(how(tmp_path, "what happened"), limit=3, words_only=False, by=None).listing


def test_an_utterance_by_its_id(memory: Memory) -> None:
    """What was said is given alone, with who said it."""
    (talk,) = memory.recall("wombat").hits
    (hit,) = memory.one(talk.parts[1].record).hits
    assert (hit.text, hit.actor, hit.kind) == ("Behind the shed.", "assistant", "conversation")
    assert hit.place.session == talk.place.session


def test_a_piece_of_a_file_by_its_id(memory: Memory) -> None:
    """The very hit comes back, as long as its file says the same."""
    (note,) = memory.recall("budget").hits
    (hit,) = memory.one(note.id).hits
    assert (hit.text, hit.place, hit.id) == (note.text, note.place, note.id)


@pytest.mark.parametrize("wanted", ["nothing", "nothing:0-9", ""])
def test_an_id_of_nothing(memory: Memory, wanted: str) -> None:
    """It is said that there is none, and where ids are found."""
    with pytest.raises(UsageError, match="nothing with the id") as caught:
        memory.one(wanted)
    assert "--json" in caught.value.hint


def test_a_listing_says_how_much_there_is(memory: Memory) -> None:
    """The first of two pieces, and that there are two."""
    answer = memory.recall("what happened in 2026", limit=1)
    assert answer.total == 1
    everything = memory.recall("", since="2000", limit=1)
    assert (len(everything.hits), everything.total) == (1, 2)


def test_an_empty_time_offers_the_days_nearby(memory: Memory) -> None:
    """What was found nowhere in that time is said to be on the day it is on."""
    answer = memory.recall("wombat yesterday")
    assert (answer.hits, answer.by_words, answer.query, answer.asked) == ((), True, "wombat yesterday", "wombat")
    assert [(day.start, day.count) for day in answer.nearest] == [(datetime(2026, 11, 23, 23, tzinfo=UTC), 1)]
