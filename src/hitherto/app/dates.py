"""Days and instants as a person types them, in their zone, to half-open ranges in UTC."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hitherto.core.answer import TimeRange
from hitherto.core.errors import UsageError

EXAMPLE = "use a day (2026-11-24), a month (2026-11), a year (2026), or a time (2026-11-24T18:30)"


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
    local = ZoneInfo(zone)
    try:
        first, after = _days(text.strip())
    except (ValueError, OverflowError):
        first = after = None
    if first is not None and after is not None:
        return _midnight(first, local), _midnight(after, local)
    try:
        moment = datetime.fromisoformat(text.strip())
        moment = moment.replace(tzinfo=local) if moment.tzinfo is None else moment
        step = timedelta(seconds=1) if text.count(":") > 1 else timedelta(minutes=1)
        return moment.astimezone(UTC), (moment + step).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"{text!r} is not a date.", hint=EXAMPLE) from error


def _days(text: str) -> tuple[date | None, date | None]:
    if len(text) == 4 and text.isascii() and text.isdigit():
        return date(int(text), 1, 1), date(int(text) + 1, 1, 1)
    if len(text) == 7 and text[4] == "-":
        first = date.fromisoformat(f"{text}-01")
        return first, (first + timedelta(days=31)).replace(day=1)
    if len(text) in (8, 10) and "T" not in text and ":" not in text:
        first = date.fromisoformat(text)
        return first, first + timedelta(days=1)
    return None, None


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=zone).astimezone(UTC)
