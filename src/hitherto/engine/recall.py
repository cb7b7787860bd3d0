"""The one reading entry: range first, then words, then order; every hit verbatim, dated, and current."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from hitherto.core.answer import Hit, Ran, Recall
from hitherto.engine.ranking import Ranked, best_part, ranked, told
from hitherto.text.words import language_of, marks, match_expression, query_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hitherto.core.answer import Candidate, Excerpt, Filter, HitState, Part, Place, TimeRange
    from hitherto.core.ports import Store
    from hitherto.text.words import Term

# Enough candidates for the rules of ranking to choose from.
CANDIDATES = 100
# Where so many copies of few texts come first that the limit is not reached, more are taken, but no more than this.
MOST = 10_000
ENOUGH = 10
# A word in more than this share of all chunks orders little and, where there are this many of them, costs a lot;
# it is then dropped when any word may match.
COMMON = 0.2
MANY = 5000
ALSO_IN = 20
# After a change of branch many files have changed; looking at each top of the list in turn must end.
ROUNDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: the words, the restriction, how many hits, and the time range if there is one."""

    text: str
    where: Filter
    limit: int
    reading: TimeRange | None = None
    words_only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the index gave for a question, before its files were looked at."""

    order: Sequence[Ranked]
    terms: Sequence[Term]
    ran: Ran


def recall(store: Store, question: Question, refresh: Callable[[str], tuple[HitState, bool]]) -> Recall:
    """Return the hits of a question, best first, or in the order of time when a time range is given.

    ``refresh`` is asked about the file behind each hit; where it changed anything, the search is done once more,
    until nothing did: other files may have come to the top. What still changes then is left out.
    """
    states: dict[str, HitState] = {}
    for _ in range(ROUNDS):
        found = find(store, question)
        top = _top(store, found, question)
        changed = _refreshed(top, refresh, states)
        if not changed:
            break
    hits = [
        _hit(excerpt, one, places, found.terms, answering(excerpt, question.where), _state(one.candidate, states))
        for one, places in top
        if one.candidate.place.path not in changed and (excerpt := store.excerpt(one.candidate.chunk)) is not None
    ]
    if question.reading is not None:
        hits.sort(key=lambda hit: (hit.time, hit.place.path or "", hit.place.lines or (0, 0)))
    stale = sum(hit.state != "current" for hit in hits)
    ran = Ran(words=found.ran.words, dropped=found.ran.dropped, stale=stale)
    return Recall(query=question.text, reading=question.reading, ran=ran, hits=tuple(hits))


def find(store: Store, question: Question) -> Found:
    """Return the ranked chunks for a question: all its words if enough chunks have them, else any of them."""
    terms = query_terms(question.text, store.languages())
    if not terms:
        return Found(order=_in_time(store, question), terms=terms, ran=Ran(words="none"))
    asked = [term for term in terms if not term.weak] or terms
    every = _search(store, question, own(match_expression(asked, any_term=False)), asked)
    first = ranked(every, terms)
    if len(every) >= ENOUGH:
        return Found(order=first, terms=terms, ran=Ran(words="all"))
    loose = [loosened(term) for term in asked]
    kept, dropped = without_common(store, loose)
    # A neighbour may find what a question means; it is no answer to a name, a code, a quotation, a speaker or a day.
    strict = _restricted(question.where) or len(asked) == 1 or any(term.exact for term in asked)
    some = _search(store, question, _any_of(kept, strict=strict), kept)
    if dropped and len(some) < ENOUGH:
        # What is common everywhere may be rare where the search is restricted to.
        dropped = ()
        some = _search(store, question, _any_of(loose, strict=strict), loose)
    known = {candidate.chunk for candidate in every}
    then = [one for one in ranked(some, loose) if one.candidate.chunk not in known]
    return Found(order=first + then, terms=loose, ran=Ran(words="any" if then else "all", dropped=dropped))


def _in_time(store: Store, question: Question) -> list[Ranked]:
    """Return what a restriction alone leaves, in the order of time; nothing where there is no restriction."""
    if question.where == type(question.where)():
        return []
    chunks = _enough(store, question, (), partial(store.between, question.where), question.limit)
    return [Ranked(candidate=chunk, score=0.0, why={}) for chunk in chunks]


def _search(store: Store, question: Question, expression: str, terms: Sequence[Term]) -> Sequence[Candidate]:
    """Return the best chunks for an expression that stands for ``terms``."""
    fetch = partial(store.search, expression, question.where)
    return _enough(store, question, terms, fetch, max(CANDIDATES, 2 * question.limit))


def _enough(
    store: Store, question: Question, terms: Sequence[Term], fetch: Callable[[int], Sequence[Candidate]], wanted: int
) -> Sequence[Candidate]:
    """Return at least the first ``wanted`` chunks, and as many as hold the different texts that were asked for."""
    while True:
        chunks = fetch(wanted)
        if not wanted <= len(chunks) < MOST or _different(store, chunks, terms, question) >= question.limit:
            return chunks
        wanted = min(4 * wanted, MOST)


def _different(store: Store, chunks: Sequence[Candidate], terms: Sequence[Term], question: Question) -> int:
    """Count the different texts that answer, as far as they are needed."""
    seen: set[int] = set()
    for chunk in chunks:
        if len(seen) >= question.limit:
            break
        if chunk.text_key not in seen and _answers(store, chunk, terms, question.where):
            seen.add(chunk.text_key)
    return len(seen)


def own(expression: str) -> str:
    """Return an expression that a chunk must answer itself, and not its neighbours for it."""
    return f"{{path symbol body}} : ({expression})"


def _any_of(terms: Sequence[Term], *, strict: bool) -> str:
    expression = match_expression(terms, any_term=True)
    return own(expression) if strict else expression


def loosened(term: Term) -> Term:
    """Return a term that its parts alone answer too, unless it is quoted or an identifier: "non-compete" is words."""
    if term.exact:
        return term
    parts = dict.fromkeys((token,) for phrase in term.phrases if len(phrase) > 1 for token in phrase)
    return replace(term, phrases=(*term.phrases, *parts)) if parts else term


def without_common(store: Store, asked: Sequence[Term]) -> tuple[list[Term], tuple[str, ...]]:
    """Return the terms without the commonest ones, and the surfaces of those left out; never all of them."""
    counts, total = store.frequencies([token for term in asked for phrase in term.phrases for token in phrase])
    limit = max(COMMON * total, MANY)
    # A phrase is as rare as the rarest of its words.
    common = [term for term in asked if all(counts[token] > limit for phrase in term.phrases for token in phrase)]
    if len(common) == len(asked):
        return list(asked), ()
    kept = [term for term in asked if term not in common]
    return kept, tuple(term.surface for term in common)


def answering(excerpt: Excerpt, where: Filter) -> list[Part]:
    """Return the parts of a chunk that a restriction leaves: one exchange may have two speakers and two days."""
    return [
        part
        for part in excerpt.parts
        if (where.actor is None or part.actor.casefold() == where.actor.casefold())
        and (where.since is None or part.time >= where.since)
        and (where.until is None or part.time < where.until)
    ]


def _restricted(where: Filter) -> bool:
    """Return whether only a part of a chunk may answer."""
    return (where.actor, where.since, where.until) != (None, None, None)


def _answers(store: Store, candidate: Candidate, terms: Sequence[Term], where: Filter) -> bool:
    """Return whether what a restriction leaves of a chunk holds a word that was asked for, if any was."""
    if candidate.place.session is None or not _restricted(where):
        return True
    excerpt = store.excerpt(candidate.chunk)
    left = answering(excerpt, where) if excerpt else []
    if not terms or excerpt is None:
        return bool(left)
    language = _language(candidate, excerpt)
    return any(told(excerpt.text[part.start : part.end], terms, language) for part in left)


def _language(candidate: Candidate, excerpt: Excerpt) -> str:
    """Return the language a chunk was indexed in: code and what tools did in English, whatever they say."""
    return language_of(excerpt.text) if candidate.kind in ("conversation", "note") else "en"


def _top(store: Store, found: Found, question: Question) -> list[tuple[Ranked, tuple[Place, ...]]]:
    """Return the first different texts that answer, each with the other places it stands in."""
    top: list[tuple[Ranked, tuple[Place, ...]]] = []
    seen: set[int] = set()
    for one in found.order:
        if one.candidate.text_key in seen or not _answers(store, one.candidate, found.terms, question.where):
            continue
        seen.add(one.candidate.text_key)
        own = one.candidate.place
        others = dict.fromkeys(place for place in store.copies(one.candidate.text_key) if not _same(place, own))
        top.append((one, tuple(others)[:ALSO_IN]))
        if len(top) == question.limit:
            break
    return top


def _same(one: Place, other: Place) -> bool:
    if one.session is not None or other.session is not None:
        return one.session == other.session
    return (one.path, one.lines) == (other.path, other.lines)


def _refreshed(
    top: Sequence[tuple[Ranked, tuple[Place, ...]]],
    refresh: Callable[[str], tuple[HitState, bool]],
    states: dict[str, HitState],
) -> set[str]:
    """Bring the files behind the hits up to date; return those whose indexed text was not what stands there."""
    changed: set[str] = set()
    for one, _ in top:
        place = one.candidate.place
        if place.session is None and place.path is not None and place.path not in states:
            states[place.path], different = refresh(place.path)
            if different:
                changed.add(place.path)
    return changed


def _hit(
    excerpt: Excerpt,
    one: Ranked,
    also_in: tuple[Place, ...],
    terms: Sequence[Term],
    parts: Sequence[Part],
    state: HitState,
) -> Hit:
    candidate = one.candidate
    language = _language(candidate, excerpt)
    part = best_part(excerpt, parts, terms, language)
    place = candidate.place
    if part is not None:
        lines = None if part.line is None else (part.line, part.line)
        place = type(place)(
            source=place.source, path=part.path, lines=lines, session=place.session, project=place.project
        )
    return Hit(
        id=part.record if part else excerpt.record,
        kind=candidate.kind,
        text=excerpt.text,
        marks=tuple(marks(excerpt.text, terms, language)) if terms else (),
        place=place,
        symbol=candidate.symbol,
        heading=candidate.heading,
        actor=part.actor if part else None,
        role=part.role if part else None,
        time=part.time if part else candidate.ts_start,
        time_from=candidate.time_from,
        tz=excerpt.tz,
        score=one.score,
        why=one.why,
        also_in=also_in,
        state=state,
        parts=excerpt.parts,
    )


def _state(candidate: Candidate, states: Mapping[str, HitState]) -> HitState:
    if candidate.place.session is not None:
        return "current"
    return states.get(candidate.place.path or "", "current")
