"""What every index promises about time: how a range is read and counted, and what was recorded by an instant."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from tests.making import DAY_FILE, NOON, acted, answered, chunk, entry, recorded, said, session_of

from hitherto.core.answer import Filter
from hitherto.core.model import Origin, Record
from hitherto.text.words import match_expression, query_terms

if TYPE_CHECKING:
    from hitherto.core.ports import Store

DAY = timedelta(days=1)


def talk(store: Store, *lines: Record) -> None:
    """Index what was said, each line a chunk of its own; a line's session is replaced as a whole."""
    store.put_records(recorded(*lines), DAY_FILE)
    for session in dict.fromkeys(line.session or "" for line in lines):
        mine = recorded(*[line for line in lines if line.session == session])
        chunks = [session_of(line) for line in mine]
        kinds = ["action" if line.type == "action" else "conversation" for line in mine]
        store.replace_session(session, None, [replace(one, kind=kind) for one, kind in zip(chunks, kinds, strict=True)])


def shown(store: Store, where: Filter, limit: int = 99) -> list[str]:
    """Return what a listing says, in its order."""
    found = [store.excerpt(one.chunk) for one in store.listed(where, limit)]
    return [one.text for one in found if one is not None]


def test_a_listing_goes_from_session_to_session(store: Store) -> None:
    """Two conversations at the same time are read one after the other; files and tools come behind them."""
    with store.transaction():
        talk(
            store,
            said("a one", 0, session="a"),
            said("b one", 1, session="b"),
            answered("a two", 2, session="a"),
            acted("a tool", 3, session="a"),
            answered("b two", 4, session="b"),
        )
        store.put_file(entry("/proj/app/x.py"), [chunk("code first")])
        store.put_file(
            entry("/proj/app/n.md", kind="note"), [chunk("a note", kind="note", ts_start=NOON + DAY, ts_end=NOON + DAY)]
        )
    everything = ["a one", "a two", "b one", "b two", "a note", "a tool", "code first"]
    assert shown(store, Filter()) == everything
    assert shown(store, Filter(), 3) == everything[:3]
    later = Filter(since=NOON + timedelta(minutes=1), until=NOON + DAY)
    assert shown(store, later) == ["b one", "b two", "a two", "a tool"]


def test_pieces_are_counted_where_they_begin(store: Store) -> None:
    """Each quarter of an hour says how many pieces begin in it, all or those with the words."""
    with store.transaction():
        talk(store, said("apples", 0), said("apples pears", 14), said("pears", 15), said("plums", 60))
    match = match_expression(query_terms("apples"), any_term=False)
    assert dict(store.spread(None, Filter())) == {
        NOON: 2,
        NOON + timedelta(minutes=15): 1,
        NOON + timedelta(hours=1): 1,
    }
    assert dict(store.spread(match, Filter())) == {NOON: 2}
    assert dict(store.spread(None, Filter(since=NOON + timedelta(minutes=14)))) == {
        NOON: 1,
        NOON + timedelta(minutes=15): 1,
        NOON + timedelta(hours=1): 1,
    }


def test_what_reaches_into_a_range_counts_at_its_beginning(store: Store) -> None:
    """An exchange that began the day before is counted once, in the first quarter of the range."""
    lines = recorded(said("late question", 0), answered("early answer", 24 * 60))
    with store.transaction():
        store.put_records(lines, DAY_FILE)
        store.replace_session("s", None, [session_of(*lines)])
    since = NOON + timedelta(hours=20)
    assert dict(store.spread(None, Filter(since=since))) == {since: 1}


def test_before_1970_quarters_are_quarters_too(store: Store) -> None:
    """An instant before the epoch counts in the quarter it lies in, not in the one after it."""
    old = datetime(1969, 7, 20, 20, 17, 40, tzinfo=UTC)
    with store.transaction():
        store.put_file(entry("/proj/app/x.py"), [chunk("eagle", ts_start=old, ts_end=old)])
    assert dict(store.spread(None, Filter())) == {datetime(1969, 7, 20, 20, 15, tzinfo=UTC): 1}


def version(text: str, rec: datetime, seq: int, *, path: str = "/notes/n.md", **data: object) -> Record:
    """Return the journal line of one version of a note."""
    return replace(
        said(text, id=f"{path} {text}"),
        type="document",
        role="system",
        session=None,
        origin=Origin(source="folder", path=path, project="/notes"),
        data={"kind": "note", "sha256": text, **data},
        rec=rec,
        seq=seq,
    )


def test_the_version_of_a_day_is_the_one_recorded_last_until_then(store: Store) -> None:
    """Of three versions each has its time; the current one is no earlier one, and before the first there is none."""
    lines = [version(text, NOON + n * DAY, n + 1) for n, text in enumerate(["one", "two", "three"])]
    with store.transaction():
        store.put_records(lines, DAY_FILE)

    def then(days: float) -> list[object]:
        by = NOON + timedelta(days=days)
        return [one.data["sha256"] for one in store.earlier_notes(Filter(recorded_by=by))]

    assert [then(days) for days in (0, 0.5, 1, 1.5, 2, 2.5)] == [[], ["one"], ["one"], ["two"], ["two"], []]


def test_a_note_that_was_gone_by_then_has_no_version(store: Store) -> None:
    """What was deleted is there as of a day before that, and not after it."""
    lines = [version("one", NOON, 1), version("", NOON + DAY, 2, gone=True), version("new", NOON + 3 * DAY, 3)]
    with store.transaction():
        store.put_records(lines, DAY_FILE)
    found = [
        [one.data["sha256"] for one in store.earlier_notes(Filter(recorded_by=NOON + days * DAY))] for days in (1, 2, 4)
    ]
    assert found == [["one"], [], []]
