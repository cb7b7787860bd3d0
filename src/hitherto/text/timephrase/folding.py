"""Text cut into words and signs, in lower case and without accents, each where it stands."""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache

_CJK = "぀-ヿ㐀-䶿一-鿿豈-﫿〇々"
# Above this, marks belong to the letter: й is not и, が is not か.
_LAST_LATIN = "\u024f"
_KEPT = {
    "ё": "е",
    "ß": "s",
    "～": "~",
    "〜": "~",
    "‐": "-",
    "–": "-",
    "—": "-",
    "−": "-",
    "：": ":",
    "／": "/",
    "’": "'",
}


def pieces(text: str) -> list[tuple[str, int, int]]:
    """Return the words and signs of ``text``; a Chinese or Japanese character is a word of its own."""
    plain = folded(text)
    return [(match.group(), match.start(), match.end()) for match in _words(ascii_only=plain.isascii()).finditer(plain)]


def folded(text: str) -> str:
    """Return ``text`` in lower case, without accents on Latin letters, full-width forms made narrow; same length."""
    if text.isascii():
        return text.lower()
    return "".join(_plain(character) for character in text)


@cache
def _words(*, ascii_only: bool) -> re.Pattern[str]:
    # The classes of all scripts take long to compile, and most queries need none of them.
    if ascii_only:
        return re.compile(r"[0-9]+|[a-z]+|[^\s]", re.ASCII)
    return re.compile(rf"[0-9]+|[{_CJK}]|[^\W\d_{_CJK}]+|[^\s]")


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    if (known := _KEPT.get(character)) is not None:
        return known
    narrow = unicodedata.normalize("NFKC", character).lower()
    if len(narrow) != 1:
        return character
    narrow = _KEPT.get(narrow, narrow)
    if "\x7f" < narrow <= _LAST_LATIN:
        base = unicodedata.normalize("NFD", narrow)[0]
        return base if base.isalpha() else narrow
    return narrow
