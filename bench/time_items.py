"""Texts with a time phrase and what it means, and whether a reading of one is right.

The first day counts, the last one, and the overlap: ``iou50`` says that two ranges share at least half of what they
cover together, as instants. Where the set speaks in seconds, minutes or hours, both are widened to whole ones first; a
point is as long as its grain.
"""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from hitherto.core.answer import TimeRange

# How long a point of each grain is, where the set gives it no length.
GRAINS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800}
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
# Grains finer than a day, on which ranges are compared.
CLOCK_GRAINS = frozenset({"second", "minute", "hour"})
NEGATIVES = ("negative_queries.jsonl.xz", "negative_queries.jsonl")


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A text and what its time phrase means, as far as the set says; a ``negative`` one holds no phrase."""

    id: str
    source: str
    language: str
    text: str
    phrase: str
    ref: datetime
    start: datetime | None
    end: datetime | None
    grain: str
    past: bool
    negative: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one item: ``range`` and ``iou50`` are None where the item has no end."""

    item: Item
    found: Sequence[TimeRange]
    start: bool
    range: bool | None
    iou50: bool | None


def half_of(key: str) -> str:
    """Return the half an item belongs to, by hash of its id."""
    return "test" if int(sha256(key.encode()).hexdigest(), 16) % 2 else "dev"


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a JSON Lines file, plain or .xz."""
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def read_items(path: Path) -> list[Item]:
    """Return the items of a file, plain or .xz."""
    return [
        Item(
            id=str(row["id"]),
            source=str(row["source"]),
            language=str(row["lang"]),
            text=str(row["text"]),
            phrase=str(row.get("expr") or row["text"]),
            ref=_moment(row["ref"]),
            start=_moment(row["start"]) if row.get("start") else None,
            end=_end(row),
            grain=str(row.get("grain")).lower(),
            past=bool(row.get("past")),
            negative=bool(row.get("neg")),
        )
        for row in rows(path)
    ]


def _end(row: dict[str, Any]) -> datetime | None:
    if not row.get("end") or not row.get("start"):
        return None
    start, end = _moment(row["start"]), _moment(row["end"])
    return end if end > start else start + timedelta(seconds=GRAINS.get(str(row.get("grain")).lower(), 1))


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def negative_queries(items: Path) -> list[tuple[str, datetime]] | None:
    """Return the queries beside a file of items that hold no phrase, each with its moment; None without such a file."""
    path = next((path for name in NEGATIVES if (path := items.parent / name).is_file()), None)
    return None if path is None else [(str(row["text"]), _moment(row["ref"])) for row in rows(path)]


def judged(item: Item, found: Sequence[TimeRange]) -> Outcome:
    """Compare the first reading of an item with what it means."""
    start = found[0].start if found else None
    end = found[0].end if found else None
    right = start is not None and item.start is not None and start.date() == item.start.date()
    if item.end is None or item.start is None:
        return Outcome(item=item, found=found, start=right, range=None, iou50=None)
    if start is None or end is None:
        return Outcome(item=item, found=found, start=right, range=False, iou50=False)
    both = right and _last_day(end) == _last_day(item.end)
    half = at_least_half((start, end), (item.start, item.end), item.grain)
    return Outcome(item=item, found=found, start=right, range=both, iou50=half)


def at_least_half(one: tuple[datetime, datetime], other: tuple[datetime, datetime], grain: str) -> bool:
    """Return whether two ranges share half of what they cover together, on a clock's ``grain`` if it is one."""
    if grain in CLOCK_GRAINS:
        one, other = _widened(one, GRAINS[grain]), _widened(other, GRAINS[grain])
    overlap = min(one[1], other[1]) - max(one[0], other[0])
    return overlap * 2 >= max(one[1], other[1]) - min(one[0], other[0])


def _widened(stretch: tuple[datetime, datetime], seconds: int) -> tuple[datetime, datetime]:
    grain, (start, end) = timedelta(seconds=seconds), stretch
    return start - (start - EPOCH) % grain, end + (EPOCH - end) % grain


def _last_day(end: datetime) -> object:
    return (end - timedelta(microseconds=1)).date()
