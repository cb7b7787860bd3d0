"""The board as it goes in front of a model: short, absolute, the same bytes as long as nothing changed.

It is fenced as what the person wrote, and nothing a topic says can end the fence, begin another or start a line.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Literal
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
# What the three lines above take in the worst of the vocabularies that tokens.py is made from; its own estimate of
# such plain words would be twice as much.
_FRAME_TOKENS = 30
# So long is a topic shown at most, in tokens; the first length at which all topics fit is taken.
_LENGTHS = (100, 60, 40, 28, 20, 14, 10)
_DONE_SHOWN = 3
# They keep scripts and emoji together and say nothing alone.
_JOINERS = "\u200c\u200d\ufe0f"
# No host's mark can be made without these.
_BRACKETS = str.maketrans({"<": "‹", ">": "›"})


def compact(board: Board, form: Form, zone: str) -> str:
    """Return the form of ``board`` for a model, with times in ``zone``; empty where no topic is open.

    It takes at most MOST_TOKENS: first the current topic, then the other open ones by priority; what does not fit is
    cut with a visible mark, or counted. In the full form the last ones done follow, where there is room.
    """
    opened = [topic for topic in board.topics if not topic.done]
    if not opened:
        return ""
    room = MOST_TOKENS[form] - _FRAME_TOKENS - tokens_at_most(zone)
    texts = [one_line(topic.text) for topic in opened]
    lines = next(
        (lines for length in _LENGTHS if _size(lines := _open_lines(opened, texts, zone, length)) <= room), None
    )
    if lines is None:
        lines = _that_fit(_open_lines(opened, texts, zone, _LENGTHS[-1]), room)
    elif form == "full":
        lines += _done_lines(board, zone, room - _size(lines))
    return "".join([_HEAD, _NOTE, zone, "\n", *lines, _TAIL])


def one_line(text: str) -> str:
    """Return ``text`` as one line in which nothing acts: no line breaks, control or direction characters, no ``<>``."""
    kept = (
        " " if unicodedata.category(one) in ("Cc", "Cf", "Cs", "Zl", "Zp") and one not in _JOINERS else one
        for one in text
    )
    return " ".join("".join(kept).translate(_BRACKETS).split())


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


def _open_lines(topics: Sequence[Topic], texts: Sequence[str], zone: str, length: int) -> list[str]:
    names = ["now", *["open"] * (len(topics) - 1)]
    return [
        _line(name, topic, zone, cut_to(text, length)) for name, topic, text in zip(names, topics, texts, strict=True)
    ]


def _line(name: str, topic: Topic, zone: str, text: str) -> str:
    colour = "" if topic.colour == "none" else f"[{topic.colour}] "
    return f"{name} {moment(topic.turned, zone):%Y-%m-%d %H:%M} {colour}{text}\n"


def _size(lines: Sequence[str]) -> int:
    return sum(map(tokens_at_most, lines))


def _that_fit(lines: Sequence[str], room: int) -> list[str]:
    shown = len(lines)
    while shown > 1 and _size(lines[:shown]) + tokens_at_most(_more(len(lines) - shown)) > room:
        shown -= 1
    return [*lines[:shown], _more(len(lines) - shown)]


def _more(number: int) -> str:
    return f"+{number} more open\n"


def _done_lines(board: Board, zone: str, room: int) -> list[str]:
    lines: list[str] = []
    for topic in [topic for topic in board.topics if topic.done][:_DONE_SHOWN]:
        line = _line("done", topic, zone, cut_to(one_line(topic.text), _LENGTHS[2]))
        if _size([*lines, line]) > room:
            break
        lines.append(line)
    return lines
