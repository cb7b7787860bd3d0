from __future__ import annotations

import pytest

from hitherto.text.timephrase.grammar.lexicon import lexicon
from hitherto.text.timephrase.grammar.numbers import COMPUTED, number_at, ordinal_at
from hitherto.text.timephrase.grammar.words import words_of


@pytest.mark.parametrize(
    ("text", "value", "end"),
    [
        ("7", 7, 1),
        ("007", 7, 1),
        ("2.5 hours", 2.5, 3),
        ("1/2 hour", 0.5, 3),
        ("1.50", 1, 1),
        ("seven", 7, 1),
        ("twenty nine", 29, 2),
        ("twenty-one", 21, 3),
        ("two hundred", 200, 2),
        ("two thousand eighteen", 2018, 3),
        ("two thousand and eighteen", 2018, 4),
        ("nineteen hundred", 1900, 2),
        ("a couple of days", 2, 3),
        ("five three", 5, 1),
        ("half an hour", 0.5, 2),
    ],
)
def test_numbers_in_digits_and_in_words(text: str, value: float, end: int) -> None:
    """A number is read as far as it goes, and no further."""
    assert number_at(lexicon("en"), words_of(text), 0) == (value, end)


@pytest.mark.parametrize(
    ("text", "value", "end"),
    [("21st", 21, 2), ("first", 1, 1), ("twenty first", 21, 2), ("twenty-first", 21, 3), ("thirtieth", 30, 1)],
)
def test_ordinals(text: str, value: int, end: int) -> None:
    """Ordinals are read in digits with their ending and in words."""
    assert ordinal_at(lexicon("en"), words_of(text), 0) == (value, end)


@pytest.mark.parametrize("text", ["21", "st", "21 st", "twenty", "twenty eleventh", ""])
def test_what_is_no_ordinal(text: str) -> None:
    """A number without its ending, or an ending apart from it, is no ordinal."""
    assert ordinal_at(lexicon("en"), words_of(text), 0) is None


@pytest.mark.parametrize(
    ("category", "text", "value"),
    [
        ("day", "31", 31),
        ("day", "third", 3),
        ("year", "2024", 2024),
        ("year", "two thousand eighteen", 2018),
        ("yy", "98", 1998),
        ("ymd", "20261130", 20261130),
        ("hour", "24", 24),
        ("min", "05", 5),
        ("mm", "12", 12),
    ],
)
def test_what_a_number_can_be(category: str, text: str, value: int) -> None:
    """Days, years, hours and months are numbers in their range, with as many digits as they are written with."""
    found = COMPUTED[category](lexicon("en"), words_of(text), 0)
    assert found is not None
    assert found[0] == value


@pytest.mark.parametrize(
    ("category", "text"),
    [
        ("day", "32"),
        ("day", "032"),
        ("year", "0999"),
        ("year", "12345"),
        ("year", "seven"),
        ("yy", "12"),
        ("yy", "198"),
        ("ymd", "20261330"),
        ("ymd", "12345678"),
        ("hour", "25"),
        ("min", "5"),
        ("mm", "13"),
        ("mm", "x"),
        ("min", ""),
        ("ymd", ""),
        ("year", ""),
        ("yy", ""),
    ],
)
def test_what_a_number_cannot_be(category: str, text: str) -> None:
    """Numbers out of range are nothing."""
    assert COMPUTED[category](lexicon("en"), words_of(text), 0) is None
