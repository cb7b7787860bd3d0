"""The one entry: which language a query speaks, which phrase in it says when, and how else it could be read."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple, cast
from zoneinfo import ZoneInfo

from hitherto.core.answer import Grain, TimeRange
from hitherto.text.timephrase.calendar import moved, unit_around
from hitherto.text.timephrase.gate import common
from hitherto.text.timephrase.grammar.joining import Phrase, phrase_at
from hitherto.text.timephrase.grammar.lexicon import DIGITS, lexicon
from hitherto.text.timephrase.grammar.matching import Matcher
from hitherto.text.timephrase.grammar.words import Words, put_together
from hitherto.text.timephrase.languages import SCRIPTS
from hitherto.text.timephrase.resolving import Around, resolved, settled
from hitherto.text.timephrase.when import When, has_date, has_time

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hitherto.text.timephrase.calendar import Stretch
    from hitherto.text.timephrase.occurring import Direction

_SENTENCE_ENDS = (".", "?", "!", ":", '"', "-", "*", "#")
# No word that spoils a phrase is longer.
_NEAR = 4
_HIRAGANA = ("ぁ", "ゖ")
_THE_WHOLE = "the whole "
_NEXT = "the next one"
# From so long ago on nobody means the very minute or day.
_WIDE = ("hour", "week", "month", "quarter", "half", "year")
# What makes a number next to it a version, a port, a price or an identifier.
_STICKS = frozenset("._-/:$#@=+\\&%€£¥*")


class Asked(NamedTuple):
    """When and where a phrase is read, and which way: see ``hitherto.text.timephrase.parse``."""

    now: datetime
    zone: str
    direction: Direction
    week_start: int


def read(
    text: str, found: Sequence[tuple[str, int, int]], languages: Sequence[str], asked: Asked, *, widely: bool
) -> list[TimeRange]:
    """Return how the longest phrase that means anything is read in these languages, and its other readings.

    ``found`` are the pieces of the text.
    """
    words = put_together(found)
    local = asked.now.astimezone(ZoneInfo(asked.zone)).replace(tzinfo=None)
    around = Around(now=local, direction=asked.direction, week_start=asked.week_start)
    for phrase in _best_first(text, words, languages):
        at = words.starts[phrase.start], words.ends[phrase.end - 1]
        if ranges := _ranges(phrase, around, asked.zone, text[at[0] : at[1]], at):
            return sorted(ranges, key=_is_narrow) if widely else ranges
    return []


def _is_narrow(reading: TimeRange) -> bool:
    return not reading.reading.startswith(_THE_WHOLE)


def _best_first(text: str, words: Words, languages: Sequence[str]) -> list[Phrase]:
    """Return the time phrases of a query that can stand by themselves, the longest first."""
    found: list[tuple[tuple[int, int, int], Phrase]] = []
    for name in languages:
        matcher = Matcher(lexicon(name), words)
        for phrase in _phrases(matcher):
            telling = not phrase.weak or _is_all(words, phrase) or _named(text, words, phrase)
            fits = telling and not _spoiled(matcher, phrase) and not _borrowed(name, words, phrase)
            if fits and _stands_alone(words, phrase):
                length = words.ends[phrase.end - 1] - words.starts[phrase.start]
                found.append(((-length, -_evidence(name, words), phrase.start), phrase))
    return [phrase for _, phrase in sorted(found, key=lambda one: one[0])]


def _ranges(phrase: Phrase, around: Around, zone: str, said: str, at: tuple[int, int]) -> list[TimeRange]:
    """Return the different readings of a phrase, none where it names no day there is."""
    found: list[TimeRange] = []
    for one, say in _readings(phrase, around):
        way = around._replace(direction="future") if say == _NEXT else around
        where = _range_of(one, way, ZoneInfo(zone))
        if where is None and not say:
            return []
        if where is not None and all((where.start, where.end) != (other.start, other.end) for other in found):
            found.append(replace(where, phrase=said, at=at, reading=say))
    return found


def _phrases(matcher: Matcher) -> Iterator[Phrase]:
    starts = matcher.lexicon.starts
    index, count = 0, len(matcher.words.said)
    while index < count:
        said = matcher.words.said[index]
        phrase = phrase_at(matcher, index) if said in starts or (said.isdecimal() and DIGITS in starts) else None
        if phrase is None:
            index += 1
        else:
            yield phrase
            # What begins with a word that only joins may begin better after it: on | the 15th day of May.
            index = index + 1 if phrase.weak or matcher.marks(index, "glue") else phrase.end


def _evidence(name: str, words: Words) -> int:
    return len(common(name).intersection(words.said))


def _spoiled(matcher: Matcher, phrase: Phrase) -> bool:
    """Return whether a phrase is about every such day, and so about none, or is part of a duration or a count."""
    before = range(max(0, phrase.start - _NEAR), phrase.start)
    every = any(end == phrase.start for index in before for _, end in matcher.marks(index, "never"))
    # The week before Christmas is no time before Christmas.
    away = phrase.bound in ("before", "after") and any(
        end == phrase.start for index in before for _, end in matcher.marks(index, "unit")
    )
    return every or away or bool(matcher.marks(phrase.end, "spoils")) or _inside_kana(matcher, phrase)


def _inside_kana(matcher: Matcher, phrase: Phrase) -> bool:
    """Return whether a phrase in hiragana goes on into other hiragana, and so is part of another word."""
    words = matcher.words
    if not all(_HIRAGANA[0] <= word <= _HIRAGANA[1] for word in words.said[phrase.start : phrase.end]):
        return False
    for index, before in ((phrase.start - 1, True), (phrase.end, False)):
        if not 0 <= index < len(words.said) or not words.touching(index + 1 if before else index):
            continue
        said = words.said[index]
        if _HIRAGANA[0] <= said <= _HIRAGANA[1] and not matcher.marks(index, "particle"):
            return True
    return False


def _borrowed(name: str, words: Words, phrase: Phrase) -> bool:
    """Return whether a word means something else in the language that more of a query is in: hier in German."""
    if phrase.end - phrase.start > 1:
        return False
    word = words.said[phrase.start]
    others = set(words.said) - {word}
    own = len(others & common(name))
    return any(
        len(others & common(other)) > own and (phrase.weak or word in common(other))
        for other in SCRIPTS["latin"]
        if other != name
    )


def _named(text: str, words: Words, phrase: Phrase) -> bool:
    """Return whether a month is written with a capital where no sentence begins: in March, and not in a march."""
    before = words.said[phrase.start - 1] if phrase.start else "."
    written = text[words.starts[phrase.start] : words.ends[phrase.start]]
    capital = written[0].isupper() and not written.isupper()
    return phrase.first.month is not None and capital and before not in _SENTENCE_ENDS


def _is_all(words: Words, phrase: Phrase) -> bool:
    rest = (*words.said[: phrase.start], *words.said[phrase.end :])
    return not any(word.isalnum() for word in rest)


def _stands_alone(words: Words, phrase: Phrase) -> bool:
    """Return whether a phrase is no part of something longer: a version, a path, a price, an identifier."""
    said, first, last = words.said, phrase.start, phrase.end
    introduced = first > 0 and said[first - 1] == ":"
    if first > 0 and words.touching(first) and not introduced and not _open(said[first - 1], said[first]):
        return False
    if last >= len(said) or not words.touching(last):
        return True
    if said[last] in ".,:":
        while last < len(said) and said[last] in ".,:":
            last += 1
        return last == len(said) or not (words.touching(last) and said[last].isalnum() and said[last].isascii())
    return _open(said[last], said[last - 1])


def _open(outside: str, inside: str) -> bool:
    if outside.isalnum() and outside.isascii():
        return not inside.isascii()
    return outside not in _STICKS


def _readings(phrase: Phrase, around: Around) -> Iterator[tuple[Phrase, str]]:
    """Yield how a phrase is read, and the other ways."""
    first = settled(phrase.first)
    yield phrase, ""
    if phrase.last is not None or phrase.bound is not None:
        return
    if first.order is not None:
        yield phrase._replace(first=first._replace(month=first.day, day=first.month)), "day and month the other way"
    if first.run is not None:
        unit, count = first.run
        yield phrase._replace(first=When(ago=((unit, count),))), "the day itself"
    if len(first.ago) == 1 and first.ago[0][0] in _WIDE and first.weekday is None and not has_time(first):
        unit, count = first.ago[0]
        if count == int(count):
            yield phrase._replace(first=When(unit=(unit, int(count)))), f"{_THE_WHOLE}{unit}"
    if first.relative == -1 and first.weekday is not None:
        yield phrase._replace(first=first._replace(relative=None, unit=("week", -1))), "of last week"
    if first.unit is not None and first.unit[1] == -1 and first.unit[0] != "day" and not _finer(first):
        yield phrase._replace(first=When(run=(first.unit[0], -1.0))), f"the {first.unit[0]} up to today"
    if first.relative is None and _recurs(first) and around.direction == "past":
        yield phrase, _NEXT


def _finer(when: When) -> bool:
    return any(value is not None for value in (when.weekday, when.day, when.month, when.nth, when.edge))


def _recurs(when: When) -> bool:
    return has_date(when) and when.year is None and when.unit is None and not when.ago and when.run is None


def _range_of(phrase: Phrase, around: Around, place: ZoneInfo) -> TimeRange | None:
    """Return the range a phrase means; None where there is no such day, or none that a calendar goes to."""
    try:
        read = _local(phrase, around)
        if read is None:
            return None
        (start, end), grain = read
        since, until = _instant(start, phrase.first, place), _instant(end, phrase.last or phrase.first, place)
    except (OverflowError, ValueError):
        return None
    if since is not None and until is not None and since >= until:
        # Samoa had no 30 December 2011.
        return None
    return TimeRange(start=since, end=until, zone=place.key, phrase="", grain=cast("Grain", grain))


def _local(phrase: Phrase, around: Around) -> tuple[tuple[datetime | None, datetime | None], str] | None:
    read = resolved(phrase.first, around)
    if read is None:
        return None
    if phrase.last is not None:
        until = resolved(phrase.last, around)
        return None if until is None else (_spanned(read, until, phrase), "range")
    (start, end), grain = read
    if phrase.bound is None:
        return (start, end), grain
    bounded = _bounded((start, end), grain, phrase.bound)
    if phrase.same_day:
        day = unit_around("day", start)
        return (bounded[0] or day[0], bounded[1] or day[1]), "range"
    return bounded, "range"


def _bounded(stretch: Stretch, grain: str, bound: str) -> tuple[datetime | None, datetime | None]:
    start, end = stretch
    if bound == "around":
        margin = {"second": 60, "minute": 900, "hour": 3600, "part": 3600, "day": 86400}.get(grain)
        extra = timedelta(seconds=margin) if margin else timedelta()
        return start - extra, end + extra
    over = start if grain in ("hour", "minute", "second") else end
    return {"since": (start, None), "until": (None, end), "before": (None, start), "after": (over, None)}[bound]


def _spanned(first: tuple[Stretch, str], last: tuple[Stretch, str], phrase: Phrase) -> tuple[datetime, datetime]:
    """Return the stretch from one end to the other, the last named day included, a clock time not."""
    (start, first_end), _ = first
    (last_start, last_end), grain = last
    clock = phrase.last is not None and phrase.last.hour is not None
    end = last_start if clock or grain in ("minute", "second") else last_end
    if end > start:
        return start, _soonest(end, start, phrase)
    assert phrase.last is not None  # noqa: S101 - there are two ends
    if (step := _step(phrase.last)) is not None:
        later = moved(step, end, 1)
        if later > start:
            return start, later
    # November to February 2025: a year that only one end names is that of the end.
    step = "year" if _of_one_year(phrase.first, phrase.last) else _step(phrase.first)
    if step is not None:
        return moved(step, start, -1), end
    return end, max(first_end, start) if not clock else start + (first_end - start)


def _soonest(end: datetime, start: datetime, phrase: Phrase) -> datetime:
    """Return the first time after ``start`` that an end without a year can be."""
    if phrase.last is not None and _step(phrase.last) == _step(phrase.first) == "year":
        while (sooner := moved("year", end, -1)) > start:
            end = sooner
    return end


def _of_one_year(first: When, last: When) -> bool:
    if first.unit is not None and first.unit == last.unit:
        return first.unit[0] == "year"
    return first.year is not None and first.year == last.year


def _step(when: When) -> str | None:
    """Return by what an end can be moved that named no year, no month, or no day."""
    if when.year is not None or (when.unit is not None and when.hour is None) or when.ago:
        return None
    if when.hour is not None:
        return "day"
    if when.month is not None or when.season is not None or when.quarter is not None or when.holiday is not None:
        return "year"
    if when.day is not None:
        return "month"
    return "week" if when.weekday is not None else None


def _instant(local: datetime | None, when: When, zone: ZoneInfo) -> datetime | None:
    """Return the instant of a local time; what a change of the clock leaves out is read as before it."""
    if local is None:
        return None
    if when.offset is not None:
        return (local - timedelta(minutes=when.offset)).replace(tzinfo=UTC)
    return local.replace(tzinfo=zone).astimezone(UTC)
