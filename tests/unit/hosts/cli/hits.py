"""Hits as the engine gives them, and a terminal to show them on, for the tests of how they look."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from typing import Any

from hitherto.core.answer import Hit, Part, Place

NOON = datetime(2026, 11, 24, 11, 0, tzinfo=UTC)


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        """Say yes, as a terminal does."""
        return True


def hit(text: str, **other: Any) -> Hit:
    """Return a hit in a file, with what differs from the usual."""
    usual: dict[str, Any] = {
        "id": "h1",
        "kind": "note",
        "marks": (),
        "place": Place(source="folder", path="/notes/plan.md", lines=(3, 9), session=None, project="/notes"),
        "symbol": None,
        "heading": None,
        "actor": None,
        "role": None,
        "time": NOON,
        "time_from": "mtime",
        "tz": "UTC",
        "score": 1.0,
        "why": {"words": 1.0},
        "also_in": (),
        "state": "current",
    }
    return Hit(text=text, **(usual | other))


def said(*utterances: tuple[str, str, datetime], **other: Any) -> Hit:
    """Return a hit in a conversation from (actor, text, time)."""
    parts, texts, at = [], [], 0
    for number, (actor, text, time) in enumerate(utterances):
        role: Any = "user" if actor == "user" else "assistant"
        parts.append(
            Part(record=f"r{number}", actor=actor, role=role, time=time, start=at, end=at + len(text), line=number + 1)
        )
        texts.append(text)
        at += len(text) + 2
    place = Place(
        source="claude-code",
        path="/logs/a.jsonl",
        lines=(1, 1),
        session="0f8e5a1c-93d2-4b8e-a1f0-2c4d6e8f0a1b",
        project="/home/mika/lantern",
    )
    usual: dict[str, Any] = {
        "kind": "conversation",
        "place": place,
        "parts": tuple(parts),
        "actor": utterances[0][0],
        "time": utterances[0][2],
        "time_from": "said",
    }
    return hit("\n\n".join(texts), **(usual | other))
