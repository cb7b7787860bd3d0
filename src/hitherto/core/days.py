"""Days of a person's zone and what they hold; apart from other answers, since most of them count nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """One day of a person's zone, as the instants it begins and ends at, and how many pieces begin in it."""

    start: datetime
    end: datetime
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline:
    """How many pieces begin on each day, and the days beside a range that has none."""

    days: tuple[Day, ...]
    nearest: tuple[Day, ...] = ()
    by_words: bool = True
