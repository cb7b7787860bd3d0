from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hitherto.text.timephrase.folding import folded, pieces


@given(st.text())
def test_folding_keeps_the_length(text: str) -> None:
    """Every character keeps its place, so that a span in the folded text is one in the text."""
    assert len(folded(text)) == len(text)


@given(st.text())
def test_pieces_stand_where_they_say(text: str) -> None:
    """Pieces follow each other, do not overlap, and leave out only white space."""
    last = 0
    for word, start, end in pieces(text):
        assert text[last:start].strip() == ""
        assert folded(text)[start:end] == word
        last = end


def test_how_scripts_are_cut() -> None:
    """Latin and Cyrillic letters make words, Chinese and Japanese characters stand alone, digits keep together."""
    assert [word for word, _, _ in pieces("Für ３時 Ёлка 昨日 2024年, don’t")] == [
        *("fur", "3", "時", "елка", "昨", "日", "2024", "年", ",", "don", "'", "t")
    ]


def test_marks_that_make_another_letter_stay() -> None:
    """Accents on Latin letters go; й and が are letters of their own."""
    assert folded("éñüßй が") == "enusй が"
