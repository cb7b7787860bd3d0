"""A house around an index on disk and a journal that is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.making import house_with

from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hitherto.engine.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Give a house."""
    store = SqliteStore(tmp_path / "hitherto.db")
    yield house_with(store)
    store.close()
