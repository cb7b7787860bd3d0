"""Notes to pieces: sections under their headings, front matter and fenced code kept whole."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from hitherto.text.lines import Bound, Stretch, around, as_pieces, blocks, bounded, newline_of, packed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hitherto.core.model import Piece

__all__ = ["around", "pieces"]

_SECTION = Bound(characters=1_600, lines=10_000)
_PLAIN = Bound(characters=1_200, lines=50)
_FRONT = re.compile(
    r"\ufeff?(?:---[ \t]*\r?\n.*?^(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n.*?^\+\+\+)[ \t]*\r?$\n?", re.DOTALL | re.MULTILINE
)
_FRONT_CHARACTERS = 20_000
_LONGEST_TITLE = 400
_ATX = re.compile(r" {0,3}(#{1,6}(?=\s|\Z)|={2,6}(?=[ \t]+\w))(?:[ \t]+(.*?))?(?:[ \t]+(?:#+|=+))?[ \t]*\r?\Z")
_UNDERLINE = re.compile(r" {0,3}(=|-)\1{2,}[ \t]*\r?\Z")
_NO_TITLE = re.compile(r"\s*(?:[-*+>|#=]|\d+[.)]\s|\Z)")
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})([^\r]*)")


class _Heading(NamedTuple):
    start: int
    body: int
    level: int
    title: str


class _Outline(NamedTuple):
    headings: list[_Heading]
    fences: list[tuple[int, int]]


def pieces(text: str) -> list[Piece]:
    """Return the pieces of a note; they tile ``text``.

    A section longer than about 1,600 characters is cut at blank lines, else at lines. Text without headings is
    taken in blocks of at most about 1,200 characters and 50 lines.
    """
    front = _FRONT.match(text, 0, _FRONT_CHARACTERS)
    start = front.end() if front else 0
    outline = _outline(text, start)
    return as_pieces(text, _stretches(text, start, outline), "prose")


def _stretches(text: str, start: int, outline: _Outline) -> Iterator[Stretch]:
    yield from bounded(text, [Stretch(0, start)] if start else [], _SECTION)
    bound = _SECTION if outline.headings else _PLAIN
    for section in _sections(text, start, outline.headings):
        if section.end - section.start <= bound.characters and bound is _SECTION:
            yield section
            continue
        starts = _outside(blocks(text, section.start, section.end), outline.fences)
        for first, last in packed(text, starts, section.end, bound):
            yield from bounded(text, [section._replace(start=first, end=last)], _SECTION._replace(lines=bound.lines))


def _outside(starts: list[int], fences: list[tuple[int, int]]) -> list[int]:
    """Leave out the starts that lie inside a fence."""
    kept = []
    i = 0
    for start in starts:
        while i < len(fences) and fences[i][1] <= start:
            i += 1
        if i == len(fences) or not fences[i][0] < start < fences[i][1]:
            kept.append(start)
    return kept


def _sections(text: str, start: int, headings: list[_Heading]) -> Iterator[Stretch]:
    """Yield one stretch per section; a heading with nothing under it joins the section that follows."""
    ends = [h.start for h in headings] + [len(text)]
    first = start
    if not headings or text[start : ends[0]].strip():
        yield Stretch(start, ends[0])
        first = ends[0]
    path: list[_Heading] = []
    for heading, end in zip(headings, ends[1:], strict=True):
        while path and path[-1].level >= heading.level:
            path.pop()
        path.append(heading)
        if end < len(text) and not text[heading.body : end].strip():
            continue
        yield Stretch(first, end, heading=" > ".join(h.title for h in path if h.title) or None)
        first = end


def _outline(text: str, start: int) -> _Outline:
    """Find the headings outside fenced code, and the fences with their closing lines."""
    headings: list[_Heading] = []
    fences: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    before, before_start = "", start
    for line_start, line_end, line in _lines(text, start):
        fence = _FENCE.match(line)
        if opened:
            if fence and fence[1].startswith(opened[1]) and not fence[2].strip():
                fences.append((opened[0], line_end))
                opened = None
            line = ""  # noqa: PLW2901 - a line inside a fence is no title
        elif fence and "`" not in fence[2]:
            opened = (line_start, fence[1])
            line = ""  # noqa: PLW2901
        else:
            heading = _heading(line, line_start, line_end, before, before_start)
            if heading:
                headings.append(heading)
                line = ""  # noqa: PLW2901
        before, before_start = line, line_start
    if opened:
        fences.append((opened[0], len(text)))
    return _Outline(headings, fences)


def _heading(line: str, start: int, end: int, before: str, before_start: int) -> _Heading | None:
    if len(line) > _LONGEST_TITLE:
        return None
    atx = _ATX.match(line)
    if atx:
        return _Heading(start, end, len(atx[1]), (atx[2] or "").strip())
    underline = _UNDERLINE.match(line)
    if underline and not _NO_TITLE.match(before):
        return _Heading(before_start, end, 1 if underline[1] == "=" else 2, before.strip())
    return None


def _lines(text: str, start: int) -> Iterator[tuple[int, int, str]]:
    newline = newline_of(text)
    while start < len(text):
        end = text.find(newline, start) + 1 or len(text)
        yield start, end, text[start:end].removesuffix(newline)
        start = end
