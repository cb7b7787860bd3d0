"""A question is what a docstring says first, its document the function without that docstring."""

from __future__ import annotations

import ast
from textwrap import dedent
from typing import TYPE_CHECKING

import pytest
from bench.sets import documents, queries
from bench.stdlib_code import Function, chosen, functions, main, write_set

if TYPE_CHECKING:
    from pathlib import Path

MODULE = dedent('''
    def wait(tries):
        """Wait twice as long after every failure.  It never gives up.

        More about it.
        """
        seconds = 2 ** tries
        sleep(seconds)
        return seconds


    class Lease:
        def renew(self):
            """Ask the server for the lease
            once more"""
            self.asked = True
            self.server.ask(self)
            return self.held

        def short(self):
            """Return nothing at all here."""
            return None

        def silent(self):
            self.one = 1
            self.two = 2
            return self.three
    ''')


def found_in(folder: Path, text: str) -> list[Function]:
    (folder / "pkg").mkdir(exist_ok=True)
    (folder / "pkg" / "leases.py").write_text(text, encoding="utf-8")
    return list(functions(folder))


def test_sentences_and_sources(tmp_path: Path) -> None:
    """The first sentence is the question, on one line; the source has no docstring and no common indent."""
    wait, renew = found_in(tmp_path, MODULE)
    assert wait.name == "pkg.leases.wait"
    assert wait.sentence == "Wait twice as long after every failure."
    assert wait.source == "def wait(tries):\n    seconds = 2 ** tries\n    sleep(seconds)\n    return seconds\n"
    assert renew.name == "pkg.leases.Lease.renew"
    assert renew.sentence == "Ask the server for the lease once more"
    assert renew.source.startswith("def renew(self):\n    self.asked = True\n")


@pytest.mark.parametrize("text", ["def broken(:\n", "nothing = 1\n", 'def one(): "A docstring on the same line."\n'])
def test_what_gives_no_question_is_passed_over(tmp_path: Path, text: str) -> None:
    """Files that do not parse, hold no function or nothing beside a docstring give nothing."""
    assert found_in(tmp_path, text) == []


def test_tests_and_packages_of_others_are_left_out(tmp_path: Path) -> None:
    """Tests and installed packages are no part of the standard library's own code."""
    for folder in ("test", "site-packages"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "leases.py").write_text(MODULE, encoding="utf-8")
    assert list(functions(tmp_path)) == []


def test_choice_is_the_same_each_time(tmp_path: Path) -> None:
    """So many functions are drawn, each with a sentence of its own that its source does not hold, and written."""
    some = chosen(40)
    assert len({function.sentence for function in some}) == 40
    for function in some:
        assert function.sentence not in function.source
        assert ast.parse(function.source).body
    main([str(tmp_path / "set"), "--functions", "40"])
    assert [document.id for document in documents(tmp_path / "set")] == [function.name for function in some]
    assert [query.text for query in queries(tmp_path / "set")] == [function.sentence for function in some]


def test_a_set_is_written_as_it_is_read(tmp_path: Path) -> None:
    """Every question names the one document that answers it, as the measurement of retrieval reads sets."""
    made = [Function("a.b", "Return the lease of it.", "def b():\n    pass\n")]
    write_set(tmp_path, made)
    (document,) = documents(tmp_path)
    (query,) = queries(tmp_path)
    assert (document.id, document.text, document.role) == ("a.b", made[0].source, "python")
    assert query.text == "Return the lease of it."
    assert list(query.gold) == ["a.b"]
    assert query.left_out is None
