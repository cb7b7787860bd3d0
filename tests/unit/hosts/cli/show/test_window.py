from __future__ import annotations

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.hosts.cli.hits import hit

from hitherto.hosts.cli.show.window import CHARACTERS_A_LINE, LINES_SHOWN, LINES_UNMARKED, MARGIN, marked, window


def mark(text: str, word: str) -> tuple[tuple[int, int], ...]:
    at = text.index(word)
    return ((at, at + len(word)),)


def test_a_short_text_is_shown_whole() -> None:
    """A short text stands there as it is, without the empty lines at its end."""
    text = "one\n\n  two\r\nthree\n\n"
    assert window(hit(text), 0, len(text), whole=False) == ["    one", "", "      two", "    three"]


@pytest.mark.parametrize("at", [0, 1, 5, 40, 98, 99])
def test_a_long_text_is_shown_around_its_first_mark(at: int) -> None:
    """Of a long text the marked line and its neighbours are shown, and how much is left out on each side."""
    text = "\n".join(f"line {number}." for number in range(100))
    lines = [
        click.unstyle(line) for line in window(hit(text, marks=mark(text, f"line {at}.")), 0, len(text), whole=False)
    ]
    assert f"    line {at}." in lines
    shown = [line for line in lines if "…" not in line]
    assert len(shown) == LINES_SHOWN
    above, below = int(shown[0].split()[1].rstrip(".")), 99 - int(shown[-1].split()[1].rstrip("."))
    assert (lines[0] == f"    … {above} lines above") == bool(above)
    assert (lines[-1] == f"    … {below} lines more") == bool(below)


def test_a_part_without_marks_is_shown_short() -> None:
    """Where only other parts hold the words, the beginning is enough; without any words at all it is not cut short."""
    long = "\n".join("abcdefghijklmnopqrst")
    text = f"wombat\n\n{long}"
    assert len(window(hit(text, marks=((0, 6),)), 8, len(text), whole=False)) == LINES_UNMARKED + 1
    assert len(window(hit(text), 8, len(text), whole=False)) == LINES_SHOWN + 1


def test_a_very_long_line_is_shown_around_its_mark() -> None:
    """Of a line as minified code has them, the stretch with the mark is shown."""
    line = "x" * 5000 + "wombat" + "y" * 5000
    shown = click.unstyle(marked(line, [(5000, 5006)], whole=False))
    assert shown.startswith("…x")
    assert "wombat" in shown
    kept, _, told = shown[1:].partition(" (… ")
    assert len(kept) == CHARACTERS_A_LINE
    assert told == f"{5000 - (kept.count('y'))} characters more)"
    assert marked("z" * 401, [], whole=False) == "z" * 400 + " (… 1 character more)"


def test_a_cut_line_ends_with_a_word() -> None:
    """Where words end, the last one shown is whole, and what is left out is counted; the end of a line is no cut."""
    line = "burrow " * 100 + "wombat " + "burrow " * 99 + "end"
    kept, _, told = click.unstyle(marked(line, [(700, 706)], whole=False)).partition(" (… ")
    assert kept.endswith(" burrow")
    assert kept.startswith("…")
    left = int(told.removesuffix(" characters more)"))
    assert line[: len(line) - left].endswith(kept.removeprefix("…"))
    assert marked(line, [(len(line) - 3, len(line))], whole=False).endswith("end\x1b[0m")


@given(st.text(), st.lists(st.tuples(st.integers(0, 60), st.integers(1, 20))))
def test_marks_change_nothing_but_colour(text: str, pairs: list[tuple[int, int]]) -> None:
    """Whatever is marked, the words stay the same, and only our own colours reach the terminal."""
    marks, at = [], 0
    for gap, length in pairs:
        start = at + gap
        if start + length > len(text):
            break
        marks.append((start, start + length))
        at = start + length
    plain = [click.unstyle(line) for line in window(hit(text, marks=tuple(marks)), 0, len(text), whole=False)]
    coloured = "".join(window(hit(text, marks=tuple(marks)), 0, len(text), whole=False))
    assert "\x1b" not in "".join(plain)
    if len(text.split("\n")) <= LINES_UNMARKED:
        assert plain == [click.unstyle(line) for line in window(hit(text), 0, len(text), whole=False)]
    assert coloured.count("\x1b") == 3 * coloured.count("\x1b[0m")


def test_an_escape_in_a_marked_word_does_nothing() -> None:
    """A stored escape sequence inside a match is shown as a sign, in our own colours."""
    (line,) = window(hit("a \x1b[31mb", marks=((2, 7),)), 0, 8, whole=False)
    assert line == "    a \x1b[33m\x1b[1m␛[31m\x1b[0mb"


def test_the_whole_of_a_text_can_be_shown() -> None:
    """Nothing is cut, neither lines nor characters, and blank lines at the end stay."""
    text = "x" * 5000 + "\n" + "\n".join(f"line {number}" for number in range(100)) + "\n\n\n"
    shown = [line.removeprefix(MARGIN) for line in window(hit(text), 0, len(text), whole=True)]
    assert "\n".join(shown) + "\n" == text
