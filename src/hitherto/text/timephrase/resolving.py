"""From what a phrase says to the stretch of local time it means, from the coarsest field to the finest."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from hitherto.text.timephrase.calendar import moved, parts_of, unit_around, unit_from
from hitherto.text.timephrase.grammar.joining import LAST_BARE_AFTERNOON, NOON
from hitherto.text.timephrase.occurring import Direction, chosen, in_year, occurrences
from hitherto.text.timephrase.when import When, has_date, has_time

if TYPE_CHECKING:
    from hitherto.text.timephrase.calendar import Stretch

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)

# Hours from the midnight a day begins with; what goes past 24 reaches into the next day.
PARTS = {
    "dawn": (4, 8),
    "am": (0, 12),
    "morning": (5, 12),
    "noon": (12, 13),
    "lunch": (12, 14),
    "afternoon": (12, 18),
    "pm": (12, 24),
    "evening": (17, 22),
    "night": (20, 28),
    "midnight": (24, 25),
    "small hours": (0, 5),
    "working hours": (9, 17),
}
# The half of the day in which a clock time lies that is named beside a part of the day.
_LATER = {"afternoon", "pm", "evening", "lunch"}
# A time of day belongs to a day, at most to each of a weekend.
_LONGEST_WITH_TIME = _DAY * 3
_HOLDING = ("year", "month", "quarter", "half", "season", "unit")
# Units that are no grain of their own.
_GRAINS = {"fiscal": "year", "weekend": "range", "workweek": "range", "fortnight": "range", "century": "range"}
_CLOCK_UNITS = {"second", "minute", "hour"}


class Around(NamedTuple):
    """The moment a phrase is read at: local, naive; which way it looks; the weekday weeks begin on."""

    now: datetime
    direction: Direction = "past"
    week_start: int = 0


def resolved(when: When, around: Around) -> tuple[Stretch, str] | None:
    """Return the stretch a phrase means and its grain, None where there is none, such as 31 February."""
    try:
        when = settled(when)
        found = _resolved(when, around)
    except (OverflowError, ValueError):
        return None
    if found is None or found[0][0] <= around.now or around.direction != "past" or not _comes_again(when):
        return found
    # Tuesday evening, asked at noon on a Tuesday: looking back it is that of last week.
    return resolved(when._replace(relative=-1), around) or found


def _comes_again(when: When) -> bool:
    """Return whether a phrase names part of a day, a month or the like that comes again and again."""
    fixed = when.year is not None or when.unit is not None or when.ago or when.relative is not None
    named = when.weekday is not None or when.month is not None or when.season is not None or when.quarter is not None
    return named and not fixed and when.nth is None and when.day is None


def settled(when: When) -> When:
    """Return what a phrase says when nothing else stands beside it: the last week, and not the last one of a month."""
    if when.other is None or any(getattr(when, name) is not None for name in _HOLDING):
        return when
    return when.other


def _resolved(when: When, around: Around) -> tuple[Stretch, str] | None:
    if when.run is not None:
        return _run(*when.run, around, exact=when.edge is not None), "range"
    if when.ago and when.weekday is None and not has_time(when):
        return _ago(when, around)
    found = _date_of(when, around)
    if found is None or (has_time(when) and found[0][1] - found[0][0] > _LONGEST_WITH_TIME):
        return None
    (start, end), grain = found
    if has_time(when):
        return _time_of(when, start)
    if when.whole is not None:
        (start, end), grain = unit_around(when.whole, start, around.week_start), _grain(when.whole)
    if when.edge is not None:
        return _edge((start, end), grain, when.edge, around), "range"
    return (start, end), grain


def _run(unit: str, count: float, around: Around, *, exact: bool) -> Stretch:
    now = around.now
    if exact and count > 0:
        until = _shifted(now, unit, count)
        return now, until if unit in _CLOCK_UNITS else unit_around("day", until)[1]
    if exact:
        return unit_around("day", _shifted(now, unit, count))[0], unit_around("day", now)[1]
    if unit in _CLOCK_UNITS or count != int(count):
        other = _shifted(now, unit, count)
        return (other, now) if count < 0 else (now, other)
    start, end = unit_around(unit, now, around.week_start)
    if count < 0:
        return moved(unit, start, int(count)), unit_around("day", now)[1]
    return end, moved(unit, end, int(count))


def _shifted(moment: datetime, unit: str, count: float) -> datetime:
    whole = int(count)
    moment = moved(unit, moment, whole)
    if count != whole:
        start, end = unit_around(unit, moment)
        moment += (end - start) * (count - whole)
    return moment


def _ago(when: When, around: Around) -> tuple[Stretch, str]:
    moment = around.now
    for unit, count in when.ago:
        moment = _shifted(moment, unit, count)
    units = {unit for unit, _ in when.ago}
    fractional = any(count != int(count) for unit, count in when.ago if unit == "day")
    if not units & _CLOCK_UNITS and not fractional:
        return unit_around("day", moment), "day"
    finest = "second" if "second" in units else "minute"
    return unit_around(finest, moment), finest


def _date_of(when: When, around: Around) -> tuple[Stretch, str] | None:
    """Return what the date fields name; today where there are none."""
    if not has_date(when if when.part is None else when._replace(edge=None)):
        return unit_around("day", around.now), "day"
    if when.ago:
        day = _ago(when, around)[0][0]
        week = unit_around("week", day, around.week_start)
        return (unit_around("day", day), "day") if when.weekday is None else _within(when, week, "week")
    outer, grain = _outer(when, around)
    if outer is None:
        found = _occurrence(when, around)
        return found if found is None or when.nth is None else _nth(when, found, around)
    if when.nth is not None:
        inner = _within(when._replace(weekday=None), outer, grain)
        return None if inner is None else _nth(when, inner, around)
    return _within(when, outer, grain)


def _outer(when: When, around: Around) -> tuple[Stretch | None, str]:
    """Return the stretch that is named by a year, or counted in units from now."""
    if when.year is not None:
        return unit_around("year", datetime(when.year, 1, 1)), "year"  # noqa: DTZ001 - a local day
    if when.unit is not None:
        unit, count = when.unit
        return unit_from(unit, around.now, count, around.week_start), _grain(unit)
    if when.relative is not None and when.month is not None and when.day is not None and when.relative == 0:
        return unit_around("year", around.now), "year"
    return None, ""


def _within(when: When, outer: Stretch, grain: str) -> tuple[Stretch, str] | None:
    """Return what the finer fields name inside ``outer``, itself where there are none; None for no such day."""
    year = outer[0].year
    if when.day is not None:
        return _day_of(year, when.month or outer[0].month, when.day)
    if (named := in_year(when)) is not None:
        stretch, finer = named[0](year), named[1]
        return None if stretch is None else (stretch, finer)
    if when.weekday is not None and outer[1] - outer[0] <= _DAY * 14:
        day = outer[0] + _DAY * ((when.weekday - outer[0].weekday()) % 7)
        return ((day, day + _DAY), "day") if day < outer[1] else None
    return outer, grain


def _day_of(year: int, month: int, day: int) -> tuple[Stretch, str]:
    return unit_around("day", datetime(year, month, day)), "day"  # noqa: DTZ001 - a local day


def _occurrence(when: When, around: Around) -> tuple[Stretch, str] | None:
    if when.relative == 0 and when.weekday is not None and when.day is None:
        return _within(when, unit_around("week", around.now, around.week_start), "week")
    found = chosen(occurrences(when, around.now), around.now, when.relative, around.direction)
    if found is None:
        return None
    named = in_year(when) if when.day is None else None
    return found, "day" if named is None else named[1]


def _nth(when: When, inner: tuple[Stretch, str], around: Around) -> tuple[Stretch, str] | None:
    number, unit = when.nth or (1, "day")
    outer = inner[0]
    if when.row is not None:
        first = outer[0] if number > 0 else moved(unit, outer[1], -when.row)
        return (first, moved(unit, first, when.row)), "range"
    if unit == "weekday":
        found = [day for day in parts_of("day", outer) if day[0].weekday() == when.weekday]
    else:
        found = parts_of(unit, outer, around.week_start)
    index = number - 1 if number > 0 else number
    if not -len(found) <= index < len(found):
        return None
    if unit == "week" and when.weekday is not None:
        return _within(When(weekday=when.weekday), found[index], "week")
    return found[index], _grain("day" if unit == "weekday" else unit)


def _edge(stretch: Stretch, grain: str, edge: str, around: Around) -> Stretch:
    """Return the beginning, middle or end of a stretch: thirds, in whole days, months for a year.

    Of a week these are Monday to Wednesday, Wednesday and Thursday, Friday to Sunday.
    """
    start, end = stretch
    today = unit_around("day", around.now)
    if edge == "so far":
        return start, min(end, today[1])
    if edge == "rest":
        return max(start, today[0]), end
    halves = edge in ("first half", "second half")
    cuts = _halves(start, end, grain) if halves else _thirds(start, end, grain)
    if halves:
        return cuts[:2] if edge == "first half" else cuts[1:]  # type: ignore[return-value]
    if edge == "middle" and grain == "week":
        return start + _DAY * 2, start + _DAY * 4
    place = ("early", "middle", "late").index(edge)
    return cuts[place], cuts[place + 1]


def _thirds(start: datetime, end: datetime, grain: str) -> tuple[datetime, datetime, datetime, datetime]:
    if grain == "month":
        return start, start + _DAY * 10, start + _DAY * 20, end
    if grain == "week":
        return start, start + _DAY * 3, start + _DAY * 4, end
    months = (end.year - start.year) * 12 + end.month - start.month
    if months >= 3 and months % 3 == 0:
        return start, moved("month", start, months // 3), moved("month", start, months // 3 * 2), end
    third = (end - start) / 3
    return start, start + third, start + third * 2, end


def _halves(start: datetime, end: datetime, grain: str) -> tuple[datetime, datetime, datetime]:
    if grain == "month":
        return start, start + _DAY * 15, end
    months = (end.year - start.year) * 12 + end.month - start.month
    if months >= 2 and months % 2 == 0:
        return start, moved("month", start, months // 2), end
    return start, start + (end - start) / 2, end


def _time_of(when: When, day: datetime) -> tuple[Stretch, str]:
    """Return the time of day that is named on the day that begins at ``day``."""
    if when.hour is None:
        first, last = PARTS[when.part or when.meridiem or "am"]
        start, end = day + _HOUR * first, day + _HOUR * last
        if when.edge is not None:
            return _edge((start, end), "part", when.edge, Around(now=day)), "part"
        return (start, end), "part"
    start = day + timedelta(hours=_hour(when), minutes=when.minute or 0, seconds=when.second or 0)
    grain = "second" if when.second is not None else "minute" if when.minute is not None else "hour"
    return (start, moved(grain, start, 1)), grain


def _hour(when: When) -> int:
    hour = when.hour or 0
    if hour > NOON or when.meridiem == "24":
        return hour
    if when.meridiem == "am":
        return hour % NOON
    if when.meridiem == "pm" or when.part in _LATER:
        return hour % NOON + NOON
    if when.part in ("night", "midnight"):
        return hour % NOON + (NOON if hour % NOON >= LAST_BARE_AFTERNOON - 1 else 0)
    if when.part is None and when.meridiem is None and 1 <= hour <= LAST_BARE_AFTERNOON:
        return hour + NOON
    return hour


def _grain(unit: str) -> str:
    return _GRAINS.get(unit, unit)
