from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.making import NOON, chunk, entry

from hitherto.core.answer import Filter
from hitherto.core.model import Chunk, Fields, Span
from hitherto.stores.sqlite import chunks as under_test
from hitherto.stores.sqlite.chunks import digest_of
from hitherto.stores.sqlite.store import SqliteStore

A = entry("/proj/app/a.py")
WORDS = ["apples", "pears", "plums", "quinces", "cherries"]


def rows(store: SqliteStore) -> list[tuple[int, str]]:
    """Return the row and text of each chunk."""
    found = store.db.execute("SELECT id FROM chunk ORDER BY char_start, id").fetchall()
    return [(row, store.excerpt(row).text) for (row,) in found]


def placed(texts: list[str]) -> list[Chunk]:
    """Return chunks one behind the other."""
    made: list[Chunk] = []
    at = 0
    for number, text in enumerate(texts):
        span = Span(record="r", start=at, end=at + len(text))
        made.append(chunk(text, spans=(span,), lines=(number + 1, number + 1)))
        at += len(text)
    return made


def words_in_step(store: SqliteStore) -> None:
    """Assert that each chunk is found by its words and by no other's."""
    docs = {row for (row,) in store.db.execute("SELECT id FROM fts_docsize")}
    assert docs == {row for (row,) in store.db.execute("SELECT id FROM chunk")}
    for row, text in rows(store):
        for (token,) in {(word[:4],) for word in text.split()}:
            hits = store.db.execute("SELECT rowid FROM fts WHERE fts MATCH ?", (f"body : {token}*",)).fetchall()
            assert (row,) in hits


def test_unchanged_chunks_keep_their_rows(store: SqliteStore) -> None:
    """What moved only moves, what changed is exchanged, what is gone is gone."""
    store.put_file(A, placed(["apples", "pears", "plums"]))
    before = dict(map(reversed, rows(store)))  # type: ignore[arg-type]
    store.put_file(A, placed(["plums", "quinces", "apples"]))
    after = dict(map(reversed, rows(store)))  # type: ignore[arg-type]
    assert list(after) == ["plums", "quinces", "apples"]
    assert (after["apples"], after["plums"]) == (before["apples"], before["plums"])
    assert after["quinces"] not in before.values()
    spans = store.db.execute("SELECT char_start, char_end, line_start FROM chunk ORDER BY char_start").fetchall()
    assert spans == [(0, 5, 1), (5, 12, 2), (12, 18, 3)]
    words_in_step(store)


def test_a_chunk_that_did_not_change_is_not_written_again(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """Putting the same file again inserts no chunk and no word."""
    store.put_file(A, placed(WORDS))
    monkeypatch.setattr(under_test, "insert_chunk", None)
    store.put_file(A, placed(WORDS))
    assert [text for _, text in rows(store)] == WORDS


def test_equal_chunks_of_one_file_keep_their_order(store: SqliteStore) -> None:
    """Of two chunks with the same text, the first stays the first."""
    store.put_file(A, placed(["apples", "pears", "apples"]))
    first, _, last = [row for row, _ in rows(store)]
    store.put_file(A, placed(["pears", "apples", "apples"]))
    assert [row for row, text in rows(store) if text == "apples"] == [first, last]


def test_a_moved_chunk_has_its_new_time(store: SqliteStore) -> None:
    """The time of a file is the time of its chunks."""
    store.put_file(A, placed(["apples"]))
    later = NOON + timedelta(days=3)
    store.put_file(A, [replace(one, ts_start=later, ts_end=later) for one in placed(["apples"])])
    (found,) = store.between(Filter(), 5)
    assert (found.ts_start, found.ts_end) == (later, later)


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=6), min_size=1, max_size=5))
@settings(max_examples=40, deadline=None)
def test_any_sequence_of_versions_leaves_the_last(
    tmp_path_factory: pytest.TempPathFactory, versions: list[list[str]]
) -> None:
    """After any edits the index holds exactly the last version, in order, with its words."""
    store = SqliteStore(tmp_path_factory.mktemp("index") / "hitherto.db")
    try:
        for version in versions:
            store.put_file(A, placed(version))
        assert [text for _, text in rows(store)] == versions[-1]
        words_in_step(store)
        assert store.db.execute("SELECT count(*) FROM text").get == len(set(versions[-1]))
    finally:
        store.close()


def test_an_exception_in_the_middle_changes_nothing(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is exchanged in one transaction: stopped at any statement, the old version is whole."""
    store.put_file(A, placed(["apples", "pears"]))
    before = rows(store)

    class StopError(Exception):
        pass

    real = under_test.drop_chunks

    def stop(*args: object) -> None:
        real(*args)  # type: ignore[arg-type]
        raise StopError

    monkeypatch.setattr(under_test, "drop_chunks", stop)
    with pytest.raises(StopError), store.transaction():
        store.put_file(replace(A, sha256="cd" * 32), placed(["plums", "quinces", "cherries"]))
    assert rows(store) == before
    assert store.file(A.item.path) == A
    words_in_step(store)


def test_texts_that_nobody_has_any_more_vanish(store: SqliteStore) -> None:
    """A text is stored once and goes with its last chunk."""
    store.put_file(A, placed(["apples", "pears"]))
    store.put_file(entry("/proj/app/b.py"), placed(["apples"]))
    assert store.db.execute("SELECT count(*) FROM text").get == 2
    store.drop_files([A.item.path])
    assert store.db.execute("SELECT count(*) FROM text").get == 1
    store.drop_files(["/proj/app/b.py"])
    assert store.db.execute("SELECT count(*) FROM text").get == 0


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "note"},
        {"text": "pears"},
        {"symbol": "f"},
        {"heading": "h"},
        {"made_by": "other"},
        {"traits": frozenset({"test"})},
        {"language": "de"},
        {"fields": Fields(body="apfel")},
        {"fields": Fields(path="x")},
        {"fields": Fields(symbol="x")},
        {"fields": Fields(neighbours="x")},
    ],
    ids=str,
)
def test_a_digest_tells_any_difference(other: dict[str, object]) -> None:
    """Two chunks are the same only if every word, name and mark is; where they stand does not matter."""
    one = chunk("apples", fields=Fields())
    assert digest_of(one) != digest_of(replace(one, **other))  # type: ignore[arg-type]
    assert digest_of(one) == digest_of(replace(one, lines=(9, 9), ts_start=NOON + timedelta(days=1)))


def test_names_with_lone_surrogates_are_kept_as_shown(store: SqliteStore) -> None:
    """A symbol or heading that UTF-8 cannot say stops nothing."""
    store.put_file(A, [chunk("apples", symbol="f\ud800", heading="h\udfff")])
    (found,) = store.between(Filter(), 5)
    assert (found.symbol, found.heading) == ("f\ufffd", "h\ufffd")
