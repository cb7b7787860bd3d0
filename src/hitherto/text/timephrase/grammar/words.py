"""A query cut into the words and signs a time phrase can be made of; each keeps where it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from hitherto.text.timephrase.folding import pieces

if TYPE_CHECKING:
    from collections.abc import Sequence

Value = int | float | str


class Sense(NamedTuple):
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
    """Return the words and signs of ``text``."""
    return put_together(pieces(text))


def put_together(found: Sequence[tuple[str, int, int]]) -> Words:
    """Return the words that pieces are."""
    said, starts, ends = zip(*found, strict=True) if found else ((), (), ())
    return Words(said=said, starts=starts, ends=ends)
