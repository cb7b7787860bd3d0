from __future__ import annotations

import json
from pathlib import Path

import pytest

from tools import token_counts


def test_the_file_is_written_as_it_stands() -> None:
    """The kept counts are in the form that counting again gives, so that a difference shows what changed."""
    text = token_counts.TARGET.read_text("utf-8")
    assert token_counts.written(json.loads(text)) == text


def test_counting_again_changes_nothing() -> None:
    """With the real vocabularies, every kept count is what they give."""
    pytest.importorskip("tiktoken")
    pytest.importorskip("tokenizers")
    folder = Path(pytest.importorskip("litellm.litellm_core_utils.tokenizers").__path__[0])
    counters = token_counts.counters_of(folder)
    kept = json.loads(token_counts.TARGET.read_text("utf-8"))
    for one in (*kept["texts"], *kept["boards"]):
        assert one["counts"] == {name: count(one["text"]) for name, count in counters.items()}
