"""The board "where are we now": what a person changed about their topics, and what stands after it.

The changes are the truth, each a line of the journal; topics are what they come to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime

Colour = Literal["red", "amber", "green", "none"]
Via = Literal["terminal"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """Which change this is, when it was made, in which zone, by whom, through which door and on which device."""

    id: str
    time: datetime
    zone: str | None
    by: str
    via: Via
    device: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A new topic; its id is the id of this change."""

    mark: Mark
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edited:
    """A topic says something else now."""

    mark: Mark
    topic: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Coloured:
    """A topic has another colour now."""

    mark: Mark
    topic: str
    colour: Colour


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A topic is closed."""

    mark: Mark
    topic: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reopened:
    """A topic is open again."""

    mark: Mark
    topic: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """An earlier change, which may be an undoing itself, counts no more."""

    mark: Mark
    change: str


TopicChange: TypeAlias = Added | Edited | Coloured | Done | Reopened
Change: TypeAlias = TopicChange | Undone


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """One line of the board. ``time`` is when it was added, ``turned`` when it was last opened or, if done, closed."""

    id: str
    time: datetime
    tz: str | None
    text: str
    colour: Colour
    done: bool
    turned: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One change of the history, the topic it is about (None: nobody knows), and whether it counts."""

    change: Change
    topic: str | None
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """Where we are. ``topics``: the current one, the other open ones by priority, then what is done, latest first.

    ``history`` has every change in the order of replay; ``faults`` names the lines that could not be understood.
    """

    topics: tuple[Topic, ...] = ()
    history: tuple[Step, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def current(self) -> Topic | None:
        """The open topic that the talk turned to last."""
        first = self.topics[0] if self.topics else None
        return first if first and not first.done else None
