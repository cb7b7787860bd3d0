"""Journal lines to changes and back, and the board that changes come to. Total: a broken line is named, not fatal.

The lines of several devices may come in any order and more than once; equal sets of lines give equal boards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

from hitherto.core.model import Origin, Record
from hitherto.core.topics import (
    Added,
    Board,
    Change,
    Colour,
    Coloured,
    Done,
    Edited,
    Mark,
    Reopened,
    Step,
    Topic,
    TopicChange,
    Undone,
    Via,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

COLOURS: tuple[Colour, ...] = get_args(Colour)
_VIAS: tuple[Via, ...] = get_args(Via)
_NAMES: dict[type[Change], str] = {
    Added: "added",
    Edited: "edited",
    Coloured: "coloured",
    Done: "done",
    Reopened: "reopened",
    Undone: "undone",
}


class _FaultError(ValueError):
    """Why a line is not a change."""


def name_of(change: Change) -> str:
    """Return the word for a kind of change: added, edited, coloured, done, reopened, undone."""
    return _NAMES[type(change)]


def record_of(change: Change) -> Record:
    """Return the journal line of a change."""
    payload: dict[str, object] = {"change": name_of(change)}
    if isinstance(change, Undone):
        payload["undoes"] = change.change
    elif not isinstance(change, Added):
        payload["topic"] = change.topic
    if isinstance(change, Coloured):
        payload["colour"] = change.colour
    mark = change.mark
    return Record(
        id=mark.id,
        ts=mark.time,
        tz=mark.zone,
        actor=mark.by,
        role="user",
        type="topic",
        text=change.text if isinstance(change, Added | Edited) else "",
        origin=Origin(source=mark.via),
        data={"topic": payload | {"device": mark.device}},
    )


def change_of(record: Record) -> Change | str:
    """Return the change that a journal line of type ``topic`` is, or in clear words why it is none."""
    try:
        return _change(record)
    except _FaultError as fault:
        return str(fault)


def board_of(lines: Iterable[tuple[str, Record]]) -> Board:
    """Return the board that lines of type ``topic``, each with the device whose journal holds it, come to.

    Of lines with one id, the later in the order of replay (rec, device, seq) stands.
    """
    ordered = sorted(lines, key=_order)
    changes: dict[str, Change] = {}
    faults: list[str] = []
    for record in {record.id: record for _, record in ordered}.values():
        found = change_of(record)
        if isinstance(found, str):
            faults.append(f"topic line {record.id}: {found}")
        else:
            changes[record.id] = found
    counting = _counting(changes)
    history = tuple(
        Step(change=change, topic=_topic_of(id_, changes), counts=id_ in counting) for id_, change in changes.items()
    )
    faults += [
        f"topic line {step.change.mark.id}: {name_of(step.change)} nothing that is there"
        for step in history
        if step.topic is None
    ]
    return Board(topics=_arranged(history), history=history, faults=tuple(faults))


def _order(line: tuple[str, Record]) -> tuple[datetime, str, int, str, str]:
    device, record = line
    if record.rec is None or record.seq is None:
        raise ValueError("only lines read back from the journal are replayed")
    # Copies of one file may hold two lines of one number.
    return record.rec, device, record.seq, record.id, repr(record)


def _change(record: Record) -> Change:
    payload = record.data.get("topic")
    if not isinstance(payload, dict):
        raise _FaultError("holds no change")
    mark = Mark(
        id=record.id,
        time=record.ts,
        zone=record.tz,
        by=record.actor,
        via=_via(record),
        device=_said(payload, "device"),
    )
    kind = payload.get("change")
    match kind:
        case "added":
            return Added(mark=mark, text=record.text)
        case "edited":
            return Edited(mark=mark, topic=_said(payload, "topic"), text=record.text)
        case "coloured":
            return Coloured(mark=mark, topic=_said(payload, "topic"), colour=_colour(payload))
        case "done":
            return Done(mark=mark, topic=_said(payload, "topic"))
        case "reopened":
            return Reopened(mark=mark, topic=_said(payload, "topic"))
        case "undone":
            return Undone(mark=mark, change=_said(payload, "undoes"))
    raise _FaultError(f"unknown change {kind!r}, perhaps from a newer program")


def _via(record: Record) -> Via:
    if record.role == "user":
        for via in _VIAS:
            if via == record.origin.source:
                return via
    raise _FaultError(f"came through {record.origin.source!r}, which no person writes through")


def _colour(payload: Mapping[str, Any]) -> Colour:
    for colour in COLOURS:
        if colour == payload.get("colour"):
            return colour
    raise _FaultError(f"unknown colour {payload.get('colour')!r}")


def _said(payload: Mapping[str, Any], name: str) -> str:
    value = payload.get(name)
    if not isinstance(value, str):
        raise _FaultError(f"{name} is missing")
    return value


def _counting(changes: Mapping[str, Change]) -> set[str]:
    """Return the changes that count: those that nothing which counts undoes, wherever it stands, since clocks differ.

    What undoes itself, or each other in a circle, does not count.
    """
    undoers = Counter(change.change for change in changes.values() if isinstance(change, Undone))
    ready = [id_ for id_ in changes if not undoers[id_]]
    undone: set[str] = set()
    settled: set[str] = set()
    while ready:
        id_ = ready.pop()
        settled.add(id_)
        change = changes[id_]
        if isinstance(change, Undone) and change.change in changes:
            if id_ not in undone:
                undone.add(change.change)
            undoers[change.change] -= 1
            if not undoers[change.change]:
                ready.append(change.change)
    return settled - undone


def _topic_of(id_: str, changes: Mapping[str, Change]) -> str | None:
    seen: set[str] = set()
    change = changes.get(id_)
    while isinstance(change, Undone) and id_ not in seen:
        seen.add(id_)
        id_ = change.change
        change = changes.get(id_)
    if change is None or isinstance(change, Undone):
        return None
    topic = id_ if isinstance(change, Added) else change.topic
    return topic if isinstance(changes.get(topic), Added) else None


def _arranged(history: Sequence[Step]) -> tuple[Topic, ...]:
    topics: dict[str, Topic] = {}
    turns: dict[str, int] = {}
    # Whatever the clocks of two devices say, a topic is there before what is done to it.
    for place, step in sorted(enumerate(history), key=lambda pair: not isinstance(pair[1].change, Added)):
        change = step.change
        if step.topic is None or not step.counts or isinstance(change, Undone):
            continue
        topic = _applied(topics.get(step.topic), change)
        if topic is not None:
            topics[topic.id] = topic
            if isinstance(change, Added | Reopened | Done):
                turns[topic.id] = place
    latest = sorted(topics.values(), key=lambda topic: -turns[topic.id])
    opened = [topic for topic in latest if not topic.done]
    closed = [topic for topic in latest if topic.done]
    return (*opened[:1], *sorted(opened[1:], key=lambda topic: COLOURS.index(topic.colour)), *closed)


def _applied(topic: Topic | None, change: TopicChange) -> Topic | None:
    """Return a topic after one change; None where the topic is not there, because its adding was undone."""
    if isinstance(change, Added):
        mark = change.mark
        return Topic(
            id=mark.id, time=mark.time, tz=mark.zone, text=change.text, colour="none", done=False, turned=mark.time
        )
    if topic is None:
        return None
    if isinstance(change, Edited):
        return replace(topic, text=change.text)
    if isinstance(change, Coloured):
        return replace(topic, colour=change.colour)
    if isinstance(change, Reopened):
        return replace(topic, done=False, turned=change.mark.time)
    return replace(topic, done=True, turned=change.mark.time)
