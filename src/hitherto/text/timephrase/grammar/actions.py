"""What a pattern of a language's table does with what it took: the fields of a time phrase."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from hitherto.text.timephrase.when import When

if TYPE_CHECKING:
    from collections.abc import Callable

    from hitherto.text.timephrase.grammar.words import Value, Words

    Taken = tuple[str, Value, int]

_WHOLE_NUMBERS = {"weekday", "month", "season", "relative", "quarter", "half", "day", "year", "hour", "minute", "week"}
_ALIASES = {
    "mm": "month",
    "dd": "day",
    "hh": "hour",
    "min": "minute",
    "sec": "second",
    "yy": "year",
    "letter": "meridiem",
    "doubly": "relative",
    "rare": "season",
    "mon": "month",
    "ordmonth": "month",
    "shortmonth": "month",
    "shortday": "weekday",
    "past": "relative",
}
_MONTHS = 12
# The fiscal year of Japan begins in April.
_FISCAL = 4
# All day, every day.
_ALWAYS = (24, 7)
# Words that a pattern needs and that say nothing: heures.
_SILENT = {"unith"}
_COUNTED_IN_DAYS = {"day", "week", "fortnight", "month", "year"}
_CLOCK_UNITS = {"second", "minute", "hour"}


def acted(action: str, taken: tuple[Taken, ...], words: Words, order: str, at: tuple[int, int]) -> When | None:
    """Return what a pattern says, None where what it took cannot be that.

    ``order`` is how the language orders a date in digits, ``at`` the words the pattern covers.
    """
    name = action.removesuffix("?")
    if name.startswith("tight"):
        if not all(words.touching(index) for index in range(at[0] + 1, at[1])):
            return None
        name = name[6:]
    if name == "month":
        return named(taken, words)
    if (name == "likely" and not _likely(taken, words)) or (name == "padded" and not _padded(taken, words)):
        return None
    if name in ("numeric", "dotted", "likely", "padded"):
        # Only where days come first are dates written with dots.
        return numeric(taken, "dmy" if name in ("dotted", "padded") else order)
    if (act := _ACTIONS.get(name)) is not None:
        return act(taken)
    return named(taken, words)


def acts(action: str) -> bool:
    """Return whether there is an action of this name; it may be marked tight or weak."""
    name = action.removesuffix("?").removeprefix("tight").strip()
    return name in ("", "month", "numeric", "dotted", "likely", "padded") or name in _ACTIONS


def named(taken: tuple[Taken, ...], words: Words) -> When | None:
    """Set the field of the same name to each value that was taken."""
    fields: dict[str, Any] = {}
    for category, value, index in taken:
        if category in _SILENT:
            continue
        if category == "ord" and int(value) < 1:
            return None
        if category == "when":
            fields.update(spelled(str(value)))
            continue
        name = _ALIASES.get(category, category)
        if name == "hour" and words.said[index].startswith("0") and "meridiem" not in fields:
            fields["meridiem"] = "24"
        _set(fields, name, value)
    return When(**fields) if fields else None


def _set(fields: dict[str, Any], name: str, value: Value) -> None:
    if name == "ymd":
        number = int(value)
        fields.update(year=number // 10000, month=number // 100 % 100, day=number % 100)
    elif name in ("oh", "west"):
        fields["offset"] = int(value) * 60 * (-1 if name == "west" else 1)
    elif name == "om":
        fields["offset"] += int(value) * (-1 if fields["offset"] < 0 else 1)
    elif name in ("ord", "n"):
        fields["day"] = int(value)
    elif name in _WHOLE_NUMBERS:
        fields[name] = int(value)
    else:
        fields[name] = value


@cache
def spelled(spec: str) -> dict[str, Any]:
    """Return the fields of a word that is a whole phrase: ``day-1`` is yesterday, ``day-1 night`` last night."""
    fields: dict[str, Any] = {}
    for item in spec.split(","):
        name, _, value = item.strip().partition("=")
        if name in ("unit", "run", "nth"):
            unit, count = value.split()
            fields[name] = (int(count), unit) if name == "nth" else (unit, int(count))
        elif name == "ago":
            unit, count = value.split()
            fields[name] = ((unit, float(count)),)
        else:
            fields[name] = int(value) if value.lstrip("-").isdecimal() else value
    return fields


def numeric(taken: tuple[Taken, ...], order: str) -> When | None:
    """Read a date in digits in the order of the language; the other way round where only that is a date."""
    values = {category: int(value) for category, value, _ in taken}
    month, day = (values["a"], values["b"]) if order == "mdy" else (values["b"], values["a"])
    if month > _MONTHS:
        month, day = day, month
    if month > _MONTHS:
        return None
    either = "either" if day <= _MONTHS and month != day else None
    return When(month=month, day=day, year=values.get("year", values.get("yy")), order=either)


def _likely(taken: tuple[Taken, ...], words: Words) -> bool:
    """Return whether two numbers with a slash are a day rather than a fraction or a score: 4/22 and 04/05, not 1/2."""
    one, two = (int(value) for _, value, _ in taken)
    return (max(one, two) > _MONTHS and (one, two) != _ALWAYS) or _padded(taken, words)


def _padded(taken: tuple[Taken, ...], words: Words) -> bool:
    """Return whether every number has two digits: 15.03.24 is a day, and 2.6.11 a version."""
    return all(len(words.said[index]) > 1 for _, _, index in taken)


def _utc(taken: tuple[Taken, ...]) -> When:
    got = _got(taken)
    seconds = int(got["sec"]) if "sec" in got else None
    return When(
        year=got["year"], month=got["mm"], day=got["dd"], hour=got["hh"], minute=got["min"], second=seconds,
        meridiem="24", offset=0,
    )  # fmt: skip


def _pairs(taken: tuple[Taken, ...], sign: int) -> tuple[tuple[str, float], ...]:
    found: list[tuple[str, float]] = []
    count = 1.0
    for category, value, _ in taken:
        if category in ("n", "ord"):
            count = float(value)
        elif category in ("unit", "shortunit"):
            # Half a year is six months, and no number of days.
            half = value == "year" and count != int(count)
            found.append(("month", sign * round(count * _MONTHS)) if half else (str(value), sign * count))
            count = 1.0
    return tuple(found)


def _ago(taken: tuple[Taken, ...]) -> When | None:
    pairs = _pairs(taken, -1)
    return When(ago=pairs) if pairs else None


def _since(taken: tuple[Taken, ...]) -> When | None:
    """For three days: from that day on."""
    when = _ago(taken)
    return None if when is None else when._replace(edge="so far")


def _hence(taken: tuple[Taken, ...]) -> When | None:
    pairs = _pairs(taken, 1)
    return When(ago=pairs) if pairs else None


def _got(taken: tuple[Taken, ...]) -> dict[str, Any]:
    # Words that only stand before a unit, or only after it, count like those that may do both.
    return {"relative" if category == "past" else category: value for category, value, _ in taken}


def _unit(taken: tuple[Taken, ...]) -> When:
    """Last week, this month; beside a coarser stretch, the last week of it."""
    got = _got(taken)
    unit, count = str(got["unit"]), int(got.get("relative", 0))
    if unit in _CLOCK_UNITS and abs(count) == 1:
        return When(run=(unit, float(count)))
    day = int(got["day"]) if "day" in got else None
    return When(unit=(unit, count), edge=got.get("edge"), day=day)


def _day_part(taken: tuple[Taken, ...]) -> When:
    """This morning, this evening at 8."""
    got = _got(taken)
    hour = int(got["hour"]) if "hour" in got else None
    return When(unit=("day", int(got.get("relative", 0))), part=got["part"], hour=hour)


def _part_ago(taken: tuple[Taken, ...]) -> When:
    """Two nights ago."""
    got = _got(taken)
    return When(ago=(("day", -float(got["n"])),), part=got["part"])


def _run(taken: tuple[Taken, ...]) -> When | None:
    got = _got(taken)
    count = float(got.get("n", got.get("ord", 1)))
    direction = int(got.get("relative", -1))
    return When(run=(got["unit"], count if direction > 0 else -count)) if count else None


def _past(taken: tuple[Taken, ...]) -> When:
    """The past week: seven days and today; but the past quarter is the one before this."""
    unit = str(_got(taken)["unit"])
    if unit in _COUNTED_IN_DAYS:
        return When(run=(unit, -1.0), edge="exact")
    return _unit((*taken, ("relative", -1, 0)))


def _within(taken: tuple[Taken, ...]) -> When | None:
    """Within two weeks: from now until then."""
    got = _got(taken)
    return When(run=(got["unit"], float(got["n"])), edge="exact") if float(got["n"]) > 0 else None


def _ago_and_half(taken: tuple[Taken, ...]) -> When:
    got = _got(taken)
    return When(ago=_pairs((("n", float(got["n"]) + 0.5, 0), ("unit", got["unit"], 0)), -1))


def _first_of(taken: tuple[Taken, ...]) -> When:
    """The first two weeks of May; without a month or the like beside them they say nothing."""
    got = _got(taken)
    return When(nth=(int(got.get("ord", 1)), got["unit"]), row=max(1, int(got["n"])))


def _last_few_of(taken: tuple[Taken, ...]) -> When:
    """The last two weeks: of July, where July stands beside them, else the ones before now."""
    got = _got(taken)
    count = max(1, int(got["n"]))
    return When(nth=(-1, got["unit"]), row=count, other=When(run=(got["unit"], -float(count))))


def _nth(taken: tuple[Taken, ...]) -> When:
    got = _got(taken)
    number = int(got.get("ord", got.get("n", got.get("relative", 1))))
    month = int(got["month"]) if "month" in got else None
    if "unit" in got:
        return When(nth=(number, got["unit"]), month=month)
    return When(nth=(number, "weekday"), weekday=int(got["weekday"]), month=month)


def _last_of(taken: tuple[Taken, ...]) -> When:
    """The last week: of May, where May stands beside it, else the one before this."""
    got = _got(taken)
    if "unit" in got:
        return When(nth=(-1, got["unit"]), other=_unit((*taken, ("relative", -1, 0))))
    weekday = int(got["weekday"])
    return When(nth=(-1, "weekday"), weekday=weekday, other=When(weekday=weekday, relative=-1))


def _back(taken: tuple[Taken, ...]) -> When:
    """Two Thursdays ago."""
    got = _got(taken)
    return When(weekday=int(got["weekday"]), relative=-int(got.get("n", 1)))


def _past_hour(taken: tuple[Taken, ...]) -> When:
    got = _got(taken)
    return _clock(got, int(got.get("minute", got.get("fraction", 30))))


def _to_hour(taken: tuple[Taken, ...]) -> When:
    got = _got(taken)
    return _clock(got, -int(got.get("minute", got.get("fraction", 30))))


def _clock(got: dict[str, Any], minutes: int) -> When:
    hour = int(got.get("hour", got.get("hh", got.get("ord", 12))))
    total = (hour * 60 + minutes) % (24 * 60)
    return When(hour=total // 60 or (12 if hour == 1 else 0), minute=total % 60, meridiem=got.get("meridiem"))


def _era(taken: tuple[Taken, ...]) -> When | None:
    got = _got(taken)
    month, day = (int(got[name]) if name in got else None for name in ("month", "day"))
    return When(year=int(got["era"]) + int(got.get("n", 1)), month=month, day=day)


def _decade(taken: tuple[Taken, ...]) -> When | None:
    got = _got(taken)
    year = int(got.get("decade", got.get("year", got.get("yy", got.get("n", 0)))))
    year = year + 1900 if year < 100 else year
    return When(year=year, whole="decade") if year % 10 == 0 else None


def _century(taken: tuple[Taken, ...]) -> When:
    got = _got(taken)
    return When(year=(int(got.get("ord", got.get("n", 1))) - 1) * 100, whole="century")


def _fiscal(taken: tuple[Taken, ...]) -> When:
    return When(year=int(_got(taken)["year"]), month=_FISCAL, whole="fiscal")


def _week_of(taken: tuple[Taken, ...]) -> When:
    got = _got(taken)
    return When(day=int(got["day"]), month=int(got["mon"]) if "mon" in got else None, whole="week")


_ACTIONS: dict[str, Callable[[tuple[Taken, ...]], When | None]] = {
    "ago": _ago,
    "since": _since,
    "hence": _hence,
    "unit": _unit,
    "run": _run,
    "nth": _nth,
    "last of": _last_of,
    "past": _past,
    "within": _within,
    "ago and half": _ago_and_half,
    "first of": _first_of,
    "last few of": _last_few_of,
    "day part": _day_part,
    "part ago": _part_ago,
    "back": _back,
    "past hour": _past_hour,
    "to hour": _to_hour,
    "era": _era,
    "decade": _decade,
    "century": _century,
    "week of": _week_of,
    "fiscal": _fiscal,
    "utc": _utc,
}
