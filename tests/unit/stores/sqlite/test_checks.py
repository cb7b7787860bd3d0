from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

import pytest
from tests.making import DAY_FILE, chunk, entry, recorded, said, session_of

if TYPE_CHECKING:
    from hitherto.stores.sqlite.store import SqliteStore


@pytest.fixture
def filled(store: SqliteStore) -> SqliteStore:
    """Give an index of one line and one file."""
    (line,) = recorded(said("apples and pears"))
    store.put_records([line], DAY_FILE)
    store.replace_session("s", None, [session_of(line)])
    store.put_file(entry("/proj/app/a.py"), [chunk("plums")])
    assert list(store.faults()) == []
    return store


def raw(text: str) -> bytes:
    """Compress a text as the index does."""
    packer = zlib.compressobj(wbits=-15)
    return packer.compress(text.encode()) + packer.flush()


@pytest.mark.parametrize("body", [b"", b"garbage", raw("other words")])
def test_a_changed_text_is_named(filled: SqliteStore, body: bytes) -> None:
    """A text that is not what its hash says is a fault, readable or not."""
    filled.db.execute("UPDATE text SET body = ? WHERE id = 1", (body,))
    assert list(filled.faults()) == ["text 1 is damaged"]


def test_speech_that_no_chunk_covers_is_named(filled: SqliteStore) -> None:
    """Words that were said and cannot be found are a fault, all of them or some."""
    key = said("apples and pears").id
    filled.db.execute('UPDATE segment SET "end" = "end" - 3')
    assert list(filled.faults()) == [f"record {key}: 13 of 16 characters are in a chunk"]
    filled.db.execute("DELETE FROM segment")
    assert list(filled.faults()) == [f"record {key} is in no chunk"]


def test_damaged_speech_in_no_chunk_is_named_twice(filled: SqliteStore) -> None:
    """That it cannot be read hides nothing."""
    filled.db.execute("DELETE FROM segment")
    filled.db.execute("UPDATE text SET body = x'00' WHERE id = 1")
    assert list(filled.faults()) == ["text 1 is damaged", f"record {said('apples and pears').id} is in no chunk"]


def test_blank_speech_needs_no_chunk(store: SqliteStore) -> None:
    """Nothing said, nothing to find."""
    store.put_records(recorded(said(" \n")), DAY_FILE)
    assert list(store.faults()) == []


def test_words_out_of_step_are_named(filled: SqliteStore) -> None:
    """Every chunk has its words, and nothing else has."""
    filled.db.execute("DELETE FROM fts WHERE rowid = 1")
    assert list(filled.faults()) == ["2 chunks, but the words of 1"]


def test_counts_name_everything(filled: SqliteStore) -> None:
    """Characters and guessed encodings are counted besides."""
    counts = filled.counts()
    assert counts["characters"] == len("apples and pears") + len("plums")
    assert (counts["files"], counts["sessions"], counts["guessed_encodings"]) == (1, 1, 0)
