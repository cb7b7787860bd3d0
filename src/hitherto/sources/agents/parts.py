"""What every dialect shares: the parts of a message, instants, and counting what is left out."""

from __future__ import annotations

import json
from base64 import b64decode
from collections import Counter
from datetime import UTC, datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from hitherto.core.model import LeftOut, Position
from hitherto.sources.agents.jsonl import read_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import tzinfo

    from hitherto.core.model import LeftOutReason

_MILLISECONDS_FROM = 1e11


class Tally:
    """Counts of what one file had that is not taken in, reported once per kind instead of once per line."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._counts: Counter[tuple[LeftOutReason, str]] = Counter()

    def add(self, reason: LeftOutReason, detail: str) -> None:
        """Count one more of this kind."""
        self._counts[reason, detail] += 1

    def merge(self, other: Tally) -> None:
        """Take over the counts of ``other``, leaving it empty."""
        self._counts += other._counts
        other._counts = Counter()

    def flush(self) -> Iterator[LeftOut]:
        """Yield the counts since the last flush and start again from nothing."""
        counts, self._counts = self._counts, Counter()
        for (reason, detail), count in sorted(counts.items()):
            yield LeftOut(path=self._path, reason=reason, detail=detail, count=count)


def word(value: Any, name: str) -> str:
    """Return the string ``value`` holds under ``name``, "" where it holds anything else or is no object."""
    found = value.get(name) if isinstance(value, dict) else None
    return found if isinstance(found, str) else ""


def compact(value: object) -> str:
    """Return ``value`` as JSON without spaces, other alphabets readable."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def call_text(name: str, arguments: Any) -> str:
    """Return a tool call as one searchable text: a shell command as it was typed, anything else as compact JSON."""
    if isinstance(arguments, dict) and isinstance(arguments.get("command"), str):
        return f"{name}: {arguments['command']}"
    return f"{name} {compact(arguments)}" if arguments else name


def blocks_of(content: Any) -> list[dict[str, Any]]:
    """Return message content as a list of blocks, a bare string being one block of text."""
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    if not isinstance(content, list):
        return []
    return [block for entry in content for block in ([entry] if isinstance(entry, dict) else blocks_of(entry))]


def text_of(content: Any) -> str:
    """Return the words of message content, its blocks of text joined by a newline."""
    blocks = blocks_of(content)
    return "\n".join(block["text"] for block in blocks if isinstance(block.get("text"), str))


def attachments_of(content: Any) -> list[dict[str, str]]:
    """Return media type and content hash of the images and documents in message content, never their bytes."""
    found = []
    for block in blocks_of(content):
        source = block.get("source")
        place = source if isinstance(source, dict) else block
        data = place.get("data")
        if word(block, "type") in {"image", "document"} and isinstance(data, str):
            media = place.get("media_type") or place.get("mimeType") or ""
            found.append({"sha256": sha256(_decoded(data)).hexdigest(), "media_type": str(media)})
    return found


def instant(value: Any, zone: tzinfo = UTC) -> datetime | None:
    """Return the moment ``value`` names: ISO 8601 (``zone`` where it has none), or seconds or milliseconds since 1970.

    None when it names no moment between the years 1 and 9999.
    """
    try:
        if isinstance(value, str):
            value = value.strip()
            return (
                _iso(value, zone)
                if not value.replace(".", "", 1).isdigit() or len(value) < 9
                else instant(float(value))
            )
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        return datetime.fromtimestamp(value / 1000 if abs(value) >= _MILLISECONDS_FROM else value, UTC)
    except (ValueError, OverflowError, OSError):
        return None


def time_before(path: str, start: Position, time_of: Callable[[Any], datetime | None]) -> datetime | None:
    """Return the last moment ``time_of`` finds in the lines of ``path`` before ``start``."""
    found = None
    for line in read_lines(path, Position()) if start.offset else ():
        if line.end is None or line.end > start.offset:
            break
        found = time_of(line.value) or found
    return found


def _decoded(data: str) -> bytes:
    try:
        return b64decode(data)
    except ValueError:
        return data.encode("utf-8", "replace")


def _iso(value: str, zone: tzinfo) -> datetime:
    moment = datetime.fromisoformat(value)
    return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
