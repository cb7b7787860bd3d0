from __future__ import annotations

import re

import pytest

from hitherto.text.timephrase.gate import language
from hitherto.text.timephrase.grammar.actions import acts
from hitherto.text.timephrase.grammar.lexicon import lexicon
from hitherto.text.timephrase.grammar.numbers import COMPUTED
from hitherto.text.timephrase.languages import SCRIPTS, digits

NAMES = [name for names in SCRIPTS.values() for name in names]
# What the grammar itself looks for beside what patterns name.
USED = {"glue", "before", "behind", "to", "never", "spoils", "particle", "suffix", "joiner", "number", "ordinal"}


@pytest.mark.parametrize("name", NAMES)
def test_every_category_of_a_pattern_is_there(name: str) -> None:
    """A pattern names only categories that the table has words for, or that are read from numbers."""
    table = language(name)
    templates = " ".join((*table.PATTERNS.values(), *digits.PATTERNS.values()))
    assert set(re.findall(r"\{([^}]*)\}", templates)) <= COMPUTED.keys() | table.WORDS.keys()
    assert not re.findall(r"(?<!\S)(?:\{[^}]*|[^{\s]*\})(?!\S)", re.sub(r"\{[^}]*\}", "", templates))


@pytest.mark.parametrize("name", NAMES)
def test_every_category_of_words_is_used(name: str) -> None:
    """A table holds no words that nothing looks for."""
    table = language(name)
    named = set(re.findall(r"\{([^}]*)\}", " ".join(table.PATTERNS.values())))
    assert table.WORDS.keys() <= named | USED


@pytest.mark.parametrize("name", NAMES)
def test_every_action_is_one(name: str) -> None:
    """What a table says is to be done with a pattern is something that can be done."""
    assert [action for action in language(name).PATTERNS if not acts(action)] == []


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_made_ready_once(name: str) -> None:
    """A language is made ready once, and begins its phrases with words it has."""
    ready = lexicon(name)
    assert lexicon(name) is ready
    assert ready.senses.keys() <= ready.starts
    assert all(sense.said[0] == first for first, senses in ready.senses.items() for sense in senses)
