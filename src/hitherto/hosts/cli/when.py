"""Ranges of time as a person reads them, in the zone they were meant in: the last day that counts is named."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, tzinfo

    from hitherto.core.answer import TimeRange
    from hitherto.core.days import Day

_MOMENT = timedelta(microseconds=1)


def told(reading: TimeRange) -> str:
    """Return a range with its zone, such as ``Tue 24 Nov 2026 17:00-22:00 Europe/Berlin``."""
    return f"{span(reading.start, reading.end, reading.zone)} {reading.zone}"


def span(start: datetime | None, end: datetime | None, zone: str) -> str:
    """Return the instants from ``start`` up to ``end`` as days, with times only where they are no whole days."""
    there = zone_of(zone)
    if start is not None and end is not None:
        return _closed(start.astimezone(there), end.astimezone(there))
    if start is not None:
        local = start.astimezone(there)
        return f"since {_day(local)}" + ("" if _is_midnight(local) else f" {_clock(local)}")
    if end is not None:
        local = end.astimezone(there)
        last = (end - _MOMENT).astimezone(there)
        return f"until {_day(last)}" if _is_midnight(local) else f"until {_day(local)} {_clock(local)}"
    return "at any time"


def nearest_days(days: Sequence[Day], zone: str, asked: str, again: Sequence[str]) -> list[str]:
    """Return what to do about an empty range: the days nearest to it that hold something, and a command for each."""
    from shlex import join  # noqa: PLC0415 - only where a range is empty

    there = zone_of(zone)
    what = "these words" if asked else "anything"
    lines = [f"the nearest days with {what}:"]
    for day in days:
        first = day.start.astimezone(there)
        words = ["--", asked] if asked.startswith("-") else [asked] if asked else []
        command = join(["hitherto", "recall", "--on", f"{first:%Y-%m-%d}", *again, *words])
        lines.append(f"{_day(first)} ({day.count}): `{command}`")
    return lines


def literally(query: str, again: Sequence[str]) -> str:
    """Return what to do where no time was meant."""
    from shlex import join  # noqa: PLC0415 - as above

    words = ["--", query] if query.startswith("-") else [query]
    return f"no time was meant: `{join(['hitherto', 'recall', '--literal', *again, *words])}`"


def zone_of(name: str) -> tzinfo:
    """Return a zone, UTC where this machine does not know it."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def _closed(start: datetime, end: datetime) -> str:
    # Reckoned in UTC: on the day the clocks are set back, an instant before midnight is one all the same.
    last = (end.astimezone(UTC) - _MOMENT).astimezone(end.tzinfo)
    if _is_midnight(start) and _is_midnight(end):
        return _day(start) if start.date() == last.date() else f"{_without_year(start, last)} - {_day(last)}"
    if start.date() == last.date():
        # An hour that comes twice is told apart by its distance from UTC.
        twice = start.utcoffset() != end.utcoffset() and not _is_midnight(end)
        until = "24:00" if end.date() != start.date() else _clock(end)
        shown = (f"{start:%z}", f"{end:%z}") if twice else ("", "")
        return f"{_day(start)} {_clock(start)}{shown[0]}-{until}{shown[1]}"
    return f"{_day(start)} {_clock(start)} - {_day(end)} {_clock(end)}"


def _without_year(first: datetime, last: datetime) -> str:
    """Return the day a range begins with, without what its last day says again."""
    if first.year != last.year:
        return _day(first)
    return f"{first:%a} {first.day}" if first.month == last.month else f"{first:%a} {first.day} {first:%b}"


def _day(moment: datetime | date) -> str:
    return f"{moment:%a} {moment.day} {moment:%b} {moment:%Y}"


def _clock(moment: datetime) -> str:
    return f"{moment:%H:%M:%S}" if moment.second else f"{moment:%H:%M}"


def _is_midnight(moment: datetime) -> bool:
    """Return whether a day begins: where the clocks go over midnight, with the first instant after it."""
    first = datetime(moment.year, moment.month, moment.day, tzinfo=moment.tzinfo)
    return first.astimezone(UTC) == moment.astimezone(UTC)
