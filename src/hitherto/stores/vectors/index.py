"""What the vectors need of the index around them, handed in so that the two rooms hold no circle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime

    import apsw

    from hitherto.core.answer import Filter, Place
    from hitherto.core.meaning import Unembedded

# What the restrictions of ``Index.conditions`` are about.
FROM_CHUNKS = "chunk c JOIN place p ON p.id = c.place"


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """A connection to the index, and how it tells of its chunks.

    ``conditions`` gives a restriction as SQL over ``FROM_CHUNKS``, ``translated`` turns SQLite's errors into ours.
    """

    db: apsw.Connection
    translated: Callable[[], AbstractContextManager[None]]
    conditions: Callable[[Filter], tuple[str, list[Any]]]
    micros: Callable[[datetime], int]
    unembedded: Callable[[apsw.Connection, Sequence[int]], list[Unembedded]]
    places: Callable[[apsw.Connection, Sequence[int]], list[Place]]
