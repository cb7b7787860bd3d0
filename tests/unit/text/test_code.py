from __future__ import annotations

import sysconfig
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hitherto.text.code import pieces
from hitherto.text.patterns import GRAMMARS


def _samples() -> dict[str, tuple[str, list[str | None]]]:
    """Read "=== language: symbols" and the text below it; a dash stands for code outside any definition."""
    found = {}
    for block in (Path(__file__).parent / "code_samples.txt").read_text("utf-8").split("=== ")[1:]:
        head, _, text = block.partition("\n")
        language, _, symbols = head.partition(": ")
        found[language] = (text, [None if s == "-" else s for s in symbols.split()])
    return found


@pytest.fixture(autouse=True)
def _without_grammars(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hitherto.text.grammars.boundaries", lambda _text, _language: None)


SAMPLES = _samples()
PYTHON = SAMPLES["python"][0]
LINES = [
    *(
        "def f(",
        "class A:",
        "    def m(self):",
        "        x = '",
        '"""',
        "'''",
        "# c",
        "@d",
        "",
        "}",
        "{",
        "/*",
        "*/",
        "`",
    ),
    *("func (t *T) Do() {", "impl A {", "  fn x() {", "import x", "x" * 900, "if x:", "    y", "#if", "public:", "end"),
    *("<h1>a</h1>", "CREATE TABLE t (", "$$", "--", "[[", "=begin", "=end", "\x0c", "\u2028", "\ud800", "\\", '"'),
]
sources = st.lists(st.sampled_from(LINES), max_size=60).flatmap(
    lambda lines: st.sampled_from(["\n", "\r\n", "\r"]).map(lambda end: end.join(lines))
)


def _stdlib() -> list[str]:
    root = Path(sysconfig.get_path("stdlib"))
    return [p.read_text("utf-8", "replace") for p in sorted(root.glob("*.py"))]


@pytest.mark.parametrize("language", SAMPLES)
def test_every_definition_is_a_piece_with_its_path(language: str) -> None:
    """Functions, methods and class headers are found with their dotted names; strings and comments define nothing."""
    text, symbols = SAMPLES[language]
    found = pieces(text, language)
    assert [p.symbol for p in found] == symbols
    assert "".join(text[p.start : p.end] for p in found) == text


def test_what_stands_directly_above_belongs_to_the_definition() -> None:
    """Comments and decorators go with what they are about, attributes with their class."""
    parts = {p.symbol: PYTHON[p.start : p.end] for p in reversed(pieces(PYTHON, "python"))}
    assert parts["A"].startswith("# About A\n@decorated(\n    1,\n)\nclass A(B):")
    assert parts["A"].endswith("    x = 1\n\n")
    assert parts["A.n"].startswith("    # About n\n")
    assert "inner" in (parts["A.m"] or "")
    assert parts[None].startswith("LIMIT = 1")


def test_a_c_function_may_have_its_type_on_the_line_above() -> None:
    """The GNU way of writing keeps type, name and body in one piece."""
    text = "#include <a.h>\n\nstatic int\nmain (int argc,\n      char **argv)\n{\n  return 0;\n}\n"
    assert [(p.symbol, p.lines) for p in pieces(text, "c")] == [("(header)", (1, 2)), ("main", (3, 8))]


def test_a_comment_further_up_stays_where_it_is() -> None:
    """A blank line between a comment and a definition parts them."""
    text = "import x\n\n# A section of the file.\n\ndef f():\n    pass\n"
    assert [text[p.start : p.end] for p in pieces(text, "python")][1] == "def f():\n    pass\n"


def test_the_chunker_is_named() -> None:
    """Each piece says what made it."""
    assert [pieces("x\n", language)[0].made_by for language in ("python", "go", "cobol")] == [
        "python",
        "patterns:go",
        "blocks",
    ]


def test_tiny_module_code_is_merged() -> None:
    """A line or two between imports do not become pieces of their own."""
    text = "import a\nX = 1\nimport b\n\n\ndef f(): ...\n"
    assert [(p.symbol, p.lines) for p in pieces(text, "python")] == [("(header)", (1, 5)), ("f", (6, 6))]


def test_a_large_definition_is_cut_and_keeps_its_symbol() -> None:
    """Pieces stay within 2,400 characters and 80 lines, cut where the code stands furthest left."""
    body = "".join(f"    for i in range({n}):\n        call(i)\n        more(i)\n\n" for n in range(100))
    text = f"def long():\n{body}"
    found = pieces(text, "python")
    assert {p.symbol for p in found} == {"long"}
    assert all(p.end - p.start <= 2_400 and p.lines[1] - p.lines[0] < 80 for p in found)
    assert all(text[p.start :].startswith(("def", "    for")) for p in found)


def test_minified_lines_are_cut_hard() -> None:
    """A line of a megabyte becomes pieces of 2,000 characters, in linear time."""
    text = "var a=function(){return 'walrus'};" * 30_000
    begun = time.process_time()
    found = pieces(text, "javascript")
    assert max(p.end - p.start for p in found) == 2_000
    assert {p.lines for p in found} == {(1, 1)}
    assert time.process_time() - begun < 3


def test_an_unknown_language_is_taken_in_blocks() -> None:
    """Without a table, blank lines are the only places to cut, and 50 lines the limit."""
    text = "".join(f"line {i}\n" + "\n" * (i % 10 == 9) for i in range(300))
    found = pieces(text, "cobol")
    assert all(p.lines[1] - p.lines[0] < 50 for p in found)
    assert all(text[p.start - 2 : p.start] == "\n\n" for p in found[1:])
    assert pieces("", "cobol") == pieces("", "python") == []


def test_carriage_returns_alone_end_lines() -> None:
    """An old file without line feeds is cut like any other."""
    assert [(p.symbol, p.lines) for p in pieces("import x\r\rdef f():\r    pass\r", "python")] == [
        ("(header)", (1, 2)),
        ("f", (3, 4)),
    ]


def test_an_unclosed_string_hides_nothing() -> None:
    """In a broken file the definitions are found all the same."""
    assert [p.symbol for p in pieces('def a():\n    """oops\n\ndef b(): ...\n', "python")] == ["a", "b"]


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sources, st.sampled_from([*GRAMMARS, "cobol"]))
def test_pieces_tile_any_text(text: str, language: str) -> None:
    """Whatever the text, the pieces give it back, count its lines and keep the bounds."""
    newline = "\n" if "\n" in text or "\r" not in text else "\r"
    position = 0
    for piece in pieces(text, language):
        assert piece.start == position < piece.end
        assert piece.lines[0] == text.count(newline, 0, piece.start) + 1
        assert piece.lines[1] == text.count(newline, 0, piece.end - 1) + 1
        assert piece.end - piece.start <= 2_400
        assert piece.lines[1] - piece.lines[0] < 80
        position = piece.end
    assert position == len(text)


def test_the_standard_library_is_cut_quickly_and_exactly() -> None:
    """Real modules are tiled, at no less than 5 million characters a CPU second (about 25 are usual)."""
    texts = _stdlib()
    begun = time.process_time()
    cut = [pieces(text, "python") for text in texts]
    spent = time.process_time() - begun
    for text, found in zip(texts, cut, strict=True):
        assert "".join(text[p.start : p.end] for p in found) == text
    assert sum(map(len, texts)) / spent > 5_000_000


@pytest.mark.parametrize("language", GRAMMARS)
@pytest.mark.parametrize(
    "unit", ["/*", '"""', "'", "`", "a ", "a b(", "(", "{\n", "\n", "def a(", "$$", "--", "<", "[[", "\\"]
)
def test_hostile_code_costs_linear_time(language: str, unit: str) -> None:
    """A long run of one opening is no trap for any table."""
    text = unit * (60_000 // len(unit))
    begun = time.process_time()
    pieces(text, language)
    assert time.process_time() - begun < 1
