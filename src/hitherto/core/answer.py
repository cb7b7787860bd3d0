"""The values of a question and its answer; kept apart so that asking loads nothing of taking in.

All instants are timezone-aware datetimes in UTC; all character positions count Unicode code points.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from hitherto.core.days import Day
    from hitherto.core.model import Kind, Role, TimeFrom, Trait

HitState = Literal["current", "stale", "unreachable", "superseded"]

Order = Literal["time", "rank"]

# What stands between two records in the text of one chunk.
BETWEEN_RECORDS = "\n\n"


Grain = Literal[
    "second", "minute", "hour", "part", "day", "week", "month", "quarter", "half", "season", "year", "decade", "range"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeRange:
    """A half-open stretch of time in UTC; an open side is None. ``phrase`` is what it was read from.

    ``at`` is where the phrase stands in the query, None for one that came from elsewhere. ``grain`` is how exactly
    the phrase speaks, and ``reading`` says in words how it was read where that needs saying.
    """

    start: datetime | None
    end: datetime | None
    zone: str
    phrase: str
    at: tuple[int, int] | None = None
    grain: Grain = "range"
    reading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What a search is restricted to before anything is ranked. None means no restriction.

    ``recorded_by`` leaves what the journal held before that instant: speech, and notes as they were then; no code.
    """

    source: str | None = None
    path: str | None = None
    project: str | None = None
    session: str | None = None
    actor: str | None = None
    kind: Kind | None = None
    since: datetime | None = None
    until: datetime | None = None
    recorded_by: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a text stands: a file and its lines, or a session."""

    source: str
    path: str | None
    lines: tuple[int, int] | None
    session: str | None
    project: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One record's share of a hit's text: ``text[start:end]`` is what ``actor`` said at ``time``.

    ``recorded`` is when its line was written to the journal.
    """

    record: str
    actor: str
    role: Role
    time: datetime
    start: int
    end: int
    path: str | None = None
    line: int | None = None
    recorded: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A chunk the index found: what ranking needs of it. ``bm25`` is positive, higher is better.

    ``text_key`` is the same for two chunks with the same text.
    """

    chunk: int
    bm25: float
    kind: Kind
    place: Place
    symbol: str | None
    heading: str | None
    traits: frozenset[Trait]
    ts_start: datetime
    ts_end: datetime
    time_from: TimeFrom
    text_key: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Excerpt:
    """What a chunk says, and which record, or which records by whom, say it."""

    text: str
    record: str
    tz: str = "UTC"
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A chunk that answers a query: its verbatim text, where and when it stands, and why it was found."""

    id: str
    kind: Kind
    text: str
    marks: tuple[tuple[int, int], ...]
    place: Place
    symbol: str | None
    heading: str | None
    actor: str | None
    role: Role | None
    time: datetime
    time_from: TimeFrom
    tz: str
    score: float
    why: Mapping[str, float]
    also_in: tuple[Place, ...]
    state: HitState
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ran:
    """How an answer was found: which legs ran, what was widened, what could not be made current.

    ``coverage`` is the share of the searched chunks that have a vector, ``fallback`` why vectors did not run,
    ``resident`` whether the process that keeps them in memory answered.
    """

    words: Literal["all", "any", "none"]
    dropped: tuple[str, ...] = ()
    vectors: bool = False
    model: str | None = None
    coverage: float = 0.0
    fallback: str = ""
    resident: bool = False
    stale: int = 0
    pending: bool = False
    read_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """The answer to one query: how it was read, what ran, and the hits.

    ``others`` are other readings of the same phrase; ``asked`` is what of the query was looked for, the phrase taken
    out. ``narrowed`` says whether the reading restricts or, as in a prompt, only lifts. ``total`` is how many pieces a
    listing has, hits included. ``nearest`` are the days before and after an empty range that hold something: with the
    words of the query where ``by_words``, else anything.
    """

    query: str
    reading: TimeRange | None
    ran: Ran
    hits: tuple[Hit, ...]
    others: tuple[TimeRange, ...] = ()
    asked: str = ""
    narrowed: bool = True
    order: Order = "rank"
    total: int | None = None
    nearest: tuple[Day, ...] = ()
    by_words: bool = True
    as_of: datetime | None = None
