"""Made texts are the same every time, and hold what the queries ask for."""

from __future__ import annotations

from itertools import islice

import pytest
from bench.corpus import Material, code_files, material, questions, sessions


@pytest.fixture(scope="module")
def given() -> Material:
    """Return what the texts are made of."""
    return material()


def test_same_seed_same_texts(given: Material) -> None:
    """Two runs make the same code and the same conversations."""
    assert list(islice(code_files(given), 3)) == list(islice(code_files(given), 3))
    assert list(islice(sessions(given), 3)) == list(islice(sessions(given), 3))


def test_functions_are_code(given: Material) -> None:
    """Almost every piece is a function that compiles by itself."""
    good = 0
    for text in given.functions[:500]:
        try:
            compile(text, "piece", "exec")
        except SyntaxError:
            continue
        good += 1
    assert good > 475


def test_queries_can_be_answered(given: Material) -> None:
    """Identifiers and phrases that are asked for stand in the texts."""
    texts = [text for talk in islice(sessions(given), 20) for _, text in talk]
    asked = questions(given, texts, 5)
    assert {kind: len(queries) for kind, queries in asked.items()} == dict.fromkeys(asked, 5)
    everything = "\n".join(texts)
    assert all(query in everything for query in asked["rare_id"])
    assert all(query.strip('"') in everything for query in asked["phrase"])
