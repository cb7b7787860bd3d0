from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hitherto.core.model import Piece
from hitherto.text.prose import around, pieces

LINES = ["# One", "## Two", "Title", "=====", "-----", "", "```", "~~~~", "  ```sh", "text", "x" * 700, "- item", "---"]
notes = st.lists(st.sampled_from([*LINES, "+++", "\r", "\u2028", "\x0c", "a\r"]), max_size=40).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\r"]).map(lambda end: end.join(lines))
)


def _cut(text: str) -> list[tuple[str | None, str]]:
    return [(p.heading, text[p.start : p.end]) for p in pieces(text)]


def test_sections_carry_the_path_of_their_headings() -> None:
    """A piece knows the headings above it; a heading with nothing under it stays with what follows."""
    text = "intro\n\n# Setup\n\n## Install\n\nrun it\n\nUsage\n=====\n\nuse it\n\nMore\n----\nyes\n"
    assert _cut(text) == [
        (None, "intro\n\n"),
        ("Setup > Install", "# Setup\n\n## Install\n\nrun it\n\n"),
        ("Usage", "Usage\n=====\n\nuse it\n\n"),
        ("Usage > More", "More\n----\nyes\n"),
    ]


def test_code_in_fences_is_no_heading_and_stays_whole() -> None:
    """A comment in a shell block is no heading, and blank lines in it are no place to cut."""
    block = "```sh\n# not a heading\n\n" + "echo\n\n" * 100 + "```\n"
    text = "# A\n\n" + "word " * 250 + "\n\n" + block + "\nafter\n"
    cut = _cut(text)
    assert {heading for heading, _ in cut} == {"A"}
    assert [part for _, part in cut if "```sh" in part] == [part for _, part in cut if "echo" in part]


def test_an_indented_or_tilde_fence_counts_and_an_unclosed_one_runs_to_the_end() -> None:
    """Every form of fence hides headings."""
    assert [h for h, _ in _cut("# A\n\n1. x\n\n   ```\n# no\n   ```\n~~~\n# no\n~~~\n````\n```\n# no\n")] == ["A"]


def test_front_matter_is_the_first_piece() -> None:
    """What a note says about itself is found as one piece, in YAML and in TOML."""
    for mark in ("---", "+++"):
        text = f"{mark}\ntitle: Pangolin\n\n# no heading\n{mark}\n\nThe plan.\n"
        assert _cut(text)[0] == (None, f"{mark}\ntitle: Pangolin\n\n# no heading\n{mark}\n")


def test_a_rule_or_a_list_is_no_heading() -> None:
    """Dashes below a list item, a table or a blank line underline nothing."""
    assert {h for h, _ in _cut("- a\n---\n\n---\n\n| a |\n---\n#hashtag\n====== \n")} == {None}


def test_a_long_section_is_cut_at_blank_lines() -> None:
    """Pieces of a long section stay within the bound and begin with a paragraph."""
    text = "# Long\n\n" + "\n\n".join(f"paragraph {i} " + "word " * 40 for i in range(40))
    cut = _cut(text)
    assert len(cut) > 4
    assert all(len(part) <= 1_600 and heading == "Long" for heading, part in cut)
    assert all(part.startswith(("# Long", "paragraph")) for _, part in cut)


def test_plain_text_is_taken_in_blocks() -> None:
    """Without headings, paragraphs are merged up to 1,200 characters and 50 lines."""
    text = "\n\n".join("word " * 50 for _ in range(20))
    assert all(len(part) <= 1_200 for _, part in _cut(text))
    assert len(pieces(text)) <= 6
    assert all(p.lines[1] - p.lines[0] < 50 for p in pieces("a\n\n" * 300))


def test_one_endless_line_is_cut_hard() -> None:
    """Even a line without an end gives pieces within the bound."""
    assert all(len(part) <= 1_600 for _, part in _cut("x" * 50_000))


def test_lines_are_counted_by_line_feeds() -> None:
    """A form feed or a line separator ends no line; a lone carriage return does where there is nothing else."""
    assert pieces("a\x0cb\u2028c\r\nd\n")[0].lines == (1, 2)
    assert pieces("a\rb\rc")[0].lines == (1, 3)
    assert [(p.heading, p.lines) for p in pieces("# A\rx\r\r# B\ry\r")] == [("A", (1, 3)), ("B", (4, 5))]


def test_a_text_without_anything_gives_what_there_is() -> None:
    """Nothing gives no piece, blank lines give one."""
    assert pieces("") == []
    assert _cut("\n \n") == [(None, "\n \n")]


@pytest.mark.parametrize(
    "unit", ["# " + " " * 50_000 + "x\n", "```\n", "~~~\n\n", "---\n", "x\n===\n", "\n", "# \n", " "]
)
def test_hostile_notes_cost_linear_time(unit: str) -> None:
    """A long run of one mark is no trap."""
    text = unit * max(1, 200_000 // len(unit))
    begun = time.process_time()
    assert "".join(text[p.start : p.end] for p in pieces(text)) == text
    assert time.process_time() - begun < 2


def test_around_gives_the_neighbouring_lines() -> None:
    """Two lines before and two after a piece, without the piece itself."""
    text = "1\n2\n3\nPIECE\n4\n5\n6\n"
    piece = Piece(start=6, end=12, lines=(4, 4), made_by="x")
    assert around(text, piece) == "2\n3\n4\n5"
    assert around(text, piece, lines=1) == "3\n4"
    assert around("PIECE", Piece(start=0, end=5, lines=(1, 1), made_by="x")) == ""


@settings(deadline=None)
@given(notes)
def test_pieces_tile_the_text(text: str) -> None:
    """Joining the pieces gives the text back, and their line numbers are those of the text."""
    found = pieces(text)
    newline = "\n" if "\n" in text or "\r" not in text else "\r"
    assert "".join(text[p.start : p.end] for p in found) == text
    for piece in found:
        first = text.count(newline, 0, piece.start) + 1
        assert piece.lines == (first, text.count(newline, 0, piece.end - 1) + 1)
        assert len(around(text, piece)) <= 1_001
