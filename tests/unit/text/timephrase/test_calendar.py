from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.text.timephrase.calendar import easter, moved, parts_of, unit_around, unit_from

UNITS = (
    *("second", "minute", "hour", "day", "week", "fortnight", "weekend", "workweek"),
    *("month", "quarter", "season", "half", "year", "decade", "century"),
)
MOMENTS = st.datetimes(datetime(1000, 1, 1), datetime(2900, 1, 1))  # noqa: DTZ001 - local moments


def at(text: str) -> datetime:
    return datetime.fromisoformat(text)


@given(st.sampled_from([unit for unit in UNITS if unit not in ("weekend", "workweek")]), MOMENTS)
def test_a_unit_holds_its_moment(unit: str, moment: datetime) -> None:
    """The unit around a moment begins no later and ends after it."""
    start, end = unit_around(unit, moment)
    assert start <= moment < end


@given(st.sampled_from([unit for unit in UNITS if unit not in ("fortnight", "weekend", "workweek")]), MOMENTS)
def test_units_follow_each_other(unit: str, moment: datetime) -> None:
    """Where one unit ends the next one begins."""
    assert unit_around(unit, moment)[1] == unit_from(unit, moment, 1)[0]


@given(st.sampled_from(UNITS), MOMENTS, st.integers(-9, 9))
def test_units_before_and_after_are_as_many_apart(unit: str, moment: datetime, count: int) -> None:
    """Going some units on and as many back leads to the same unit."""
    there = unit_from(unit, moment, count)
    assert unit_from(unit, there[0], -count) == unit_from(unit, moment, 0)


@pytest.mark.parametrize(
    ("unit", "start", "end"),
    [
        ("weekend", "2026-11-28", "2026-11-30"),
        ("workweek", "2026-11-23", "2026-11-28"),
        ("season", "2026-09-01", "2026-12-01"),
        ("half", "2026-07-01", "2027-01-01"),
        ("decade", "2020-01-01", "2030-01-01"),
        ("century", "2000-01-01", "2100-01-01"),
    ],
)
def test_the_unit_around_a_day(unit: str, start: str, end: str) -> None:
    """Each unit has the ends that the page of conventions gives it."""
    assert unit_around(unit, at("2026-11-26T10:00")) == (at(start), at(end))


def test_a_weekend_is_saturday_and_sunday_wherever_weeks_begin() -> None:
    """Weeks that begin on Sunday move no weekend."""
    assert unit_around("weekend", at("2026-11-25"), 6) == (at("2026-11-28"), at("2026-11-30"))
    assert unit_around("week", at("2026-11-25"), 6) == (at("2026-11-22"), at("2026-11-29"))


def test_a_month_with_fewer_days_gives_its_last() -> None:
    """A month after 31 January is the last day of February."""
    assert moved("month", at("2024-01-31"), 1) == at("2024-02-29")
    assert moved("fortnight", at("2024-01-31"), -1) == at("2024-01-17")


@given(st.integers(1800, 2200))
def test_a_year_has_as_many_weeks_as_iso_says(year: int) -> None:
    """The weeks of a year are those of ISO 8601."""
    weeks = parts_of("week", unit_around("year", datetime(year, 6, 1)))  # noqa: DTZ001
    assert weeks[0][0] == datetime.fromisocalendar(year, 1, 1)
    assert weeks[-1][1] == datetime.fromisocalendar(year + 1, 1, 1)
    assert all(end - start == timedelta(days=7) for start, end in weeks)


@pytest.mark.parametrize("day", ["1961-04-02", "2000-04-23", "2008-03-23", "2024-03-31", "2038-04-25"])
def test_easter_is_where_the_almanacs_put_it(day: str) -> None:
    """Easter Sundays, the earliest and the latest of a century among them, are right."""
    assert easter(at(day).year) == at(day)
