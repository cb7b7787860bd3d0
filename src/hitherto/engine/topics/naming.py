"""Ids that a person can type: the shortest beginnings that tell one change from every other."""

from __future__ import annotations

from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

from hitherto.core.errors import UsageError
from hitherto.core.topics import Added, Undone

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from hitherto.core.topics import Board, Step, Topic

SHORTEST = 4
_NAMED = 5
_SEE = "`hitherto topics` shows the ids, `hitherto topics history` those of every change"


def short_ids(board: Board) -> dict[str, str]:
    """Return, for the id of each change (a topic has that of its adding), the beginning that names it."""
    ids = sorted(step.change.mark.id for step in board.history)
    shared = [0, *(_shared(one, two) for one, two in pairwise(ids)), 0]
    return {id_: id_[: max(SHORTEST, 1 + max(shared[place : place + 2]))] for place, id_ in enumerate(ids)}


def _shared(one: str, two: str) -> int:
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))


def topic_named(board: Board, name: str) -> Topic:
    """Return the topic whose id begins with ``name``; raises UsageError where there is none or more than one."""
    id_ = _only(board, name, [topic.id for topic in board.topics], "topic")
    return next(topic for topic in board.topics if topic.id == id_)


def step_of(board: Board, name: str) -> Step:
    """Return the change whose id begins with ``name``; raises UsageError where there is none or more than one."""
    id_ = _only(board, name, [step.change.mark.id for step in board.history], "change")
    return next(step for step in board.history if step.change.mark.id == id_)


def step_to_undo(board: Board, name: str | None) -> Step:
    """Return the change to undo: the last one, or the last one of the topic ``name``, or the change ``name`` itself.

    An undoing is only undone by its own id. Raises UsageError where nothing is there to be undone.
    """
    topic = None
    if name is not None:
        named = step_of(board, name)
        if isinstance(named.change, Added):
            topic = named.topic
        else:
            return _still_counting(board, named)
    for step in reversed(board.history):
        if step.counts and not isinstance(step.change, Undone) and topic in (None, step.topic):
            return step
    if topic is not None:
        raise UsageError("Nothing of that topic counts any more.", hint=_back(board, topic))
    raise UsageError("There is nothing to undo.", hint='begin with `hitherto topics add "…"`')


def _still_counting(board: Board, step: Step) -> Step:
    if step.counts and step.topic is not None:
        return step
    raise UsageError("That change does not count any more.", hint=_back(board, step.change.mark.id))


def _back(board: Board, id_: str) -> str:
    """Say how a change that was undone comes back."""
    for step in board.history:
        if isinstance(step.change, Undone) and step.change.change == id_ and step.counts:
            return f"`hitherto topics undo {short_ids(board)[step.change.mark.id]}` brings it back"
    return _SEE


def _only(board: Board, name: str, ids: Sequence[str], what: str) -> str:
    wanted = name.strip().lower()
    found = [id_ for id_ in ids if id_.startswith(wanted)] if wanted else []
    if len(found) == 1:
        return found[0]
    if not found:
        raise UsageError(f"No {what} has an id that begins with {name!r}.", hint=_SEE)
    raise UsageError(f"{len(found)} {what}s have an id that begins with {name!r}.", hint=_told(board, found))


def _told(board: Board, ids: Iterable[str]) -> str:
    shorts = short_ids(board)
    names = sorted(shorts[id_] for id_ in ids)
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return f"say which: {', '.join(names[:_NAMED])}{more}"
