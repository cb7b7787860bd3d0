from __future__ import annotations

import pytest

from hitherto.text.timephrase.folding import pieces
from hitherto.text.timephrase.gate import languages_of
from hitherto.text.timephrase.languages.telling import TELLING


@pytest.mark.parametrize("text", ["retry logic with backoff", "what did we decide about the budget", "", "!?"])
def test_a_query_without_a_telling_word_needs_no_grammar(text: str) -> None:
    """Words that only join do not make a query one that says when."""
    assert languages_of(text, pieces(text), "UTC") == []


@pytest.mark.parametrize("text", ["yesterday", "in March", "2024-03-01", "3 weeks", "last Tuesday night", "christmas"])
def test_a_telling_word_or_digits_open_the_gate(text: str) -> None:
    """A unit, a day, a month, a part of the day, a holiday or digits may say when."""
    assert "en" in languages_of(text, pieces(text), "UTC")


def test_words_that_join_tell_nothing() -> None:
    """Prepositions and articles are part of phrases, and never enough."""
    assert set(TELLING["en"].split()).isdisjoint(
        {"the", "of", "in", "on", "at", "from", "to", "before", "last", "a", "and"}
    )


@pytest.mark.parametrize(
    ("zone", "language"), [("Europe/Berlin", "de"), ("America/New_York", "en"), ("UTC", "en"), ("Asia/Kolkata", "de")]
)
def test_digits_alone_are_read_as_is_usual_in_the_zone(zone: str, language: str) -> None:
    """Where no word says which language a date is in, the zone says whether the day or the month comes first."""
    assert languages_of("3/4/2024", pieces("3/4/2024"), zone) == [language]


def test_a_word_beside_digits_says_the_language() -> None:
    """A date in digits beside English words is read in the order of English, wherever that is."""
    assert languages_of("what of 3/4/2024", pieces("what of 3/4/2024"), "Europe/Berlin") == ["en"]
