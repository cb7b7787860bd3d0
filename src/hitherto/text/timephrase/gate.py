"""Which languages a text may say a time in; most queries say none, and should not pay for the grammar."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from hitherto.text.timephrase.folding import pieces
from hitherto.text.timephrase.languages import SCRIPTS
from hitherto.text.timephrase.languages.telling import COMMON, ORDERS, TELLING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import ModuleType

# Where people write the day before the month; elsewhere the month comes first, or the year.
DAY_FIRST = (
    *("Europe/", "Africa/", "Australia/", "Atlantic/", "Indian/", "Antarctica/", "Arctic/", "Pacific/Auckland"),
    *("America/Argentina/", "America/Sao_Paulo", "America/Mexico_City", "America/Bogota", "America/Lima"),
    *("America/Santiago", "America/Caracas", "America/Montevideo", "America/La_Paz", "America/Guayaquil"),
    *("Asia/Kolkata", "Asia/Singapore", "Asia/Dubai", "Asia/Jakarta", "Asia/Bangkok", "Asia/Istanbul"),
)
_KANA = ("぀", "ヿ")
_HAN = ("㐀", "鿿")
_CYRILLIC = ("Ѐ", "ӿ")


@cache
def language(name: str) -> ModuleType:
    """Return the table of a language."""
    return import_module(f"hitherto.text.timephrase.languages.{name}")


def languages_of(text: str, found: Sequence[tuple[str, int, int]], zone: str) -> list[str]:
    """Return the languages a text may say a time in, by its script and by its ``pieces``.

    Digits that no word stands beside are read in the order that is usual in ``zone``.
    """
    said = {word for word, _, _ in found}
    possible = list(scripts_of(text))
    names = [name for name in possible if not said.isdisjoint(_telling(name))]
    if not any(_counts(found, index) for index in range(len(found))):
        return names
    # A date in digits is read in the order of the language that the words around it are in.
    known = {*names, *SCRIPTS["han"]}
    spoken = [name for name in possible if name in known or not said.isdisjoint(common(name))]
    order = "dmy" if zone.startswith(DAY_FIRST) else "mdy"
    return spoken or [name for name in possible if ORDERS[name] == order][:1] or possible[:1]


def _counts(found: Sequence[tuple[str, int, int]], index: int) -> bool:
    """Return whether a piece is a number and no part of a name, such as E_17 or utf8."""
    word, start, _ = found[index]
    if not word.isdecimal():
        return False
    before, _, end = found[index - 1] if index else ("", 0, -1)
    return end != start or not (before == "_" or (before.isascii() and before.isalpha()))


@cache
def _telling(name: str) -> frozenset[str]:
    return frozenset(TELLING[name].split())


@cache
def common(name: str) -> frozenset[str]:
    """Return the everyday words a language is known by."""
    return frozenset(COMMON[name].split())


def scripts_of(text: str) -> Iterator[str]:
    """Yield the languages a text may be in by its script."""
    if not text.isascii():
        if any(_KANA[0] <= character <= _KANA[1] or _HAN[0] <= character <= _HAN[1] for character in text):
            yield from SCRIPTS["han"]
        elif any(_CYRILLIC[0] <= character <= _CYRILLIC[1] for character in text):
            yield from SCRIPTS["cyrillic"]
    yield from SCRIPTS["latin"]


def asks_about_past(text: str) -> bool:
    """Return whether a prompt asks what was: by the words of its language for asking and for what is over."""
    said = [word for word, _, _ in pieces(text)]
    return any(_holds(said, wanted) for name in scripts_of(text) for wanted in language(name).ASKS_ABOUT_PAST)


def _holds(said: list[str], wanted: str) -> bool:
    words = [word for word, _, _ in pieces(wanted)]
    return any(said[index : index + len(words)] == words for index in range(len(said) - len(words) + 1))
