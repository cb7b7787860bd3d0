"""What every index promises, on disk or not."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from tests.contract.memory_store import MemoryStore
from tests.making import DAY_FILE, NOON, acted, answered, chunk, entry, recorded, said, session_of

from hitherto.core.answer import Filter
from hitherto.core.ids import text_hash
from hitherto.core.model import LeftOut, Origin, Position, SourceEntry
from hitherto.core.seen import Item
from hitherto.stores.sqlite.store import SqliteStore
from hitherto.text.words import match_expression, query_terms

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hitherto.core.ports import Store

OTHER = "2026/2026-11-24.phone.jsonl"


@pytest.fixture(params=["sqlite", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    """Give an empty index."""
    made: Store = SqliteStore(tmp_path / "hitherto.db") if request.param == "sqlite" else MemoryStore()
    yield made
    made.close()


def words(text: str) -> str:
    """Return the expression that finds chunks with all words of ``text``."""
    return match_expression(query_terms(text), any_term=False)


def found(store: Store, text: str, where: Filter | None = None, limit: int = 10) -> list[str]:
    """Return what a search finds."""
    return [store.excerpt(one.chunk).text for one in store.search(words(text), where or Filter(), limit)]


def test_a_record_comes_back_as_it_was_put(store: Store) -> None:
    """Every field of a record is kept."""
    record = said("hello", model="m", data={"a": [1, {"b": None}]}, tz=None)
    (kept,) = recorded(record)
    touched = store.put_records([kept], DAY_FILE)
    assert touched.sessions == {"s": NOON}
    assert store.records([kept.id, "nobody"]) == {kept.id: kept}
    assert store.known([kept.id, "nobody"]) == {kept.id: text_hash("hello")}


def test_lone_surrogates_are_shown_as_the_replacement_character(store: Store) -> None:
    """What UTF-8 cannot say is U+FFFD in the index, one for one."""
    (kept,) = recorded(said("a\ud800b\0", actor="\udfff", session="\ud801"))
    store.put_records([kept], DAY_FILE)
    shown = store.records([kept.id])[kept.id]
    assert (shown.text, shown.actor, shown.session) == ("a\ufffdb\0", "\ufffd", "\ufffd")
    assert store.known([kept.id]) == {kept.id: text_hash("a\ud800b\0")}
    assert [record.id for record in store.session_records("\ud801", None)] == [kept.id]


@pytest.mark.parametrize("first", [0, 1])
def test_of_equal_ids_the_line_recorded_later_stands(store: Store, first: int) -> None:
    """Whatever order two lines of one id arrive in, time, device and number of recording decide."""
    older, newer = (
        replace(said(text, id="r"), rec=NOON, seq=seq) for text, seq in (("first version", 1), ("second version", 2))
    )
    lines = [older, newer] if first == 0 else [newer, older]
    for one in lines:
        store.put_records([one], DAY_FILE)
    assert store.records(["r"])["r"].text == "second version"
    store.put_records([replace(older, text="from the phone", seq=1)], OTHER)
    assert store.records(["r"])["r"].text == "from the phone"


def test_an_unrecorded_line_is_refused(store: Store) -> None:
    """Only what the journal gave back is indexed."""
    with pytest.raises(ValueError, match="journal"):
        store.put_records([said("hello")], DAY_FILE)


def test_a_change_is_told_from_its_earliest_instant(store: Store) -> None:
    """A new version that moves in time changes the session from the earlier of the two instants on."""
    store.put_records(recorded(said("a", 5, id="r")), DAY_FILE)
    touched = store.put_records(recorded(said("b", 9, id="r"), first=2), DAY_FILE)
    assert touched.sessions == {"s": said("", 5).ts}
    assert store.put_records(recorded(said("b", 9, id="r"), first=2), DAY_FILE).sessions == {}


def test_forgetting_a_journal_file_forgets_its_records(store: Store) -> None:
    """What came from the file is gone, what came from another stays, and the sessions are named."""
    here, there = said("here", 3), said("there", 1)
    store.put_records(recorded(here), DAY_FILE)
    store.put_records(recorded(there), OTHER)
    store.set_journal_state(DAY_FILE, 0, 99)
    assert store.forget_journal_file(DAY_FILE).sessions == {"s": here.ts}
    assert set(store.records([here.id, there.id])) == {there.id}
    assert DAY_FILE not in store.journal_state()


def test_how_far_a_journal_file_is_indexed_is_remembered(store: Store) -> None:
    """Generation and offset are kept by name."""
    store.set_journal_state(DAY_FILE, 0, 10)
    store.set_journal_state(DAY_FILE, 1, 20)
    assert store.journal_state() == {DAY_FILE: (1, 20)}


def test_a_session_is_in_order_whatever_came_first(store: Store) -> None:
    """Records are ordered by time, then by place in their file; markers are no part of it."""
    log = Origin(source="jsonl", path="/logs/a.jsonl")
    lines = [
        said("third", 2),
        said("second", 0, origin=replace(log, line=2)),
        said("first", 0, origin=replace(log, line=1)),
        said("marker", 1, type="meta"),
        acted("fourth", 3),
    ]
    store.put_records(recorded(*lines), DAY_FILE)
    assert [record.text for record in store.session_records("s", None)] == ["first", "second", "third", "fourth"]
    assert [record.text for record in store.session_records("s", said("", 2).ts)] == ["third", "fourth"]


def test_what_was_said_around_a_record(store: Store) -> None:
    """Neighbours are the speech of the same session, nearest last before and first after."""
    lines = [said(str(n), n) for n in range(5)] + [acted("ls", 2), said("elsewhere", 2, session="t")]
    store.put_records(recorded(*lines), DAY_FILE)
    before, after = store.around(lines[2].id, 2)
    assert ([r.text for r in before], [r.text for r in after]) == (["0", "1"], ["3", "4"])
    before, after = store.around(lines[5].id, 1)
    assert ([r.text for r in before], [r.text for r in after]) == (["2"], ["3"])
    assert store.around("nobody", 3) == ([], [])
    assert store.around(lines[0].id, 0) == ([], [])


def test_a_sessions_chunks_are_exchanged_from_an_instant_on(store: Store) -> None:
    """Chunks that begin earlier stay."""
    lines = recorded(said("apples", 0), said("pears", 1), answered("plums", 2))
    store.put_records(lines, DAY_FILE)
    store.replace_session("s", None, [session_of(line) for line in lines])
    spans = [(lines[0].ts, lines[0].ts, True), (lines[1].ts, lines[1].ts, True), (lines[2].ts, lines[2].ts, False)]
    assert list(store.session_spans("s")) == spans
    store.replace_session("s", lines[1].ts, [session_of(*lines[1:])])
    assert list(store.session_spans("s")) == [spans[0], (lines[1].ts, lines[2].ts, True)]
    assert found(store, "plums") == ["pears\n\nplums"]


def test_a_hit_in_a_session_names_who_said_which_part(store: Store) -> None:
    """The parts of an excerpt are exact, with their speakers, times, files and lines."""
    lines = recorded(said("apples", 0), answered("pears", 1))
    store.put_records(lines, DAY_FILE)
    store.replace_session("s", None, [session_of(*lines)])
    (hit,) = store.search(words("pears"), Filter(), 5)
    shown = store.excerpt(hit.chunk)
    assert [(shown.text[p.start : p.end], p.actor, p.time, p.line) for p in shown.parts] == [
        ("apples", "user", NOON, 1),
        ("pears", "assistant", lines[1].ts, 2),
    ]
    assert (shown.tz, shown.record, hit.place.session) == ("Europe/Berlin", lines[0].id, "s")
    assert (hit.place.source, hit.place.project) == ("jsonl", "/proj/app")


def test_actions_are_no_spans_of_speech(store: Store) -> None:
    """Only speech tells where a session can be cut."""
    lines = recorded(acted("ls", 0))
    store.put_records(lines, DAY_FILE)
    store.replace_session("s", None, [replace(session_of(*lines), kind="action")])
    assert list(store.session_spans("s")) == []


def test_a_file_is_put_replaced_and_dropped(store: Store) -> None:
    """What is known of a file and what is found in it go together."""
    one = entry("/proj/app/a.py")
    store.put_file(one, [chunk("def apples(): ..."), chunk("def pears(): ...")])
    assert store.file("/proj/app/a.py") == one
    assert store.files("/proj/app") == {"/proj/app/a.py": one}
    assert store.files("/proj") == {}
    assert found(store, "apples") == ["def apples(): ..."]
    store.put_file(replace(one, sha256="cd" * 32), [chunk("def plums(): ...")])
    assert (found(store, "apples"), found(store, "plums")) == ([], ["def plums(): ..."])
    store.drop_files(["/proj/app/a.py", "/never/there"])
    assert (store.file("/proj/app/a.py"), found(store, "plums"), store.counts()["files"]) == (None, [], 0)


def test_a_chunk_that_is_gone_says_nothing(store: Store) -> None:
    """Another process may remove what a search has just found."""
    store.put_file(entry("/proj/app/a.py"), [chunk("apples")])
    (hit,) = store.search(words("apples"), Filter(), 5)
    store.drop_files(["/proj/app/a.py"])
    assert store.excerpt(hit.chunk) is None


def test_touching_a_file_changes_no_chunk(store: Store) -> None:
    """A new signature alone leaves what is found."""
    one = entry("/proj/app/a.py")
    store.put_file(one, [chunk("apples")])
    again = replace(one, item=replace(one.item, mtime_ns=77))
    store.touch_file(again)
    assert store.file("/proj/app/a.py") == again
    assert found(store, "apples") == ["apples"]


def test_a_file_that_was_left_out_is_known_and_empty(store: Store) -> None:
    """It is remembered with the reason, and not counted as a file."""
    one = entry("/proj/app/a.bin", left_out="binary", language=None)
    store.put_file(one, [])
    assert store.file("/proj/app/a.bin") == one
    assert store.counts()["files"] == 0


def test_a_text_in_two_files_stands_in_both(store: Store) -> None:
    """The same text is one text with two places; dropping one place leaves the other."""
    for path in ("/proj/app/a.py", "/proj/app/b.py"):
        store.put_file(entry(path), [chunk("def same(): ...")])
    hits = store.search(words("same"), Filter(), 5)
    assert len({hit.text_key for hit in hits}) == 1
    assert [place.path for place in store.copies(hits[0].text_key)] == ["/proj/app/a.py", "/proj/app/b.py"]
    store.drop_files(["/proj/app/a.py"])
    assert [place.path for place in store.copies(hits[0].text_key)] == ["/proj/app/b.py"]


def test_sources_are_kept_in_the_order_they_were_added(store: Store) -> None:
    """All is kept: options, heads, what was left out; the first day of adding stays."""
    late = SourceEntry(kind="folder", root="/late", options={"encoding": "cp932"}, added=NOON + timedelta(days=1))
    early = SourceEntry(kind="jsonl", root="/early", options={}, added=NOON)
    store.put_source(late)
    store.put_source(early)
    assert list(store.sources()) == [early, late]
    left_out = (LeftOut(path="/late/\udce9", reason="binary", detail="x", line=3, count=2),)
    done = replace(late, indexed=NOON, heads={"/late": "c0ffee"}, left_out=left_out)
    store.put_source(replace(done, added=NOON + timedelta(days=9)))
    assert list(store.sources()) == [early, done]


def test_the_place_in_a_chat_log_is_remembered(store: Store) -> None:
    """Signature and position are kept by path."""
    item = Item(path="/logs/\udce9.jsonl", name="\udce9.jsonl", size=9, mtime_ns=1, ctime_ns=2, inode=3)
    assert store.log_position(item.path) is None
    store.set_log_position(item, Position(offset=4, line=2))
    store.set_log_position(item, Position(offset=9, line=3))
    assert store.log_position(item.path) == (item, Position(offset=9, line=3))


def test_the_newest_version_of_a_note_is_found(store: Store) -> None:
    """Of a note's versions the one recorded last counts, for one note and for all below a root."""

    def version(n: int, path: str) -> list[object]:
        origin = Origin(source="folder", path=path)
        note = said("", n, id=f"{path}{n}", type="document", session=None, origin=origin, data={"n": n})
        return recorded(note, first=n)  # type: ignore[return-value]

    for n, path in ((1, "/notes/a.md"), (2, "/notes/a.md"), (3, "/notes2/b.md"), (4, "/notes/c.md")):
        store.put_records(version(n, path), DAY_FILE)  # type: ignore[arg-type]
    last = store.last_document("folder", "/notes/a.md")
    assert last is not None
    assert last.data == {"n": 2}
    assert store.last_document("folder", "/notes/never.md") is None
    assert sorted(note.data["n"] for note in store.documents("/notes")) == [2, 4]  # type: ignore[type-var]
    assert [note.data["n"] for note in store.documents("/notes2/b.md")] == [3]


def test_the_last_setting_of_a_root(store: Store) -> None:
    """Of the lines about one source, the one recorded last."""
    origin = Origin(source="hitherto", path="/notes")
    lines = [said("", n, id=f"set{n}", type="setting", session=None, origin=origin) for n in (1, 2)]
    store.put_records(recorded(*lines)[::-1], DAY_FILE)
    last = store.last_setting("/notes")
    assert last is not None
    assert last.id == "set2"
    assert store.last_setting("/elsewhere") is None


def test_remarks_are_set_and_removed(store: Store) -> None:
    """A remark about the whole index is there until it is taken away."""
    store.note("rebuilding", "1")
    assert store.noted("rebuilding") == "1"
    store.note("rebuilding", None)
    assert store.noted("rebuilding") is None


def test_a_source_is_unfinished_until_its_first_pass_is_over(store: Store) -> None:
    """What was added and not read to its end is told."""
    assert not store.unfinished()
    source = SourceEntry(kind="folder", root="/late", options={}, added=NOON)
    store.put_source(source)
    assert store.unfinished()
    store.put_source(replace(source, indexed=NOON))
    assert not store.unfinished()


def test_a_transaction_is_all_or_nothing(store: Store) -> None:
    """Whatever was done before an exception is undone."""
    store.put_file(entry("/proj/app/a.py"), [chunk("apples")])
    with pytest.raises(KeyboardInterrupt), store.transaction():
        store.put_records(recorded(said("pears")), DAY_FILE)
        store.put_file(entry("/proj/app/a.py"), [chunk("plums")])
        store.note("rebuilding", "1")
        raise KeyboardInterrupt
    assert (found(store, "apples"), found(store, "plums")) == (["apples"], [])
    assert store.noted("rebuilding") is None
    assert "records.text" not in store.counts()


def test_a_search_is_restricted_before_it_is_limited(store: Store) -> None:
    """Kind, source, session and time choose among all chunks, not among the first few."""
    lines = recorded(*[said(f"apples {n}", n) for n in range(20)])
    store.put_records(lines, DAY_FILE)
    store.replace_session("s", None, [session_of(line) for line in lines])
    store.put_file(entry("/proj/app/a.py"), [chunk("apples in code", ts_start=lines[4].ts, ts_end=lines[4].ts)])
    assert found(store, "apples", Filter(kind="code"), 1) == ["apples in code"]
    assert found(store, "apples", Filter(source="folder"), 1) == ["apples in code"]
    since = Filter(session="s", since=lines[18].ts)
    assert sorted(found(store, "apples", since, 5)) == ["apples 18", "apples 19"]
    until = Filter(session="s", until=lines[1].ts)
    assert found(store, "apples", until, 5) == ["apples 0"]
    early = store.between(Filter(since=lines[3].ts), 2)
    assert [one.ts_start for one in early] == [lines[3].ts, lines[4].ts]


def test_words_are_counted_by_chunk(store: Store) -> None:
    """A token counts once for each chunk it is in; all chunks are counted too."""
    store.put_file(entry("/proj/app/a.py"), [chunk("apples apples"), chunk("apples pears"), chunk("plums")])
    counts, total = store.frequencies(["appl", "pear", "never"])
    assert (dict(counts), total) == ({"appl": 2, "pear": 1, "never": 0}, 3)


def test_languages_of_the_chunks(store: Store) -> None:
    """English comes first, and every other language a chunk is in."""
    store.put_file(entry("/proj/app/a.md", kind="note"), [chunk("Apfel", language="de", kind="note")])
    assert list(store.languages()) == ["en", "de"]


def test_everything_is_counted(store: Store) -> None:
    """Records by type, chunks by kind, files and sessions."""
    lines = recorded(said("a"), acted("b", 1), said("c", 2, session="t"))
    store.put_records(lines, DAY_FILE)
    store.replace_session("s", None, [session_of(lines[0])])
    store.put_file(entry("/proj/app/a.py"), [chunk("apples")])
    counts = {name: count for name, count in store.counts().items() if "." in name or name in {"files", "sessions"}}
    assert counts == {
        "records.text": 2,
        "records.action": 1,
        "chunks.conversation": 1,
        "chunks.code": 1,
        "files": 1,
        "sessions": 2,
    }


def test_a_fresh_index_has_no_faults(store: Store) -> None:
    """Nothing in it, nothing wrong with it; giving space back is always allowed."""
    assert list(store.faults()) == []
    store.tidy()
    assert list(store.sources()) == []


def test_the_lines_about_topics(store: Store) -> None:
    """Each line about a topic comes with its device, in the order of recorded time, device and number, whole."""
    line = said("the budget", type="topic", session=None, data={"topic": {"change": "added", "device": "laptop"}})
    early = replace(line, id="early", rec=NOON, seq=7)
    desk, laptop = (replace(line, id=id_, rec=NOON + timedelta(minutes=1), seq=1) for id_ in ("one", "two"))
    store.put_records([laptop, *recorded(said("no topic"))], DAY_FILE)
    store.put_records([desk, early], "2026/2026-11-24.desk.jsonl")
    assert store.topics() == [("desk", early), ("desk", desk), ("laptop", laptop)]
