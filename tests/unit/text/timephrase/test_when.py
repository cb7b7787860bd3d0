from __future__ import annotations

import pytest

from hitherto.text.timephrase.when import When, added, filled, given, has_date, has_time, typed


@pytest.mark.parametrize(
    ("first", "then", "both"),
    [
        (When(weekday=0), When(hour=5), When(weekday=0, hour=5)),
        (When(month=3), When(year=2024), When(month=3, year=2024)),
        (When(unit=("week", -1)), When(weekday=6), When(unit=("week", -1), weekday=6)),
        (When(month=3), When(month=4), None),
        (When(run=("day", -3)), When(hour=5), None),
        (When(ago=(("day", -3.0),)), When(month=5), None),
        (When(ago=(("day", -3.0),)), When(hour=5), When(ago=(("day", -3.0),), hour=5)),
        (When(quarter=1), When(season=1), None),
        (When(unit=("week", -1)), When(year=2024), None),
        (When(month=3), When(hour=5), None),
        (When(weekday=0), When(number=3), When(weekday=0, number=3)),
        (When(hour=3), When(number=3), None),
    ],
)
def test_phrases_add_up_or_contradict(first: When, then: When, both: When | None) -> None:
    """Fields that fit are put together, and fields that cannot be said together are not."""
    assert added(first, then) == both


def test_the_last_week_is_of_the_month_beside_it() -> None:
    """The last week alone is the one before this; beside a month it is the last one of it, and a year has none."""
    last = When(nth=(-1, "week"), other=When(unit=("week", -1)))
    assert added(last, When(month=5)) == When(nth=(-1, "week"), month=5)
    assert added(last, When(weekday=4)) == When(unit=("week", -1), weekday=4)
    year = When(nth=(-1, "year"), other=When(unit=("year", -1)))
    assert added(year, When(month=5)) == When(unit=("year", -1), month=5)


@pytest.mark.parametrize(
    ("when", "other", "whole"),
    [
        (When(hour=3), When(month=4, day=5, hour=6), When(month=4, day=5, hour=3)),
        (When(day=9), When(month=4, day=17), When(month=4, day=9)),
        (When(month=3), When(month=5, year=2024), When(month=3, year=2024)),
        (When(month=3), When(month=5, unit=("year", -1)), When(month=3, unit=("year", -1))),
        (When(weekday=0), When(weekday=2, unit=("week", -1)), When(weekday=0, unit=("week", -1))),
        (When(year=2020), When(year=2024), When(year=2020)),
    ],
)
def test_one_end_of_a_range_takes_from_the_other(when: When, other: When, whole: When) -> None:
    """What one end leaves out is what the other one says."""
    assert filled(when, other) == whole


@pytest.mark.parametrize(
    ("when", "other", "read"),
    [
        (When(number=9), When(day=17, month=4), When(day=9)),
        (When(number=40), When(day=17, month=4), None),
        (When(number=3), When(hour=5), When(hour=3)),
        (When(number=30), When(hour=5), None),
        (When(number=2019), When(year=2021), When(year=2019)),
        (When(number=3), When(year=2021), None),
        (When(weekday=0, number=3), When(number=8), When(weekday=0, hour=3)),
        (When(day=3), When(day=5), When(day=3)),
    ],
)
def test_a_bare_number_is_what_the_other_end_is(when: When, other: When, read: When | None) -> None:
    """A number is a day beside a day, an hour beside an hour, a year beside a year."""
    assert typed(when, other) == read


def test_what_is_there() -> None:
    """A phrase knows which fields it names, and whether they say a day or a time of day."""
    assert given(When(day=3, hour=0)) == {"day", "hour"}
    assert has_date(When(day=3))
    assert not has_date(When(hour=3))
    assert has_time(When(part="night"))
    assert not has_time(When(day=3))
