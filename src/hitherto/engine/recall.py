"""The one reading entry: range first, then words and meaning, then order; every hit verbatim, dated and current."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hitherto.core.answer import Hit, Recall
from hitherto.engine.by_meaning import Sense
from hitherto.engine.by_words import answering, answers, find, language_in
from hitherto.engine.ranking import best_part
from hitherto.text.words import marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hitherto.core.answer import Candidate, Excerpt, HitState, Part, Place
    from hitherto.core.ports import Store
    from hitherto.engine.by_words import Found, Question
    from hitherto.engine.house import Meaning
    from hitherto.engine.ranking import Ranked
    from hitherto.text.words import Term

ALSO_IN = 20
# After a change of branch many files have changed; looking at each top of the list in turn must end.
ROUNDS = 10


def recall(
    store: Store,
    question: Question,
    refresh: Callable[[str], tuple[HitState, bool]],
    meaning: Meaning | None = None,
    why_not: str = "",
) -> Recall:
    """Return the hits of a question, best first, or in the order of time when a time range is given.

    ``refresh`` is asked about the file behind each hit; where it changed anything, the search is done once more,
    until nothing did: other files may have come to the top. What still changes then is left out. Found by words
    alone where there is no ``meaning``; ``why_not`` says why there is none.
    """
    sense = Sense(meaning, question) if meaning else None
    states: dict[str, HitState] = {}
    for _ in range(ROUNDS):
        found = find(store, question)
        found = sense.joined(store, found) if sense else replace(found, ran=replace(found.ran, fallback=why_not))
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
    ran = replace(found.ran, stale=stale)
    return Recall(query=question.text, reading=question.reading, ran=ran, hits=tuple(hits))


def _top(store: Store, found: Found, question: Question) -> list[tuple[Ranked, tuple[Place, ...]]]:
    """Return the first different texts that answer, each with the other places it stands in."""
    top: list[tuple[Ranked, tuple[Place, ...]]] = []
    seen: set[int] = set()
    for one in found.order:
        if one.candidate.text_key in seen or not _answered(store, one, found, question):
            continue
        seen.add(one.candidate.text_key)
        own = one.candidate.place
        others = dict.fromkeys(place for place in store.copies(one.candidate.text_key) if not _same(place, own))
        top.append((one, tuple(others)[:ALSO_IN]))
        if len(top) == question.limit:
            break
    return top


def _answered(store: Store, one: Ranked, found: Found, question: Question) -> bool:
    """Return whether what the restriction leaves of a chunk answers: by a word in it, or by its meaning."""
    terms = () if one.candidate.chunk in found.near else found.terms
    return answers(store, one.candidate, terms, question.where)


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
    language = language_in(candidate, excerpt)
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
