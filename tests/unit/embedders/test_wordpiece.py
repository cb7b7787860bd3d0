from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.embedders.minilm import FOLDER
from hitherto.embedders.wordpiece import WordPiece

TEXTS: list[dict[str, Any]] = json.loads(Path(__file__).with_name("texts.json").read_text(encoding="utf-8"))["texts"]
ENOUGH = 10_000


@pytest.fixture(scope="module")
def wordpiece() -> WordPiece:
    """Return the tokenizer of the built-in model."""
    return WordPiece((FOLDER / "vocab.txt").read_bytes().decode())


@pytest.fixture(scope="module")
def small() -> WordPiece:
    """Return a tokenizer that knows few pieces, numbered from 0."""
    return WordPiece("[UNK]\n[CLS]\n[SEP]\nun\n##believ\n##able\n##a\nunb\n.\n東\nσ\n")


@pytest.mark.parametrize("entry", TEXTS, ids=lambda entry: ascii(entry["text"][:20]))
def test_numbers_are_those_of_the_reference(wordpiece: WordPiece, entry: dict[str, Any]) -> None:
    """Every recorded text gets the token numbers an independent implementation gave it."""
    assert wordpiece.encode(entry["text"], 256) == entry["ids"]


def test_longest_pieces_are_taken_first(small: WordPiece) -> None:
    """A word is cut greedily, and one that cannot be cut to its end is unknown as a whole."""
    assert small.encode("una", ENOUGH) == [1, 3, 6, 2]
    assert small.encode("unbelievable", ENOUGH) == [1, 0, 2]
    assert small.encode("un", ENOUGH) == [1, 3, 2]
    assert small.encode("", ENOUGH) == [1, 2]


def test_characters_that_are_words_stand_alone(small: WordPiece) -> None:
    """Punctuation and ideographs are words of their own, wherever they stand."""
    assert small.encode("una.東una", ENOUGH) == [1, 3, 6, 8, 9, 3, 6, 2]


def test_a_sigma_does_not_look_at_its_neighbours(small: WordPiece) -> None:
    """A capital sigma at the end of a word becomes the plain small one, as in the reference."""
    assert small.encode("Σ", ENOUGH) == [1, 10, 2]
    assert small.encode("σ", ENOUGH) == [1, 10, 2]


def test_control_tokens_cannot_be_spelled(wordpiece: WordPiece) -> None:
    """A text that spells a control token gets no control token."""
    assert not {101, 102, 103} & set(wordpiece.encode("[CLS] [SEP] [MASK]", ENOUGH)[1:-1])


def test_a_long_text_is_cut_and_ended(wordpiece: WordPiece) -> None:
    """No more numbers are given than asked for, and the last is always the end token."""
    numbers = wordpiece.encode("word " * 500, 256)
    assert len(numbers) == 256
    assert (numbers[0], numbers[-1]) == (101, 102)
    whole = wordpiece.encode("antidisestablishmentarianism", ENOUGH)
    assert wordpiece.encode("antidisestablishmentarianism", 4) == [*whole[:3], 102]


@given(text=st.text())
def test_any_text_can_be_numbered(wordpiece: WordPiece, text: str) -> None:
    """Whatever a text holds, it is numbered within the vocabulary, and the same way the second time."""
    numbers = wordpiece.encode(text, ENOUGH)
    assert numbers == wordpiece.encode(text, ENOUGH)
    assert all(0 <= number < 30_522 for number in numbers)
    assert {101, 102} & set(numbers[1:-1]) == set()


@given(left=st.text(max_size=30), right=st.text(max_size=30))
def test_words_do_not_look_at_each_other(wordpiece: WordPiece, left: str, right: str) -> None:
    """What is numbered in parts, cut at a space, is numbered as in one."""
    whole = wordpiece.encode(f"{left} {right}", ENOUGH)
    assert whole[1:-1] == wordpiece.encode(left, ENOUGH)[1:-1] + wordpiece.encode(right, ENOUGH)[1:-1]
