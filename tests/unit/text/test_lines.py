from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hitherto.text.lines import Bound, Stretch, as_pieces, blocks, bounded, newline_of, packed


def test_a_lone_carriage_return_ends_lines_only_where_nothing_else_does() -> None:
    """The first of the two that occurs at all decides."""
    assert [newline_of(t) for t in ("a\rb", "a\r\nb", "a\nb\r", "")] == ["\r", "\n", "\n", "\n"]


def test_empty_stretches_give_no_piece() -> None:
    """A piece always holds something."""
    assert [(p.start, p.end) for p in as_pieces("ab", [Stretch(0, 0), Stretch(0, 2), Stretch(2, 2)], "x")] == [(0, 2)]


def test_the_cut_is_made_where_the_text_stands_furthest_left() -> None:
    """Of the lines near the bound, one after a blank line or of smallest indentation begins the next stretch."""
    text = "a\n" + "    b\n" * 5 + "c\n" + "    d\n" * 5
    assert [s.start for s in bounded(text, [Stretch(0, len(text))], Bound(characters=50, lines=99))] == [0, 32]


@given(st.text(alphabet="ab \n\r", max_size=80), st.integers(1, 9), st.integers(1, 4))
def test_cutting_and_packing_lose_nothing(text: str, characters: int, lines: int) -> None:
    """Blocks joined, or stretches cut, are still the whole text."""
    bound = Bound(characters=characters, lines=lines)
    joined = list(packed(text, blocks(text, 0, len(text)), len(text), bound))
    cut = list(bounded(text, [Stretch(0, len(text))], bound))
    assert "".join(text[a:b] for a, b in joined) == text
    assert "".join(text[s.start : s.end] for s in cut) == text
    assert all(s.end - s.start <= characters for s in cut)
