from __future__ import annotations

from typing import get_args

import pytest
from tests.unit.hosts.cli.hits import NOON, hit, said

from hitherto.core.model import TimeFrom
from hitherto.hosts.cli.show.explain import explained


def test_the_arithmetic_in_words() -> None:
    """Each addend that counted is named, the factor too, and where the time comes from."""
    why = {"words": 0.5, "file": 0.0, "meaning": 0.25, "less": 0.5}
    assert explained(hit("x", score=0.425, why=why)) == [
        "score 0.42 = 0.50 for the words in it + 0.25 for its meaning, times 0.50 for the kind of text it is",
        "time: the last change of the file",
        f"id: {hit('x').id}",
    ]


def test_what_is_lifted_says_so() -> None:
    """A factor for the time that a prompt mentions stands beside the other one."""
    why = {"words": 1.0, "less": 0.5, "when": 1.25}
    assert explained(hit("x", score=0.625, why=why))[0] == (
        "score 0.62 = 1.00 for the words in it, times 0.50 for the kind of text it is,"
        " times 1.25 for lying in the time that is mentioned"
    )


def test_an_addend_without_a_name_is_shown_as_it_is() -> None:
    """What is added to the rules of ranking one day shows at once."""
    assert explained(hit("x", score=0.1, why={"age": 0.1}))[0] == "score 0.10 = 0.10 age"


def test_without_words_there_is_no_arithmetic() -> None:
    """In the order of time nothing is scored; a conversation tells its log, line and whole session."""
    assert explained(said(("user", "hello", NOON), why={})) == [
        "time: when it was said",
        f"id: {said(('user', 'hello', NOON)).id}",
        "in /logs/a.jsonl:1, session 0f8e5a1c-93d2-4b8e-a1f0-2c4d6e8f0a1b",
    ]


@pytest.mark.parametrize("origin", get_args(TimeFrom))
def test_every_origin_of_a_time_has_words(origin: TimeFrom) -> None:
    """Each way to know a time is told in words."""
    assert len(explained(hit("x", time_from=origin))[1].split()) > 3
