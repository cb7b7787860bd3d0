"""The adapters that the rules work with, chosen by the hall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from hitherto.core.ports import Blobs, Clock, Embedder, Journal, Store, Vectors


def always() -> bool:
    """Return True: go on until everything is done."""
    return True


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """The adapters that taking in needs, chosen by the hall."""

    journal: Journal
    blobs: Blobs
    store: Store
    clock: Clock
    key: bytes
    zone: str
    owner: str
    # Whether a root is there at all: a missing or empty one is no reason to forget its files.
    present: Callable[[str], bool]
    # Held while new lines are compared with the journal and written, so that two imports never write one line twice.
    importing: Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What finding by meaning needs: an embedder, and the vectors that it made."""

    embedder: Embedder
    vectors: Vectors
