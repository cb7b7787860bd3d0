"""Boards for tests, made with as few words as possible."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from hitherto.core.topics import Added, Coloured, Done, Edited, Mark, Reopened, Undone
from hitherto.engine.topics.replay import board_of, record_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hitherto.core.model import Record
    from hitherto.core.topics import Board, Change

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)


def mark(id_: str, minute: float = 0, **more: Any) -> Mark:
    """Return who made a change and when, some minutes after noon."""
    fields: dict[str, Any] = {
        "id": id_,
        "time": NOON + timedelta(minutes=minute),
        "zone": "Europe/Berlin",
        "by": "mia",
        "via": "terminal",
        "device": "desk",
    }
    return Mark(**{**fields, **more})


def added(id_: str, text: str = "", minute: float = 0) -> Added:
    """Return the adding of a topic."""
    return Added(mark=mark(id_, minute), text=text or f"topic {id_}")


def edited(id_: str, topic: str, text: str) -> Edited:
    """Return a change of what a topic says."""
    return Edited(mark=mark(id_), topic=topic, text=text)


def coloured(id_: str, topic: str, colour: Any) -> Coloured:
    """Return a change of colour."""
    return Coloured(mark=mark(id_), topic=topic, colour=colour)


def done(id_: str, topic: str) -> Done:
    """Return the closing of a topic."""
    return Done(mark=mark(id_), topic=topic)


def reopened(id_: str, topic: str) -> Reopened:
    """Return the opening of a topic that was done."""
    return Reopened(mark=mark(id_), topic=topic)


def undone(id_: str, change: str) -> Undone:
    """Return the undoing of a change."""
    return Undone(mark=mark(id_), change=change)


def lines(changes: Sequence[Change], device: str = "desk") -> list[tuple[str, Record]]:
    """Return changes as one device's journal gives them back, one a second."""
    return [
        (device, replace(record_of(change), rec=NOON + timedelta(seconds=seq), seq=seq))
        for seq, change in enumerate(changes)
    ]


def board(*changes: Change) -> Board:
    """Return what changes, made in this order, come to."""
    return board_of(lines(changes))


def board_with(*texts: str, colours: Sequence[str] = ()) -> Board:
    """Return a board with one open topic a text, the last one the current one."""
    changes: list[Change] = [added(f"id{place:04}", text, place) for place, text in enumerate(texts)]
    changes += [coloured(f"colour{place}", f"id{place:04}", colour) for place, colour in enumerate(colours)]
    return board(*changes)
