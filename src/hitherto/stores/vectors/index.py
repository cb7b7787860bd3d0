"""What the vectors need of the index around them, handed in so that the two rooms hold no circle.

Beside the index lie the files of its approximate search; the index names those that count.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from pathlib import Path
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

# Up to so many vectors every one is looked at: 16 CPU milliseconds and 115 MB of memory at 384 dimensions.
SCANNED_AT_MOST = 300_000
# Of so few vectors in a scope every one is looked at, however many there are besides.
SCANNED_AT_LEAST = 20_000
SUFFIX = ".near"
# A file that the index does not name may be one that another process is building.
BUILT_WITHIN_SECONDS = 3600


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


def new_name(index: Index) -> str:
    """Return a name no file has."""
    return f"{index.path.name}.{os.urandom(8).hex()}{SUFFIX}"


def path_of(index: Index, name: str) -> Path:
    """Return where the file of this name lies."""
    return index.path.parent / Path(name).name


def named(index: Index, number: int | None) -> str | None:
    """Return the name of the file that counts for the model in row ``number``."""
    name = index.db.execute("SELECT value FROM meta WHERE key = ?", (f"near {number}",)).get
    return None if name is None else str(name)


def set_named(index: Index, number: int, name: str | None) -> None:
    """Let another file count, or none, and remove the one that did."""
    before = named(index, number)
    with index.transaction():
        index.db.execute("DELETE FROM meta WHERE key = ?", (f"near {number}",))
        if name is not None:
            index.db.execute("INSERT INTO meta VALUES(?, ?)", (f"near {number}", name))
    if before is not None:
        path_of(index, before).unlink(missing_ok=True)


def clean(index: Index) -> None:
    """Remove what interrupted builds, forgotten models and rebuilt indexes have left."""
    needed = {name for (name,) in index.db.execute("SELECT value FROM meta WHERE key GLOB 'near *'")}
    for path in index.path.parent.glob(f"{index.path.name}.*{SUFFIX}*"):
        abandoned = path.exists() and path.stat().st_mtime < time.time() - BUILT_WITHIN_SECONDS
        if abandoned and path.name.removesuffix("-journal") not in needed:
            path.unlink(missing_ok=True)
