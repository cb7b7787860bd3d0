"""Stream a growing JSON-lines file one line at a time, whatever state its writer left it in."""

from __future__ import annotations

import json
import os
import stat
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hitherto.core.model import LeftOutReason, Position

MAX_LINE_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 200
_SKIP_BYTES = 1024 * 1024
_LONGEST_INT = 400
_BLANK = b" \t\r\n\0"


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonLine:
    """One line: its number (1-based), the byte after it, and its value, or the fault that stands for it.

    ``end`` is None for a last line its writer has not finished with a newline: nothing may resume after it.
    ``replaced`` counts bytes that were not UTF-8 and became U+FFFD.
    """

    number: int
    end: int | None
    value: Any = None
    fault: LeftOutReason | None = None
    detail: str = ""
    replaced: int = 0


def read_lines(path: str, start: Position) -> Iterator[JsonLine]:
    """Yield every line of ``path`` behind ``start`` that is not blank.

    Reading begins at the top when the file does not go on where ``start`` says, because it was rewritten.
    Values nested deeper than 200 and lines above 64 MiB come as faults. Memory is bounded by one line.

    Raises:
        OSError: the file cannot be read, is a symbolic link, or is not a regular file.
    """
    with _open_regular(path) as file:
        offset, number = _resume_point(file, start)
        file.seek(offset)
        while raw := file.readline(MAX_LINE_BYTES):
            number += 1
            offset += len(raw)
            whole = raw.endswith(b"\n")
            if len(raw) >= MAX_LINE_BYTES and not whole:
                skipped, whole = _skip_line(file)
                offset += skipped
                yield JsonLine(number=number, end=offset if whole else None, fault="too-large", detail="line")
            elif raw.strip(_BLANK):
                yield _parsed(raw, number, offset if whole else None)
            elif raw.strip(b" \t\r\n"):
                yield JsonLine(
                    number=number, end=offset if whole else None, fault="broken-line", detail="only NUL bytes"
                )


def parse_line(raw: bytes) -> Any:
    """Return the value of one JSON line; NUL padding, a BOM and bytes that are not UTF-8 are tolerated.

    Numbers JSON has no place for become None (NaN, infinities) or their digits (integers beyond 400 digits).

    Raises:
        ValueError: this is not JSON.
        RecursionError: it is nested deeper than 200.
    """
    value = json.loads(
        raw.removeprefix(b"\xef\xbb\xbf").strip(_BLANK).decode("utf-8", "replace"),
        strict=False,
        parse_int=_integer,
        parse_float=_finite,
        parse_constant=_no_number,
    )
    if raw.count(b"{") + raw.count(b"[") > MAX_DEPTH and _depth_exceeds(value, MAX_DEPTH):
        raise RecursionError
    return value


def _parsed(raw: bytes, number: int, end: int | None) -> JsonLine:
    try:
        value = parse_line(raw)
    except RecursionError:
        return JsonLine(number=number, end=end, fault="nested-too-deep")
    except ValueError as error:
        fault: LeftOutReason = "broken-line" if end is not None else "torn-line"
        return JsonLine(number=number, end=end, fault=fault, detail=str(error).split(":")[0])
    return JsonLine(number=number, end=end, value=value, replaced=_undecodable(raw))


def _open_regular(path: str) -> BinaryIO:
    # O_NONBLOCK: opening a FIFO that took the file's place must not hang.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise OSError(f"not a regular file: {path}")
    return open(descriptor, "rb")  # noqa: PTH123 the caller's with-block closes it


def _resume_point(file: BinaryIO, start: Position) -> tuple[int, int]:
    if start.offset <= 0:
        return 0, 0
    file.seek(start.offset - 1)
    return (start.offset, start.line) if file.read(1) == b"\n" else (0, 0)


def _skip_line(file: BinaryIO) -> tuple[int, bool]:
    skipped = 0
    while raw := file.readline(_SKIP_BYTES):
        skipped += len(raw)
        if raw.endswith(b"\n"):
            return skipped, True
    return skipped, False


def _undecodable(raw: bytes) -> int:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "replace").count("�") - raw.count("�".encode())
    return 0


def _depth_exceeds(value: Any, limit: int) -> bool:
    level = [value]
    for _ in range(limit):
        level = [child for parent in level for child in _children(parent)]
        if not level:
            return False
    return True


def _children(value: Any) -> list[Any]:
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [child for child in children if isinstance(child, dict | list)]


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) <= _LONGEST_INT else digits


def _finite(digits: str) -> float | None:
    number = float(digits)
    return number if abs(number) != float("inf") else None


def _no_number(_name: str) -> None:
    return None
