"""Which of its many occurrences a bare weekday, day, month, season or holiday means."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from hitherto.text.timephrase.calendar import easter, moved, unit_around

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hitherto.core.answer import Grain
    from hitherto.text.timephrase.calendar import Stretch
    from hitherto.text.timephrase.when import When

Direction = Literal["past", "future", "nearest"]

_DAY = timedelta(days=1)
# 29 February is 8 years from the next one around 1900 and 2100.
YEARS = 12
# The second last and the second next of what comes every year are this near.
NEAR = 3
LEAP_DAY = (2, 29)
# Of ten years seven or eight have no week of this number.
LAST_WEEK = 53
# The first day of the Islamic calendar: 15 July 622 of the Julian one.
_HIJRA = datetime(622, 7, 18)  # noqa: DTZ001 - a local day
_WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# Meteorological seasons of the northern half: spring begins with March.
SEASON_MONTHS = (3, 6, 9, 12)


def occurrences(when: When, now: datetime) -> list[Stretch]:
    """Return every occurrence of what ``when`` names within some years of ``now``, in order."""
    month, day = when.month, when.day
    if month is not None and day is not None:
        return _yearly(now, lambda year: _day(year, month, day), YEARS if (month, day) == LEAP_DAY else NEAR)
    if day is not None:
        return _days(now, day, when.weekday)
    if (of_year := in_year(when)) is not None:
        return _yearly(now, of_year[0], YEARS if when.week == LAST_WEEK else NEAR)
    if when.weekday is not None:
        first = now.replace(hour=0, minute=0, second=0, microsecond=0) - _DAY * (now.weekday() - when.weekday)
        return [(first + _DAY * 7 * count, first + _DAY * (7 * count + 1)) for count in range(-NEAR - 1, NEAR + 2)]
    return []


def in_year(when: When) -> tuple[Callable[[int], Stretch | None], Grain] | None:
    """Return what finds the part of a year that ``when`` names, and its grain; None where it names none."""
    for name, stretch, grain in _IN_YEAR:
        if (value := getattr(when, name)) is not None:
            return partial(stretch, value), grain
    return None


def chosen(found: list[Stretch], now: datetime, relative: int | None, direction: Direction) -> Stretch | None:
    """Return the occurrence that is meant.

    ``relative`` -1 is the last one that is over when the day begins, -2 the one before, 1 the next one that has
    not begun, 0 the one of this time; None leaves it to ``direction``: the last one that has begun, the next one
    that is not over, or the nearest of the two.
    """
    today = now.replace(hour=0, minute=0, second=0, microsecond=0)
    over = [one for one in found if one[1] <= today]
    coming = [one for one in found if one[0] >= today + _DAY]
    if relative is not None and relative < 0:
        return over[relative] if len(over) >= -relative else None
    if relative is not None and relative > 0:
        return coming[relative - 1] if len(coming) >= relative else None
    begun = [one for one in found if one[0] < today + _DAY]
    ahead = [one for one in found if one[1] > today]
    if direction == "past":
        return begun[-1] if begun else None
    if direction == "future":
        return ahead[0] if ahead else None
    both = begun[-1:] + ahead[:1]
    return min(both, key=lambda one: _distance(one, now), default=None)


def season_of(year: int, season: int) -> Stretch:
    """Return a season (0 is spring) that begins in ``year``."""
    start = _date(year, SEASON_MONTHS[season], 1)
    return start, moved("month", start, 3)


def week_of(year: int, week: int) -> Stretch | None:
    """Return the week of that number, as ISO 8601 numbers them."""
    try:
        start = datetime.fromisocalendar(year, week, 1)
    except ValueError:
        return None
    return start, start + _DAY * 7


def holiday_of(year: int, rule: str) -> Stretch | None:
    """Return a holiday by its rule: ``12-25``, ``easter-2``, ``11 thu 4`` (the fourth), ``5 mon -1`` (the last).

    A number of days may follow the rule of a weekday: ``11 thu 4 +1``. ``islamic 10-1`` is a day of that calendar, as
    its table has it, which is up to a day from what was seen. A length may follow any: ``12-24 x3``.
    """
    rule, _, length = rule.partition(" x")
    start = _start(year, rule)
    return None if start is None else (start, start + _DAY * int(length or 1))


def _start(year: int, rule: str) -> datetime | None:
    if rule.startswith("islamic"):
        return _islamic(year, *(int(part) for part in rule[8:].split("-")))
    if rule.startswith("easter"):
        return easter(year) + _DAY * int(rule[6:] or 0)
    if "-" in rule and " " not in rule:
        month, day = rule.split("-")
        found = _day(year, int(month), int(day))
        return found[0] if found else None
    month, weekday, nth, *more = rule.split()
    first, last = unit_around("month", _date(year, int(month), 1))
    number = _WEEKDAYS.index(weekday)
    days = [first + _DAY * count for count in range((last - first).days) if (first + _DAY * count).weekday() == number]
    index = int(nth) - 1 if int(nth) > 0 else int(nth)
    return days[index] + _DAY * int(more[0] if more else 0)


def _islamic(year: int, month: int, day: int) -> datetime | None:
    """Return the first such day in a year: the arithmetic calendar (Reingold and Dershowitz), astronomical epoch."""
    counted = int((year - _HIJRA.year) * 33 / 32)
    for islamic_year in range(max(1, counted - 1), counted + 3):
        days = day - 1 + 29 * (month - 1) + month // 2 + (islamic_year - 1) * 354 + (3 + 11 * islamic_year) // 30
        if (found := _HIJRA + _DAY * days).year == year:
            return found
    return None


def _distance(one: Stretch, now: datetime) -> timedelta:
    if one[0] <= now < one[1]:
        return timedelta()
    return min(abs(one[0] - now), abs(one[1] - now))


def _yearly(now: datetime, of_year: Callable[[int], Stretch | None], reach: int = NEAR) -> list[Stretch]:
    years = range(max(1, now.year - reach), min(9998, now.year + reach) + 1)
    return sorted(found for year in years if (found := of_year(year)) is not None)


def _days(now: datetime, day: int, weekday: int | None) -> list[Stretch]:
    reach = 2 * NEAR if weekday is None else 12 * NEAR
    return [one for one in _monthly(now, day, reach) if weekday is None or one[0].weekday() == weekday]


def _monthly(now: datetime, day: int, reach: int) -> Iterator[Stretch]:
    first = now.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    for count in range(-reach, reach + 1):
        month = moved("month", first, count)
        if (found := _day(month.year, month.month, day)) is not None:
            yield found


def _day(year: int, month: int, day: int) -> Stretch | None:
    try:
        start = _date(year, month, day)
    except ValueError:
        return None
    return start, start + _DAY


def _date(year: int, month: int, day: int) -> datetime:
    return datetime(year, month, day)  # noqa: DTZ001 - a local day


_IN_YEAR: tuple[tuple[str, Callable[[Any, int], Stretch | None], Grain], ...] = (
    ("month", lambda month, year: unit_around("month", _date(year, month, 1)), "month"),
    ("season", lambda season, year: season_of(year, season), "season"),
    ("quarter", lambda quarter, year: unit_around("quarter", _date(year, 3 * quarter - 2, 1)), "quarter"),
    ("half", lambda half, year: unit_around("half", _date(year, 6 * half - 5, 1)), "half"),
    ("holiday", lambda rule, year: holiday_of(year, rule), "day"),
    ("week", lambda week, year: week_of(year, week), "week"),
)
