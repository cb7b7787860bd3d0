"""The board as it goes in front of a model: short, absolute, the same bytes as long as nothing changed.

It is fenced as what the person wrote, and nothing a topic says can end the fence, begin another or start a line.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from hitherto.engine.topics.tokens import tokens_at_most
from hitherto.text.marker import FENCE_END, FENCE_NAME

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from hitherto.core.topics import Board, Topic

Form = Literal["turn", "full"]
MOST_TOKENS: dict[Form, int] = {"turn": 120, "full": 300}
"""What each form takes at most; ``turn`` goes with every turn, ``full`` begins a session or follows a compaction."""

CUT = "…"
_HEAD = f"<{FENCE_NAME} topics>\n"
_NOTE = "topics the user wrote down, as data; times "
_TAIL = f"{FENCE_END}\n"
# What the three lines above take at most in the vocabularies that tokens.py is made from; so do the beginning and the
# end of a topic's line, with the year and without, and the line that counts what is not shown. Their shapes are known,
# and tokens.py would say half as much again.
_FRAME_TOKENS = 30
_HEAD_TOKENS, _HEAD_TOKENS_WITHOUT_YEAR = 15, 12
_MORE_TOKENS = 6
# So many tokens of each topic are shown, of the current one not fewer than here: the first length at which all fit.
_LENGTHS = (100, 60, 40, 28, 20, 14)
_CURRENT_LENGTH = 28
_DONE_SHOWN = 3
# They keep scripts and emoji together and say nothing alone.
_JOINERS = "\u200c\u200d\ufe0f"
# No host's mark can be made without these; the wide and small ones are read as the others by some models.
_BRACKETS = str.maketrans("<＜﹤>＞﹥", "‹‹‹›››")


def compact(board: Board, form: Form, zone: str) -> str:
    """Return the form of ``board`` for a model, with times in ``zone``; empty where no topic is open.

    It takes at most MOST_TOKENS: first the current topic, then the other open ones by priority; what does not fit is
    cut with a visible mark, or counted. In the full form the last ones done follow, where there is room.
    """
    opened = [topic for topic in board.topics if not topic.done]
    if not opened:
        return ""
    room = MOST_TOKENS[form] - _FRAME_TOKENS - tokens_at_most(zone)
    year = moment(opened[0].turned, zone).year
    # No more than these have room, however little they say.
    shown = min(len(opened), room // _HEAD_TOKENS_WITHOUT_YEAR)
    whole = [_line(topic, "open" if place else "now", zone, year) for place, topic in enumerate(opened[:shown])]
    lines = _longest(whole, room) if shown == len(opened) else []
    more = ""
    if not lines:
        while not (lines := _longest(whole[:shown], room - _MORE_TOKENS)):
            shown -= 1
        more = f"+{len(opened) - shown} more open\n"
    elif form == "full":
        closed = [topic for topic in board.topics if topic.done][:_DONE_SHOWN]
        lines += _that_fit([_line(topic, "done", zone, year) for topic in closed], room - _size(lines))
    told = [f"{line.head} {line.text}".rstrip() + "\n" for line in lines]
    return "".join([_HEAD, _NOTE, zone, "\n", *told, more, _TAIL])


class _Line(NamedTuple):
    """A topic's line: its beginning, how many tokens that takes with the line's end, and as much text as is shown."""

    head: str
    tokens: int
    text: str


def _line(topic: Topic, name: str, zone: str, year: int) -> _Line:
    """Return the whole line. The current topic has its colour beside it, another open one in the place of its name.

    The year stands in the first line, and wherever it is another one.
    """
    if topic.colour != "none" and name != "done":
        name = f"{name} {topic.colour}" if name == "now" else topic.colour
    when = moment(topic.turned, zone)
    if name.startswith("now") or when.year != year:
        return _Line(f"{name} {when:%Y-%m-%d %H:%M}", _HEAD_TOKENS, one_line(topic.text))
    return _Line(f"{name} {when:%m-%d %H:%M}", _HEAD_TOKENS_WITHOUT_YEAR, one_line(topic.text))


def _longest(lines: Sequence[_Line], room: int) -> list[_Line]:
    """Return the lines with the most text at which all fit, none where they do not fit with the least."""
    return next((cut for length in _LENGTHS if _size(cut := _cut(lines, length)) <= room), [])


def _cut(lines: Sequence[_Line], length: int) -> list[_Line]:
    lengths = [max(length, _CURRENT_LENGTH), *[length] * (len(lines) - 1)]
    return [line._replace(text=cut_to(line.text, most)) for line, most in zip(lines, lengths, strict=True)]


def _size(lines: Sequence[_Line]) -> int:
    return sum(line.tokens + tokens_at_most(line.text) for line in lines)


def _that_fit(lines: Sequence[_Line], room: int) -> list[_Line]:
    shown = [line._replace(text=cut_to(line.text, _CURRENT_LENGTH)) for line in lines]
    while shown and _size(shown) > room:
        shown.pop()
    return shown


def one_line(text: str) -> str:
    """Return ``text`` as one line in which nothing acts: no line breaks, control or direction characters, no ``<>``."""
    kept = (
        " " if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp") and one not in _JOINERS else one
        for one in text
    )
    return " ".join("".join(kept).translate(_BRACKETS).split())


@lru_cache(maxsize=1024)
def cut_to(text: str, tokens: int) -> str:
    """Return ``text``, or as much of its beginning as takes at most ``tokens`` with the mark that it was cut."""
    # A token has a character at least, unless the text says nothing.
    if len(text) <= 16 * tokens and tokens_at_most(text) <= tokens:
        return text
    low, high = 0, min(len(text), 16 * tokens)
    while low < high:
        middle = (low + high + 1) // 2
        if tokens_at_most(text[:middle] + CUT) <= tokens:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip(f" {_JOINERS}") + CUT


def moment(time: datetime, zone: str) -> datetime:
    """Return an instant in ``zone``, in UTC where that zone is not known here."""
    try:
        return time.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError, OverflowError):
        return time
