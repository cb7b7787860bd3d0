from __future__ import annotations

from datetime import datetime

import pytest

from hitherto.text.timephrase.resolving import Around, resolved
from hitherto.text.timephrase.when import When

AROUND = Around(now=datetime(2026, 11, 30, 12))  # noqa: DTZ001 - a local moment


@pytest.mark.parametrize(
    ("when", "start", "end", "grain"),
    [
        (When(run=("day", 3)), "2026-12-01", "2026-12-04", "range"),
        (When(run=("hour", 2)), "2026-11-30T12", "2026-11-30T14", "range"),
        (When(run=("day", -1.5)), "2026-11-29T00", "2026-11-30T12", "range"),
        (When(ago=(("year", -1.5),)), "2025-06-01T00:00", "2025-06-02T00:00", "day"),
        (When(ago=(("week", -2.0),), weekday=2), "2026-11-18", "2026-11-19", "day"),
        (When(ago=(("day", -2.0),), part="evening"), "2026-11-28T17", "2026-11-28T22", "part"),
        (When(ago=(("second", -5.0),)), "2026-11-30T11:59:55", "2026-11-30T11:59:56", "second"),
        (When(part="morning", edge="early"), "2026-11-30T05:00", "2026-11-30T07:20", "part"),
        (When(unit=("week", 0), edge="so far"), "2026-11-30", "2026-12-01", "range"),
        (When(unit=("month", 0), edge="rest"), "2026-11-30", "2026-12-01", "range"),
        (When(unit=("week", -1), edge="middle"), "2026-11-25", "2026-11-27", "range"),
        (When(unit=("quarter", -1), edge="middle"), "2026-08-01", "2026-09-01", "range"),
        (When(unit=("day", -1), edge="late"), "2026-11-29T16", "2026-11-30T00", "range"),
        (When(unit=("day", -1), edge="first half"), "2026-11-29T00", "2026-11-29T12", "range"),
        (When(season=1, year=2025, edge="second half"), "2025-07-17", "2025-09-01", "range"),
        (When(year=2025, quarter=2, edge="second half"), "2025-05-16T12", "2025-07-01T00", "range"),
        (When(year=2025, nth=(2, "quarter")), "2025-04-01", "2025-07-01", "quarter"),
        (When(year=2025, nth=(-1, "day")), "2025-12-31", "2026-01-01", "day"),
        (When(month=10, nth=(1, "week"), weekday=4), "2026-10-02", "2026-10-03", "day"),
        (When(unit=("week", -1), day=25), "2026-11-25", "2026-11-26", "day"),
        (When(holiday="12-25", year=2020), "2020-12-25", "2020-12-26", "day"),
        (When(week=1, year=2026), "2025-12-29", "2026-01-05", "week"),
        (When(relative=0, month=5, day=3), "2026-05-03", "2026-05-04", "day"),
        (When(hour=12, meridiem="am"), "2026-11-30T00", "2026-11-30T01", "hour"),
        (When(hour=12, meridiem="pm"), "2026-11-30T12", "2026-11-30T13", "hour"),
        (When(hour=12, part="night"), "2026-11-30T00", "2026-11-30T01", "hour"),
        (When(hour=11, part="night"), "2026-11-30T23", "2026-12-01T00", "hour"),
        (When(hour=3, minute=5, second=7, meridiem="24"), "2026-11-30T03:05:07", "2026-11-30T03:05:08", "second"),
        (When(hour=24), "2026-12-01T00", "2026-12-01T01", "hour"),
        (When(part="midnight"), "2026-12-01T00", "2026-12-01T01", "part"),
        (When(weekday=0, whole="week"), "2026-11-30", "2026-12-07", "week"),
        (When(nth=(-1, "week"), other=When(unit=("week", -1))), "2026-11-23", "2026-11-30", "week"),
    ],
)
def test_what_fields_mean(when: When, start: str, end: str, grain: str) -> None:
    """Fields are read from the coarsest to the finest, and give a stretch and how exactly it was named."""
    found = resolved(when, AROUND)
    assert found == ((datetime.fromisoformat(start), datetime.fromisoformat(end)), grain)


@pytest.mark.parametrize(
    "when",
    [
        When(month=2, day=30),
        When(year=2025, month=2, day=29),
        When(year=0),
        When(month=10, nth=(6, "week")),
        When(year=2025, nth=(5, "quarter")),
        When(month=3, hour=5),
        When(year=2025, week=53),
        When(ago=(("year", -3000.0),)),
        When(weekday=0, unit=("weekend", -1)),
    ],
)
def test_what_does_not_exist_is_nothing(when: When) -> None:
    """A day, a week or an hour that there is not has no stretch."""
    assert resolved(when, AROUND) is None
