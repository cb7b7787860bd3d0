"""Phrases beside each other put together: chains, ranges, open ranges. The longest one in a query is its phrase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from hitherto.text.timephrase.grammar.numbers import number_at, ordinal_at
from hitherto.text.timephrase.when import When, added, filled, given, has_date, has_time, typed

if TYPE_CHECKING:
    from hitherto.text.timephrase.grammar.matching import Matcher

Bound = Literal["since", "until", "before", "after", "around"]

# How many of the patterns that begin at one word are followed up.
_TRIED = 6
_LONGEST = 8
# Steps from phrase to phrase that one query may take: real ones take some dozens, and what is made up ends.
_MOST_STEPS = 3000
# From five to seven is in the afternoon: what is meant by a bare five.
LAST_BARE_AFTERNOON = 6
NOON = 12
_BOUNDS: dict[str, Bound] = {
    "since": "since",
    "until": "until",
    "before": "before",
    "after": "after",
    "around": "around",
}


class Phrase(NamedTuple):
    """A time phrase in a query, not yet read: its words, what it says, where it ends, which side is open.

    ``weak`` where its words mostly mean something else; ``same_day`` where the open side ends with the day.
    """

    start: int
    end: int
    first: When
    last: When | None
    bound: Bound | None
    weak: bool
    same_day: bool = False


class _Chain(NamedTuple):
    end: int
    when: When
    weak: bool
    length: int


def phrase_at(matcher: Matcher, start: int) -> Phrase | None:
    """Return the longest time phrase that begins at a word."""
    best = _from(matcher, start, start, None)
    # Antes de ayer, avant hier: words that are one phrase are not taken apart.
    whole = max((end for _, end in matcher.marks(start, "when")), default=start)
    for bound, after in matcher.marks(start, "before"):
        if after < whole:
            continue
        found = _from(matcher, start, after, bound)
        if found is not None and (best is None or (found.end, not found.weak) >= (best.end, not best.weak)):
            best = found
    return best


def _from(matcher: Matcher, start: int, index: int, mark: str | None) -> Phrase | None:
    chains = _chains(matcher, index, loose=True)
    best: Phrase | None = None
    for chain in chains:
        for found in (
            _range(matcher, start, chain, mark),
            _single(matcher, start, chain, mark),
            _within_day(matcher, start, chain),
        ):
            if found is not None and (best is None or found.end > best.end):
                best = found
    return best


def _single(matcher: Matcher, start: int, chain: _Chain, mark: str | None) -> Phrase | None:
    if chain.when.number is not None:
        return None
    bound, end, when = _BOUNDS.get(mark or ""), chain.end, chain.when
    if when.ago and when.edge is not None:
        bound, when = "since", when._replace(edge=None)
    for value, after in matcher.marks(chain.end, "behind"):
        if bound is None and value in _BOUNDS:
            bound, end = _BOUNDS[value], after
            break
    # After the first error: an ordinal alone is a day only where more than that says so.
    bare = given(chain.when) == {"day"} and mark not in ("since", "until")
    weak = chain.weak and (bare or (mark in (None, "from") and end == chain.end))
    return Phrase(start=start, end=end, first=when, last=None, bound=bound, weak=weak)


def _within_day(matcher: Matcher, start: int, chain: _Chain) -> Phrase | None:
    """Return a day and what was before or after a time of it: yesterday before lunch."""
    if has_time(chain.when) or not has_date(chain.when):
        return None
    for value, after in matcher.marks(chain.end, "before"):
        bound = _BOUNDS.get(value)
        for last in _chains(matcher, after, loose=False) if bound in ("before", "after", "until", "since") else ():
            when = added(chain.when, last.when) if has_time(last.when) and not has_date(last.when) else None
            if when is not None:
                return Phrase(start=start, end=last.end, first=when, last=None, bound=bound, weak=False, same_day=True)
    return None


def _range(matcher: Matcher, start: int, chain: _Chain, mark: str | None) -> Phrase | None:
    """Return the phrase that goes on from ``chain`` to another end."""
    for value, after in matcher.marks(chain.end, "to"):
        if value == "and" and not _between(matcher, start, chain.end):
            continue
        for last in _chains(matcher, after, loose=True):
            ends = _ends(chain.when, last.when)
            if ends is None:
                continue
            end = next((then for value, then in matcher.marks(last.end, "behind") if value == "range"), last.end)
            bare = chain.when.number is not None and last.when.number is not None
            years = ends[0].year is not None and ends[1].year is not None
            weak = (chain.weak and last.weak and mark is None and not years) or bare
            return Phrase(start=start, end=end, first=ends[0], last=ends[1], bound=None, weak=weak)
    return None


def _between(matcher: Matcher, start: int, end: int) -> bool:
    return any(value == "between" for index in range(start, end) for value, _ in matcher.marks(index, "before"))


def _ends(first: When, last: When) -> tuple[When, When] | None:
    """Return both ends of a range, each with what only the other one names; None where they do not fit."""
    if first.number is not None and last.number is not None and not (has_date(first) or has_date(last)):
        return None
    if first.number is not None and given(last) == {"day"} and (first.weekday is not None or first.unit is not None):
        # Yesterday from 5 to 7: hours, although 7 could be a day.
        last = When(number=last.day)
    if last.number is not None and first.month is None and first.weekday is not None and first.day is not None:
        # Monday 3-8 is Monday from 3 to 8, although Monday 3 is a day.
        first = first._replace(day=None, number=first.day)
    one, two = typed(first, last), typed(last, first)
    if one is None or two is None:
        return None
    if has_time(one) != has_time(two) and not (has_date(one) and has_date(two)):
        return None
    one, two = _same_half(one, two)
    both = filled(one, two), filled(two, one)
    return None if any(end.day and end.year and not (end.month or end.nth) for end in both) else both


def _same_half(one: When, two: When) -> tuple[When, When]:
    """Let 3 to 5 pm be in one half of the day."""
    if one.hour is None or two.hour is None:
        return one, two
    bare = not (one.meridiem or one.part or two.meridiem or two.part)
    if bare and 1 <= one.hour <= LAST_BARE_AFTERNOON < two.hour < NOON:
        return one._replace(meridiem="pm"), two._replace(meridiem="pm")
    half = two.meridiem or (two.part if one.part is None else None)
    if one.meridiem is None and one.part is None and half is not None:
        crossing = two.meridiem == "pm" and (one.hour % 12, one.minute or 0) > (two.hour % 12, two.minute or 0)
        return one._replace(meridiem="am" if crossing else two.meridiem, part=two.part), two
    if two.meridiem is None and two.part is None and one.part is not None:
        return one, two._replace(part=one.part)
    if two.meridiem is None and two.part is None and one.meridiem in ("am", "pm"):
        crossing = one.meridiem == "am" and two.hour % 12 <= one.hour % 12
        return one, two._replace(meridiem="pm" if crossing else one.meridiem)
    return one, two


def _chains(matcher: Matcher, index: int, *, loose: bool) -> list[_Chain]:
    """Return the chains of phrases that begin at a word, longest first."""
    found = [
        chain
        for match in matcher.at(index)[:_TRIED]
        for chain in _longer(matcher, _Chain(end=match.end, when=match.when, weak=match.weak, length=1))
    ]
    bare = _bare(matcher, index) if loose else None
    if bare is None:
        return sorted(found, key=_preference)[:_TRIED]
    alone = _Chain(end=bare[1], when=When(number=int(bare[0])), weak=True, length=1)
    found.extend(_longer(matcher, alone)[1:])
    return [*sorted(found, key=_preference)[:_TRIED], alone]


def _preference(chain: _Chain) -> tuple[int, int, bool, bool]:
    return -chain.end, chain.length, chain.weak, chain.when.nth is not None


def _bare(matcher: Matcher, index: int) -> tuple[float, int] | None:
    read = ordinal_at(matcher.lexicon, matcher.words, index) or number_at(matcher.lexicon, matcher.words, index)
    return read if read is not None and read[0] == int(read[0]) and 0 <= read[0] < 3000 else None


def _longer(matcher: Matcher, chain: _Chain) -> list[_Chain]:
    """Return a chain and every way it goes on."""
    found = [chain]
    matcher.steps += 1
    if chain.length >= _LONGEST or matcher.steps > _MOST_STEPS:
        return found
    for after in _over_glue(matcher, chain.end):
        for match in matcher.at(after)[:_TRIED]:
            when = added(chain.when, match.when)
            if when is not None:
                weak = False if match.end - after > 1 or chain.length > 0 else match.weak
                both = _Chain(end=match.end, when=when, weak=weak and chain.weak, length=chain.length + 1)
                found.extend(_longer(matcher, both))
        if chain.when.weekday is not None or chain.when.unit is not None or after > chain.end:
            read = _bare(matcher, after)
            if read is not None and (when := added(chain.when, When(number=int(read[0])))) is not None:
                found.append(_Chain(end=read[1], when=when, weak=chain.weak, length=chain.length + 1))
    return found


def _over_glue(matcher: Matcher, index: int) -> list[int]:
    """Return the words a phrase can go on at: the next one, or the one after words that only join."""
    found = [index]
    for _ in range(3):
        after = next((end for value, end in matcher.marks(found[-1], "glue")), None)
        if after is None:
            break
        found.append(after)
    return found
