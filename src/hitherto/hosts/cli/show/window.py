"""A long text cut down to what stands around its first matched word, or the whole of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from hitherto.hosts.cli.show.terminal import counted, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hitherto.core.answer import Hit

MARGIN = "    "
LINES_SHOWN = 12
# Of a part that has none of the words beside one that has them, the beginning says enough.
LINES_UNMARKED = 4
LINES_BEFORE_MARK = 2
CHARACTERS_A_LINE = 400
CHARACTERS_BEFORE_MARK = 120


def window(hit: Hit, start: int, end: int, *, whole: bool) -> list[str]:
    """Return the lines of ``hit.text[start:end]``, all or those around its first mark, matched words in colour."""
    lines: list[str] = []
    first: int | None = None
    at = start
    for number, line in enumerate(hit.text[start:end].split("\n")):
        inside = [(max(a, at) - at, min(b, at + len(line)) - at) for a, b in hit.marks if a < at + len(line) and b > at]
        if inside and first is None:
            first = number
        lines.append((MARGIN + marked(line.removesuffix("\r").rstrip(" "), inside, whole=whole)).rstrip(" "))
        at += len(line) + 1
    if whole:
        # What ends with a line break has nothing after it, but keeps its blank lines: those around it adjoin.
        return lines[:-1] if lines[-1:] == [""] else lines
    while lines and not lines[-1]:
        lines.pop()
    return _around(lines, first, LINES_SHOWN if first is not None or not hit.marks else LINES_UNMARKED)


def _around(lines: list[str], first: int | None, count: int) -> list[str]:
    if len(lines) <= count + 1:
        return lines
    begin = max(0, min((first or 0) - LINES_BEFORE_MARK, len(lines) - count))
    above = [f"{MARGIN}… {counted(begin, 'line')} above"] if begin else []
    left = len(lines) - begin - count
    below = [f"{MARGIN}… {counted(left, 'line')} more"] if left else []
    return [*above, *lines[begin : begin + count], *below]


def marked(line: str, marks: Sequence[tuple[int, int]], *, whole: bool) -> str:
    """Return a line with its marks in colour; unless ``whole``, of a very long one the stretch around its first."""
    begin, end = (0, len(line)) if whole or len(line) <= CHARACTERS_A_LINE else _cut(line, marks)
    out = ["…"] if begin else []
    at = begin
    for start, stop in marks:
        if begin <= start < end:
            stop = min(stop, end)  # noqa: PLW2901 - a mark ends where the line does
            out += [printable(line[at:start]), click.style(printable(line[start:stop]), fg="yellow", bold=True)]
            at = stop
    out.append(printable(line[at:end]))
    left = len(line) - end
    return "".join(out) + (f" (… {counted(left, 'character')} more)" if left else "")


def _cut(line: str, marks: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return where the stretch around the first mark begins, and where it ends: after a word, if one ends near."""
    first, mark_end = marks[0] if marks else (0, 0)
    begin = max(0, min(first - CHARACTERS_BEFORE_MARK, len(line) - CHARACTERS_A_LINE))
    end = begin + CHARACTERS_A_LINE
    if end == len(line):
        return begin, end
    word_end = line.rfind(" ", max(mark_end, begin + CHARACTERS_A_LINE // 2), end + 1)
    return begin, end if word_end < 0 else word_end
