"""The values that travel between the rooms.

All instants are timezone-aware datetimes in UTC; all character positions count Unicode code points.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

Role = Literal["user", "assistant", "system"]
RecordType = Literal[
    "text",
    "action",
    "meta",
    "fact",
    "topic",
    "pin",
    "hide",
    "tombstone",
    "document",
    "injected",
    "setting",
]
Kind = Literal["conversation", "action", "code", "note"]
TimeFrom = Literal["said", "name", "front-matter", "git", "mtime", "recorded"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a record came from: the dialect, the file, and the place inside it (1-based line)."""

    source: str
    path: str | None = None
    line: int | None = None
    project: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One dated verbatim item. ``rec`` and ``seq`` are filled in by the journal."""

    id: str
    ts: datetime
    actor: str
    role: Role
    type: RecordType
    text: str
    origin: Origin
    tz: str | None = None
    model: str | None = None
    session: str | None = None
    data: Mapping[str, object] = field(default_factory=dict)
    rec: datetime | None = None
    seq: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """The characters ``start`` to ``end`` (half-open) of the record ``record``."""

    record: str
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A stretch of one text that belongs together. The pieces of a text tile it without gap or overlap.

    ``lines`` are 1-based and inclusive. ``made_by`` names the chunker, for status and for re-chunking.
    """

    start: int
    end: int
    lines: tuple[int, int]
    made_by: str
    symbol: str | None = None
    heading: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """How far a growing file has been read: bytes before it, and lines before it."""

    offset: int = 0
    line: int = 0


LeftOutReason = Literal[
    "binary",
    "too-large",
    "symlink",
    "unreadable",
    "special-file",
    "vanished",
    "nested-too-deep",
    "broken-line",
    "torn-line",
    "no-person",
    "unknown-type",
    "housekeeping",
    "injected",
    "empty",
    "no-time",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """Something a source saw and did not take in, and why. Counted, named, never silent."""

    path: str
    reason: LeftOutReason
    detail: str = ""
    line: int | None = None
    count: int = 1


Trait = Literal["test", "example", "vendored", "generated", "minified"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Fields:
    """The token streams of one chunk, as ``text.words.index_text`` makes them, one per search field."""

    path: str = ""
    symbol: str = ""
    body: str = ""
    neighbours: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """An indexed piece. ``text`` is what its ``spans`` say, secrets replaced, two line breaks between records."""

    kind: Kind
    text: str
    spans: tuple[Span, ...]
    ts_start: datetime
    ts_end: datetime
    fields: Fields
    made_by: str
    lines: tuple[int, int] | None = None
    symbol: str | None = None
    heading: str | None = None
    traits: frozenset[Trait] = frozenset()
    language: str = "en"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceEntry:
    """One thing the person added: its dialect, its root, how it is to be read, and how the last pass went."""

    kind: str
    root: str
    options: Mapping[str, object]
    added: datetime
    indexed: datetime | None = None
    heads: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[LeftOut, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalLine:
    """One line read back: the record, or why the line is not one. ``end`` is the byte after it."""

    record: Record | None
    end: int
    line: int
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """What a batch of journal lines changed: the earliest new instant of each session."""

    sessions: Mapping[str, datetime]
