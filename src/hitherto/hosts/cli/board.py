"""How the board and its history look, on a terminal and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hitherto.core.topics import Added, Coloured, Edited, Undone
from hitherto.engine.topics.compact import CUT
from hitherto.engine.topics.naming import short_ids, step_of
from hitherto.engine.topics.replay import name_of
from hitherto.hosts.cli.show.json_output import echo_json
from hitherto.hosts.cli.show.terminal import counted, local, printable, say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hitherto.core.topics import Board, Change, Colour, Step, Topic

NOTHING = 1
LONGEST = 200
DONE_SHOWN = 5
PAINT: Mapping[Colour, str | None] = {"red": "red", "amber": "yellow", "green": "green", "none": None}
BEGIN = 'hitherto topics add "what we are on"'


def show_board(board: Board, zone: str, *, as_json: bool) -> int:
    """Print the board; return 0 where it has a topic, else 1."""
    _name_faults(board)
    if as_json:
        current = board.current
        listed = [topic_json(topic) for topic in board.topics]
        echo_json({"hitherto": 1, "topics": listed, "current": current and current.id, "faults": list(board.faults)})
        return 0 if listed else NOTHING
    opened = [topic for topic in board.topics if not topic.done]
    closed = [topic for topic in board.topics if topic.done]
    ids = short_ids(board)
    for topic in (*opened, *closed[:DONE_SHOWN]):
        say(_row(topic, ids[topic.id], zone, current=topic is board.current))
    if len(closed) > DONE_SHOWN:
        click.echo(f"-- {len(closed) - DONE_SHOWN} more done; `hitherto topics --json` has all", err=True)
    if not board.topics:
        click.echo(f"No topic is on the board.\n  -> write down what you are on: `{BEGIN}`", err=True)
        return NOTHING
    return 0


def _row(topic: Topic, id_: str, zone: str, *, current: bool) -> str:
    word = "done" if topic.done else "" if topic.colour == "none" else topic.colour
    when = f"{local(topic.turned, zone):%a %Y-%m-%d %H:%M}"
    text = _short(topic.text)
    if topic.done:
        return click.style(f"  {id_}  {when}  {word:<5}  {text}", dim=True)
    painted = click.style(f"{word:<5}", fg=PAINT[topic.colour]) if word else f"{word:<5}"
    return f"{'*' if current else ' '} {id_}  {when}  {painted}  {click.style(text, bold=True) if current else text}"


def _short(text: str) -> str:
    return printable(text if len(text) <= LONGEST else text[:LONGEST] + CUT)


def show_change(board: Board, change: Change | None, zone: str) -> None:
    """Say what a change came to."""
    if change is None:
        click.echo("It is so already; nothing was written.", err=True)
        return
    ids = short_ids(board)
    step = step_of(board, change.mark.id)
    topic = next((one for one in board.topics if one.id == step.topic), None)
    if topic is None:
        click.echo("The topic is off the board.", err=True)
    else:
        say(_row(topic, ids[topic.id], zone, current=topic == board.current))
    if isinstance(change, Undone):
        click.echo(f"-- `hitherto topics undo {ids[change.mark.id]}` brings it back", err=True)


def show_history(board: Board, name: str | None, zone: str, *, as_json: bool) -> int:
    """Print every change, or those of the topic whose id begins with ``name``; return 0 where there is one, else 1."""
    _name_faults(board)
    steps = board.history
    if name is not None:
        about = step_of(board, name).topic
        steps = tuple(step for step in board.history if step.topic == about)
    if as_json:
        echo_json({"hitherto": 1, "changes": [step_json(step) for step in steps], "faults": list(board.faults)})
    elif not steps:
        click.echo(f"Nothing was ever written on the board.\n  -> begin with `{BEGIN}`", err=True)
    else:
        ids = short_ids(board)
        for step in steps:
            say(_told(board, step, ids, zone))
    return 0 if steps else NOTHING


def _told(board: Board, step: Step, ids: Mapping[str, str], zone: str) -> str:
    change, mark = step.change, step.change.mark
    about = "" if step.topic is None or step.topic == mark.id else ids[step.topic] + "  "
    what = ""
    if isinstance(change, Added | Edited):
        what = _short(change.text)
    elif isinstance(change, Coloured):
        what = change.colour
    elif isinstance(change, Undone):
        what = _undone(change.change, board, ids)
    said = f"{about}{printable(what)}".rstrip()
    who = printable(f"{mark.by}, {mark.via} of {mark.device}")
    line = f"{ids[mark.id]}  {local(mark.time, zone):%Y-%m-%d %H:%M:%S}  {name_of(change):<8}  {said}  ({who})"
    return line if step.counts else click.style(f"{line}  [undone]", dim=True)


def _undone(id_: str, board: Board, ids: Mapping[str, str]) -> str:
    kinds = [name_of(step.change) for step in board.history if step.change.mark.id == id_]
    return f"{kinds[0]} {ids[id_]}" if kinds else id_


def _name_faults(board: Board) -> None:
    if not board.faults:
        return
    click.echo(
        f"-- {counted(len(board.faults), 'line')} could not be understood and left out: {printable(board.faults[0])}\n"
        "  -> `hitherto verify` names them all; a newer hitherto may understand them",
        err=True,
    )


def topic_json(topic: Topic) -> dict[str, Any]:
    """Return one topic with the keys of docs/reference/json.md."""
    return {
        "id": topic.id,
        "time": topic.time.isoformat(),
        "text": topic.text,
        "colour": topic.colour,
        "done": topic.done,
        "turned": topic.turned.isoformat(),
        "tz": topic.tz,
    }


def step_json(step: Step) -> dict[str, Any]:
    """Return one change with the keys of docs/reference/json.md."""
    change, mark = step.change, step.change.mark
    return {
        "id": mark.id,
        "topic": step.topic,
        "change": name_of(change),
        "time": mark.time.isoformat(),
        "tz": mark.zone,
        "text": change.text if isinstance(change, Added | Edited) else None,
        "colour": change.colour if isinstance(change, Coloured) else None,
        "undoes": change.change if isinstance(change, Undone) else None,
        "by": mark.by,
        "via": mark.via,
        "device": mark.device,
        "counts": step.counts,
    }
