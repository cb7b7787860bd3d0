from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hitherto.core.ids import indexable, keyed_id, native_id, text_hash

ANY_TEXT = st.text(st.characters(exclude_categories=()))


def test_an_id_is_the_same_in_every_version() -> None:
    """Ids are written into journals for good, so they never change."""
    assert native_id("claude-code", "s", "m", "text") == native_id("claude-code", "s", "m", "text")
    assert native_id("claude-code", "s", "m", "text") == "ctzjb77i4h5locyptavwl652"
    assert keyed_id(b"secret", "a", "b") == "e4xfv6emhdflqilxetehgalv"


@given(st.lists(st.text(max_size=3), min_size=4, max_size=4), st.lists(st.text(max_size=3), min_size=4, max_size=4))
def test_two_messages_never_share_an_id(one: list[str], other: list[str]) -> None:
    """Fields do not run into each other: ("ab", "c") and ("a", "bc") are two."""
    assert (native_id(*one) == native_id(*other)) == (one == other)


def test_an_id_without_the_key_cannot_be_made_again() -> None:
    """Another home gives another id, and neither is the one that anybody could compute."""
    ids = {keyed_id(b"one", "a", "b", "c", "d"), keyed_id(b"two", "a", "b", "c", "d"), native_id("a", "b", "c", "d")}
    assert len(ids) == 3


@given(ANY_TEXT)
def test_ids_are_24_characters_of_any_text(text: str) -> None:
    """Lone surrogates and NUL are no obstacle."""
    found = native_id("jsonl", text, text, text)
    assert len(found) == 24
    assert found.isascii()
    assert found == found.lower()


@given(ANY_TEXT)
def test_an_indexable_text_is_utf_8_and_as_long(text: str) -> None:
    """Positions stay true: one U+FFFD for one lone surrogate, and all else is left alone."""
    shown = indexable(text)
    shown.encode()
    assert len(shown) == len(text)
    assert all(a == b or (b == "\ufffd" and "\ud800" <= a <= "\udfff") for a, b in zip(text, shown, strict=True))


@given(ANY_TEXT, ANY_TEXT)
def test_equal_hashes_mean_equal_texts(one: str, other: str) -> None:
    """A text's hash stands for what the index shows of it."""
    assert (text_hash(one) == text_hash(other)) == (indexable(one) == indexable(other))
    assert len(text_hash(one)) == 12
