"""One line of the journal: a record as JSON with a checksum, and back."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn, get_args

from hitherto.core.errors import UsageError
from hitherto.core.model import JournalLine, Origin, Record, RecordType, Role

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSION = 1
LONGEST = 128 * 1024 * 1024
"""Bytes a line may have: room for a text of 10 MB even if each of its characters needs an escape."""

_BLOCK = 1024 * 1024
_LONGEST_FAULT = 200
_KEYS = (
    *("v", "id", "ts", "rec", "seq", "tz", "actor", "role", "type"),
    *("text", "model", "session", "origin", "data", "sum"),
)
_OPTIONAL = (str, type(None))
_TYPES: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("id", "ts", "rec", "actor", "role", "type", "text", "sum"), (str,)),
    **dict.fromkeys(("tz", "model", "session"), _OPTIONAL),
    **dict.fromkeys(("origin", "data"), (dict,)),
    **dict.fromkeys(("v", "seq"), (int,)),
}
_ORIGIN_TYPES: dict[str, type] = {"source": str, "path": str, "line": int, "project": str}
_ROLES = frozenset(get_args(Role))
_RECORD_TYPES = frozenset(get_args(RecordType))
_SUM = b',"sum":"'


class _FaultError(ValueError):
    """Why a line is not a record."""


def encode(record: Record) -> bytes:
    """Return the line for ``record``, which has its ``rec`` and ``seq``, with its newline.

    Raises UsageError for what JSON cannot say and for times without a zone.
    """
    try:
        body = json.dumps(_members(record), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise _unwritable(record, str(error)) from error
    # Only lone surrogates have no UTF-8 form; their replacement is the very escape that JSON reads back.
    raw = body[:-1].encode("utf-8", "backslashreplace")
    return raw + _SUM + _sum_of(raw) + b'"}\n'


def settle(record: Record) -> tuple[bytes, Record]:
    """Return the line for ``record`` and the record as reading that line gives it back.

    The two records are equal, but for what JSON cannot tell apart: tuples come back as lists, and the two
    halves of a surrogate pair as the one character they stand for. Raises UsageError for a record that could
    not be read back, so that nothing unreadable is ever written.
    """
    line = encode(record)
    if len(line) > LONGEST:
        raise _unwritable(record, f"its line has {len(line)} bytes, more than {LONGEST}")
    found = decode(line)
    if isinstance(found, str):
        raise _unwritable(record, found)
    return line, found


def decode(line: bytes) -> Record | str:
    """Return the record in ``line`` (with its newline), or in clear words why it is not one.

    ``checksum`` means that the line is not what was once written.
    """
    try:
        return _record(_checked(line))
    except _FaultError as fault:
        return str(fault)[:_LONGEST_FAULT]


def lines_of(file: BinaryIO, start: int, end: int) -> Iterator[JournalLine]:
    """Yield the complete lines between the bytes ``start`` and ``end``, numbered from the top of ``file``.

    At most one line is in memory; one beyond ``LONGEST`` bytes is skipped and yielded as a fault.
    """
    number = _newlines_before(file, start)
    at = start
    while at < end:
        raw = file.readline(min(LONGEST, end - at))
        at += len(raw)
        too_long = not raw.endswith(b"\n")
        while not raw.endswith(b"\n"):
            if not raw or at >= end:
                return
            raw = file.readline(min(_BLOCK, end - at))
            at += len(raw)
        number += 1
        found = f"longer than {LONGEST} bytes" if too_long else decode(raw)
        if isinstance(found, str):
            yield JournalLine(record=None, end=at, line=number, fault=found)
        else:
            yield JournalLine(record=found, end=at, line=number)


def stamp(moment: datetime) -> str:
    """Return ``moment`` as ``2026-11-30T12:00:00.000000Z``; raises ValueError for one without a zone."""
    if moment.utcoffset() is None:
        raise ValueError("a time without a zone")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")[:-6] + "Z"


def instant(text: str) -> datetime:
    """Return the moment that ``stamp`` wrote as ``text``; raises ValueError for anything else."""
    moment = datetime.fromisoformat(text)
    if stamp(moment) != text:
        raise ValueError("not written as 2026-11-30T12:00:00.000000Z")
    return moment


def _members(record: Record) -> dict[str, object]:
    if record.rec is None:
        raise ValueError("it has no time of recording")
    origin = record.origin
    places = {"source": origin.source, "path": origin.path, "line": origin.line, "project": origin.project}
    return {
        "v": VERSION,
        "id": record.id,
        "ts": stamp(record.ts),
        "rec": stamp(record.rec),
        "seq": record.seq,
        "tz": record.tz,
        "actor": record.actor,
        "role": record.role,
        "type": record.type,
        "text": record.text,
        "model": record.model,
        "session": record.session,
        "origin": {key: value for key, value in places.items() if value is not None},
        "data": dict(record.data),
    }


def _checked(line: bytes) -> dict[str, Any]:
    body, _, tail = line.rpartition(_SUM)
    try:
        found = _DECODER.decode(line.decode("utf-8"))
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise _FaultError("not a JSON object")
    version = found.get("v")
    if type(version) is int and version > VERSION:
        raise _FaultError(f"version {version}, newer than the version {VERSION} that this program reads")
    if tail != _sum_of(body) + b'"}\n':
        raise _FaultError("checksum")
    if tuple(found) != _KEYS:
        raise _FaultError(_wrong_keys(found))
    for key, types in _TYPES.items():
        if type(found[key]) not in types:
            raise _FaultError(f"{key} has the wrong type")
    return found


def _record(found: dict[str, Any]) -> Record:
    if found["v"] != VERSION:
        raise _FaultError(f"unknown version {found['v']}")
    if found["seq"] < 0:
        raise _FaultError("seq is negative")
    if found["role"] not in _ROLES:
        raise _FaultError(f"unknown role {found['role']!r}")
    if found["type"] not in _RECORD_TYPES:
        raise _FaultError(f"unknown type {found['type']!r}, perhaps from a newer program")
    return Record(
        id=found["id"],
        ts=_instant(found, "ts"),
        rec=_instant(found, "rec"),
        seq=found["seq"],
        tz=found["tz"],
        actor=found["actor"],
        role=found["role"],
        type=found["type"],
        text=found["text"],
        model=found["model"],
        session=found["session"],
        origin=_origin(found["origin"]),
        data=found["data"],
    )


def _origin(found: dict[str, Any]) -> Origin:
    if "source" not in found:
        raise _FaultError("origin has no source")
    for key, value in found.items():
        if key not in _ORIGIN_TYPES:
            raise _FaultError(f"unknown key {key!r} in origin, perhaps from a newer program")
        if type(value) is not _ORIGIN_TYPES[key]:
            raise _FaultError(f"{key} in origin has the wrong type")
    return Origin(**found)


def _instant(found: dict[str, Any], key: str) -> datetime:
    try:
        return instant(found[key])
    except (ValueError, OverflowError) as error:
        raise _FaultError(f"{key} is no time: {error}") from error


def _wrong_keys(found: dict[str, Any]) -> str:
    if unknown := [key for key in found if key not in _KEYS]:
        return f"unknown keys, perhaps from a newer program: {unknown!r}"
    if missing := [key for key in _KEYS if key not in found]:
        return f"missing keys: {', '.join(missing)}"
    return "keys out of order"


def _newlines_before(file: BinaryIO, start: int) -> int:
    count = 0
    file.seek(0)
    while (left := start - file.tell()) > 0 and (block := file.read(min(_BLOCK, left))):
        count += block.count(b"\n")
    return count


def _sum_of(body: bytes) -> bytes:
    return blake2b(body, digest_size=8).hexdigest().encode("ascii")


def _unwritable(record: Record, reason: str) -> UsageError:
    return UsageError(
        f"The record {record.id!r} cannot be written to the journal: {reason}.",
        hint="Give every time a zone and keep to the documented types; this is a fault of the program that made it.",
    )


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(parse_constant=_no_constant)
