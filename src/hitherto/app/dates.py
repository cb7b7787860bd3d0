"""Days and instants as a person types them, in their zone, to half-open ranges in UTC."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hitherto.core.answer import TimeRange
from hitherto.core.errors import UsageError

TIME = re.compile(
    r"[0-9]{4}-?[0-9]{2}-?[0-9]{2}[T ][0-9]{2}"
    r"(?P<minute>:?[0-9]{2}(?P<second>:?[0-9]{2}([.,][0-9]+)?)?)?(Z|[+-][0-9]{2}(:?[0-9]{2})?)?"
)
EXAMPLE = (
    "use a day (2026-11-24), a month (2026-11), a year (2026), or a time (2026-11-24T18:30); "
    "a phrase such as “last week” belongs into the query"
)


def range_of(zone: str, *, since: str | None, until: str | None, on: str | None) -> TimeRange | None:
    """Return the range the three options mean together, None without any.

    ``on`` and ``until`` include their last day. Raises UsageError for what is no date, or an empty range.
    """
    if on is None and since is None and until is None:
        return None
    if on is not None and (since is not None or until is not None):
        raise UsageError("--on cannot be combined with --since or --until.", hint="use either")
    start = end = None
    if on is not None:
        start, end = period(on, zone)
    if since is not None:
        start, _ = period(since, zone)
    if until is not None:
        _, end = period(until, zone)
    if start is not None and end is not None and start >= end:
        raise UsageError(f"The range from {since} to {until} is empty.", hint="swap the two")
    names = [f"{name} {value}" for name, value in (("on", on), ("since", since), ("until", until)) if value]
    return TimeRange(start=start, end=end, zone=zone, phrase=" ".join(names))


def period(text: str, zone: str) -> tuple[datetime, datetime]:
    """Return the first instant of what ``text`` names and the first one after it, in UTC."""
    try:
        found = _named(text.strip(), ZoneInfo(zone))
    except (ValueError, OverflowError):
        found = None
    if found is None:
        raise UsageError(f"{text!r} is not a date.", hint=EXAMPLE)
    return found


def _named(text: str, zone: ZoneInfo) -> tuple[datetime, datetime] | None:
    if re.fullmatch(r"[0-9]{4}", text):
        return _midnight(date(int(text), 1, 1), zone), _midnight(date(int(text) + 1, 1, 1), zone)
    if re.fullmatch(r"[0-9]{4}-[0-9]{2}", text):
        first = date.fromisoformat(f"{text}-01")
        return _midnight(first, zone), _midnight((first + timedelta(days=31)).replace(day=1), zone)
    if re.fullmatch(r"[0-9]{4}(-?)[0-9]{2}\1[0-9]{2}", text):
        first = date.fromisoformat(text)
        return _midnight(first, zone), _midnight(first + timedelta(days=1), zone)
    if not (found := TIME.fullmatch(text)):
        return None
    moment = datetime.fromisoformat(text)
    start = (moment.replace(tzinfo=zone) if moment.tzinfo is None else moment).astimezone(UTC)
    return start, start + timedelta(seconds=1 if found["second"] else 60 if found["minute"] else 3600)


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
