"""Source code to pieces: one per function, method and class header, by a table of boundaries per language.

The scanner looks at the beginnings of lines outside strings and comments, and takes the indentation for the nesting;
it cannot fail, whatever the text.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hitherto.text import grammars
from hitherto.text.filenames import (
    generated,
    is_note,
    is_test_path,
    language_of_path,
    minified,
    role_of_path,
)
from hitherto.text.lines import Bound, Stretch, as_pieces, blocks, bounded, newline_of, packed
from hitherto.text.patterns import GRAMMARS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from hitherto.core.model import Piece

__all__ = [
    "generated",
    "is_note",
    "is_test_path",
    "language_of_path",
    "minified",
    "pieces",
    "role_of_path",
]

_BOUND = Bound(characters=2_400, lines=80)
_BLOCK = Bound(characters=2_400, lines=50)
_TINY = 80
_SCOPE = re.compile("::?")
# A construct that runs to the end of the text without one of these was never closed, and masks nothing.
_CLOSING = ('"""', "'''", "*/", "`", '"', "]]", "-->", "$$", "=end", "=cut")


class _Open(NamedTuple):
    indent: int
    symbol: str
    holds: bool


class _Rows(NamedTuple):
    line: re.Pattern[str]
    multiline: re.Pattern[str]
    kinds: dict[int, str]
    flat: bool


def pieces(text: str, language: str) -> list[Piece]:
    """Return the pieces of source code; they tile ``text``, each at most 2,400 characters and 80 lines.

    ``symbol`` is the dotted path of the definition, "(header)" for imports, None for other code. A language without
    a table is taken in blocks between blank lines, at most 50 lines each.
    """
    if language not in GRAMMARS:
        starts = blocks(text, 0, len(text))
        plain = (Stretch(a, b) for a, b in packed(text, starts, len(text), _BLOCK))
        return as_pieces(text, bounded(text, plain, _BLOCK), "blocks")
    source = text.replace("\r", "\n") if newline_of(text) == "\r" else text
    found = grammars.boundaries(text, language)
    made_by = f"grammar:{language}"
    if found is None:
        found = _Scan(source, _rows(language)).boundaries()
        made_by = "python" if language == "python" else f"patterns:{language}"
    return as_pieces(text, bounded(text, joined(found, len(text)), _BOUND), made_by)


def joined(boundaries: Iterable[tuple[int, str | None]], end: int) -> Iterator[Stretch]:
    """Turn boundaries into stretches; module-level neighbours become one while either is under 80 characters."""
    last: Stretch | None = None
    marks = sorted(dict(boundaries).items())
    for (start, symbol), after in zip(marks, [*(m[0] for m in marks[1:]), end], strict=True):
        this = Stretch(start, after, symbol)
        if last and _is_loose(last) and _is_loose(this) and min(last.end - last.start, after - start) < _TINY:
            last = last._replace(end=after)
            continue
        if last:
            yield last
        last = this
    if last:
        yield last


def _is_loose(stretch: Stretch) -> bool:
    return stretch.symbol is None or stretch.symbol == grammars.HEADER


@cache
def _rows(language: str) -> _Rows:
    grammar = GRAMMARS[language]
    kinds: dict[int, str] = {}
    alternatives: list[str] = []
    group = 2
    for kind, pattern in grammar.rows:
        kinds[group] = kind
        group += 1 + re.compile(pattern).groups
        alternatives.append(f"({pattern})")
    line = re.compile(rf"^([ \t]*)(?=\S)(?:{'|'.join(alternatives)}|\S)", re.MULTILINE)
    multiline = re.compile(grammar.multiline, re.DOTALL | re.MULTILINE)
    return _Rows(line, multiline, kinds, grammar.flat)


class _Scan:
    """One pass over the lines of a text, collecting where which definition begins."""

    def __init__(self, text: str, rows: _Rows) -> None:
        self._text = text
        self._rows = rows
        self._stack: list[_Open] = []
        self._marks: list[tuple[int, str | None]] = [(0, grammars.HEADER)]
        self._in_header = True
        self._tie: tuple[int, int] | None = None
        self._tie_end = 0

    def boundaries(self) -> list[tuple[int, str | None]]:
        """Return the offsets at which a piece begins, with its symbol; the last one at an offset counts."""
        masked = _masked(self._text, self._rows.multiline)
        hidden = next(masked)
        kinds = self._rows.kinds
        stack = self._stack
        for match in self._rows.line.finditer(self._text):
            start = match.start()
            while start >= hidden[1]:
                hidden = next(masked)
            if start > hidden[0]:
                self._extend_tie(start)
                continue
            indent = match.end(1) - start
            kind = kinds.get(match.lastindex or 0, "")
            if not kind and self._tie is None and stack and indent > stack[-1].indent:
                continue
            self._line(match, start, indent, kind)
        return self._marks

    def _line(self, match: re.Match[str], start: int, indent: int, kind: str) -> None:
        if kind == "in":
            kind = "def" if any(o.holds and o.indent < indent for o in self._stack) else ""
        if kind in ("def", "box"):
            self._definition(match, start, indent, holds=kind == "box")
        elif kind == "tie":
            if self._tie is None or start != self._tie_end or self._tie[1] != indent:
                self._tie = (start, indent)
                self._tie_end = start
            self._extend_tie(start)
        elif self._tie and (kind == "open" or indent > self._tie[1]):
            self._extend_tie(start)
        elif kind != "open" and not self._rows.flat:
            self._plain(start, indent, header=kind == "head")

    def _definition(self, match: re.Match[str], start: int, indent: int, *, holds: bool) -> None:
        start = self._take_tie(start, indent)
        if self._rows.flat:
            self._stack.clear()
        while self._stack and self._stack[-1].indent >= indent:
            self._stack.pop()
        if self._stack and not self._stack[-1].holds:
            return
        index = match.lastindex or 0
        names = [_SCOPE.sub(".", name.strip()) for name in match.groups()[index:] if name]
        outer = [self._stack[-1].symbol] if self._stack else []
        symbol = ".".join([*outer, *names])
        self._stack.append(_Open(indent, symbol, holds))
        self._marks.append((start, symbol))
        self._in_header = False

    def _plain(self, start: int, indent: int, *, header: bool) -> None:
        closed = False
        while self._stack and self._stack[-1].indent >= indent:
            self._stack.pop()
            closed = True
        start = self._take_tie(start, indent)
        ends_header = self._in_header and not header and not indent
        if closed or ends_header:
            self._marks.append((start, self._stack[-1].symbol if self._stack else None))
            self._in_header = False

    def _take_tie(self, start: int, indent: int) -> int:
        """Return where the lines tied to the one at ``start`` begin, and let go of them."""
        tie, self._tie = self._tie, None
        return tie[0] if tie and self._tie_end == start and tie[1] == indent else start

    def _extend_tie(self, start: int) -> None:
        if self._tie and start <= self._tie_end:
            self._tie_end = self._text.find("\n", start) + 1 or len(self._text)


def _masked(text: str, multiline: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges whose lines are inside a string or comment, then one behind the end."""
    for match in multiline.finditer(text):
        if match.lastindex and (match.end() < len(text) or text.endswith(_CLOSING)):
            yield match.span(1)
    yield len(text) + 1, len(text) + 2
