"""The time in a question: the phrase taken out of it, days counted in a zone, and the days beside an empty range.

Pure but for what a store is asked. A day is from one midnight of the zone to the next: 23, 24 or 25 hours.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from hitherto.core.days import Day, Timeline
from hitherto.engine.by_words import loosened, own, without_common
from hitherto.engine.ranking import Ranked, best_of_each_first
from hitherto.text.stopwords import ASKING, ASKING_UNSPACED, STOPWORDS
from hitherto.text.words import fold, match_expression, query_terms, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hitherto.core.answer import Filter, TimeRange
    from hitherto.core.ports import Store
    from hitherto.engine.intake.versions import EarlierNotes
    from hitherto.text.words import Term

# A range of more days than this is shown without its empty ones.
MOST_EMPTY_DAYS = 400
# In a prompt that only mentions a time: enough to come before what is as good, not enough to outrank a clear answer.
LIFT = 1.25
LIFTED = "when"

# What joined the phrase to the rest and says nothing without it: punctuation, and one particle of an unspaced script.
_JOINING = " \t\r\n,;:.!·、。，；：–—-"
_PARTICLE = re.compile(r"^(?:[のにはもをでがへ的]|から|まで|って)(?=[\u3040-\u30ff\u3400-\u9fff])")
_ASKING = {language: frozenset(words.split()) for language, words in ASKING.items()}
# Longer ones are looked for before those they begin with.
_ASKING_UNSPACED = sorted(ASKING_UNSPACED.split(), key=lambda word: (-len(word), word))
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uff66-\uff9f]")


class Phrased(NamedTuple):
    """A query with a time phrase in it: how that is read, first and otherwise, and the query without it."""

    reading: TimeRange
    others: tuple[TimeRange, ...]
    rest: str


def phrased(query: str, found: Sequence[TimeRange]) -> Phrased:
    """Return how ``query`` is read, whose time phrase was ``found`` in it: at least one reading, with its place."""
    start, end = found[0].at or (0, 0)
    # Yesterday's notes: what only says whose they are goes with the phrase.
    end += next((len(own) for own in ("'s ", "’s ") if query.startswith(own, end)), 0)
    return Phrased(reading=found[0], others=tuple(found[1:]), rest=_joined(query[:start], query[end:]))


def _joined(before: str, after: str) -> str:
    """Return what stood around a phrase as one query, without what had joined the phrase to it."""
    before, after = before.rstrip(_JOINING), after.lstrip(_JOINING)
    after = _PARTICLE.sub("", after).lstrip(_JOINING)
    return " ".join(part for part in (before.lstrip(), after.rstrip()) if part)


def asks_for_everything(query: str) -> bool:
    """Return whether ``query`` names nothing to look for, and only asks what there was: "what happened", 何を話した.

    All its words must be such in one language: "war" says nothing in German and much in English.
    """
    if any(end - start > len('""') for start, end in quoted(query)):
        return False
    text = fold(query)
    if _UNSPACED.search(text):
        for word in _ASKING_UNSPACED:
            text = text.replace(word, " ")
        return all(term.weak for term in query_terms(text, tuple(STOPWORDS)))
    words = [word.replace("’", "'") for word in _WORD.findall(text)]
    if not words:
        return not query.strip(_JOINING + "?¿")
    return any(all(_says_nothing(word, language, words) for word in words) for language in STOPWORDS)


def _says_nothing(word: str, language: str, words: Sequence[str]) -> bool:
    # One word alone does not tell its language.
    alone = len(words) == 1 and language != "en"
    empty = _ASKING[language] if alone else STOPWORDS[language] | _ASKING[language]
    return word.removesuffix("'s").replace("'", "") in empty or all(part in empty for part in word.split("'"))


def lifted(order: Sequence[Ranked], span: TimeRange) -> list[Ranked]:
    """Return ``order`` anew with what lies in ``span`` lifted; the factor is kept among the reasons."""
    scored = [_lifted(one) if _inside(one, span) else one for one in order]
    scored.sort(key=lambda one: -one.score)
    return best_of_each_first(scored)


def _lifted(one: Ranked) -> Ranked:
    return replace(one, score=one.score * LIFT, why={**one.why, LIFTED: LIFT})


def _inside(one: Ranked, span: TimeRange) -> bool:
    candidate = one.candidate
    since, until = span.start, span.end
    return (since is None or candidate.ts_end >= since) and (until is None or candidate.ts_start < until)


def day_of(moment: datetime, zone: str) -> date:
    """Return the day of ``zone`` that an instant lies in."""
    return moment.astimezone(ZoneInfo(zone)).date()


def bounds_of(day: date, zone: str) -> tuple[datetime, datetime]:
    """Return the first instant of a day in ``zone`` and the first one after it, in UTC."""
    return _begin(day, zone), _begin(day + timedelta(days=1), zone)


def _begin(day: date, zone: str) -> datetime:
    # A midnight that the clocks go over is read with the offset before, which is the instant they are changed at.
    return datetime(day.year, day.month, day.day, tzinfo=ZoneInfo(zone)).astimezone(UTC)


def by_day(quarters: Mapping[datetime, int], zone: str, span: TimeRange | None = None) -> list[Day]:
    """Return the days that hold something, in order; of a closed ``span`` of at most 400 days, the empty ones too."""
    counts: dict[date, int] = {}
    for quarter, count in quarters.items():
        day = day_of(quarter, zone)
        counts[day] = counts.get(day, 0) + count
    days = dict.fromkeys([*_days_of(span, zone), *counts]) if span else counts
    return [_day(day, counts.get(day, 0), zone) for day in sorted(days)]


def _day(day: date, count: int, zone: str) -> Day:
    start, end = bounds_of(day, zone)
    return Day(start=start, end=end, count=count)


def _days_of(span: TimeRange, zone: str) -> list[date]:
    if span.start is None or span.end is None:
        return []
    first, last = day_of(span.start, zone), day_of(span.end - timedelta(microseconds=1), zone)
    count = (last - first).days + 1
    return [first + timedelta(days=number) for number in range(count)] if count <= MOST_EMPTY_DAYS else []


class Asked(NamedTuple):
    """What a store is asked for: an FTS5 expression, and the terms that it stands for, all of them or any."""

    match: str
    terms: Sequence[Term]
    any_term: bool


def steps(store: Store, text: str) -> list[Asked]:
    """Return what asks for all words of ``text``, then for any but the commonest; nothing where there are no words."""
    terms = query_terms(text, store.languages())
    asked = [term for term in terms if not term.weak] or terms
    if not asked:
        return []
    kept, _ = without_common(store, [loosened(term) for term in asked])
    return [
        Asked(match=own(match_expression(asked, any_term=False)), terms=asked, any_term=False),
        Asked(match=own(match_expression(kept, any_term=True)), terms=kept, any_term=True),
    ]


def counted(store: Store, text: str, where: Filter, earlier: EarlierNotes | None = None) -> Mapping[datetime, int]:
    """Return how many chunks begin in each quarter of an hour: those with all words of ``text``, or any if none has."""
    for step in [None] if asks_for_everything(text) else steps(store, text):
        found = Counter(store.spread(step.match if step else None, where))
        if earlier is not None:
            old = earlier.matching(step.terms if step else (), any_term=step is None or step.any_term)
            found.update(_quarter(one.ts_start) for one in old)
        if found:
            return found
    return {}


def _quarter(moment: datetime) -> datetime:
    return moment.replace(minute=moment.minute // 15 * 15, second=0, microsecond=0)


def nearest(store: Store, text: str, where: Filter, zone: str) -> tuple[tuple[Day, ...], bool]:
    """Return the days nearest before and after the range of ``where``, and whether they hold words of ``text``.

    Where no other day holds any of its words, the first and the last day of the range itself that hold anything, else
    those beside it that do.
    """
    before = replace(where, since=None, until=where.since) if where.since else None
    after = replace(where, since=where.until, until=None) if where.until else None
    words = [] if asks_for_everything(text) else steps(store, text)
    for step in [*words, None]:
        own = by_day(store.spread(None, where), zone) if words and step is None else []
        if own:
            return tuple(own[:1] + own[1:][-1:]), False
        days: list[Day] = []
        for part, place in ((before, -1), (after, 0)):
            found = by_day(store.spread(step.match if step else None, part), zone) if part else []
            days += [found[place]] if found else []
        if days:
            return tuple(days), step is not None
    return (), False


def timeline(
    store: Store, text: str, where: Filter, zone: str, span: TimeRange | None, earlier: EarlierNotes | None
) -> Timeline:
    """Return how many pieces begin on each day of ``zone``, and the days beside ``span`` where it has none."""
    found = counted(store, text, where, earlier)
    near, by_words = nearest(store, text, where, zone) if span is not None and not found else ((), True)
    return Timeline(days=tuple(by_day(found, zone, span)), nearest=near, by_words=by_words)
