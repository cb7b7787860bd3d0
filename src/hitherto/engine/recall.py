"""The one reading entry: range first, then words and meaning, then order; every hit verbatim, dated and current."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hitherto.core.answer import BETWEEN_RECORDS, Hit, Recall
from hitherto.engine.by_meaning import Sense
from hitherto.engine.by_words import answering, answers, find, language_in, restricted
from hitherto.engine.ranking import best_part
from hitherto.text.words import marks

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hitherto.core.answer import Candidate, Excerpt, HitState, Part, Place
    from hitherto.core.ports import Store
    from hitherto.engine.by_words import Found, Question
    from hitherto.engine.house import Meaning
    from hitherto.engine.intake.versions import EarlierNotes
    from hitherto.engine.ranking import Ranked
    from hitherto.text.words import Term

ALSO_IN = 20
# So many texts with all the words are an answer within a range, where hits stand in the order of time and what only
# resembles an answer is not at the end (docs/decisions/0019-recall-by-time.md).
ENOUGH_WITHIN = 3
ENOUGH_BY_WORDS = "the words found enough in this time"
# After a change of branch many files have changed; looking at each top of the list in turn must end.
ROUNDS = 10


def recall(
    store: Store,
    question: Question,
    refresh: Callable[[str], tuple[HitState, bool]],
    meaning: Meaning | None = None,
    why_not: str = "",
    earlier: EarlierNotes | None = None,
) -> Recall:
    """Return the hits of a question, best first, or in the order of time where the question wants that.

    ``refresh`` is asked about the file behind each hit; where it changed anything, the search is done once more,
    until nothing did: other files may have come to the top. What still changes then is left out. Found by words
    alone where there is no ``meaning``; ``why_not`` says why there is none. ``earlier`` are the versions of notes that
    have been superseded since the instant the question goes back to.
    """
    sense = Sense(meaning, question) if meaning else None
    states: dict[str, HitState] = {}
    for _ in range(ROUNDS):
        found = _found(store, question, sense, why_not, earlier)
        top = _top(store, found, question)
        changed = _refreshed(top, refresh, states)
        if not changed:
            break
    hits = [
        _hit(_within(excerpt, question), one, places, found.terms, question, _state(one.candidate, states))
        for one, places in top
        if one.candidate.place.path not in changed
        and (excerpt := _excerpt(store, one.candidate.chunk, earlier)) is not None
    ]
    if question.order == "time" and not question.listing:
        hits.sort(key=lambda hit: (hit.time, hit.place.path or "", hit.place.lines or (0, 0)))
    stale = sum(hit.state in ("stale", "unreachable") for hit in hits)
    return Recall(
        query=question.text,
        asked=question.text,
        reading=question.reading,
        narrowed=question.narrowed,
        order=question.order,
        ran=replace(found.ran, stale=stale),
        hits=tuple(hits),
        as_of=question.where.recorded_by,
    )


def _found(store: Store, question: Question, sense: Sense | None, why_not: str, earlier: EarlierNotes | None) -> Found:
    """Return what words find; within a range of time, what meaning finds only where words find too little."""
    found = find(store, question, earlier)
    narrowed = question.reading is not None and question.narrowed
    if sense is None:
        found = replace(found, ran=replace(found.ran, fallback=why_not))
    elif narrowed and found.whole >= min(ENOUGH_WITHIN, question.limit):
        found = replace(found, ran=replace(found.ran, fallback=ENOUGH_BY_WORDS))
    else:
        found = sense.joined(store, found)
    if question.reading is None or question.narrowed or not found.terms:
        return found
    from hitherto.engine.by_time import lifted  # noqa: PLC0415 - only a prompt that mentions a time

    return replace(found, order=lifted(found.order, question.reading))


def _excerpt(store: Store, chunk: int, earlier: EarlierNotes | None) -> Excerpt | None:
    return earlier.excerpt(chunk) if earlier and chunk < 0 else store.excerpt(chunk)


def _within(excerpt: Excerpt, question: Question) -> Excerpt:
    """Return of an exchange what a listing or an earlier day leaves; beside a word that was found, all of it is shown.

    The lines of a day are its own, and what was recorded later was not there to be read.
    """
    where = replace(question.where, actor=None)
    if not question.listing:
        where = replace(where, since=None, until=None)
    if not excerpt.parts or not restricted(where):
        return excerpt
    kept = answering(excerpt, where)
    text = ""
    parts: list[Part] = []
    for part in kept:
        text += BETWEEN_RECORDS if text else ""
        said = excerpt.text[part.start : part.end]
        parts.append(replace(part, start=len(text), end=len(text) + len(said)))
        text += said
    return replace(excerpt, text=text, parts=tuple(parts))


def _top(store: Store, found: Found, question: Question) -> list[tuple[Ranked, tuple[Place, ...]]]:
    """Return the first different texts that answer, each with the other places it stands in."""
    top: list[tuple[Ranked, tuple[Place, ...]]] = []
    seen: set[int] = set()
    for one in found.order:
        own = one.candidate.place
        # Who reads what was said wants every "yes" in its place.
        spoken = question.listing and own.session is not None
        if (one.candidate.text_key in seen and not spoken) or not _answered(store, one, found, question):
            continue
        seen.add(one.candidate.text_key)
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
        known = place.session is not None or one.candidate.chunk < 0
        if not known and place.path is not None and place.path not in states:
            states[place.path], different = refresh(place.path)
            if different:
                changed.add(place.path)
    return changed


def _hit(
    excerpt: Excerpt,
    one: Ranked,
    also_in: tuple[Place, ...],
    terms: Sequence[Term],
    question: Question,
    state: HitState,
) -> Hit:
    candidate = one.candidate
    language = language_in(candidate, excerpt)
    part = best_part(excerpt, answering(excerpt, question.where), terms, language)
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
    if candidate.chunk < 0:
        return "superseded"
    if candidate.place.session is not None:
        return "current"
    return states.get(candidate.place.path or "", "current")
