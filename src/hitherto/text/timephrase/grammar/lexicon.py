"""A language's table made ready for matching: its words by their first word, its patterns as a tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from hitherto.text.timephrase.gate import language
from hitherto.text.timephrase.grammar.words import Sense, words_of
from hitherto.text.timephrase.languages import digits

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hitherto.text.timephrase.grammar.words import Value

DIGITS = "0"


@dataclass(slots=True)
class Node:
    """Where patterns go on: by a word, by a category; ``ends`` are the actions of the patterns that end here."""

    words: dict[str, Node] = field(default_factory=dict)
    categories: dict[str, Node] = field(default_factory=dict)
    ends: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
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
        said = words_of(text.rstrip("?")).said or (",",)
        yield Sense(said=said, category=category, value=value, weak=weak)


def _steps(template: list[str]) -> Iterator[tuple[str, ...]]:
    """Yield every sequence of steps a template allows: ``word?`` may be left out, ``one/two`` is either."""
    if not template:
        yield ()
        return
    first, rest = template[0], template[1:]
    optional = first.endswith("?") and len(first) > 1
    for tail in _steps(rest):
        for choice in first.removesuffix("?").split("/") if len(first) > 1 else (first,):
            yield (choice, *tail) if choice.startswith("{") else (*words_of(choice).said, *tail)
        if optional:
            yield tail


def _plant(root: Node, steps: tuple[str, ...], action: str) -> None:
    node = root
    for step in steps:
        branches = node.categories if step.startswith("{") else node.words
        node = branches.setdefault(step.strip("{}") if step.startswith("{") else step, Node())
    node.ends.append(action)
