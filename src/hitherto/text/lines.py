"""Lines and bounds of a text: what the prose and the code chunker share."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hitherto.core.model import Piece

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_LINE = {"\n": re.compile(r"^([ \t]*)([^\n]?)", re.MULTILINE), "\r": re.compile(r"(?:\A|(?<=\r))([ \t]*)([^\r]?)")}
_BLANKS = {"\n": re.compile(r"\n(?:[^\S\n]*\n)+"), "\r": re.compile(r"\r(?:[^\S\r]*\r)+")}
_AROUND_CHARACTERS = 500
_HARD_CHARACTERS = 2_000
_BLANK_BONUS = 4


class Stretch(NamedTuple):
    """A range of a text on its way to becoming a piece."""

    start: int
    end: int
    symbol: str | None = None
    heading: str | None = None


class Bound(NamedTuple):
    """How large a piece may be."""

    characters: int
    lines: int


def newline_of(text: str) -> str:
    r"""Return what ends a line of ``text``: "\n", or "\r" when there is no "\n" at all."""
    return "\r" if "\r" in text and "\n" not in text else "\n"


def as_pieces(text: str, stretches: Iterable[Stretch], made_by: str) -> list[Piece]:
    """Return the pieces for ``stretches``, which tile ``text`` in order; empty ones are left out."""
    newline = newline_of(text)
    pieces: list[Piece] = []
    line, counted = 1, 0
    for start, end, symbol, heading in stretches:
        if start == end:
            continue
        line += text.count(newline, counted, start)
        last = line + text.count(newline, start, end - 1)
        counted = start
        pieces.append(Piece(start=start, end=end, lines=(line, last), made_by=made_by, symbol=symbol, heading=heading))
    return pieces


def bounded(text: str, stretches: Iterable[Stretch], bound: Bound) -> Iterator[Stretch]:
    """Cut every stretch that is larger than ``bound``, preferably before a line that stands far left."""
    newline = newline_of(text)
    for stretch in stretches:
        if _fits(text, stretch.start, stretch.end, bound, newline):
            yield stretch
        else:
            yield from _cut(text, stretch, bound, newline)


def blocks(text: str, start: int, end: int) -> list[int]:
    """Return the starts of the blocks between blank lines; a block keeps the blank lines after it."""
    return [start, *(m.end() for m in _BLANKS[newline_of(text)].finditer(text, start, end) if m.end() < end)]


def packed(text: str, starts: list[int], end: int, bound: Bound) -> Iterator[tuple[int, int]]:
    """Join neighbours that begin at ``starts`` as long as they stay within ``bound``."""
    newline = newline_of(text)
    first = starts[0] if starts else end
    lines = 0
    for this, after in zip(starts, [*starts[1:], end], strict=True):
        more = text.count(newline, this, after)
        if this > first and (after - first > bound.characters or lines + more > bound.lines):
            yield first, this
            first, lines = this, 0
        lines += more
    if first < end:
        yield first, end


def around(text: str, piece: Piece, lines: int = 2) -> str:
    """Return the ``lines`` lines before and after ``piece``, at most 500 characters on each side."""
    newline = newline_of(text)
    before = text[max(0, piece.start - _AROUND_CHARACTERS) : piece.start].split(newline)
    after = text[piece.end : piece.end + _AROUND_CHARACTERS].split(newline)
    ended = not before[-1]
    return newline.join(before[-lines - ended : len(before) - ended] + after[:lines])


def _fits(text: str, start: int, end: int, bound: Bound, newline: str) -> bool:
    return end - start <= bound.characters and text.count(newline, start, end - 1) < bound.lines


def _cut(text: str, stretch: Stretch, bound: Bound, newline: str) -> Iterator[Stretch]:
    lines = [
        (m.start(), len(m[1].expandtabs(4)), not m[2] or m[2].isspace())
        for m in _LINE[newline].finditer(text, stretch.start, stretch.end)
        if m.start() > stretch.start
    ]
    start, i = stretch.start, 0
    while not _fits(text, start, stretch.end, bound, newline):
        while i < len(lines) and lines[i][0] <= start:
            i += 1
        window = []
        for line in lines[i : i + bound.lines]:
            if line[0] > start + bound.characters:
                break
            window.append(line)
        cut = _best(window, start) if window else min(start + min(bound.characters, _HARD_CHARACTERS), stretch.end)
        yield stretch._replace(start=start, end=cut)
        start = cut
    yield stretch._replace(start=start)


def _best(window: list[tuple[int, int, bool]], start: int) -> int:
    """Return where to cut: after a blank line or at the smallest indentation, in the later half of the window."""
    half = start + (window[-1][0] - start) // 2
    best, least = window[-1][0], 10_000
    blank_before = False
    for offset, indent, blank in window:
        if not blank and offset >= half:
            weight = indent - (_BLANK_BONUS if blank_before else 0)
            if weight <= least:
                best, least = offset, weight
        blank_before = blank
    return best
