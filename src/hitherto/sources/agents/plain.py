"""The simplest chat log: one JSON object a line with a time, a role and a text, under any of their usual names."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from hitherto.core.errors import UsageError
from hitherto.core.model import LeftOut, Position
from hitherto.sources.agents.drafts import Binder, Draft, Line
from hitherto.sources.agents.jsonl import read_lines
from hitherto.sources.agents.parts import Tally, instant, text_of
from hitherto.sources.files import changed_at, log_files, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hitherto.core.model import Record, Role
    from hitherto.core.seen import Item
    from hitherto.sources.agents.jsonl import JsonLine

DIALECT = "jsonl"
_TIME = ("ts", "timestamp", "time", "date", "created_at")
_TEXT = ("text", "content", "message")
_ROLE = ("role", "sender", "author", "speaker")
_ID = ("id", "uuid")
_SESSION = ("session", "session_id", "conversation_id", "chat_id")
_ROLES: dict[str, Role] = {
    "user": "user",
    "human": "user",
    "me": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "gpt": "assistant",
    "system": "system",
    "tool": "system",
}
_UNIQUE_ID_LENGTH = 16


class PlainJsonl:
    """The Source of plain conversation files: a folder of them or a single one.

    ``key`` is the home's secret, for lines without an id; ``zone`` is the IANA zone of times that name none,
    on lines that name none.
    A role that is no known role is the speaker's name. Such files promise nothing about their ids, so equal lines and
    reused ids are told apart by what came before them: a file is always read from its top and gives no Position.

    Raises:
        UsageError: ``zone`` is not an IANA zone.
    """

    kind = DIALECT

    def __init__(self, root: str, key: bytes = b"", *, zone: str = "UTC") -> None:
        self.root = os.path.realpath(root)
        self._key = key
        known = _zone(zone)
        if known is None:
            raise UsageError(f"{zone!r} is no time zone.", hint="Use an IANA name such as Europe/Berlin.")
        self._zone = known

    def items(self) -> Iterator[Item | LeftOut]:
        """Yield every file named ``*.jsonl`` in the order of their paths."""
        return log_files(self.root, lambda name: name.endswith(".jsonl") and not name.startswith("."))

    def records(self, item: Item, start: Position) -> Iterator[Record | LeftOut | Position]:
        """Yield the records of one file, wherever ``start`` is."""
        _ = start
        tally = Tally(item.path)
        binder = Binder(DIALECT, item.path, self._key, tally)
        last: datetime | None = None
        try:
            for line in read_lines(item.path, Position()):
                last = self._time(line.value) or last
                yield from self._taken(item, line, last, binder)
        except OSError as error:
            yield unreadable(item, error)
            return
        yield from tally.flush()

    def heads(self) -> Mapping[str, str]:
        """Return nothing: logs are no repositories."""
        return {}

    def _taken(self, item: Item, line: JsonLine, last: datetime | None, binder: Binder) -> Iterator[Record | LeftOut]:
        value = line.value
        if line.fault or not isinstance(value, dict):
            detail = line.detail or "not an object"
            yield LeftOut(path=item.path, reason=line.fault or "broken-line", detail=detail, line=line.number)
        elif not isinstance(_first(value, _TEXT), str | list) or not _word(value, _ROLE):
            detail = "no text or no role"
            yield LeftOut(path=item.path, reason="unknown-type", detail=detail, line=line.number)
        else:
            record = binder.record(self._draft(item, line, last or changed_at(item)))
            if record is not None:
                yield record

    def _draft(self, item: Item, line: JsonLine, moment: datetime) -> Draft:
        value = line.value
        role, actor = _speaker(value)
        guessed = self._time(value) is None
        zone = _own_zone(value) or (self._zone if _is_naive(_first(value, _TIME)) else None)
        owner, session, name = _word(value, _ID), _word(value, _SESSION), Path(item.path).name
        # A file's name enters an identity only where nothing else tells its lines from another file's: a renamed
        # copy should add nothing, but two files that both number their lines 1, 2, 3 must not swallow each other.
        needs_name = len(owner) < _UNIQUE_ID_LENGTH if owner else guessed
        data: dict[str, object] = {"time_guessed": True} if guessed else {}
        if line.replaced:
            data["bytes_replaced"] = line.replaced
        where = Line(
            number=line.number,
            ts=moment,
            guessed=guessed,
            session=session or name.removesuffix(".jsonl"),
            project=_word(value, ("project", "cwd")) or None,
            about=data,
            tz=zone.key if zone else None,
        )
        draft = Draft(
            owner=owner,
            scope=session or (name if needs_name else ""),
            part="text",
            type="text",
            role=role,
            actor=actor,
            where=where,
            data=data,
            model=_word(value, ("model",)) or None,
        )
        draft.put(None, text_of(_first(value, _TEXT)))
        return draft

    def _time(self, value: Any) -> datetime | None:
        return instant(_first(value, _TIME), _own_zone(value) or self._zone) if isinstance(value, dict) else None


def _first(value: dict[str, Any], names: Sequence[str]) -> Any:
    return next((value[name] for name in names if value.get(name) is not None), None)


def _word(value: dict[str, Any], names: Sequence[str]) -> str:
    found = _first(value, names)
    return str(found) if isinstance(found, str | int) else ""


def _speaker(value: dict[str, Any]) -> tuple[Role, str]:
    said = _word(value, _ROLE)
    role = _ROLES.get(said.strip().lower())
    name = _word(value, ("actor", "name"))
    if role is None:
        return "user", name or said
    return role, name or ("tool" if said.strip().lower() == "tool" else role)


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def _own_zone(value: dict[str, Any]) -> ZoneInfo | None:
    return _zone(_word(value, ("tz", "timezone")))


def _is_naive(value: Any) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value.strip()).tzinfo is None
    except ValueError:
        return False
