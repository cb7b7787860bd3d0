"""Indexes of both makes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.contract.memory_store import MemoryStore
from tests.vectoring import MODEL

from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hitherto.core.ports import Store, Vectors

    Opens = Callable[[], Store]


@pytest.fixture(params=["sqlite", "memory"])
def opens(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opens]:
    """Give what makes an empty index."""
    made: list[Store] = []

    def open_one() -> Store:
        folder = tmp_path_factory.mktemp("index")
        made.append(SqliteStore(folder / "hitherto.db") if request.param == "sqlite" else MemoryStore())
        return made[-1]

    yield open_one
    for store in made:
        store.close()


@pytest.fixture
def store(opens: Opens) -> Store:
    """Give an empty index."""
    return opens()


@pytest.fixture
def vectors(store: Store) -> Vectors:
    """Give the vectors of an empty index."""
    return store.vectors(MODEL)
