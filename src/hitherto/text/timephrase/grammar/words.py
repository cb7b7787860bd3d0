"""A query cut into the words and signs a time phrase can be made of; each keeps where it stands."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import lru_cache

_CJK = "぀-ヿ㐀-䶿一-鿿豈-﫿〇々"
_WORD = re.compile(rf"[0-9]+|[{_CJK}]|[^\W\d_{_CJK}]+|[^\s]")
# Above this, marks belong to the letter: й is not и, が is not か.
_LAST_LATIN = "\u024f"
_KEPT = {"ё": "е", "～": "~", "〜": "~", "‐": "-", "–": "-", "—": "-", "−": "-", "：": ":", "／": "/", "’": "'"}


Value = int | float | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sense:
    """One meaning of some words: a category and a value; ``weak`` where the words mostly mean something else."""

    said: tuple[str, ...]
    category: str
    value: Value
    weak: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The words of a text in lower case without accents, and where each begins and ends.

    ``known`` keeps what was looked up: what the words from one on mean in a language.
    """

    said: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    known: dict[tuple[str, int], tuple[tuple[Sense, int], ...]] = field(default_factory=dict, compare=False)

    def touching(self, index: int) -> bool:
        """Return whether nothing stands between a word and the one before it."""
        return index > 0 and self.starts[index] == self.ends[index - 1]


def words_of(text: str) -> Words:
    """Return the words and signs of ``text``; a Chinese or Japanese character is a word of its own."""
    found = [(match.group(), match.start(), match.end()) for match in _WORD.finditer(folded(text))]
    said, starts, ends = zip(*found, strict=True) if found else ((), (), ())
    return Words(said=said, starts=starts, ends=ends)


def folded(text: str) -> str:
    """Return ``text`` in lower case, without accents on Latin letters, full-width forms made narrow; same length."""
    if text.isascii():
        return text.lower()
    return "".join(_plain(character) for character in text)


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
