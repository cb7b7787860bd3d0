"""The files that lie beside the index for its approximate search: their names, and those that nobody needs."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hitherto.stores.vectors.index import Index

SUFFIX = ".near"
# A file that the index does not name may be one that another process is building.
BUILT_WITHIN_SECONDS = 3600


def new_name(index: Index) -> str:
    """Return a name no file has."""
    return f"{index.path.name}.{secrets.token_hex(8)}{SUFFIX}"


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
