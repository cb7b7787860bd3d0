"""The sockets that adapters fit. The engine knows these and never an adapter."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from hitherto.core.model import Item, LeftOut, Position, Record

Clock = Callable[[], datetime]


class Source(Protocol):
    """Something outside that yields records: a folder, or the logs of one agent.

    Reading never writes to, locks or follows a link out of ``root``.
    """

    @property
    def kind(self) -> str:
        """The dialect: ``folder``, ``claude-code``, ``openclaw``, ``jsonl``."""
        ...

    @property
    def root(self) -> str:
        """The absolute path that was added."""
        ...

    def items(self) -> Iterator[Item | LeftOut]:
        """Yield every file there is to read, and every one that is left out with the reason."""
        ...

    def records(self, item: Item, start: Position) -> Iterator[Record | LeftOut | Position]:
        """Yield what ``item`` holds, in file order.

        A ``Position`` says that everything before it has been yielded and need not be read again;
        a source that cannot resume ignores ``start`` and yields none.
        """
        ...

    def heads(self) -> Mapping[str, str]:
        """Return the commit each repository under ``root`` stands at (empty where there is no git)."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalFile:
    """One day file: its name relative to the journal folder, its size, and its rewrite generation."""

    name: str
    size: int
    generation: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    """One line read back: the record, or why the line is not one. ``end`` is the byte after it."""

    record: Record | None
    end: int
    line: int
    fault: str = ""


class Journal(Protocol):
    """The truth: append-only, one JSON object a line, acknowledged only when it is on disk."""

    def append(self, records: Sequence[Record]) -> list[Record]:
        """Write ``records`` and return them with ``rec`` and ``seq``; durable when this returns."""
        ...

    def files(self) -> list[JournalFile]:
        """Return every day file of every device, oldest day first."""
        ...

    def read(self, name: str, start: int) -> Iterator[JournalLine]:
        """Stream the complete lines of ``name`` from byte ``start`` on."""
        ...

    def rewrite(self, name: str, change: Callable[[Record], Record | None], reason: str) -> int:
        """Replace (or, with None, remove) lines of one of this device's files; return how many changed."""
        ...


class Blobs(Protocol):
    """Originals by content hash, compressed, write-once."""

    def put(self, data: bytes) -> str:
        """Store ``data`` durably and return its sha256 in hex."""
        ...

    def get(self, digest: str) -> bytes:
        """Return what was stored; raises DamagedError when it is missing or altered."""
        ...
