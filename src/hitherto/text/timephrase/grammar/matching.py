"""The patterns of a language found in the words of a query: what begins at a word, how far it goes, what it says."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hitherto.text.timephrase.grammar.actions import acted
from hitherto.text.timephrase.grammar.numbers import COMPUTED, counts, senses_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hitherto.text.timephrase.grammar.lexicon import Lexicon, Node
    from hitherto.text.timephrase.grammar.words import Value, Words
    from hitherto.text.timephrase.when import When

# What one step of a pattern took: its category, its value, the word it begins with.
Taken = tuple[str, "Value", int]


class Match(NamedTuple):
    """A pattern that was found: the word after it, what it says, whether it can stand by itself."""

    end: int
    when: When
    weak: bool


class Matcher:
    """One query in one language; what was found at a word is kept. ``steps`` counts how far phrases were followed."""

    def __init__(self, lexicon: Lexicon, words: Words) -> None:
        self.lexicon = lexicon
        self.words = words
        self.steps = 0
        self._found: dict[int, list[Match]] = {}
        self._counting: dict[int, bool] = {}
        self._marks: dict[int, dict[str, list[tuple[str, int]]]] = {}

    def at(self, index: int) -> list[Match]:
        """Return every pattern that begins at a word, longest first."""
        if index not in self._found:
            found: dict[tuple[int, When], bool] = {}
            for match in self._walk(self.lexicon.root, index, index, (), weak=True):
                key = (match.end, match.when)
                found[key] = match.weak and found.get(key, True)
            matches = [Match(end=end, when=when, weak=weak) for (end, when), weak in found.items()]
            self._found[index] = sorted(matches, key=lambda match: (-match.end, match.weak))
        return self._found[index]

    def marks(self, index: int, category: str) -> list[tuple[str, int]]:
        """Return the words of a category that begin at ``index``: their value and the word after them."""
        known = self._marks.get(index)
        if known is None:
            known = self._marks[index] = {}
            for sense, end in senses_at(self.lexicon, self.words, index):
                known.setdefault(sense.category, []).append((str(sense.value), end))
        return known.get(category, [])

    def _walk(self, node: Node, start: int, index: int, taken: tuple[Taken, ...], *, weak: bool) -> Iterator[Match]:
        for action in node.ends:
            when = acted(action, taken, self.words, self.lexicon.order, (start, index))
            if when is not None:
                counted = any(category in COMPUTED for category, _, _ in taken)
                alone = weak and not counted and not action.startswith("tight")
                yield Match(end=index, when=when, weak=action.endswith("?") or alone)
        if index >= len(self.words.said):
            return
        said = self.words.said[index]
        following = node.words.get(said)
        if following is not None:
            telling = len(said) > 1 or not said.isascii()
            yield from self._walk(following, start, index + 1, taken, weak=weak and not telling)
        if node.categories:
            yield from self._by_category(node, start, index, taken, weak=weak)

    def _by_category(
        self, node: Node, start: int, index: int, taken: tuple[Taken, ...], *, weak: bool
    ) -> Iterator[Match]:
        lexicon, words = self.lexicon, self.words
        counting = self._counting.get(index)
        if counting is None:
            counting = self._counting[index] = counts(lexicon, words, index)
        if counting:
            for category, following in node.categories.items():
                read = COMPUTED.get(category)
                found = read(lexicon, words, index) if read is not None else None
                if found is not None:
                    number: Taken = (category, found[0], index)
                    yield from self._walk(following, start, found[1], (*taken, number), weak=weak)
        for sense, end in senses_at(lexicon, words, index):
            if (onwards := node.categories.get(sense.category)) is not None:
                step: Taken = (sense.category, sense.value, index)
                yield from self._walk(onwards, start, end, (*taken, step), weak=weak and sense.weak)
