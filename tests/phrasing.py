"""What tests of the languages share: phrases read at one moment, as local times."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from hitherto.text.timephrase import parse

# A Monday.
MOMENT = datetime(2026, 11, 30, 12)  # noqa: DTZ001 - local, the zone is each test's own


def read_as(phrase: str, zone: str) -> tuple[str, str] | None:
    """Return how a phrase is read: first and last instant (excluded) as short local times, None for none."""
    place = ZoneInfo(zone)
    found = parse(phrase, MOMENT.replace(tzinfo=place), zone)
    if not found:
        return None
    start, end = (short(moment, place) for moment in (found[0].start, found[0].end))
    return start, end


def short(moment: datetime | None, place: ZoneInfo) -> str:
    """Return a moment as ``2026-11-30``, or with its time where it is not midnight; ``open`` for none."""
    if moment is None:
        return "open"
    text = moment.astimezone(place).isoformat(timespec="minutes")[:16]
    return text.removesuffix("T00:00")


def span_in(query: str, zone: str) -> str | None:
    """Return the words that were read as the time phrase of a query."""
    found = parse(query, MOMENT.replace(tzinfo=ZoneInfo(zone)), zone)
    return found[0].phrase if found else None
