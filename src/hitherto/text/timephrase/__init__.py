"""Time phrases: a query, a moment and a zone to the stretch of time that is meant.

What each phrase is read as, and why, is docs/reference/time.md; the tests are written from it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hitherto.text.timephrase.folding import pieces
from hitherto.text.timephrase.gate import asks_about_past, languages_of

if TYPE_CHECKING:
    from datetime import datetime

    from hitherto.core.answer import TimeRange
    from hitherto.text.timephrase.occurring import Direction

# Characters of a text that are looked at; more than that is no question, and its time would not be in the middle of it.
MOST = 4000

__all__ = ["asks_about_past", "parse"]


def parse(
    text: str,
    now: datetime,
    zone: str,
    *,
    direction: Direction = "past",
    week_start: int = 0,
    widely: bool = False,
) -> list[TimeRange]:
    """Return how the time phrase in ``text`` is read, and after it the other ways it could be; [] without one.

    ``now`` is an instant with a zone; days, weeks and months are those of ``zone`` (IANA), ranges are half-open, in
    UTC. ``direction`` says which of its occurrences a bare weekday, day or month means; weeks begin on
    ``week_start`` (0 is Monday). ``widely`` puts the whole week, month or year before the very day that was three
    weeks, months or years ago: nobody who looks for something remembers that day. Only the beginning of a long text is
    looked at. Raises KeyError for a zone that is
    not known.
    """
    found = pieces(text[:MOST])
    names = languages_of(text, found, zone)
    if not names:
        return []
    from hitherto.text.timephrase.reading import Asked, read  # noqa: PLC0415 - most queries say no time

    return read(
        text, found, names, Asked(now=now, zone=zone, direction=direction, week_start=week_start), widely=widely
    )
