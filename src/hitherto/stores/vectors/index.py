"""What the vectors need of the index around them, handed in so that the two rooms hold no circle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime
    from pathlib import Path

    import apsw

    from hitherto.core.answer import Filter, Place
    from hitherto.core.meaning import Unembedded

# What the restrictions of ``Index.conditions`` are about.
FROM_CHUNKS = "chunk c JOIN place p ON p.id = c.place"

# Up to so many vectors every one is looked at: 16 CPU milliseconds and 115 MB of memory at 384 dimensions.
SCANNED_AT_MOST = 300_000
# Of so few vectors in a scope every one is looked at, however many there are besides.
SCANNED_AT_LEAST = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """A connection to the index, and how it tells of its chunks.

    ``conditions`` gives a restriction as SQL over ``FROM_CHUNKS``, ``translated`` turns SQLite's errors into ours.
    More than ``scanned_at_most`` vectors get an approximate index; a scope of less than ``scanned_at_least`` is
    looked through without it.
    """

    path: Path
    db: apsw.Connection
    transaction: Callable[[], AbstractContextManager[None]]
    translated: Callable[[], AbstractContextManager[None]]
    conditions: Callable[[Filter], tuple[str, list[Any]]]
    micros: Callable[[datetime], int]
    unembedded: Callable[[apsw.Connection, Sequence[int]], list[Unembedded]]
    places: Callable[[apsw.Connection, Sequence[int]], list[Place]]
    scanned_at_most: int = SCANNED_AT_MOST
    scanned_at_least: int = SCANNED_AT_LEAST
