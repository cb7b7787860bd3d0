from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.text.timephrase import asks_about_past, parse
from hitherto.text.timephrase.grammar.matching import Matcher

PAGE = Path(__file__).parents[4] / "docs" / "reference" / "time.md"
ZONE = "Europe/Berlin"
BERLIN = ZoneInfo(ZONE)
NOW = datetime(2026, 11, 30, 12, tzinfo=BERLIN)
ROW = re.compile(r"^\| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)
ROWS = [row for row in ROW.findall(PAGE.read_text(encoding="utf-8")) if row[0] != "phrase"]


def instant(text: str) -> datetime | None:
    return None if text == "open" else datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


def test_the_page_has_tables() -> None:
    """The page of conventions is read as it stands."""
    assert len(ROWS) > 90


@pytest.mark.parametrize(("phrase", "start", "end"), ROWS, ids=[row[0] for row in ROWS])
def test_every_row_of_the_page_is_read_so(phrase: str, start: str, end: str) -> None:
    """What the page of conventions says about a phrase is what is read."""
    found = parse(phrase, NOW, ZONE)
    if start == "none":
        assert found == []
    else:
        assert (found[0].start, found[0].end) == (instant(start), instant(end))
        assert found[0].zone == ZONE


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("yesterday evening, about the budget", "yesterday evening"),
        ("what did we decide last Tuesday night", "last Tuesday night"),
        ("the retry logic from 3 days ago", "from 3 days ago"),
        ("What happened between March 3 and March 9?", "between March 3 and March 9"),
        ("budget (March 2024) again", "March 2024"),
        ("notes since last Monday.", "since last Monday"),
        ("“Yesterday” was late", "Yesterday"),
        ("Ｙｅｓｔｅｒｄａｙ we met", "Ｙｅｓｔｅｒｄａｙ"),
    ],
)
def test_a_phrase_is_found_inside_a_query(query: str, phrase: str) -> None:
    """The span of a phrase covers exactly its words."""
    (first, *_) = parse(query, NOW, ZONE)
    assert first.at is not None
    assert first.phrase == query[first.at[0] : first.at[1]] == phrase


def test_other_readings_come_after_the_first() -> None:
    """What a phrase could mean as well is listed, each once, with what makes it different."""
    (first, *others) = parse("last Tuesday", datetime(2026, 11, 26, 12, tzinfo=UTC), "UTC")
    assert first.start == datetime(2026, 11, 24, tzinfo=UTC)
    assert [(one.start, one.reading) for one in others] == [(datetime(2026, 11, 17, tzinfo=UTC), "of last week")]
    assert [one.reading for one in parse("3/4/2024", NOW, ZONE)] == ["", "day and month the other way"]
    assert [one.reading for one in parse("last week", NOW, ZONE)] == ["", "the week up to today"]
    assert [one.reading for one in parse("March", NOW, ZONE)] == ["", "the next one"]
    assert len(parse("4/4/2024", NOW, ZONE)) == 1


def test_what_is_looked_for_widely_takes_the_whole_week() -> None:
    """Three weeks ago is a day to a clock, and a week to somebody who looks for something."""
    narrow, wide = parse("three weeks ago", NOW, ZONE), parse("three weeks ago", NOW, ZONE, widely=True)
    assert [one.grain for one in narrow] == ["day", "week"]
    assert [one.grain for one in wide] == ["week", "day"]
    assert wide[0].start == instant("2026-11-09")


@pytest.mark.parametrize(
    ("direction", "phrase", "start"),
    [
        ("future", "Tuesday", "2026-12-01"),
        ("future", "March", "2027-03-01"),
        ("future", "the 5th", "2026-12-05"),
        ("nearest", "December 24", "2026-12-24"),
        ("nearest", "March 3", "2027-03-03"),
        ("nearest", "Sunday", "2026-11-29"),
        ("past", "in 3 days", "2026-12-03"),
        ("past", "tomorrow", "2026-12-01"),
        ("past", "next week", "2026-12-07"),
    ],
)
def test_which_way_a_bare_day_lies_follows_the_direction(direction: str, phrase: str, start: str) -> None:
    """Recall looks back, deadlines look forward, and what names its own direction keeps it."""
    found = parse(phrase, NOW, ZONE, direction=direction)  # type: ignore[arg-type]
    assert found[0].start == instant(start)


def test_weeks_can_begin_on_sunday() -> None:
    """Where weeks begin on Sunday, last week ends on Saturday."""
    (first, *_) = parse("last week", NOW, ZONE, week_start=6)
    assert (first.start, first.end) == (instant("2026-11-22"), instant("2026-11-29"))


@pytest.mark.parametrize(("day", "hours"), [("2026-03-29", 23), ("2026-10-25", 25), ("2026-11-29", 24)])
def test_a_day_is_as_long_as_the_clock_makes_it(day: str, hours: int) -> None:
    """Where clocks change, a day has 23 or 25 hours."""
    (first, *_) = parse(day, NOW, ZONE)
    assert first.start is not None
    assert first.end is not None
    assert first.end - first.start == timedelta(hours=hours)


def test_a_day_that_a_zone_left_out_is_none() -> None:
    """Samoa went from 29 to 31 December 2011; the day between is no time there, and one elsewhere."""
    assert parse("2011-12-30", NOW, "Pacific/Apia") == []
    assert parse("2011-12-30", NOW, ZONE) != []


def test_hours_ago_are_counted_on_the_clock_of_the_zone() -> None:
    """A day that is asked about just after midnight is the day of the person's zone, not that of UTC."""
    (first, *_) = parse("today", datetime(2026, 11, 30, 23, 30, tzinfo=UTC), "Asia/Tokyo")
    assert first.start == datetime(2026, 11, 30, 15, tzinfo=UTC)


@pytest.mark.parametrize("text", ["around 9999-12-31", "in 9000 years", "last 9999 years", "3000 years ago"])
def test_what_lies_beyond_the_calendar_is_nothing(text: str) -> None:
    """A distance or a day the calendar does not go to is read as no time at all."""
    assert parse(text, NOW, ZONE) == []


@pytest.mark.parametrize("text", ["", "   ", "?", "31 February 2024", "February 30", "99/99", "0000-00-00", "'", "-"])
def test_what_names_no_day_is_no_phrase(text: str) -> None:
    """A day that does not exist, or nothing at all, is not a time."""
    assert parse(text, NOW, ZONE) == []


def test_a_day_that_does_not_exist_leaves_the_rest_of_the_query_its_phrase() -> None:
    """Where the longest phrase means nothing, the next one is read."""
    (first, *_) = parse("February 30 or yesterday", NOW, ZONE)
    assert first.phrase == "yesterday"


def test_a_long_text_is_looked_at_from_its_beginning() -> None:
    """A time at the beginning of a page is found, and one behind thousands of characters is not looked for."""
    page = "lorem ipsum " * 1000
    assert parse("yesterday " + page, NOW, ZONE)[0].phrase == "yesterday"
    assert parse(page + "yesterday", NOW, ZONE) == []


@pytest.mark.parametrize(
    "piece", ["in the last 3 days of the last 3 days ", "三", "1日", "first monday of ", "between 1 and ", "昨日の"]
)
def test_the_work_for_a_made_up_query_is_bounded(piece: str) -> None:
    """However time words pile up, the phrases of a query are followed only so far."""
    matchers = []

    class Watched(Matcher):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given)
            matchers.append(self)

    with patch("hitherto.text.timephrase.reading.Matcher", Watched):
        parse(piece * (4000 // len(piece)), NOW, ZONE)
    assert matchers
    assert max(matcher.steps for matcher in matchers) < 20_000


@given(st.text(max_size=60))
def test_any_text_is_read_or_left_alone(text: str) -> None:
    """No text makes reading fail, and what is read lies inside the text and the right way round."""
    for one in parse(text, NOW, ZONE):
        assert one.at is not None
        assert text[one.at[0] : one.at[1]] == one.phrase
        assert one.start is None or one.end is None or one.start < one.end


WORDS = st.sampled_from(
    [
        *("last", "next", "this", "the", "of", "in", "on", "at", "to", "from", "between", "and", "since", "until"),
        *("before", "march", "may", "monday", "tuesday", "week", "month", "year", "day", "days", "ago", "3", "12"),
        *("2024", "15:30", "5pm", "first", "half", "evening", "night", "beginning", "end", "mid", "yesterday"),
        *("today", "-", "/", ",", "'", "q3", "summer", "christmas", "w/c", "season", "90s", "21st", "twenty"),
    ]
)


@given(st.lists(WORDS, max_size=9), st.datetimes(datetime(1971, 1, 1), datetime(2090, 1, 1)))  # noqa: DTZ001
def test_any_row_of_time_words_is_read_or_left_alone(words: list[str], moment: datetime) -> None:
    """However time words follow each other, at any moment, ranges are never empty or the wrong way round."""
    for one in parse(" ".join(words), moment.replace(tzinfo=UTC), ZONE):
        assert one.start is None or one.end is None or one.start < one.end


@given(st.dates(datetime(1900, 1, 1).date(), datetime(2100, 1, 1).date()))  # noqa: DTZ001
def test_a_written_day_is_that_day(day: object) -> None:
    """A day written out in full is read as that day, whenever it is asked."""
    text = f"{day:%B} {day.day}, {day.year}"  # type: ignore[attr-defined,str-format]
    (first, *_) = parse(text, NOW, "UTC")
    assert first.start == datetime(day.year, day.month, day.day, tzinfo=UTC)  # type: ignore[attr-defined]


@pytest.mark.parametrize("prompt", ["what did we decide about leases?", "Do you remember the budget?", "Who said that"])
def test_a_prompt_that_asks_what_was(prompt: str) -> None:
    """A prompt that asks about the past is known by its words."""
    assert asks_about_past(prompt)


@pytest.mark.parametrize("prompt", ["write a test for the parser", "fix it by Friday", "", "3 + 4"])
def test_a_prompt_that_asks_for_something_else(prompt: str) -> None:
    """A prompt that asks for work is not taken for a question about the past."""
    assert not asks_about_past(prompt)


@pytest.mark.parametrize(
    ("query", "phrase"),
    [
        ("die Datei ist hier nicht gespeichert", None),
        ("qu'est-ce qu'on a décidé hier", "hier"),
        ("hier", "hier"),
        ("réunion hier", "hier"),
        ("hier soir", "hier soir"),
        ("ALTER TABLE x SET y", None),
        ("the Java Set interface", None),
    ],
)
def test_a_word_of_two_languages_is_of_the_one_around_it(query: str, phrase: str | None) -> None:
    """What is yesterday in French and here in German is read by the language of the other words."""
    found = parse(query, NOW, ZONE)
    assert (found[0].phrase if found else None) == phrase


@pytest.mark.parametrize(
    "phrase",
    [row[0] for row in ROWS if row[1] != "none" and row[0][0].isascii() and not row[0].startswith("what ")],
)
def test_every_phrase_of_the_page_is_read_inside_a_question(phrase: str) -> None:
    """What is read alone is read the same beside other words, but for a word that is then no time any more."""
    alone = parse(phrase, NOW, ZONE)[0]
    beside = parse(f"budget notes, {phrase}, retry logic", NOW, ZONE)
    assert beside == [] or (beside[0].start, beside[0].end) == (alone.start, alone.end)
