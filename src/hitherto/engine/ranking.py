"""The order of what was found: scores from words, names and places, each factor kept for ``--explain``. Pure."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from hitherto.text.analysis import units
from hitherto.text.words import index_text, marks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from hitherto.core.answer import Candidate, Excerpt, Part
    from hitherto.core.model import Trait
    from hitherto.text.words import Term

# Where the weights come from and what they achieve: docs/decisions/0010-ranking.md.
FILE_SHARE = 0.5
FILE_CHUNKS = 5
PATH_SHARE = 0.8
DEFINITION = 2.0
# A name that is the query's but for its ending, as `parse_headers` is for `parse_header`.
NEARLY = 0.75
PACKAGE_FILE = 0.6
ACTION = 0.6
LESS: Mapping[Trait, float] = {"test": 0.35, "example": 0.5, "vendored": 0.35, "generated": 0.5, "minified": 0.2}
# Words in a query that say the person means such files.
LIFTED_BY: Mapping[Trait, frozenset[str]] = {
    "test": frozenset({"test", "spec", "fixtur"}),
    "example": frozenset({"exampl", "demo", "sampl"}),
    "vendored": frozenset({"vendor"}),
    "generated": frozenset({"generat"}),
    "minified": frozenset({"minifi", "min", "bundl"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A candidate with its final score and what went into it."""

    candidate: Candidate
    score: float
    why: Mapping[str, float]


def ranked(candidates: Sequence[Candidate], terms: Sequence[Term]) -> list[Ranked]:
    """Return ``candidates`` best first: the best chunk of each file or session before any second one of it."""
    if not candidates:
        return []
    asked = [term for term in terms if not term.weak] or list(terms)
    words = {token for term in asked for phrase in term.phrases for token in phrase}
    top = max(candidate.bm25 for candidate in candidates) or 1.0
    shares = _file_shares(candidates, top)
    scored = [
        _scored(candidate, asked, words, top=top, share=shares.get(candidate.chunk, 0.0)) for candidate in candidates
    ]
    scored.sort(key=lambda one: (-one.score, one.candidate.chunk))
    return best_of_each_first(scored)


def _scored(candidate: Candidate, asked: Sequence[Term], words: set[str], *, top: float, share: float) -> Ranked:
    why = {"words": candidate.bm25 / top}
    if candidate.place.session is None:
        why["file"] = FILE_SHARE * share
        why["path"] = PATH_SHARE * _path_share(candidate, asked)
        why["definition"] = _definition(candidate, asked)
    else:
        # A moment gathers what it says itself, so that files do not outrank what was said by gathering alone.
        why["moment"] = FILE_SHARE * candidate.bm25 / top
    less = _less(candidate, words)
    if less != 1.0:
        why["less"] = less
    return Ranked(candidate=candidate, score=sum(v for k, v in why.items() if k != "less") * less, why=why)


def _file_shares(candidates: Sequence[Candidate], top: float) -> dict[int, float]:
    """Return, for each chunk of a file, how much of the query's words its file gathers in its best chunks."""
    by_file: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in candidates:
        if candidate.place.session is None and candidate.place.path:
            by_file[candidate.place.path].append(candidate)
    sums = {
        path: sum(sorted((c.bm25 for c in chunks), reverse=True)[:FILE_CHUNKS]) / top
        for path, chunks in by_file.items()
    }
    most = max(sums.values(), default=1.0) or 1.0
    return {c.chunk: sums[path] / most for path, chunks in by_file.items() for c in chunks}


def _path_share(candidate: Candidate, asked: Sequence[Term]) -> float:
    """Return the share of the query's words that stand in the file's own name or its folder's."""
    return _share(asked, _named(candidate.place.path or ""))


@lru_cache(maxsize=10_000)
def _named(path: str) -> frozenset[str]:
    """Return the words of a file's own name and its folder's; asked again for every question that finds the file."""
    folder, _, name = path.rpartition("/")
    words = f"{name.rpartition('.')[0] or name} {folder.rpartition('/')[2]}"
    return frozenset(index_text(words).split())


def _share(asked: Sequence[Term], tokens: frozenset[str]) -> float:
    found = sum(any(all(token in tokens for token in phrase) for phrase in term.phrases) for term in asked)
    return found / len(asked) if asked else 0.0


def _definition(candidate: Candidate, asked: Sequence[Term]) -> float:
    """Return the boost of a chunk that defines what the query names, by how much of the query that name is."""
    if candidate.kind != "code" or not candidate.symbol or not asked:
        return 0.0
    last = candidate.symbol.rpartition(".")[2]
    named = [unit for _, unit in units(last) if unit.parts]
    known = {token.text for unit in named for token in (*unit.parts, *unit.wholes)}
    used = [term for term in asked if any(set(phrase) <= known for phrase in term.phrases)]
    said = {token for term in used for phrase in term.phrases for token in phrase}
    if not all(unit.whole in said or {part.text for part in unit.parts} <= said for unit in named):
        return 0.0
    exact = any(term.surface.casefold() == last.casefold() for term in used)
    return (DEFINITION if exact else NEARLY * DEFINITION) * (len(used) / len(asked)) ** 2


def _less(candidate: Candidate, words: set[str]) -> float:
    factor = ACTION if candidate.kind == "action" else 1.0
    for trait in candidate.traits:
        if not LIFTED_BY[trait] & words:
            factor *= LESS[trait]
    if (candidate.place.path or "").endswith("/__init__.py"):
        factor *= PACKAGE_FILE
    return factor


def best_of_each_first(scored: Iterable[Ranked]) -> list[Ranked]:
    """Keep the order, but move a file's further chunks behind the best chunk of every other file.

    Chunks of a session are different moments, so each stands for itself.
    """
    first: list[Ranked] = []
    later: list[Ranked] = []
    seen: set[str] = set()
    for one in scored:
        place = one.candidate.place
        if place.session is None and place.path in seen:
            later.append(one)
        else:
            first.append(one)
            seen.add(place.path or "")
    return first + later


def best_part(excerpt: Excerpt, parts: Sequence[Part], terms: Sequence[Term], language: str = "en") -> Part | None:
    """Return that of ``parts`` that answers the query itself: most different words, the earlier one on a tie."""
    if len(parts) < 2:
        return parts[0] if parts else None
    return max(parts, key=lambda part: told(excerpt.text[part.start : part.end], terms, language))


def told(text: str, terms: Sequence[Term], language: str = "en") -> int:
    """Return how many of the words asked for a text in ``language`` holds."""
    asked = [term for term in terms if not term.weak] or terms
    return sum(bool(marks(text, [term], language)) for term in asked)
