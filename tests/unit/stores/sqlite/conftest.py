"""An empty index on disk."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Give an index."""
    made = SqliteStore(tmp_path / "hitherto.db")
    yield made
    made.close()
