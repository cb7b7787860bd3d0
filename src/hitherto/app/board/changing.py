"""Changing the board: for a person at a terminal, and for nobody else. Agents read.

Whether a person is there is asked of the system at every change, not told by the caller. Only the command line may
import this module, which a contract checks. SECURITY.md says what this does not keep out.
"""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from hitherto.app import adapters
from hitherto.core.errors import PersonNeededError, UsageError
from hitherto.core.ids import native_id
from hitherto.core.topics import Added, Coloured, Done, Edited, Mark, Reopened, Undone
from hitherto.engine.topics.naming import step_to_undo, topic_named
from hitherto.engine.topics.replay import record_of
from hitherto.stores.home import device_name
from hitherto.text.secrets import redact

if TYPE_CHECKING:
    from collections.abc import Callable

    from hitherto.app.memory import Memory
    from hitherto.core.topics import Change, Colour

STANDARD_INPUT, STANDARD_OUTPUT = 0, 1


def require_person() -> None:
    """Raise PersonNeededError unless this process reads from a terminal and writes to one."""
    if not (os.isatty(STANDARD_INPUT) and os.isatty(STANDARD_OUTPUT)):
        raise PersonNeededError(
            "The board is changed by a person at a terminal, and this is none.",
            hint="run the command yourself in a terminal; a program may read: `hitherto topics --json`",
        )


def add(memory: Memory, text: str) -> Change:
    """Add a topic. Like every change: on disk when this returns.

    Each function here raises PersonNeededError where no person is, UsageError for an id that names no topic or
    several, or for an empty text, and what the journal raises; it returns None where the board is so already.
    """
    return _write(memory, partial(Added, text=_text(text)))


def edit(memory: Memory, name: str, text: str) -> Change | None:
    """Let the topic ``name`` (an id, or the beginning of one) say something else."""
    require_person()
    topic = topic_named(memory.topics(), name)
    return None if topic.text == _text(text) else _write(memory, partial(Edited, topic=topic.id, text=_text(text)))


def colour(memory: Memory, name: str, wanted: Colour) -> Change | None:
    """Give a topic a colour."""
    require_person()
    topic = topic_named(memory.topics(), name)
    return None if topic.colour == wanted else _write(memory, partial(Coloured, topic=topic.id, colour=wanted))


def close(memory: Memory, name: str) -> Change | None:
    """Let a topic be done."""
    require_person()
    topic = topic_named(memory.topics(), name)
    return None if topic.done else _write(memory, partial(Done, topic=topic.id))


def reopen(memory: Memory, name: str) -> Change | None:
    """Let a topic that was done be open again."""
    require_person()
    topic = topic_named(memory.topics(), name)
    return _write(memory, partial(Reopened, topic=topic.id)) if topic.done else None


def undo(memory: Memory, name: str | None) -> Change:
    """Let a change count no more: the last one, the last one of a topic, or the one with the id ``name``."""
    require_person()
    step = step_to_undo(memory.topics(), name)
    return _write(memory, partial(Undone, change=step.change.mark.id))


def _write(memory: Memory, make: Callable[..., Change]) -> Change:
    require_person()
    settings = memory.settings
    home = adapters.home_of(settings)
    home.ensure()
    key = home.key()
    now = adapters.now()
    device = device_name(os.environ)
    mark = Mark(
        id=native_id("topic", device, now.isoformat(), os.urandom(16).hex()),
        time=now,
        zone=settings.zone,
        by=redact(settings.owner, key)[0],
        via="terminal",
        device=device,
    )
    change = make(mark=mark)
    if isinstance(change, Added | Edited):
        change = replace(change, text=redact(change.text, key)[0])
    adapters.open_journal(settings).append([record_of(change)])
    return change


def _text(text: str) -> str:
    found = text.strip()
    if not found:
        raise UsageError("A topic needs words.", hint='as in `hitherto topics add "the budget of the trip"`')
    return found
