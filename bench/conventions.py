"""Where the sources of test items disagree with each other, and so at least one of them with any convention.

What is read is said in docs/reference/time.md. These rules name items, they excuse none: all of them count in every
figure but those that say they leave them out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import time
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from bench.time_items import Item


@dataclass(frozen=True, slots=True, kw_only=True)
class Clash:
    """What some sources do that others do not, with phrases of a form that mean whole days, or hours of one."""

    reason: str
    sources: frozenset[str]
    form: re.Pattern[str]
    means: Literal["any", "days", "hours"] = "any"


CLASHES = (
    Clash(
        reason="a distance from this moment, not the calendar unit",
        sources=frozenset({"chrono", "dateparser"}),
        form=re.compile(
            r"\b(last|past|this|next)\s?(week|month|quarter|year)\b|(mois|semaine|année) (passée?|derni[eè]re?)\b"
            r"|(semana|mes|año) pasad|прошл\w+ (недел|месяц|год)|letzte[nrsm]? (woche|monat|jahr)"
        ),
    ),
    Clash(
        reason="years ago: a month, not a day",
        sources=frozenset({"duckling"}),
        form=re.compile(r"\b\w+ years? ago\b|hace .* años?|il y a .* ans?\b|vor .* jahren?|年前|(год|лет)\w* назад"),
    ),
    Clash(
        reason="the last units without the one that has begun",
        sources=frozenset({"duckling", "recognizers"}),
        form=re.compile(
            r"\b(last|past|previous) (\d+|\w+) \w+s\b"
            r"|(過去|直近の?|この|ここ|最後の|(?<!午)前の?)[\d一二三五六七八九十]"
            r"|(últim|pasad)[oa]s|derni[eè]re?s|\bletzten|последни|(过去|過去|最近|(?<!晚)上|(?<!午)前)[\d一二两兩三五六七八九十]"
        ),
        means="days",
    ),
    Clash(
        reason="a range that ends before its last named day",
        sources=frozenset({"recognizers"}),
        form=re.compile(
            r"^(?!.*(\b(end of|fin(al)? d|now|today|ahora|hoy)|今))"
            r".*(\b(from|between)\b.*\b(to|and|until|till|through)\b|\b(entre|desde|zwischen|vom|du)\b|から.*まで|从.*[到至]"
            r"|\b\d{4}\s?[-~–]\s?\d{4}\b|[a-zéû] \d{1,2}\s?[-~–]\s?([a-z]+ )?\d|\d/\d+\s?[-~–]\s?\d+/|月\s?[-~–至])"
        ),
        means="days",
    ),
    Clash(
        reason="seasons by the sun, not by the month",
        sources=frozenset({"duckling"}),
        form=re.compile(r"\b(season|summer|winter|spring|autumn|fall)s?\b|été|hiver|verano|invierno"),
    ),
    Clash(
        reason="the hours of a part of the day",
        sources=frozenset({"duckling", "recognizers", "chrono"}),
        form=re.compile(
            r"^[^\d]*(\b(morning|afternoon|evening|night|tonight)\b|[朝昼夜晩晚]|matin|soir|nuit|tarde|noche|abend|nacht"
            r"|morgen)[^\d]*$"
        ),
        means="hours",
    ),
)


def clash_of(item: Item) -> str | None:
    """Return what the item's source does with such a phrase that others do not, None where they agree."""
    said = item.phrase.lower()
    return next(
        (
            clash.reason
            for clash in CLASHES
            if item.source in clash.sources and clash.means in ("any", _meaning(item)) and clash.form.search(said)
        ),
        None,
    )


def _meaning(item: Item) -> Literal["days", "hours", "moment"]:
    """Return what an item means: whole days, some hours or what is not said to end, or a clock time."""
    if item.start is None or item.end is None:
        return "hours"
    if item.start.time() == item.end.time() == time():
        return "days"
    return "hours" if (item.end - item.start).total_seconds() > 3600 else "moment"
