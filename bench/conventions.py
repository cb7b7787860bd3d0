"""Where the sources of test items disagree with each other, and so at least one of them with any convention.

What is read is said in docs/reference/time.md. These rules name items, they excuse none: all of them count in every
figure but those that say they leave them out.
"""

from __future__ import annotations

import re

# Which sources, what their phrases look like, and what they do that others do not.
CLASHES: tuple[tuple[frozenset[str], re.Pattern[str], str], ...] = (
    (
        frozenset({"chrono", "dateparser"}),
        re.compile(r"\b(last|past|this|next)\s?(week|month|quarter|year)\b|passé|dernière?\b|pasad|прошл|letzte"),
        "a distance from this moment, not the calendar unit",
    ),
    (
        frozenset({"duckling"}),
        re.compile(r"\b(\w+) years? ago\b|hace .* años?|il y a .* ans?\b|vor .* jahren?|年前"),
        "years ago: a month, not a day",
    ),
    (
        frozenset({"duckling", "recognizers"}),
        re.compile(
            r"\b(last|past|previous) (\d+|\w+) \w+s\b|(過去|直近|この|ここ|最後の|前の?)[\d一二三四五六七八九十]"
            r"|(últim|pasad)[oa]s|derni[eè]re?s|letzten|последни|(过去|過去|最近|上|前)[\d一二两兩三四五六七八九十]"
        ),
        "the last units without the one that has begun",
    ),
    (
        frozenset({"recognizers"}),
        re.compile(
            r"\b(from|between)\b.*\b(to|and|until|till|through)\b|\d\s?[-~–]\s?\w|から.*まで|entre|desde|zwischen|vom"
        ),
        "a range that ends before its last named day",
    ),
    (
        frozenset({"duckling"}),
        re.compile(r"\b(season|summer|winter|spring|autumn|fall)s?\b|été|hiver|verano|invierno"),
        "seasons by the sun, not by the month",
    ),
    (
        frozenset({"duckling", "recognizers", "chrono"}),
        re.compile(
            r"\b(morning|afternoon|evening|night|tonight)\b|[朝昼夜晩]|matin|soir|nuit|tarde|noche|abend|nacht|morgen"
        ),
        "the hours of a part of the day",
    ),
)


def clash_of(source: str, phrase: str) -> str | None:
    """Return what the source does with such a phrase that others do not, None where they agree."""
    said = phrase.lower()
    return next((reason for sources, form, reason in CLASHES if source in sources and form.search(said)), None)
