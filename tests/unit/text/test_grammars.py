from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hitherto.text import grammars
from hitherto.text.code import pieces

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = {
    head.partition(": ")[0]: (text, [None if s == "-" else s for s in head.partition(": ")[2].split()])
    for head, _, text in (
        block.partition("\n")
        for block in (Path(__file__).parent / "code_samples.txt").read_text("utf-8").split("=== ")[1:]
    )
}
READ = sorted(set(SAMPLES) & set(grammars._TABLE))


@pytest.fixture(scope="module", autouse=True)
def _extra(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The extra unpacks its grammars into a cache folder; give it one that goes away."""
    pytest.importorskip("semble_grammars", reason="the optional grammars extra is not installed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        grammars._parser.cache_clear()
        yield
        grammars._parser.cache_clear()


def _symbols(text: str, language: str) -> list[str | None]:
    found = pieces(text, language)
    assert {p.made_by for p in found} == {f"grammar:{language}"}
    assert "".join(text[p.start : p.end] for p in found) == text
    return [p.symbol for p in found]


@pytest.mark.parametrize("language", READ)
def test_the_grammar_finds_what_the_patterns_find(language: str) -> None:
    """Installing the extra changes how pieces are made, not what a definition is called."""
    text, symbols = SAMPLES[language]
    assert _symbols(text, language) == symbols


def test_functions_that_are_values_are_definitions() -> None:
    """In JavaScript a function may be assigned or wrapped, and is found by the name it is given."""
    text = (
        "(function () {\n  function inner() {\n  }\n\n  var late = function () {\n  };\n"
        "  A.prototype.run = function () {\n  };\n  A[name] = function () {\n  };\n  x = 1;\n}());\n"
    )
    assert _symbols(text, "javascript") == [None, "inner", "late", "run", None]


def test_c_declarators_are_seen_through() -> None:
    """Pointers and parameters around a name do not hide it; a mention of a struct is no definition."""
    text = "struct a {\n  int x;\n};\n\nstatic struct a *\nmake(int n)\n{\n  return 0;\n}\n\nstruct a *other;\n"
    assert _symbols(text, "c") == ["a", "make", None]


def test_a_trailing_comment_stays_with_its_line() -> None:
    """Only a comment on its own line belongs to the definition below it."""
    text = "package a\n\nvar x = 1 // about x\nfunc f() {\n}\n"
    found = pieces(text, "go")
    assert text[found[-1].start :] == "func f() {\n}\n"


@pytest.mark.parametrize(
    ("text", "language"),
    [("func f( {\n", "go"), ("package a\r\rfunc f() {\r}\r", "go"), ("def f(): ...\n", "python"), ("x\n", "cobol")],
)
def test_what_no_grammar_reads_is_left_to_the_patterns(text: str, language: str) -> None:
    """Broken code, lone carriage returns and other languages give None."""
    assert grammars.boundaries(text, language) is None


def test_a_failing_or_missing_extra_is_not_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the extra does, pieces are made, and they say by what."""

    def broken(_name: str) -> None:
        raise OSError

    monkeypatch.setattr(grammars, "_parser", broken)
    assert pieces("package a\n", "go")[0].made_by == "patterns:go"
    monkeypatch.undo()
    grammars._parser.cache_clear()
    monkeypatch.setitem(sys.modules, "semble_grammars", None)
    assert pieces("package a\n", "go")[0].made_by == "patterns:go"
    grammars._parser.cache_clear()


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_pieces_tile_any_text(data: st.DataObject) -> None:
    """Shuffled lines of real code, whatever they mean to the grammar, are given back exactly."""
    language = data.draw(st.sampled_from(READ))
    lines = SAMPLES[language][0].splitlines()
    text = "\n".join(data.draw(st.lists(st.sampled_from([*lines, "", "é", "\ud800"]), max_size=20)))
    assert "".join(text[p.start : p.end] for p in pieces(text, language)) == text


def test_deep_nesting_is_no_trap() -> None:
    """The walk is a loop: ten thousand levels do not exhaust the stack."""
    text = "var a = " + "(" * 10_000 + "1" + ")" * 10_000 + ";\n"
    assert "".join(text[p.start : p.end] for p in pieces(text, "javascript")) == text


@pytest.mark.parametrize("language", ["rust", "cpp", "java", "go"])
@pytest.mark.parametrize("piece", ["<!--", "<!--\n", "a<", "(*", "[&", "{[", "--\n"])
def test_a_grammar_that_loses_itself_is_given_up(language: str, piece: str) -> None:
    """Text of another language costs no more than its length, and the next text is read as ever."""
    begun = time.perf_counter()
    assert "".join(piece_of.made_by for piece_of in pieces(piece * 30_000, language))
    assert time.perf_counter() - begun < 10
    text, symbols = SAMPLES[language]
    assert _symbols(text, language) == symbols
