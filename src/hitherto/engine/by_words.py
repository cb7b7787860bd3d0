"""What the words of a question find: all of them if enough chunks have them, else any; restrictions before ranking."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from hitherto.core.answer import Ran
from hitherto.engine.ranking import Ranked, ranked, told
from hitherto.text.words import language_of, match_expression, query_terms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hitherto.core.answer import Candidate, Excerpt, Filter, Order, Part, TimeRange
    from hitherto.core.ports import Store
    from hitherto.engine.intake.versions import EarlierNotes
    from hitherto.text.words import Term

# Enough candidates for the rules of ranking to choose from.
CANDIDATES = 100
# Where so many copies of few texts come first that the limit is not reached, more are taken, but no more than this.
MOST = 10_000
ENOUGH = 10
# Scoring a chunk takes most of a microsecond. Where any word may match and more chunks than this would, the commonest
# words, which order least, are left out; on the dev halves a fifth of it would not be missed.
MOST_SCORED = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked: the words, the restriction, how many hits in which order, and the time range if there is one."""

    text: str
    where: Filter
    limit: int
    reading: TimeRange | None = None
    words_only: bool = False
    # A reading that does not restrict only lifts what lies in it.
    narrowed: bool = True
    order: Order = "rank"
    # Whether nothing is looked for but what there is in the restriction.
    listing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What the index gave for a question, before its files were looked at."""

    order: Sequence[Ranked]
    terms: Sequence[Term]
    ran: Ran
    # The chunks that meaning alone may answer with, whatever words they hold.
    near: frozenset[int] = frozenset()
    # How many different texts have all the words, as far as that was looked for.
    whole: int = 0


def find(store: Store, question: Question, earlier: EarlierNotes | None = None) -> Found:
    """Return the ranked chunks for a question: all its words if enough chunks have them, else any of them."""
    terms = [] if question.listing else query_terms(question.text, store.languages())
    if not terms:
        return Found(order=_in_time(store, question, earlier), terms=terms, ran=Ran(words="none"))
    asked = [term for term in terms if not term.weak] or terms
    every = _search(store, question, own(match_expression(asked, any_term=False)), asked)
    every = [*every, *(earlier.matching(asked, any_term=False) if earlier else ())]
    first = ranked(every, terms)
    whole = _different(store, every, asked, question) if question.reading else 0
    if len(every) >= ENOUGH:
        return Found(order=first, terms=terms, ran=Ran(words="all"), whole=whole)
    loose = [loosened(term) for term in asked]
    kept, dropped = without_common(store, loose)
    # A neighbour may find what a question means; it is no answer to a name, a code, a quotation, a speaker or a day.
    strict = restricted(question.where) or len(asked) == 1 or any(term.exact for term in asked)
    some = _search(store, question, _any_of(kept, strict=strict), kept)
    if dropped and len(some) < ENOUGH:
        # What is common everywhere may be rare where the search is restricted to.
        dropped = ()
        some = _search(store, question, _any_of(loose, strict=strict), loose)
    some = [*some, *(earlier.matching(loose, any_term=True) if earlier else ())]
    known = {candidate.chunk for candidate in every}
    then = [one for one in ranked(some, loose) if one.candidate.chunk not in known]
    return Found(order=first + then, terms=loose, ran=Ran(words="any" if then else "all", dropped=dropped), whole=whole)


def _in_time(store: Store, question: Question, earlier: EarlierNotes | None) -> list[Ranked]:
    """Return what a restriction alone leaves, in the order of time; nothing where there is no restriction."""
    if question.where == type(question.where)():
        return []
    among = store.listed if question.listing else store.between
    chunks = _enough(store, question, (), partial(among, question.where), question.limit)
    if earlier is not None:
        # A listing is read session by session, and notes come behind what was said.
        speech = sum(one.kind == "conversation" for one in chunks) if question.listing else 0
        rest = sorted([*earlier.matching((), any_term=True), *chunks[speech:]], key=lambda one: one.ts_start)
        chunks = [*chunks[:speech], *rest]
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
        if chunk.text_key not in seen and answers(store, chunk, terms, question.where):
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
    counts, _ = store.frequencies([token for term in asked for phrase in term.phrases for token in phrase])

    def matches(term: Term) -> int:
        # A phrase is as rare as the rarest of its words.
        return sum(min(counts[token] for token in phrase) for phrase in term.phrases)

    kept: list[Term] = []
    scored = 0
    for term in sorted(asked, key=matches):
        scored += matches(term)
        if kept and scored > MOST_SCORED:
            break
        kept.append(term)
    return [term for term in asked if term in kept], tuple(term.surface for term in asked if term not in kept)


def answering(excerpt: Excerpt, where: Filter) -> list[Part]:
    """Return the parts of a chunk that a restriction leaves: one exchange may have two speakers and two days."""
    return [
        part
        for part in excerpt.parts
        if (where.actor is None or part.actor.casefold() == where.actor.casefold())
        and (where.since is None or part.time >= where.since)
        and (where.until is None or part.time < where.until)
        and (where.recorded_by is None or part.recorded is None or part.recorded < where.recorded_by)
    ]


def restricted(where: Filter) -> bool:
    """Return whether only a part of a chunk may answer."""
    return (where.actor, where.since, where.until, where.recorded_by) != (None, None, None, None)


def answers(store: Store, candidate: Candidate, terms: Sequence[Term], where: Filter) -> bool:
    """Return whether what a restriction leaves of a chunk holds a word that was asked for, if any was."""
    if candidate.place.session is None or not restricted(where):
        return True
    excerpt = store.excerpt(candidate.chunk)
    left = answering(excerpt, where) if excerpt else []
    if not terms or excerpt is None:
        return bool(left)
    language = language_in(candidate, excerpt)
    return any(told(excerpt.text[part.start : part.end], terms, language) for part in left)


def language_in(candidate: Candidate, excerpt: Excerpt) -> str:
    """Return the language a chunk was indexed in: code and what tools did in English, whatever they say."""
    return language_of(excerpt.text) if candidate.kind in ("conversation", "note") else "en"
