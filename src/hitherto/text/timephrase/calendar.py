"""Units of the calendar around a moment: where they begin, where they end, and the ones before and after.

Moments are naive local times; what becomes of them where clocks change is the business of who knows the zone.
"""

from __future__ import annotations

from datetime import datetime, timedelta

Stretch = tuple[datetime, datetime]

_DAY = timedelta(days=1)
_FIXED = {"second": timedelta(seconds=1), "minute": timedelta(minutes=1), "hour": timedelta(hours=1), "day": _DAY}
_MONTHS = {"month": 1, "quarter": 3, "season": 3, "half": 6, "year": 12, "fiscal": 12, "decade": 120, "century": 1200}
SATURDAY = 5


def unit_around(unit: str, moment: datetime, week_start: int = 0) -> Stretch:
    """Return the unit that holds ``moment``; weeks begin on ``week_start`` (0 is Monday)."""
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    if unit == "day":
        return midnight, midnight + _DAY
    if unit in _FIXED:
        kept = ("hour", "minute", "second")[: ("hour", "minute", "second").index(unit) + 1]
        start = midnight.replace(**{name: getattr(moment, name) for name in kept})
        return start, start + _FIXED[unit]
    if unit in ("week", "fortnight", "weekend", "workweek"):
        begins = week_start if unit in ("week", "fortnight") else 0
        start = midnight - _DAY * ((midnight.weekday() - begins) % 7)
        first, last = {"week": (0, 7), "fortnight": (0, 14), "weekend": (SATURDAY, 7), "workweek": (0, SATURDAY)}[unit]
        return start + _DAY * first, start + _DAY * last
    months = _MONTHS[unit]
    # Seasons begin with December, March, June and September, the fiscal year of Japan with April.
    offset = {"season": 1, "fiscal": -3}.get(unit, 0)
    index = (moment.year * 12 + moment.month - 1 + offset) // months * months - offset
    return _month(index), _month(index + months)


def moved(unit: str, moment: datetime, count: int) -> datetime:
    """Return the moment ``count`` units later; the last day of the month where there is no such day."""
    if unit in _FIXED:
        return moment + _FIXED[unit] * count
    if unit in ("week", "weekend", "workweek"):
        return moment + _DAY * (7 * count)
    if unit == "fortnight":
        return moment + _DAY * (14 * count)
    index = moment.year * 12 + moment.month - 1 + _MONTHS[unit] * count
    first = _month(index)
    return moment.replace(year=first.year, month=first.month, day=min(moment.day, (_month(index + 1) - first).days))


def unit_from(unit: str, moment: datetime, count: int, week_start: int = 0) -> Stretch:
    """Return the unit ``count`` units after the one that holds ``moment``."""
    return unit_around(unit, moved(unit, unit_around(unit, moment, week_start)[0], count), week_start)


def parts_of(unit: str, outer: Stretch, week_start: int = 0) -> list[Stretch]:
    """Return the units of which the greater part lies in ``outer``, in order.

    Weeks belong to the month or year that holds their fourth day, as in ISO 8601.
    """
    found = []
    inner = unit_around(unit, outer[0], week_start)
    while inner[0] < outer[1]:
        middle = inner[0] + (inner[1] - inner[0]) / 2
        if outer[0] <= middle < outer[1]:
            found.append(inner)
        inner = unit_from(unit, inner[0], 1, week_start)
    return found


def easter(year: int) -> datetime:
    """Return Easter Sunday of the western churches: the anonymous Gregorian computus (Nature, 20 April 1876)."""
    golden, century = year % 19, year // 100
    leap, skipped = century // 4, century % 4
    moon = (8 * century + 13) // 25
    epact = (19 * golden + century - leap - moon + 15) % 30
    days = (32 + 2 * skipped + 2 * (year % 100 // 4) - epact - year % 100 % 4) % 7
    late = (golden + 11 * epact + 22 * days) // 451
    month, day = divmod(epact + days - 7 * late + 114, 31)
    return datetime(year, month, day + 1)  # noqa: DTZ001 - a local day


def _month(index: int) -> datetime:
    return datetime(index // 12, index % 12 + 1, 1)  # noqa: DTZ001 - a local day
