"""The floor is plain FTS5, with pairs of characters where words have no spaces."""

from __future__ import annotations

from bench.baseline_fts import bigrams, filled, ranking
from bench.sets import Document


def document(name: str, text: str, group: str = "") -> Document:
    """Return a document without a time."""
    return Document(id=name, group=group, text=text, time=None, role="")


def test_bigrams() -> None:
    """Runs of Chinese, Japanese and Korean become overlapping pairs; a lone character and other scripts stay."""
    assert bigrams("東京都と犬 dog").split() == ["東京", "京都", "都と", "と犬", "dog"]
    assert bigrams("a 犬 b").split() == ["a", "犬", "b"]
    assert bigrams("plain words") == "plain words"


def test_any_word_finds_and_more_words_rank_higher() -> None:
    """A document with both words, one of them inflected, comes before one with a single word."""
    db = filled([document("one", "a dog"), document("both", "dogs are running"), document("none", "a cat")])
    assert ranking(db, "dog run?", "", 10) == ["both", "one"]


def test_only_the_group_is_searched() -> None:
    """A document of another group is never found, and a query of only punctuation finds nothing."""
    db = filled([document("x", "京都の犬", "g1"), document("y", "京都の犬", "g2")])
    assert ranking(db, "京都", "g2", 10) == ["y"]
    assert ranking(db, "?!", "g2", 10) == []
