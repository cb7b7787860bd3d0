from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.engine.topics.tokens import tokens_at_most

# Counted with cl100k_base, o200k_base and the tokenizer that Anthropic has published.
COUNTED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("counts.json").read_text("utf-8"))["texts"]
LANGUAGES = {"en", "ja", "ru", "de", "fr", "es", "zh", "ko", "ar"}


@pytest.mark.parametrize("one", COUNTED, ids=lambda one: f"{one['kind']}: {one['text'][:20]}")
def test_no_vocabulary_makes_more_tokens_than_are_said(one: dict[str, Any]) -> None:
    """Whatever the language, and for texts drawn at random, the real counts do not exceed ours."""
    assert max(one["counts"].values()) <= tokens_at_most(one["text"])


def test_what_people_write_is_not_counted_out_of_all_proportion() -> None:
    """Of sentences in nine languages, ours is at most two and a half times the largest real count."""
    sentences = [one for one in COUNTED if one["kind"] in LANGUAGES]
    assert {one["kind"] for one in sentences} == LANGUAGES
    real = sum(max(one["counts"].values()) for one in sentences)
    assert sum(tokens_at_most(one["text"]) for one in sentences) < 2.5 * real


@given(st.text())
def test_never_more_than_the_bytes(text: str) -> None:
    """No count is above the bytes of a text or of its compatibility form, which bound every vocabulary."""
    forms = (text, unicodedata.normalize("NFKC", text))
    assert 0 <= tokens_at_most(text) <= max(len(form.encode("utf-8", "surrogatepass")) for form in forms)


@given(st.text(), st.text(alphabet="漢語🎉\u0e01"))
def test_characters_without_a_weight_count_their_bytes(before: str, rare: str) -> None:
    """What no vocabulary is known to have met counts all of its bytes."""
    assert tokens_at_most(rare) == len(rare.encode())
    assert tokens_at_most(before + rare) >= len(rare.encode())
