"""The phrase taken out of a query, days counted in a zone, and what an empty range offers."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.asking import at, put, put_each, talk
from tests.making import NOON, answered, chunk, said, texts_of

from hitherto.core.answer import Filter, TimeRange
from hitherto.engine.by_time import (
    MOST_EMPTY_DAYS,
    asks_for_everything,
    bounds_of,
    by_day,
    counted,
    day_of,
    nearest,
    phrased,
)
from hitherto.engine.by_words import Question
from hitherto.engine.recall import ENOUGH_BY_WORDS, ENOUGH_WITHIN, recall
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hitherto.core.answer import Recall

ZONES = [
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "Asia/Kathmandu",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Africa/Cairo",
]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Give an empty index."""
    store = SqliteStore(tmp_path / "hitherto.db")
    yield store
    store.close()


def phrase(query: str, word: str) -> list[TimeRange]:
    """Return ``word`` read as the day before, and in a second way as the two days before."""
    place = (query.rindex(word), query.rindex(word) + len(word))
    return [
        TimeRange(start=NOON - timedelta(days=days), end=NOON, zone="UTC", phrase=word, at=place) for days in (1, 2)
    ]


@pytest.mark.parametrize(
    ("query", "word", "rest"),
    [
        ("yesterday, about the budget", "yesterday", "about the budget"),
        ("the budget, yesterday", "yesterday", "the budget"),
        ("the budget (yesterday) of the garden", "yesterday", "the budget ( ) of the garden"),
        ("budget yesterday: garden", "yesterday", "budget garden"),
        ("  yesterday  ", "yesterday", ""),
        ("昨日の予算", "昨日", "予算"),
        ("昨日、予算について", "昨日", "予算について"),
        ("昨天的会议", "昨天", "会议"),
        ("予算は昨日", "昨日", "予算は"),
        ("昨日のbudget", "昨日", "のbudget"),
    ],
)
def test_the_phrase_is_taken_out_with_what_joined_it(query: str, word: str, rest: str) -> None:
    """Commas and the like go with it, and in Japanese and Chinese the particle that ties it to the next word."""
    found = phrased(query, phrase(query, word))
    assert (found.rest, found.reading.phrase, found.reading.start) == (rest, word, NOON - timedelta(days=1))
    assert [one.start for one in found.others] == [NOON - timedelta(days=2)]


def test_beside_a_quotation_the_phrase_is_cut_where_it_stands() -> None:
    """The quotation stays whole, also where it holds the same words."""
    query = '"yesterday" yesterday at the piano'
    assert phrased(query, phrase(query, "yesterday")).rest == '"yesterday" at the piano'


@pytest.mark.parametrize(
    "query",
    [
        "",
        " ?! ",
        "what happened",
        "What did we talk about?",
        "what's new",
        "what have I been doing",
        "was ist passiert",
        "Worüber haben wir geredet?",
        "qu'est-ce qu'on a dit",
        "¿qué hicimos?",
        "passiert",
        "о чём мы говорили?",
        "何を話した",
        "は何があった？",
        "何をしたか教えて",
        "我们聊了什么",
        "发生了什么",
    ],
)
def test_a_question_that_names_nothing_asks_for_everything(query: str) -> None:
    """Question words and words for saying and doing look for nothing, in any of the languages."""
    assert asks_for_everything(query)


@pytest.mark.parametrize(
    "query",
    [
        "what about the budget",
        "war",
        "quest",
        "what happened to the war",
        "happened wombat",
        "was ist mit dem Budget passiert",
        "予算について何を話した",
        "会议",
        "E_QUOTA_17",
        '"what happened"',
        "“everything”",
    ],
)
def test_any_word_that_names_something_is_looked_for(query: str) -> None:
    """One word is enough, also one that means nothing in another language."""
    assert not asks_for_everything(query)


days = st.dates(date(1950, 1, 1), date(2099, 12, 30))


@given(days, st.sampled_from(ZONES))
def test_days_follow_one_another_without_a_gap(day: date, zone: str) -> None:
    """A day ends where the next one begins, whatever the clocks do, and lasts a day give or take their change."""
    start, end = bounds_of(day, zone)
    assert end == bounds_of(day + timedelta(days=1), zone)[0]
    assert timedelta(0) <= end - start <= timedelta(hours=49)
    if start < end:
        assert day_of(start, zone) == day_of(end - timedelta(microseconds=1), zone) == day
        assert day_of(start - timedelta(microseconds=1), zone) < day


@pytest.mark.parametrize(
    ("day", "hours"), [(date(2026, 3, 29), 23), (date(2026, 10, 25), 25), (date(2026, 11, 24), 24)]
)
def test_a_day_may_have_23_or_25_hours(day: date, hours: int) -> None:
    """On the days the clocks are changed a day is as long as it is."""
    start, end = bounds_of(day, "Europe/Berlin")
    assert end - start == timedelta(hours=hours)


quarters = st.dictionaries(
    st.integers(0, 40_000).map(lambda n: datetime(2025, 11, 1, tzinfo=UTC) + n * timedelta(minutes=15)),
    st.integers(1, 9),
    max_size=30,
)


@given(quarters, st.sampled_from(ZONES))
def test_every_piece_counts_on_one_day(found: dict[datetime, int], zone: str) -> None:
    """Nothing is counted twice or lost, and each in the day that its instant lies in."""
    counted_days = by_day(found, zone)
    assert sum(day.count for day in counted_days) == sum(found.values())
    assert counted_days == sorted(counted_days, key=lambda day: day.start)
    for day in counted_days:
        assert day.count == sum(count for quarter, count in found.items() if day.start <= quarter < day.end) > 0


@given(quarters, days, st.integers(1, MOST_EMPTY_DAYS), st.sampled_from(ZONES))
def test_of_a_range_every_day_is_there(found: dict[datetime, int], first: date, count: int, zone: str) -> None:
    """Each day of a closed range has its line, with a zero where it has nothing."""
    start, end = bounds_of(first, zone)[0], bounds_of(first + timedelta(days=count), zone)[0]
    inside = {quarter: number for quarter, number in found.items() if start <= quarter < end}
    span = TimeRange(start=start, end=end, zone=zone, phrase="")
    shown = by_day(inside, zone, span)
    # Where a zone crossed the date line, a day of the calendar was left out or came twice.
    assert abs(len(shown) - count) <= 1
    assert sum(day.count for day in shown) == sum(inside.values())


@pytest.mark.parametrize("open_end", [True, False])
def test_of_a_long_or_open_range_only_days_that_hold_something(*, open_end: bool) -> None:
    """Years of zeros tell nothing."""
    start = datetime(2020, 1, 1, tzinfo=ZoneInfo("UTC"))
    span = TimeRange(start=start, end=None if open_end else NOON, zone="UTC", phrase="")
    assert [day.count for day in by_day({NOON: 2}, "UTC", span)] == [2]


def ask(store: SqliteStore, text: str, *, span: tuple[datetime | None, datetime | None], **more: object) -> Recall:
    """Ask within a range of time, or with ``narrowed=False`` beside it."""
    reading = TimeRange(start=span[0], end=span[1], zone="UTC", phrase="then")
    where = Filter() if more.get("narrowed") is False else Filter(since=span[0], until=span[1])
    question = Question(text=text, where=where, limit=10, reading=reading, **{"order": "time", **more})  # type: ignore[arg-type]
    return recall(store, question, lambda _: ("current", False), None, "no vectors yet")


def test_a_listing_shows_the_lines_of_the_range_and_no_others(store: SqliteStore) -> None:
    """Every line in its place, also one that is said twice; of an exchange that goes beyond the range its part."""
    talk(
        store,
        said("Did you water the garden behind the house this morning already?", -30),
        answered("ok", 1, session="s"),
        answered("ok", 2, session="t"),
        answered("ok", 200, session="s"),
    )
    answer = ask(store, "", span=(at(0), at(100)), listing=True)
    assert [(hit.text, hit.place.session) for hit in answer.hits] == [("ok", "s"), ("ok", "t")]
    assert [[part.time for part in hit.parts] for hit in answer.hits] == [[at(1)], [at(2)]]
    assert answer.ran.words == "none"


def test_by_rank_the_best_comes_first_within_the_range(store: SqliteStore) -> None:
    """The order is the one asked for; what is outside the range is in neither."""
    talk(store, said(f"the lease {'of this and that ' * 40}", 0), said("lease, lease", 2000), said("the lease", 9000))
    span = (at(-1), at(3000))
    assert [hit.time for hit in ask(store, "lease", span=span).hits] == [at(0), at(2000)]
    assert [hit.time for hit in ask(store, "lease", span=span, order="rank").hits] == [at(2000), at(0)]


def test_what_a_prompt_mentions_is_lifted_and_nothing_is_left_out(store: SqliteStore) -> None:
    """Of two that are alike the one in the mentioned time comes first, with the factor among its reasons."""
    talk(store, said("the lease", 0), said("the lease of a year", 5000))
    span = (at(4000), at(6000))
    plain = ask(store, "lease", span=(None, None), narrowed=False, order="rank").hits
    lifted = ask(store, "lease", span=span, narrowed=False, order="rank")
    assert [hit.time for hit in plain] == [at(0), at(5000)]
    assert [hit.time for hit in lifted.hits] == [at(5000), at(0)]
    assert ["when" in hit.why for hit in lifted.hits] == [True, False]
    assert not lifted.narrowed


def test_days_beside_an_empty_range(store: SqliteStore) -> None:
    """The nearest day before and after that hold the words, each with its count; else those that hold anything."""
    talk(store, *(said(f"lease {n}", n * 24 * 60) for n in range(3)), said("queue", 3 * 24 * 60))
    span = Filter(since=at(2.5 * 24 * 60), until=at(2.6 * 24 * 60))
    found, by_words = nearest(store, "lease", span, "UTC")
    assert ([(day.start.day, day.count) for day in found], by_words) == ([(26, 1)], True)
    found, by_words = nearest(store, "harvest", span, "UTC")
    assert ([(day.start.day, day.count) for day in found], by_words) == ([(26, 1), (27, 1)], False)
    found, by_words = nearest(store, "harvest", Filter(since=at(-1), until=at(2.5 * 24 * 60)), "UTC")
    assert ([day.start.day for day in found], by_words) == ([24, 26], False)
    assert nearest(store, "", span, "UTC")[1] is False
    assert nearest(store, "?!", span, "UTC")[1] is False
    assert nearest(store, "", Filter(), "UTC") == ((), False)


def test_all_words_are_counted_before_any(store: SqliteStore) -> None:
    """Where a day has all the words, days with some of them do not count; where none has, they do."""
    put(store, "a.py", chunk("lease queue"), chunk("lease only", lines=(5, 5), ts_start=at(1000), ts_end=at(1000)))
    assert sum(counted(store, "lease queue", Filter()).values()) == 1
    assert sum(counted(store, "lease harvest", Filter()).values()) == 2
    assert sum(counted(store, "what happened", Filter()).values()) == 2
    assert counted(store, "harvest", Filter()) == {}


def test_enough_within_a_range_is_said(store: SqliteStore) -> None:
    """How many texts have all the words is counted where a time restricts, since it decides whether meaning joins."""
    put_each(store, *(f"lease queue {n}" for n in range(ENOUGH_WITHIN)))
    answer = ask(store, "lease queue", span=(at(-1), at(1)))
    assert len(texts_of(answer.hits)) == ENOUGH_WITHIN
    assert answer.ran.fallback == "no vectors yet" != ENOUGH_BY_WORDS
