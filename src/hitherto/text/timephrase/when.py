"""What a time phrase says, before it is known when it was said: the fields it names, and how two phrases add up."""

from __future__ import annotations

from typing import NamedTuple

# The empty tuple is one object, so that it can be told by what it is.
_NOTHING: tuple[tuple[str, float], ...] = ()


class When(NamedTuple):
    """The fields a phrase names; None, or an empty tuple, where it does not. Units are those of ``calendar``.

    ``relative`` counts occurrences from now (last Tuesday is weekday 1, relative -1), ``unit`` whole units from the
    one that holds now (last week is ("week", -1)), ``ago`` exact distances from now, ``run`` a run of units that ends
    or begins now. ``nth`` is a unit, or "weekday", inside what the other fields name; negative counts from its end;
    ``row`` is how many of them from there.
    ``number`` is a bare number whose sense comes from what it stands beside; ``order`` is there where day and month
    of a date in digits could be the other way round; ``other`` is what the phrase says where ``nth`` has nothing to
    be a part of.
    """

    year: int | None = None
    month: int | None = None
    day: int | None = None
    weekday: int | None = None
    week: int | None = None
    quarter: int | None = None
    half: int | None = None
    season: int | None = None
    holiday: str | None = None
    relative: int | None = None
    unit: tuple[str, int] | None = None
    ago: tuple[tuple[str, float], ...] = _NOTHING
    run: tuple[str, float] | None = None
    nth: tuple[int, str] | None = None
    row: int | None = None
    edge: str | None = None
    whole: str | None = None
    part: str | None = None
    hour: int | None = None
    minute: int | None = None
    second: int | None = None
    meridiem: str | None = None
    offset: int | None = None
    number: int | None = None
    order: str | None = None
    other: When | None = None


_FIELDS = When._fields
_DATE = (
    "year",
    "month",
    "day",
    "weekday",
    "week",
    "quarter",
    "half",
    "season",
    "holiday",
    "relative",
    "unit",
    "ago",
    "run",
    "nth",
    "row",
    "edge",
    "whole",
)
# What stands alone: nothing finer or coarser makes sense beside it.
_ALONE = frozenset({"run"})
# A time of day belongs to a day.
_DAYS = {"day", "weekday", "unit", "ago", "holiday", "nth"}
_LONGER = {"month", "year", "week", "quarter", "half", "season"}
# What can hold the nth of a unit.
_HOLDS = {
    "day": {"month", "year", "quarter", "half", "season", "unit", "week"},
    "week": {"month", "year", "quarter", "half", "season", "unit"},
    "weekend": {"month", "year", "quarter", "half", "season", "unit"},
    "month": {"year", "quarter", "half", "season", "unit"},
    "quarter": {"year", "half", "unit"},
    "year": {"whole"},
}
_WITH_AGO = {"ago", "weekday", "hour", "minute", "second", "part", "meridiem"}
# Smaller numbers beside a year are no years: 32-2015.
_FIRST_YEAR = 1000
_IN_YEARS = {"month", "quarter", "half", "season", "week"}
_YEARS = {"year", "fiscal"}
_SUBDIVIDES = {"quarter", "half", "season", "holiday", "week"}


def given(when: When) -> set[str]:
    """Return the names of the fields that are there."""
    return {name for name, value in zip(_FIELDS, when, strict=True) if value is not None and value is not _NOTHING}


def added(first: When, then: When) -> When | None:
    """Return what two phrases beside each other say together, None where they contradict each other."""
    one, two = given(first), given(then)
    if "other" in one | two:
        first, then = _settled(first, two), _settled(then, one)
        one, two = given(first), given(then)
    shared = one & two
    if any(getattr(first, name) != getattr(then, name) for name in shared) or not _fitting(one | two, one, two):
        return None
    both = first._replace(**{name: getattr(then, name) for name in two})
    if _undecided(both):
        return None
    if both.unit is not None and both.unit[0] == "day" and both.day is not None:
        return None
    held = both.nth is None and bool((one | two) & _IN_YEARS)
    return None if held and both.unit is not None and both.unit[0] not in _YEARS else both


def _undecided(when: When) -> bool:
    """Return whether a weekday counted from now stands in a month or year, where it can only be counted inside."""
    month = when.month is not None or (when.unit is not None and when.unit[0] in ("month", "year"))
    return when.weekday is not None and when.relative is not None and when.day is None and month


def _settled(when: When, beside: set[str]) -> When:
    """Return which of two senses a phrase has beside these fields: last week alone, but the last week of May."""
    if when.other is None:
        return when
    coarse = when.nth is not None and beside & _HOLDS.get(when.nth[1], _HOLDS["day"])
    return when._replace(other=None) if coarse else when.other


def _fitting(names: set[str], one: set[str], two: set[str]) -> bool:
    """Return whether fields can be said together; ``one`` stood before ``two``."""
    divided = names & _SUBDIVIDES
    clash = (
        (names & _ALONE and len(names) > 1)
        or ("ago" in names and names - _WITH_AGO)
        or (names & {"hour", "part"} and not names & _DAYS and names & _LONGER)
        or ("day" in names and "year" in names and not names & {"month", "nth"})
        or len(divided) > 1
        or ("whole" in two and "day" in one)
        or ("day" in names and divided - {"holiday"} and not names & {"month", "nth"})
        or ("month" in names and divided)
        or ("unit" in names and "year" in names and "nth" not in names)
        or ("number" in names and not _takes_number(names, one, two))
    )
    return not clash


def _takes_number(names: set[str], one: set[str], two: set[str]) -> bool:
    """Return whether a bare number can be a day or an hour beside these fields."""
    after_day = not ("number" in one and "day" in two)
    return after_day and "hour" not in names and bool(names & {"weekday", "unit", "month", "day"})


def has_date(when: When) -> bool:
    """Return whether anything says which day or longer stretch is meant."""
    return any(getattr(when, name) not in (None, ()) for name in _DATE)


def has_time(when: When) -> bool:
    """Return whether a time of day is named."""
    return when.hour is not None or when.part is not None or when.meridiem is not None


def filled(when: When, from_other: When) -> When:
    """Return one end of a range with what only the other end names: 9 to 17 April is 9 April to 17 April."""
    if not has_date(when):
        return when._replace(**{name: getattr(from_other, name) for name in _DATE})
    named = given(when) & set(_DATE)
    if named <= {"day"} and when.day is not None:
        return when._replace(month=from_other.month, year=from_other.year, unit=from_other.unit)
    if named <= {"day", "month", "quarter", "half", "season", "holiday", "edge"} and not from_other.weekday:
        unit = from_other.unit if from_other.unit and from_other.unit[0] == "year" else None
        return when._replace(year=from_other.year, unit=unit)
    if named == {"weekday"} and from_other.unit and from_other.unit[0] == "week":
        return when._replace(unit=from_other.unit)
    return when


def typed(when: When, from_other: When) -> When | None:
    """Return ``when`` with its bare number read as what the other end of the range is, None where that says nothing."""
    if when.number is None:
        return when
    number = when.number
    bare = when._replace(number=None)
    if from_other.number is not None and (_in_month(when) or _in_month(from_other)):
        return bare._replace(day=number) if 1 <= number <= 31 else None
    if from_other.hour is not None or (from_other.number is not None and (has_date(when) or has_date(from_other))):
        return bare._replace(hour=number) if 0 <= number <= 24 else None
    if from_other.day is not None:
        return bare._replace(day=number) if 1 <= number <= 31 else None
    if from_other.year is not None and number >= _FIRST_YEAR:
        return bare._replace(year=number)
    return None


def _in_month(when: When) -> bool:
    return when.month is not None or (when.unit is not None and when.unit[0] == "month")
