from __future__ import annotations

from datetime import datetime

import pytest

from hitherto.text.timephrase.occurring import chosen, holiday_of, occurrences, week_of
from hitherto.text.timephrase.when import When

NOW = datetime(2026, 11, 30, 12)  # noqa: DTZ001 - a local moment


def day(text: str) -> datetime:
    return datetime.fromisoformat(text)


@pytest.mark.parametrize(
    ("rule", "start", "end"),
    [
        ("12-25", "2026-12-25", "2026-12-26"),
        ("easter-2", "2026-04-03", "2026-04-04"),
        ("easter", "2026-04-05", "2026-04-06"),
        ("11 thu 4", "2026-11-26", "2026-11-27"),
        ("11 thu 4 +1", "2026-11-27", "2026-11-28"),
        ("5 mon -1", "2026-05-25", "2026-05-26"),
        ("islamic 10-1 x3", "2026-03-19", "2026-03-22"),
        ("12-24 x3", "2026-12-24", "2026-12-27"),
    ],
)
def test_a_holiday_follows_its_rule(rule: str, start: str, end: str) -> None:
    """Fixed days, days counted from Easter, weekdays of a month, and lengths."""
    assert holiday_of(2026, rule) == (day(start), day(end))


def test_a_holiday_that_a_year_does_not_have() -> None:
    """A rule that names no day of a year gives none."""
    assert holiday_of(2026, "2-29") is None
    assert week_of(2026, 54) is None
    assert week_of(2026, 53) == (day("2026-12-28"), day("2027-01-04"))


@pytest.mark.parametrize(
    ("when", "relative", "direction", "start"),
    [
        (When(weekday=0), None, "past", "2026-11-30"),
        (When(weekday=0), -1, "past", "2026-11-23"),
        (When(weekday=0), -2, "past", "2026-11-16"),
        (When(weekday=0), 1, "past", "2026-12-07"),
        (When(weekday=1), None, "future", "2026-12-01"),
        (When(weekday=2), None, "nearest", "2026-12-02"),
        (When(weekday=5), None, "nearest", "2026-11-28"),
        (When(month=2, day=29), None, "past", "2024-02-29"),
        (When(month=2, day=29), None, "future", "2028-02-29"),
        (When(day=31), None, "past", "2026-10-31"),
        (When(day=13, weekday=4), None, "past", "2026-11-13"),
        (When(day=31, weekday=5), None, "past", "2026-10-31"),
        (When(week=53), None, "past", "2020-12-28"),
        (When(quarter=4), None, "past", "2026-10-01"),
        (When(quarter=1), -1, "past", "2026-01-01"),
        (When(half=2), None, "past", "2026-07-01"),
        (When(season=3), None, "past", "2025-12-01"),
        (When(holiday="12-25"), None, "past", "2025-12-25"),
    ],
)
def test_which_occurrence_is_meant(when: When, relative: int | None, direction: str, start: str) -> None:
    """The last one, the next one, the nearest one, or one that is counted from now."""
    found = chosen(occurrences(when, NOW), NOW, relative, direction)  # type: ignore[arg-type]
    assert found is not None
    assert found[0] == day(start)


def test_what_never_occurs_is_not_found() -> None:
    """Where there is no occurrence on the side that is meant, none is given."""
    assert chosen([], NOW, None, "past") is None
    assert chosen([], NOW, None, "future") is None
    assert chosen([], NOW, None, "nearest") is None
    assert chosen([], NOW, -1, "past") is None
    assert chosen([], NOW, 1, "past") is None
    assert occurrences(When(year=2024), NOW) == []
    assert occurrences(When(month=2, day=30), NOW) == []
