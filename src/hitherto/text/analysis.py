"""Text to tokens: the one analysis that the index, the query and the highlighting share.

A unit is a stretch of text without white space that may belong together: a word, an identifier, a dotted name, or a
run of a script that writes no spaces. Its parts are what is searched; its wholes let an identifier be found as such.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from hitherto.text.characters import CLUSTER_TAILS, INVISIBLE, MARKS, PLAIN_LETTERS, UNSPACED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ANALYSIS_VERSION = 1
MAX_TOKEN = 64
LANGUAGES = ("en", "de", "fr", "es", "ru")

_SPECIAL = r"(?<!\w)[A-Za-z](?:\+\+|#)(?!\w)|(?<!\w)\.(?:NET|Net|net)(?!\w)"
_ASCII_UNIT = re.compile(rf"{_SPECIAL}|\w(?:\w++|[.\-'@](?=\w))*+", re.ASCII)
_ASCII_EXTRA = re.compile(r"[^\w.\-@]+|\A_+|_+\Z", re.ASCII)
_INVISIBLE = re.compile(f"[{INVISIBLE}]+")
_FIELD = re.compile(r"[^.\-@]+")
_NAME = re.compile(r"[^']+")
_SEGMENT = re.compile(r"[^_]+")
_PARTS = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
# Hashes and encoded data: their letters and digits mean nothing apart.
_OPAQUE = re.compile(
    r"0[xX][0-9A-Fa-f]+\Z|(?=[a-f]*[0-9])(?=[0-9]*[a-f])[0-9a-f]{7,}\Z|(?:[A-Za-z]+[0-9]+){4}|(?:[0-9]+[A-Za-z]+){4}",
)
_PLAIN = str.maketrans(PLAIN_LETTERS)
_MAX_CACHED = 30_000
_MAX_CHAIN = 3
_TRIVIAL_OWNERS = ("self.", "cls.", "this.")


class _Wide(NamedTuple):
    """The patterns for text beyond ASCII; compiling them costs some 15 ms, so they wait for such a text.

    ``extra`` is what NFKC may leave in a whole that is neither letter, mark nor joiner, and underscores around it.
    """

    unit: re.Pattern[str]
    run: re.Pattern[str]
    cluster: re.Pattern[str]
    extra: re.Pattern[str]


class Token(NamedTuple):
    """A folded token and the half-open range of original code points it was read from."""

    text: str
    start: int
    end: int


class Unit(NamedTuple):
    """The analysis of one unit; positions count from its start. ``stream`` is its parts joined by spaces."""

    stream: str
    parts: tuple[Token, ...]
    wholes: tuple[Token, ...]
    unspaced: bool

    @property
    def whole(self) -> str | None:
        """The token that stands for the complete unit, if it has one."""
        if not self.wholes:
            return None
        last = self.wholes[-1]
        return last.text if last.start <= self.parts[0].start and last.end >= self.parts[-1].end else None


def unit_pattern(text: str) -> re.Pattern[str]:
    """Return the pattern whose matches are the units of ``text``."""
    return _ASCII_UNIT if text.isascii() else _wide().unit


def tokens(text: str, language: str = "en") -> list[Token]:
    """Return all tokens of ``text``, unit by unit: the parts, then the wholes of that unit."""
    found: list[Token] = []
    for start, unit in units(text, language):
        found += [Token(t.text, t.start + start, t.end + start) for t in unit.parts]
        found += [Token(t.text, t.start + start, t.end + start) for t in unit.wholes]
    return found


def units(text: str, language: str = "en") -> Iterator[tuple[int, Unit]]:
    """Yield the start and the analysis of every unit of ``text``, in order."""
    analysed = _table(language)
    for match in unit_pattern(text).finditer(text):
        yield match.start(), analysed[match[0]]


def unit_of(word: str, language: str = "en") -> Unit:
    """Return the analysis of one match of ``unit_pattern``."""
    return _table(language)[word]


def index_text(text: str, language: str = "en") -> str:
    """Return the parts of ``text`` in order, then each distinct whole once, joined by spaces.

    No token holds white space or a NUL; the part tokens are those of ``tokens``.
    """
    analysed = _table(language)
    streams: list[str] = []
    wholes: dict[str, None] = {}
    for word in unit_pattern(text).findall(text):
        stream, _, own, _ = analysed[word]
        streams.append(stream)
        for token in own:
            wholes[token.text] = None
    return " ".join(filter(None, (*streams, *wholes)))


def fold(word: str) -> str:
    """Return ``word`` in NFKC without case, and without diacritics where the base is Latin, Greek, Hebrew or Arabic."""
    if word.isascii():
        return word.lower()
    kept: list[str] = []
    strip = False
    for char in unicodedata.normalize("NFD", unicodedata.normalize("NFKC", word).casefold()):
        if not unicodedata.combining(char):
            strip = char < "ʰ" or "Ͱ" <= char < "Ѐ" or "\u0590" <= char < "\u0700" or "ἀ" <= char < "\u2000"
        elif strip:
            continue
        kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept)).translate(_PLAIN)


@cache
def _wide() -> _Wide:
    letter, tail = rf"[^\W{UNSPACED}]", rf"[{MARKS}{INVISIBLE}]"
    word = rf"{letter}(?:{letter}++|{tail}++|[.\-'’@](?={letter}))*+"
    return _Wide(
        unit=re.compile(rf"{_SPECIAL}|{word}|[{UNSPACED}][{UNSPACED}{MARKS}{INVISIBLE}]*+"),
        run=re.compile(f"[{UNSPACED}]"),
        cluster=re.compile(rf"(?s:.)[{MARKS}{CLUSTER_TAILS}{INVISIBLE}]*+"),
        extra=re.compile(rf"[^\w{MARKS}.\-@]+|\A_+|_+\Z"),
    )


class _Table(dict[str, Unit]):
    """Analyses of one language, made when first asked for and bounded in number."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._stem = _Stems(language)

    def __missing__(self, word: str) -> Unit:
        unit = _analyse(word, self._stem)
        if len(word) <= MAX_TOKEN:
            if len(self) >= _MAX_CACHED:
                self.clear()
            self[word] = unit
        return unit


class _Stems(dict[str, str]):
    """Folded words to their stems: Cyrillic as Russian, Latin as ``language``, nothing else changed."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._latin = language if language in LANGUAGES and language != "ru" else "en"
        self._off = language == "none"

    def __missing__(self, word: str) -> str:
        stem = word
        if not self._off and word.isalpha():
            if "a" <= word[0] <= "z":
                stem = _stemmer(self._latin)(word)
            elif "а" <= word[0] <= "я":
                stem = _stemmer("ru")(word)
        if len(self) >= _MAX_CACHED:
            self.clear()
        self[word] = stem
        return stem


_tables: dict[str, _Table] = {}
_stemmers: dict[str, Callable[[str], str]] = {}


def _table(language: str) -> _Table:
    table = _tables.get(language)
    if table is None:
        known = language if language in (*LANGUAGES, "none") else "en"
        table = _tables[language] = _tables.get(known) or _Table(known)
    return table


def _stemmer(language: str) -> Callable[[str], str]:
    stem = _stemmers.get(language)
    if stem is None:
        from Stemmer import Stemmer  # noqa: PLC0415 - loaded only when a word has to be stemmed

        stem = _stemmers[language] = Stemmer(language).stemWord
    return stem


def _analyse(word: str, stems: _Stems) -> Unit:
    if word.isascii():
        parts, wholes = _word_tokens(word, word, stems)
    elif _wide().run.match(word):
        parts = _run_tokens(word)
        return Unit(" ".join(t.text for t in parts), parts, (), unspaced=True)
    else:
        norm, starts = _normalised(word)
        parts, wholes = _word_tokens(norm, _shape(norm), stems)
        parts = tuple(Token(t, starts[a][0], starts[b - 1][1]) for t, a, b in parts)
        wholes = tuple(Token(t, starts[a][0], starts[b - 1][1]) for t, a, b in wholes)
    return Unit(" ".join(t.text for t in parts), parts, wholes, unspaced=False)


def _normalised(word: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the NFKC form and, for each of its characters, the original range it came from."""
    norm: list[str] = []
    ranges: list[tuple[int, int]] = []
    for cluster in _wide().cluster.finditer(word):
        piece = unicodedata.normalize("NFKC", _INVISIBLE.sub("", cluster[0]))
        norm.append(piece)
        ranges += [cluster.span()] * len(piece)
    return "".join(norm).replace("’", "'"), ranges


def _shape(norm: str) -> str:
    """Return a string of the same length with A for capitals, a for other letters and marks, 0 for digits."""
    return "".join(c if c.isascii() else _shape_of(c) for c in norm)


def _shape_of(char: str) -> str:
    if char.isupper():
        return "A"
    if char.isalpha() or unicodedata.category(char)[0] == "M":
        return "a"
    return "0" if char.isnumeric() else " "


def _run_tokens(run: str) -> tuple[Token, ...]:
    """Overlapping pairs of clusters, then the last cluster alone."""
    clusters = []
    for match in _wide().cluster.finditer(run):
        text = fold("".join(c for c in unicodedata.normalize("NFKC", _INVISIBLE.sub("", match[0])) if not c.isspace()))
        if text:
            clusters.append(Token(text, *match.span()))
    pairs = [Token(a.text + b.text, a.start, b.end) for a, b in pairwise(clusters)]
    return (*pairs, *clusters[-1:])


def _word_tokens(norm: str, shape: str, stems: _Stems) -> tuple[tuple[Token, ...], tuple[Token, ...]]:
    if norm[0] == "." or norm[-1] in "+#":
        core = norm.strip(".+#")
        start = norm.index(core)
        end = start + len(core)
        return (Token(stems[fold(core)], start, end),), (Token(norm.lower(), 0, len(norm)),)
    parts: list[Token] = []
    wholes: list[Token] = []
    fields = list(_FIELD.finditer(norm))
    for field in fields:
        for start, end in _names(norm, field.start(), field.end()):
            _name_tokens(Token(norm[start:end], start, end), shape, stems, parts, wholes)
    if len(fields) > 1 and parts:
        whole = _bare(fold(norm))
        digits = any(c.isdigit() for c in whole)
        chained = len(fields) <= _MAX_CHAIN and len(whole) <= MAX_TOKEN and not whole.startswith(_TRIVIAL_OWNERS)
        if digits or chained:
            wholes.append(Token(whole[:MAX_TOKEN], parts[0].start, parts[-1].end))
    return tuple(parts), tuple(wholes)


def _bare(whole: str) -> str:
    return (_ASCII_EXTRA if whole.isascii() else _wide().extra).sub("", whole)


def _names(norm: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut at apostrophes: "don't" stays one word, "user's" is "user", "l'homme" is two words."""
    field = norm[start:end]
    if "'" not in field or field[-3:].lower() == "n't":
        yield start, end
        return
    if field[-2:].lower() == "'s":
        field = field[:-2]
    for name in _NAME.finditer(field):
        yield start + name.start(), start + name.end()


def _name_tokens(name: Token, shape: str, stems: _Stems, parts: list[Token], wholes: list[Token]) -> None:
    """Add the parts of one identifier or word, and its whole when there is more than one part."""
    text, start, end = name
    if "'" in text or len(text) > MAX_TOKEN:
        word = fold(text[:MAX_TOKEN].replace("'", ""))
        parts.append(Token(stems[word[:MAX_TOKEN]], start, end))
        return
    before = len(parts)
    for segment in _SEGMENT.finditer(shape, start, end):
        first, last = segment.span()
        if _OPAQUE.match(text[first - start : last - start]):
            parts.append(Token(fold(text[first - start : last - start])[:MAX_TOKEN], first, last))
            continue
        for part in _PARTS.finditer(shape, first, last):
            a, b = part.span()
            plural = b - a > 2 and shape[b - 1] == "s" and shape[b - 2].isupper()
            parts.append(Token(stems[fold(text[a - start : b - start - plural])[:MAX_TOKEN]], a, b))
    # A snake_case name is found by its parts in a row; stored whole as well, such names are a tenth of the index.
    if len(parts) - before > 1 and ("_" not in text or any(c.isdigit() for c in text)):
        whole = _bare(fold(text))[:MAX_TOKEN]
        wholes.append(Token(stems[whole], parts[before].start, parts[-1].end))
