"""A language's table made ready for matching: its words by their first word, its patterns as a tree."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from hitherto.text.timephrase.gate import language
from hitherto.text.timephrase.grammar.words import Sense, words_of
from hitherto.text.timephrase.languages import digits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hitherto.text.timephrase.grammar.words import Value

DIGITS = "0"


class Node:
    """Where patterns go on: by a word, by a category; ``ends`` are the actions of the patterns that end here."""

    __slots__ = ("categories", "ends", "words")

    def __init__(self) -> None:
        self.words: dict[str, Node] = {}
        self.categories: dict[str, Node] = {}
        self.ends: list[str] = []


class Lexicon(NamedTuple):
    """A language ready for matching. ``starts`` are the words a phrase can begin with, ``0`` for any digits."""

    name: str
    order: str
    tens_multiply: bool
    senses: Mapping[str, tuple[Sense, ...]]
    root: Node
    starts: frozenset[str]


@cache
def lexicon(name: str) -> Lexicon:
    """Return a language ready for matching."""
    table = language(name)
    senses: dict[str, list[Sense]] = {}
    for category, group in table.WORDS.items():
        for value, texts in group.items():
            for sense in _senses(category, value, texts):
                senses.setdefault(sense.said[0], []).append(sense)
    root = Node()
    for patterns in (digits.PATTERNS, table.PATTERNS):
        for action, texts in patterns.items():
            for template in texts.split("|"):
                for steps in _steps(template.split()):
                    _plant(root, steps, action)
    ready = {first: tuple(sorted(found, key=lambda one: -len(one.said))) for first, found in senses.items()}
    return Lexicon(
        name=name,
        order=table.ORDER,
        tens_multiply=table.BY_CHARACTER,
        senses=ready,
        root=root,
        starts=frozenset((*ready, *root.words, DIGITS)),
    )


def _senses(category: str, value: Value, texts: str) -> Iterator[Sense]:
    for text in texts.split(","):
        weak = text.endswith("?")
        said = _cut(text.rstrip("?")) or (",",)
        yield Sense(said, category, value, weak)
        if weak and category in ("month", "weekday") and len(said) == 1:
            # A short form may be written with a point.
            yield Sense((*said, "."), category, value, weak)


def _cut(text: str) -> tuple[str, ...]:
    """Return the words of a table's entry; most are plain words, which needs no look at each character."""
    said = tuple(text.split())
    if text.isascii() and "".join(said).isalpha() and text.islower():
        return said
    return words_of(text).said


def _steps(template: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield every sequence of steps a template allows: ``word?`` may be left out, ``one/two`` is either."""
    if not template:
        yield ()
        return
    first, rest = template[0], template[1:]
    optional = first.endswith("?") and len(first) > 1
    for tail in _steps(rest) if rest else ((),):
        for choice in first.removesuffix("?").split("/") if len(first) > 1 else (first,):
            yield (choice, *tail) if choice[0] == "{" else (*_cut(choice), *tail)
        if optional:
            yield tail


def _plant(root: Node, steps: tuple[str, ...], action: str) -> None:
    node = root
    for step in steps:
        branches, name = (node.categories, step[1:-1]) if step[0] == "{" else (node.words, step)
        following = branches.get(name)
        if following is None:
            following = branches[name] = Node()
        node = following
    node.ends.append(action)
