from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.app.dates import period, range_of
from hitherto.core.errors import UsageError

BERLIN = "Europe/Berlin"


def utc(text: str) -> datetime:
    """Return an instant in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2026", "2025-12-31T23:00", "2026-12-31T23:00"),
        ("2026-02", "2026-01-31T23:00", "2026-02-28T23:00"),
        ("2026-12", "2026-11-30T23:00", "2026-12-31T23:00"),
        ("2026-11-24", "2026-11-23T23:00", "2026-11-24T23:00"),
        ("20261124", "2026-11-23T23:00", "2026-11-24T23:00"),
        (" 2026-11-24 ", "2026-11-23T23:00", "2026-11-24T23:00"),
        ("2026-11-24T18", "2026-11-24T17:00", "2026-11-24T18:00"),
        ("2026-11-24T18:30", "2026-11-24T17:30", "2026-11-24T17:31"),
        ("2026-11-24 18:30", "2026-11-24T17:30", "2026-11-24T17:31"),
        ("20261124T1830", "2026-11-24T17:30", "2026-11-24T17:31"),
        ("2026-11-24T18:30:05", "2026-11-24T17:30:05", "2026-11-24T17:30:06"),
        ("2026-11-24T18:30Z", "2026-11-24T18:30", "2026-11-24T18:31"),
        ("2026-11-24T18:30+01:00", "2026-11-24T17:30", "2026-11-24T17:31"),
        ("2026-11-24T18:30:05-08:00", "2026-11-25T02:30:05", "2026-11-25T02:30:06"),
        ("2026-11-24T18:30:05.250Z", "2026-11-24T18:30:05.250", "2026-11-24T18:30:06.250"),
    ],
)
def test_a_date_is_the_stretch_it_names(text: str, start: str, end: str) -> None:
    """A year, month, day, hour, minute or second in the person's zone, or in the zone that is written."""
    assert period(text, BERLIN) == (utc(start), utc(end))


@pytest.mark.parametrize(
    ("day", "zone", "hours"),
    [
        ("2026-03-29", BERLIN, 23),
        ("2026-10-25", BERLIN, 25),
        ("2026-11-24", BERLIN, 24),
        ("2026-04-05", "Australia/Lord_Howe", 24.5),
        ("2018-11-04", "America/Sao_Paulo", 23),
        ("2011-12-31", "Pacific/Apia", 24),
    ],
)
def test_a_day_is_as_long_as_it_was(day: str, zone: str, hours: float) -> None:
    """Days on which clocks change have their own length, midnight that does not exist included."""
    start, end = period(day, zone)
    assert end - start == timedelta(hours=hours)


def test_the_minute_before_clocks_go_back_is_a_minute() -> None:
    """A change of clocks does not stretch a time of day."""
    start, end = period("2026-10-25T02:59", BERLIN)
    assert end - start == timedelta(minutes=1)


@given(
    st.dates(datetime(1900, 1, 1).date(), datetime(2200, 1, 1).date()),
    st.sampled_from([BERLIN, "Asia/Tokyo", "UTC", "America/New_York"]),
)
def test_days_follow_each_other_without_a_gap(day: object, zone: str) -> None:
    """One day ends when the next begins, and a month is its days."""
    this = datetime.fromisoformat(str(day))
    following = (this + timedelta(days=1)).date().isoformat()
    assert period(str(day), zone)[1] == period(following, zone)[0]
    month = period(str(day)[:7], zone)
    assert month[0] <= period(str(day), zone)[0] < period(str(day), zone)[1] <= month[1]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "yesterday",
        "2026-13",
        "2026-02-30",
        "24.11.2026",
        "2026-11-24T25:00",
        "2026-W48",
        "2026W48",
        "2026-W48-1",
        "2026-328",
        "9999",
        "9999-12",
        "9999-12-31",
        "99999",
        "２０２６",
        "2026-11-2",
        "2026-11-24T18:30+99:00",
        "2026-11-24\ud800",
        "1" * 5000,
    ],
)
def test_what_is_no_date_is_told_with_an_example(text: str) -> None:
    """Anything else, a week included, is refused instead of being read as something near it."""
    with pytest.raises(UsageError, match="is not a date") as caught:
        period(text, BERLIN)
    assert "2026-11-24" in caught.value.hint


@pytest.mark.parametrize("text", ["0001", "0001-01", "0001-01-01", "0001-01-01T00:00"])
def test_the_beginning_of_time_is_refused_where_it_would_be_before_it(text: str) -> None:
    """East of Greenwich the year 1 begins before there is a date."""
    with pytest.raises(UsageError):
        period(text, "Asia/Tokyo")
    assert period(text, "UTC")[0] == utc("0001-01-01")


@given(st.text(max_size=25))
def test_any_text_is_a_date_or_a_usage_error(text: str) -> None:
    """Nothing a person can type stops the program, and what is a date is a forward stretch."""
    try:
        start, end = period(text, BERLIN)
    except UsageError:
        return
    assert start < end


def test_without_options_there_is_no_range() -> None:
    """Nothing asked, nothing restricted."""
    assert range_of(BERLIN, since=None, until=None, on=None) is None


def test_on_is_one_stretch() -> None:
    """A day, month or year alone."""
    found = range_of(BERLIN, since=None, until=None, on="2026-11-24")
    assert found is not None
    assert (found.start, found.end) == period("2026-11-24", BERLIN)
    assert (found.phrase, found.zone) == ("on 2026-11-24", BERLIN)


def test_since_and_until_include_their_days() -> None:
    """From the first instant of the one to the last of the other; either side may be open."""
    found = range_of(BERLIN, since="2026-11", until="2026-11-24", on=None)
    assert found is not None
    assert (found.start, found.end) == (period("2026-11", BERLIN)[0], period("2026-11-24", BERLIN)[1])
    assert found.phrase == "since 2026-11 until 2026-11-24"
    since, until = (
        range_of(BERLIN, on=None, **given)
        for given in ({"since": "2026", "until": None}, {"since": None, "until": "2026"})
    )  # type: ignore[arg-type]
    assert since is not None
    assert until is not None
    assert (since.end, until.start) == (None, None)
    same = range_of(BERLIN, since="2026-11-24", until="2026-11-24", on=None)
    assert same is not None
    assert (same.start, same.end) == period("2026-11-24", BERLIN)


@pytest.mark.parametrize("more", [{"since": "2026", "until": None}, {"since": None, "until": "2026"}])
def test_on_excludes_the_others(more: dict[str, str | None]) -> None:
    """Two answers to when are none."""
    with pytest.raises(UsageError, match="--on"):
        range_of(BERLIN, on="2026-11-24", **more)  # type: ignore[arg-type]


def test_an_empty_range_is_told() -> None:
    """A range that ends before it begins is a mistake, not an answer of nothing."""
    with pytest.raises(UsageError, match="empty") as caught:
        range_of(BERLIN, since="2026-11-25", until="2026-11-24", on=None)
    assert "swap" in caught.value.hint
