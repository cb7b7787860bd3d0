"""The words of a text and of a query: what goes into the full-text index, and what is asked of it.

The index is an SQLite FTS5 table declared with ``tokenize={FTS_TOKENIZE}``; it is fed with ``index_text`` and asked
with ``match_expression(query_terms(...))``. Both sides use the same analysis, and so does the highlighting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from hitherto.text.analysis import (
    ANALYSIS_VERSION,
    Token,
    Unit,
    fold,
    index_text,
    tokens,
    unit_of,
    unit_pattern,
    units,
)
from hitherto.text.stopwords import STOPWORDS, TELLING_LETTERS, TELLING_WORDS, UNSPACED_STOPWORDS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = [
    "ANALYSIS_VERSION",
    "FTS_TOKENIZE",
    "MAX_TERMS",
    "Term",
    "Token",
    "fold",
    "index_text",
    "language_of",
    "marks",
    "match_expression",
    "query_terms",
    "quoted",
    "tokens",
    "without_quotations",
]

# The value of FTS5's tokenize option, quoted: our tokens arrive cut and folded, so that only white space separates.
FTS_TOKENIZE = "\"ascii tokenchars '!\"\"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~'\""
MAX_TERMS = 64
_MAX_PHRASE = 64
_MARKED_CHARACTERS = 20_000
# A page of text that was pasted in repeats its words long before its end.
_ASKED_CHARACTERS = 20_000

_QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”')
_CHUNK = re.compile(r'(?:[^\s/,;|&!?"“”…、。，；！？「」『』（）]|(?<=\d),(?=\d))+')
_CODE_LIKE = re.compile(
    r"\w_\w|\d[^\W\d]|[^\W\d]\d|\w[^\w\s]\d|\d[^\w\s]\w|[a-z][A-Z]|[A-Z]{2}[a-z]{2}|[A-Za-z](?:\+\+|#)"
)
_HASH_NUMBER = re.compile(r"#\d")
_EDGES = ".,:;!?()[]{}<>\"'“”"

_GUESSED_CHARACTERS = 1_600
_GUESSED_WORDS = 200
_SURE = 2
_LATIN_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One thing a query asks for: ``surface`` is ``query[start:end]``.

    ``phrases`` are alternatives, each a sequence of adjacent tokens; with ``prefix`` the last token may go on.
    ``weak`` marks words too common to find anything by, ``exact`` quoted phrases, identifiers and codes.
    """

    surface: str
    start: int
    end: int
    phrases: tuple[tuple[str, ...], ...]
    prefix: bool
    weak: bool
    exact: bool


def query_terms(query: str, languages: Sequence[str] = ("en",)) -> list[Term]:
    """Return what ``query`` asks for, at most 64 terms in order; any string gives a list, perhaps an empty one.

    Only the first 20,000 characters are looked at. A run of a script without spaces gives one term per pair of
    characters.
    """
    merged: dict[tuple[object, ...], Term] = {}
    for term in _raw_terms(query[:_ASKED_CHARACTERS], languages):
        key = (term.phrases, term.prefix)
        known = merged.get(key)
        if known is not None:
            merged[key] = replace(known, weak=known.weak and term.weak, exact=known.exact or term.exact)
        elif len(merged) < MAX_TERMS:
            merged[key] = term
        else:
            break
    return list(merged.values())


def quoted(query: str) -> list[tuple[int, int]]:
    """Return where in ``query`` something stands in quotation marks, those included."""
    return [found.span() for found in _QUOTED.finditer(query)]


def without_quotations(query: str) -> str:
    """Return ``query`` with quotation marks in the place of all that stands between them, so that places stay."""
    return _QUOTED.sub(lambda found: '"' * len(found[0]), query)


def match_expression(terms: Sequence[Term], *, any_term: bool) -> str:
    """Return the FTS5 query that asks for all of ``terms``, or for ``any_term`` of them; empty without terms."""
    return (" OR " if any_term else " AND ").join(_alternatives(term) for term in terms)


def marks(text: str, terms: Sequence[Term], language: str = "en") -> list[tuple[int, int]]:
    """Return the sorted, disjoint ranges of ``text`` that match a term; weak ones count only among themselves.

    Only the first 20,000 characters are looked at.
    """
    asked = [term for term in terms if not term.weak] or terms
    single = {phrase[0] for term in asked for phrase in term.phrases if len(phrase) == 1}
    begun = tuple({phrase[-1] for term in asked if term.prefix for phrase in term.phrases if len(phrase) == 1})
    long = [phrase for term in asked for phrase in term.phrases if len(phrase) > 1]
    parts: list[Token] = []
    found: list[tuple[int, int]] = []
    for start, unit in units(text[:_MARKED_CHARACTERS], language):
        both = (*unit.parts, *unit.wholes)
        found += [(t.start + start, t.end + start) for t in both if t.text in single]
        if begun and unit.unspaced:
            found += [(t.start + start, t.start + start + 1) for t in unit.parts if t.text.startswith(begun)]
        if long:
            parts += [Token(t.text, t.start + start, t.end + start) for t in unit.parts]
    return _merged(found + _phrase_marks(parts, long))


def language_of(text: str) -> str:
    """Guess the language of ``text``: one of en de fr es ru ja zh ko, and en when unsure.

    Looks at the first 1,600 characters; costs some tens of microseconds.
    """
    head = text[:_GUESSED_CHARACTERS]
    script = None if head.isascii() else _script_of(head)
    if script:
        return script
    scores: dict[str, int] = {}
    for word in islice(_LATIN_WORD.findall(head.lower()), _GUESSED_WORDS):
        language = TELLING_WORDS.get(word)
        if language:
            scores[language] = scores.get(language, 0) + 2
    if not head.isascii():
        for letter in head:
            language = TELLING_LETTERS.get(letter)
            if language:
                scores[language] = scores.get(language, 0) + 1
    best = max(scores, key=lambda name: scores[name], default="en")
    return best if scores.get(best, 0) > scores.get("en", 0) + _SURE else "en"


@cache
def _scripts() -> dict[str, re.Pattern[str]]:
    # Made when first needed: ranges this wide take milliseconds to compile, and a query does not use them.
    return {
        "ja": re.compile(r"[\u3041-\u30ff\uff66-\uff9f]"),
        "ko": re.compile(r"[\uac00-\ud7a3\u1100-\u11ff]"),
        "zh": re.compile(r"[\u4e00-\u9fff\u3400-\u4dbf]"),
        "ru": re.compile(r"[\u0400-\u04ff]"),
    }


def _script_of(head: str) -> str | None:
    counts = {name: len(pattern.findall(head)) for name, pattern in _scripts().items()}
    if counts["ja"] * 8 > counts["zh"] and counts["ja"]:
        counts["ja"] += counts["zh"]
    best = max(counts, key=lambda name: counts[name])
    # A sign of an unspaced script says about as much as two Latin letters.
    weight = 1 if best == "ru" else 2
    return best if counts[best] * weight * 2 > sum(map(str.isalpha, head)) else None


def _raw_terms(query: str, languages: Sequence[str]) -> Iterator[Term]:
    position = 0
    for quoted in _QUOTED.finditer(query):
        yield from _loose_terms(query, position, quoted.start(), languages)
        group = 1 if quoted[1] is not None else 2
        yield from _span_terms(query, quoted.span(group), languages, exact=True)
        position = quoted.end()
    yield from _loose_terms(query, position, len(query), languages)


def _loose_terms(query: str, start: int, end: int, languages: Sequence[str]) -> Iterator[Term]:
    for chunk in _CHUNK.finditer(query, start, end):
        exact = bool(_CODE_LIKE.search(chunk[0].strip(_EDGES)) or _HASH_NUMBER.match(chunk[0]))
        joined: list[tuple[int, int]] = []
        for match in unit_pattern(query).finditer(query, *chunk.span()):
            unit = unit_of(match[0], "none")
            if unit.unspaced or _is_elided(match[0], unit):
                yield from _joined_terms(query, joined, languages, exact=exact)
                joined = []
                yield from _split_terms(query, match.start(), unit, languages)
            else:
                joined.append(match.span())
        yield from _joined_terms(query, joined, languages, exact=exact)


def _is_elided(word: str, unit: Unit) -> bool:
    """Tell whether ``word`` is of the kind "l'homme": several words at an apostrophe, no identifier."""
    return len(unit.parts) > 1 and not unit.wholes and ("'" in word or "’" in word)


def _split_terms(query: str, offset: int, unit: Unit, languages: Sequence[str]) -> Iterator[Term]:
    """One term per part; of a run of several characters the last one alone asks for nothing new."""
    if not unit.unspaced:
        for part in unit.parts:
            yield from _span_terms(query, (part.start + offset, part.end + offset), languages, exact=False)
        return
    for part in unit.parts[:-1] or unit.parts:
        start, end = part.start + offset, part.end + offset
        yield Term(
            surface=query[start:end],
            start=start,
            end=end,
            phrases=((part.text,),),
            prefix=len(unit.parts) == 1,
            weak=part.text in UNSPACED_STOPWORDS,
            exact=False,
        )


def _joined_terms(query: str, spans: list[tuple[int, int]], languages: Sequence[str], *, exact: bool) -> Iterator[Term]:
    if spans:
        yield from _span_terms(query, (spans[0][0], spans[-1][1]), languages, exact=exact)


def _span_terms(query: str, span: tuple[int, int], languages: Sequence[str], *, exact: bool) -> Iterator[Term]:
    """One term that asks for everything in ``span`` in order; none when it holds no token."""
    words = list(islice(unit_pattern(query).finditer(query, *span), _MAX_PHRASE))
    phrases: dict[tuple[str, ...], None] = {}
    prefix = False
    for language in languages or ("en",):
        analysed = [unit_of(word[0], language) for word in words]
        prefix = bool(analysed) and analysed[-1].unspaced and len(analysed[-1].parts) == 1
        phrases.update(dict.fromkeys(_readings(analysed)))
    if not phrases:
        return
    start, end = words[0].start(), words[-1].end()
    surface = query[start:end]
    weak = not exact and len(words) == 1 and _is_stopword(surface, languages)
    yield Term(surface=surface, start=start, end=end, phrases=tuple(phrases), prefix=prefix, weak=weak, exact=exact)


def _readings(analysed: list[Unit]) -> Iterator[tuple[str, ...]]:
    whole = analysed[0].whole if len(analysed) == 1 else None
    if whole:
        yield (whole,)
    parts = [part.text for unit in analysed for part in unit.parts]
    if analysed and analysed[-1].unspaced and len(analysed[-1].parts) > 1:
        parts.pop()
    if parts and not (whole and len(parts) == 1):
        yield tuple(parts[:_MAX_PHRASE])


def _is_stopword(surface: str, languages: Sequence[str]) -> bool:
    word = fold(surface).replace("’", "'")
    word = word.removesuffix("'s").replace("'", "")
    return any(word in STOPWORDS.get(language, ()) for language in (*languages, "ru"))


def _alternatives(term: Term) -> str:
    quoted = ['"{}"{}'.format(" ".join(p).replace('"', '""'), " *" if term.prefix else "") for p in term.phrases]
    return quoted[0] if len(quoted) == 1 else f"({' OR '.join(quoted)})"


def _phrase_marks(parts: list[Token], phrases: list[tuple[str, ...]]) -> list[tuple[int, int]]:
    if not phrases:
        return []
    places: dict[str, list[int]] = {}
    for i, part in enumerate(parts):
        places.setdefault(part.text, []).append(i)
    return [
        (parts[i].start, parts[i + len(phrase) - 1].end)
        for phrase in phrases
        for i in places.get(phrase[0], ())
        if tuple(part.text for part in parts[i : i + len(phrase)]) == phrase
    ]


def _merged(ranges: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
