from __future__ import annotations

import pytest

from hitherto.text.timephrase.folding import pieces
from hitherto.text.timephrase.gate import languages_of
from hitherto.text.timephrase.languages.telling import TELLING


@pytest.mark.parametrize("text", ["retry logic with backoff", "what did we decide about the budget", "", "!?"])
def test_a_query_without_a_telling_word_needs_no_grammar(text: str) -> None:
    """Words that only join do not make a query one that says when."""
    assert languages_of(text, pieces(text)) == []


@pytest.mark.parametrize("text", ["yesterday", "in March", "2024-03-01", "3 weeks", "last Tuesday night", "christmas"])
def test_a_telling_word_or_digits_open_the_gate(text: str) -> None:
    """A unit, a day, a month, a part of the day, a holiday or digits may say when."""
    assert "en" in languages_of(text, pieces(text))


def test_words_that_join_tell_nothing() -> None:
    """Prepositions and articles are part of phrases, and never enough."""
    assert set(TELLING["en"].split()).isdisjoint(
        {"the", "of", "in", "on", "at", "from", "to", "before", "last", "a", "and"}
    )
