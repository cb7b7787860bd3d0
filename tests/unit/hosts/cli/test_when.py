"""Ranges of time as a person reads them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.core.answer import TimeRange
from hitherto.core.days import Day
from hitherto.hosts.cli.when import literally, nearest_days, span, told

BERLIN = ZoneInfo("Europe/Berlin")


def local(text: str) -> datetime:
    """Return an instant that is given in Berlin."""
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN).astimezone(UTC)


@pytest.mark.parametrize(
    ("start", "end", "shown"),
    [
        ("2026-11-24T17:00", "2026-11-24T22:00", "Tue 24 Nov 2026 17:00-22:00"),
        ("2026-11-24", "2026-11-25", "Tue 24 Nov 2026"),
        ("2026-11-23", "2026-11-30", "Mon 23 - Sun 29 Nov 2026"),
        ("2026-11-30", "2026-12-07", "Mon 30 Nov - Sun 6 Dec 2026"),
        ("2025-12-29", "2026-01-05", "Mon 29 Dec 2025 - Sun 4 Jan 2026"),
        ("2024-01-01", "2025-01-01", "Mon 1 Jan - Tue 31 Dec 2024"),
        ("2026-11-24T20:00", "2026-11-25T04:00", "Tue 24 Nov 2026 20:00 - Wed 25 Nov 2026 04:00"),
        ("2026-11-24T18:00", "2026-11-25", "Tue 24 Nov 2026 18:00-24:00"),
        ("2026-11-24", "2026-11-24T06:00", "Tue 24 Nov 2026 00:00-06:00"),
        ("2026-11-24T18:30:05", "2026-11-24T18:30:06", "Tue 24 Nov 2026 18:30:05-18:30:06"),
        ("2026-03-29", "2026-03-30", "Sun 29 Mar 2026"),
        ("2026-10-25", "2026-10-26", "Sun 25 Oct 2026"),
        ("2026-11-24", None, "since Tue 24 Nov 2026"),
        ("2026-11-24T18:30", None, "since Tue 24 Nov 2026 18:30"),
        (None, "2026-11-25", "until Tue 24 Nov 2026"),
        (None, "2026-11-24T18:30", "until Tue 24 Nov 2026 18:30"),
        (None, None, "at any time"),
    ],
)
def test_a_range_names_the_last_day_that_counts(start: str | None, end: str | None, shown: str) -> None:
    """Whole days have no times, and nothing is said twice."""
    assert span(start and local(start), end and local(end), "Europe/Berlin") == shown  # type: ignore[arg-type]


def test_an_hour_that_comes_twice_is_told_apart() -> None:
    """On the night the clocks are set back, the distance from UTC says which of the two hours is meant."""
    start = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    shown = span(start, start + timedelta(hours=1), "Europe/Berlin")
    assert shown == "Sun 25 Oct 2026 02:30+0200-02:30+0100"


def test_a_day_without_midnight_is_a_whole_day() -> None:
    """Where the clocks go over midnight, the day begins at one o'clock and is whole all the same."""
    start = datetime(2018, 11, 4, 3, tzinfo=UTC)
    assert span(start, datetime(2018, 11, 5, 2, tzinfo=UTC), "America/Sao_Paulo") == "Sun 4 Nov 2018"


def test_the_zone_is_told() -> None:
    """A range is followed by the zone it was meant in; one that is unknown here is shown in UTC."""
    reading = TimeRange(start=local("2026-11-24"), end=local("2026-11-25"), zone="Europe/Berlin", phrase="Tuesday")
    assert told(reading) == "Tue 24 Nov 2026 Europe/Berlin"
    assert span(datetime(2026, 11, 24, tzinfo=UTC), None, "No/Where") == "since Tue 24 Nov 2026"


@given(
    st.dates(date(1971, 1, 1), date(2099, 1, 1)),
    st.integers(1, 500),
    st.sampled_from(["Europe/Berlin", "America/New_York", "Asia/Tokyo", "Australia/Lord_Howe"]),
)
def test_whole_days_have_no_times(first: date, count: int, zone: str) -> None:
    """Whatever the clocks do within it, a range of whole days is told by its first day and its last."""
    there = ZoneInfo(zone)
    last = first + timedelta(days=count - 1)
    start, end = (
        datetime(day.year, day.month, day.day, tzinfo=there).astimezone(UTC)
        for day in (first, first + timedelta(days=count))
    )
    shown = span(start, end, zone)
    assert ":" not in shown
    assert shown.endswith(f"{last:%a} {last.day} {last:%b} {last:%Y}")
    assert shown.startswith(f"{first:%a} {first.day}")


def test_a_command_for_each_day_nearby() -> None:
    """It repeats the restrictions and the words, quoted for a shell, behind -- where they begin with a dash."""
    days = [Day(start=local("2026-11-23"), end=local("2026-11-24"), count=3)]
    assert nearest_days(days, "Europe/Berlin", "the budget's", ["--kind", "note"]) == [
        "the nearest days with these words:",
        "Mon 23 Nov 2026 (3): `hitherto recall --on 2026-11-23 --kind note 'the budget'\"'\"'s'`",
    ]
    assert nearest_days(days, "Europe/Berlin", "-n", [])[1].endswith("--on 2026-11-23 -- -n`")
    assert nearest_days(days, "Europe/Berlin", "", [])[0] == "the nearest days with anything:"


def test_a_command_for_who_meant_no_time() -> None:
    """The query as it was typed, with its restrictions."""
    assert literally("deploy friday", ["--kind", "note"]) == (
        "no time was meant: `hitherto recall --literal --kind note 'deploy friday'`"
    )
    assert literally("-v friday", []) == "no time was meant: `hitherto recall --literal -- '-v friday'`"
