"""What goes over the socket: one JSON object a line each way. Keys that are not known here are passed over.

A request is ``{"hitherto": 1, "version", "ask", …}``, a response ``{"hitherto": 1, "version", …}`` with what was asked
for, or with ``kind``, ``error``, ``hint`` and ``exit_code``.
"""

from __future__ import annotations

import json
from dataclasses import fields
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from hitherto.core import errors
from hitherto.core.answer import Filter, Hit, Part, Place, Ran, Recall, TimeRange
from hitherto.core.days import Day
from hitherto.core.errors import HithertoError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

T = TypeVar("T")
WIRE = 1
MOST_BYTES = 1_000_000
"""The longest request. A response has no limit: it holds whole texts, and its sender is the person's own process."""


def packed(message: dict[str, Any]) -> bytes:
    """Return a message as one line."""
    return json.dumps(message, default=_plain, separators=(",", ":")).encode() + b"\n"


def unpacked(line: bytes) -> dict[str, Any]:
    """Return the message of one line; raises ValueError for anything that is none of ours."""
    try:
        message = json.loads(line)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    if not isinstance(message, dict) or message.get("hitherto") != WIRE:
        raise ValueError("not a message of hitherto")
    return message


def recall_from(value: Any) -> Recall:
    """Return the answer that ``packed`` wrote; raises ValueError for what is none."""
    return _checked(_recall, value)


def filter_from(value: Any) -> Filter:
    """Return the restriction that ``packed`` wrote; raises ValueError for what is none."""
    return _checked(lambda one: _made(Filter, one, since=_instant, until=_instant, recorded_by=_instant), value)


def error_to(error: HithertoError) -> dict[str, Any]:
    """Return an error as it travels."""
    return {
        "kind": type(error).__name__,
        "error": str(error),
        "hint": error.hint,
        "exit_code": error.exit_code,
    }


def error_from(said: Mapping[str, Any]) -> HithertoError:
    """Return the error that ``error_to`` wrote, of the same class where it is known here."""
    kind = getattr(errors, str(said.get("kind")), None)
    if not (isinstance(kind, type) and issubclass(kind, HithertoError)):
        kind = HithertoError
    error = kind(
        str(said.get("error", "The process that serves this home failed.")),
        hint=str(said.get("hint", "end it with `hitherto serve --stop`, then repeat")),
    )
    if isinstance(code := said.get("exit_code"), int):
        error.exit_code = code
    return error


def _plain(value: object) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    names: Any = value
    return {field.name: getattr(value, field.name) for field in fields(names)}


def _checked(make: Callable[[Any], T], value: Any) -> T:
    try:
        return make(value)
    except (TypeError, KeyError, AttributeError) as error:
        raise ValueError(f"not what was asked for: {error}") from error


def _made(kind: Callable[..., T], value: Any, **convert: Callable[[Any], Any]) -> T:
    """Return a ``kind`` from an object's keys; a field without a conversion is taken as it came."""
    known: Any = kind
    given = {field.name: value[field.name] for field in fields(known) if field.name in value}
    return kind(**{name: convert[name](one) if name in convert else one for name, one in given.items()})


def _instant(value: Any) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value)


def _pair(value: Any) -> tuple[int, int] | None:
    return None if value is None else (int(value[0]), int(value[1]))


def _place(value: Any) -> Place:
    return _made(Place, value, lines=_pair)


def _part(value: Any) -> Part:
    return _made(Part, value, time=_instant, recorded=_instant)


def _hit(value: Any) -> Hit:
    return _made(
        Hit,
        value,
        marks=lambda marks: tuple(_pair(mark) for mark in marks),
        place=_place,
        time=_instant,
        also_in=lambda places: tuple(map(_place, places)),
        parts=lambda parts: tuple(map(_part, parts)),
    )


def _range(value: Any) -> TimeRange | None:
    return None if value is None else _made(TimeRange, value, start=_instant, end=_instant, at=_pair)


def _day(value: Any) -> Day:
    return _made(Day, value, start=_instant, end=_instant)


def _recall(value: Any) -> Recall:
    return _made(
        Recall,
        value,
        reading=_range,
        ran=lambda ran: _made(Ran, ran, dropped=tuple),
        hits=lambda hits: tuple(map(_hit, hits)),
        others=lambda ranges: tuple(map(_range, ranges)),
        nearest=lambda days: tuple(map(_day, days)),
        as_of=_instant,
    )
