from __future__ import annotations

from datetime import UTC, datetime

import pytest
from bench.conventions import clash_of
from bench.time_items import Item


def item(source: str, phrase: str, start: str = "2026-11-01", end: str | None = "2026-11-08") -> Item:
    """Return a past item that means whole days, unless another start and end are given."""
    return Item(
        id="id",
        source=source,
        language="en",
        text=phrase,
        phrase=phrase,
        ref=datetime(2026, 11, 30, 12, tzinfo=UTC),
        start=datetime.fromisoformat(start).replace(tzinfo=UTC),
        end=None if end is None else datetime.fromisoformat(end).replace(tzinfo=UTC),
        grain="day",
        past=True,
        negative=False,
    )


NIGHT = ("2026-11-24T20:00", "2026-11-24T23:59")
HOUR = ("2026-11-24T17:00", "2026-11-24T18:00")


@pytest.mark.parametrize(
    ("one", "part"),
    [
        (item("chrono", "Last week"), "a distance"),
        (item("chrono", "la semana pasada", "2026-11-23T12:00", None), "a distance"),
        (item("duckling", "two years ago"), "a month"),
        (item("recognizers", "past 3 days"), "without the one"),
        (item("duckling", "直近の3日"), "without the one"),
        (item("recognizers", "from April 9 to April 17"), "last named day"),
        (item("recognizers", "november 19-20"), "last named day"),
        (item("recognizers", "2014年から2018年まで"), "last named day"),
        (item("duckling", "last summer"), "by the sun"),
        (item("recognizers", "tuesday night", *NIGHT), "hours"),
        (item("chrono", "this evening", "2026-11-30T20:00", None), "hours"),
    ],
    ids=lambda given: given.phrase if isinstance(given, Item) else given,
)
def test_where_sources_disagree_the_reason_is_named(one: Item, part: str) -> None:
    """A form that sources read differently is known by its words, its source and what it means there."""
    reason = clash_of(one)
    assert reason is not None
    assert part in reason


@pytest.mark.parametrize(
    "one",
    [
        item("duckling", "last week"),
        item("chrono", "two years ago"),
        item("recognizers", "yesterday"),
        item("recognizers", "2024-03-01"),
        item("recognizers", "2015-3"),
        item("recognizers", "viernes 6-jul-2018"),
        item("recognizers", "from 5 to 6pm of april 22", *HOUR),
        item("recognizers", "from april until the end of june"),
        item("recognizers", "昨日の午前8時から午後3時まで", *HOUR),
        item("chrono", "11 tonight", "2026-11-30T23:00", None),
        item("duckling", "at 8 in the evening", *HOUR),
        item("recognizers", "last two minutes", "2026-11-30T11:58", "2026-11-30T12:00"),
    ],
    ids=lambda given: given.phrase,
)
def test_where_sources_agree_there_is_no_reason(one: Item) -> None:
    """What a source reads as the others do, dates with dashes and clock times among it, is no clash."""
    assert clash_of(one) is None
