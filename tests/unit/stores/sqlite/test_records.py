from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.making import DAY_FILE, recorded, said

from hitherto.core.answer import Filter
from hitherto.core.model import Origin

if TYPE_CHECKING:
    from hitherto.stores.sqlite.store import SqliteStore


def test_a_session_belongs_where_its_first_record_does(store: SqliteStore) -> None:
    """Which project a session is of does not depend on which of its lines came first."""
    late = said("late", 5, origin=Origin(source="jsonl", path="/logs/b.jsonl", project="/proj/late"))
    early = said("early", 1, origin=Origin(source="claude-code", path="/logs/a.jsonl", project="/proj/early"))
    store.put_records(recorded(late), DAY_FILE)
    assert store.db.execute("SELECT source, root, project FROM place").get == ("jsonl", "/logs/b.jsonl", "/proj/late")
    store.put_records(recorded(early), "2026/2026-11-24.phone.jsonl")
    assert store.db.execute("SELECT project FROM place").get == "/proj/early"
    store.forget_journal_file("2026/2026-11-24.phone.jsonl")
    assert store.db.execute("SELECT project FROM place").get == "/proj/late"


def test_what_utf_8_cannot_say_stops_no_record(store: SqliteStore) -> None:
    """Lone surrogates in any field of a line from outside are kept as they can be."""
    odd = said(
        "text",
        tz="\ud800",
        model="\ud801",
        data={"key\udfff": "value\udfff"},
        origin=Origin(source="jsonl", path="/logs/\udc80\ud800", project="/proj/\udfff"),
    )
    (kept,) = recorded(odd)
    store.put_records([kept], DAY_FILE)
    shown = store.records([kept.id])[kept.id]
    assert (shown.tz, shown.model, shown.data) == ("\ufffd", "\ufffd", {"key\ufffd": "value\ufffd"})
    assert shown.origin == odd.origin


def test_more_ids_than_a_query_takes(store: SqliteStore) -> None:
    """Any number of ids can be asked for."""
    lines = recorded(*[said(str(n), n) for n in range(1200)])
    store.put_records(lines, DAY_FILE)
    assert set(store.known([line.id for line in lines])) == {line.id for line in lines}


def test_a_new_version_leaves_no_text_behind(store: SqliteStore) -> None:
    """The text of a line that another replaced is gone when nothing else says it."""
    (old,) = recorded(said("old", id="r"))
    store.put_records([old], DAY_FILE)
    store.put_records([replace(old, text="new", seq=2)], DAY_FILE)
    assert store.db.execute("SELECT count(*) FROM text").get == 1


def test_a_record_without_a_session_is_of_no_session(store: SqliteStore) -> None:
    """It is indexed, touches no session and has nothing around it."""
    (line,) = recorded(said("alone", session=None))
    assert store.put_records([line], DAY_FILE).sessions == {}
    assert store.around(line.id, 3) == ([], [])
    assert store.between(Filter(), 5) == []
    store.replace_session("never", None, [])
