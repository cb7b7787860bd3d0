from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.core.errors import DamagedError
from hitherto.stores.sqlite.rows import instant, micros, put_text, real_path, stored_path, unpack

if TYPE_CHECKING:
    from hitherto.stores.sqlite.store import SqliteStore


@given(st.datetimes(timezones=st.just(UTC)))
def test_instants_are_kept_to_the_microsecond(moment: datetime) -> None:
    """From year 1 to 9999, before and after 1970."""
    assert instant(micros(moment)) == moment


@given(st.binary(max_size=40))
def test_a_path_of_any_bytes_comes_back(raw: bytes) -> None:
    """What the file system can name, the index can hold, and gives back unchanged."""
    path = raw.decode("utf-8", "surrogateescape")
    stored_path(path).encode()
    assert real_path(stored_path(path)) == path


@given(st.text(st.characters(exclude_categories=("Co",)), max_size=20))
def test_a_name_from_a_log_comes_back(name: str) -> None:
    """Any lone surrogate, as a JSON text can hold, stops nothing."""
    stored_path(name).encode()
    assert real_path(stored_path(name)) == name


def test_a_text_is_stored_once(store: SqliteStore) -> None:
    """The same text gets the same row, and what is shown the same counts as the same."""
    assert put_text(store.db, "a\ud800") == put_text(store.db, "a\ufffd")
    assert put_text(store.db, "a") != put_text(store.db, "b")


@pytest.mark.parametrize("body", [b"", b"garbage", "a text", None, b"\xff" * 40])
def test_a_damaged_text_is_named(body: object) -> None:
    """Whatever stands there instead of a text, the error says what to do."""
    with pytest.raises(DamagedError) as caught:
        unpack(body)  # type: ignore[arg-type]
    assert "rebuild" in caught.value.hint
