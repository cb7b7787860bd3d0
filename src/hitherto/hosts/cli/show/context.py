"""What stands around a hit: the lines of its file, or what was said before and after."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from hitherto.app.memory import Memory
    from hitherto.core.answer import Hit
    from hitherto.core.model import Record


class Near(NamedTuple):
    """One line of a file, or one utterance with who said it and when."""

    text: str
    line: int | None
    actor: str | None
    time: datetime | None


def around(memory: Memory, hit: Hit, count: int) -> tuple[list[Near], list[Near]]:
    """Return up to ``count`` lines or utterances before a hit and after it."""
    if hit.place.session is not None:
        ids = [part.record for part in hit.parts] or [hit.id]
        before, _ = memory.around(ids[0], count)
        _, after = memory.around(ids[-1], count)
        return _utterances(before), _utterances(after)
    above, below = memory.lines_around(hit, count)
    first, last = hit.place.lines or (1, 1)
    return (
        [Near(text, first - len(above) + number, None, None) for number, text in enumerate(above)],
        [Near(text, last + 1 + number, None, None) for number, text in enumerate(below)],
    )


def _utterances(records: Iterable[Record]) -> list[Near]:
    return [Near(one.text, one.origin.line, one.actor, one.ts) for one in records]
