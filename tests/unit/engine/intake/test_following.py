from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.memory_journal import MemoryJournal
from tests.making import NOON, Ticking, acted, answered, covered, everything, said

from hitherto.core.answer import Filter
from hitherto.core.model import Origin, Record
from hitherto.engine.house import always
from hitherto.engine.intake import following
from hitherto.engine.intake.following import catch_up, where_to_begin
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from hitherto.core.model import JournalLine
    from hitherto.core.seen import JournalFile

LONGER = "We keep the lease short so that a dead worker frees its job. "
TEXTS = ["ok", "no", "", LONGER, LONGER * 3, LONGER * 29, f"{LONGER}\n\n" * 60, "x" * 1795, "short words only, no more"]


class Event(NamedTuple):
    """One line somebody writes: who, in which session, when, and whether it is a later version of another."""

    device: str
    session: str
    maker: Callable[..., Record]
    text: str
    minute: int
    identity: int


class Devices:
    """The journals of several devices, as a synced folder shows them."""

    def __init__(self) -> None:
        clock = Ticking()
        self.by_device = {name: MemoryJournal(name, clock) for name in ("desk", "laptop")}

    def append(self, events: list[Event]) -> None:
        """Write each event where it happens."""
        for event in events:
            record = event.maker(
                event.text,
                event.minute,
                id=f"id{event.identity}",
                session=event.session,
                origin=Origin(source="jsonl", path=f"/logs/{event.session}.jsonl", project=f"/proj/{event.minute % 3}"),
            )
            self.by_device[event.device].append([record])

    def files(self) -> list[JournalFile]:
        """List all files, oldest day first."""
        return sorted((file for one in self.by_device.values() for file in one.files()), key=lambda file: file.name)

    def read(self, name: str, start: int) -> Iterator[JournalLine]:
        """Read one."""
        return self.by_device[name.split(".")[1]].read(name, start)


EVENTS = st.lists(
    st.builds(
        Event,
        st.sampled_from(["desk", "laptop"]),
        st.sampled_from(["s", "s", "t"]),
        st.sampled_from([said, answered, answered, acted]),
        st.sampled_from(TEXTS),
        st.one_of(st.integers(0, 8), st.sampled_from([1500, 3000])),
        st.integers(0, 25),
    ),
    max_size=30,
)
TALK = st.lists(
    st.builds(
        Event,
        st.just("desk"),
        st.just("s"),
        st.sampled_from([said, said, answered, acted]),
        st.sampled_from(TEXTS),
        st.integers(0, 40),
        st.integers(0, 1000),
    ),
    min_size=8,
    max_size=40,
)


@contextmanager
def fresh() -> Iterator[SqliteStore]:
    """Give an empty index."""
    with TemporaryDirectory() as folder:
        store = SqliteStore(Path(folder) / "hitherto.db")
        try:
            yield store
        finally:
            store.close()


def followed(events: list[Event], sizes: list[int], steps: int) -> None:
    """Index in batches and at once, and compare all that is indexed."""
    devices = Devices()
    with fresh() as store, patch.object(following, "LINES_A_STEP", steps):
        rest = list(events)
        for size in [*sizes, len(events)]:
            devices.append(rest[:size])
            rest = rest[size:]
            assert catch_up(devices, store, always)  # type: ignore[arg-type]
        step_by_step = everything(store)
        whole = covered(store)
        texts = {r.id: r.text for session in "st" for r in store.session_records(session, None)}
        assert list(store.faults()) == []
    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        assert everything(store) == step_by_step
    for key, text in texts.items():
        stretches = whole.get(key, [])
        assert [start for start, _ in stretches] == [0, *(end for _, end in stretches)][: len(stretches)]
        assert (stretches[-1][1] if stretches else 0) == (len(text) if text.strip() else 0)


@given(EVENTS, st.lists(st.integers(1, 5), max_size=8), st.sampled_from([1, 3, 500]))
@settings(max_examples=120, deadline=None)
def test_batches_give_what_all_at_once_gives(events: list[Event], sizes: list[int], steps: int) -> None:
    """Whatever arrives in whatever order and batches, from several devices and with revisions: one index."""
    followed(events, sizes, steps)


@given(TALK, st.lists(st.integers(1, 3), max_size=20))
@settings(max_examples=120, deadline=None)
def test_a_growing_session_is_chunked_as_a_whole_one(events: list[Event], sizes: list[int]) -> None:
    """Only the end of a session is chunked again, and the result is that of chunking all of it."""
    followed(sorted(events, key=lambda event: event.minute), sizes, 500)


@given(TALK, st.data())
@settings(max_examples=60, deadline=None)
def test_a_rewritten_file_is_followed(events: list[Event], data: st.DataObject) -> None:
    """After lines were erased or changed, the index is that of the journal as it is now."""
    devices = Devices()
    devices.append(events)
    gone = data.draw(st.sets(st.sampled_from([f"id{event.identity}" for event in events])))
    changed = data.draw(st.sets(st.sampled_from([f"id{event.identity}" for event in events])))

    def change(record: Record) -> Record | None:
        if record.id in gone:
            return None
        return replace(record, text="[secret]") if record.id in changed else record

    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        for file in devices.files():
            devices.by_device["desk"].rewrite(file.name, change, "erase")
        catch_up(devices, store, always)  # type: ignore[arg-type]
        after = everything(store)
    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        assert everything(store) == after


def test_a_turn_that_becomes_short_joins_the_chunk_before_and_changes_its_neighbour() -> None:
    """Three chunks may change with one line: a short turn left alone, the one it joins, and the one next to that."""
    devices = Devices()
    turns = [Event("desk", "s", said, f"{LONGER}{n}", n, n) for n in range(6)]
    devices.append(
        [*turns, Event("desk", "s", said, "melons?", 6, 6), Event("desk", "s", answered, "x" * 1795, 1500, 7)]
    )
    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        before = everything(store)["chunks"]
        devices.by_device["desk"].rewrite(devices.files()[-1].name, lambda _: None, "erase")
        catch_up(devices, store, always)  # type: ignore[arg-type]
        after = everything(store)["chunks"]
    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        assert everything(store)["chunks"] == after
    assert [chunk[-2] for chunk in before[:4]] == [chunk[-2] for chunk in after[:4]]
    assert before[4][-2] != after[4][-2]


def test_an_older_line_stands_again_when_the_newer_is_erased() -> None:
    """The line of another file, passed over until then, is what the journal says now."""
    devices = Devices()
    devices.append([Event("desk", "s", said, LONGER, 0, 1), Event("laptop", "s", said, "newer", 0, 1)])
    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        assert store.records(["id1"])["id1"].text == "newer"
        name = next(file.name for file in devices.files() if "laptop" in file.name)
        devices.by_device["laptop"].rewrite(name, lambda _: None, "erase")
        catch_up(devices, store, always)  # type: ignore[arg-type]
        assert store.records(["id1"])["id1"].text == LONGER


def test_a_line_that_moves_to_another_session_leaves_the_first() -> None:
    """A later version in another session takes its words along."""
    devices = Devices()
    devices.append([Event("desk", "s", said, LONGER, 0, 1)])
    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        devices.append([Event("desk", "t", said, LONGER, 0, 1)])
        catch_up(devices, store, always)  # type: ignore[arg-type]
        found = store.between(Filter(kind="conversation"), 10)
        assert [one.place.session for one in found] == ["t"]


def test_stopping_leaves_the_rest_for_next_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is indexed stays, what is not is told, and the next call goes on from there."""
    monkeypatch.setattr(following, "LINES_A_STEP", 2)
    devices = Devices()
    devices.append([Event("desk", "s", said, f"{LONGER}{n}", n, n) for n in range(5)])
    with fresh() as store:
        assert not catch_up(devices, store, lambda: False)  # type: ignore[arg-type]
        assert store.counts()["records.text"] == 2
        assert catch_up(devices, store, lambda: True)  # type: ignore[arg-type]
        assert store.counts()["records.text"] == 5


def test_nothing_new_is_not_read() -> None:
    """Where the index stands at the end of every file, none is opened."""
    devices = Devices()
    devices.append([Event("desk", "s", said, LONGER, 0, 1)])
    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        with patch.object(Devices, "read", side_effect=AssertionError):
            assert catch_up(devices, store, always)  # type: ignore[arg-type]


def test_a_broken_line_is_passed_over() -> None:
    """A line that is no record does not stop the ones behind it, and is not met again."""
    journal = MemoryJournal("desk", Ticking())
    journal.append([said("one")])
    name = journal.files()[0].name
    journal._days[name] += b'{"broken\n'
    journal.append([said("two", 1)])
    with fresh() as store:
        assert catch_up(journal, store, always)
        assert [record.text for record in store.session_records("s", None)] == ["one", "two"]
        assert store.journal_state()[name] == (0, journal.files()[0].size)


def setting(kind: str, minute: int, **options: object) -> Record:
    """Return the line that says a source was added."""
    source = {"kind": kind, "root": "/notes", "options": options}
    origin = Origin(source="hitherto", path="/notes")
    return said("", minute, id=f"setting{minute}", type="setting", session=None, origin=origin, data={"source": source})


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
def test_the_last_recorded_setting_stands(order: tuple[int, ...]) -> None:
    """Sources are what the lines say in the order they were recorded, whatever order they arrive in."""
    clock = Ticking()
    journals = {name: MemoryJournal(name, clock) for name in ("a", "b", "c")}
    lines = [setting("jsonl", 0), setting("folder", 5000), setting("folder", 2500, encoding="cp932")]
    for journal, record in zip(journals.values(), lines, strict=True):
        journal.append([record])
    with fresh() as store:
        for place in order:
            catch_up(list(journals.values())[place], store, always)
        (source,) = store.sources()
        assert (source.kind, source.options, source.added) == ("folder", {"encoding": "cp932"}, NOON)


def test_what_is_no_setting_of_ours_changes_nothing() -> None:
    """A setting line of a later version, or of another kind, is kept and not acted on."""
    journal = MemoryJournal("desk", Ticking())
    journal.append(
        [said("", 1, type="setting", data={"colour": "blue"}), said("", 2, type="setting", data={"source": 3})]
    )
    with fresh() as store:
        catch_up(journal, store, always)
        assert store.sources() == []
        assert store.counts()["records.setting"] == 2


def test_the_same_setting_again_keeps_what_is_known() -> None:
    """Reading a setting line once more does not undo the pass that came after it."""
    journal = MemoryJournal("desk", Ticking())
    journal.append([setting("folder", 0)])
    with fresh() as store:
        catch_up(journal, store, always)
        (source,) = store.sources()
        store.put_source(replace(source, indexed=NOON, heads={"/notes": "c0ffee"}))
        journal.append([setting("folder", 3)])
        catch_up(journal, store, always)
        assert store.sources()[0].heads == {"/notes": "c0ffee"}


def at(*minutes: tuple[int, int, bool]) -> list[tuple[object, object, bool]]:
    """Return spans of chunks."""
    return [(NOON + timedelta(minutes=a), NOON + timedelta(minutes=b), begins) for a, b, begins in minutes]


def test_a_session_is_chunked_from_a_clean_beginning() -> None:
    """Four turns before the change: the last three may change with it, the one before them is only looked at."""
    spans = at((0, 0, True), (1, 1, True), (2, 2, True), (3, 3, True), (4, 4, True))
    begin = where_to_begin(spans, NOON + timedelta(minutes=5))  # type: ignore[arg-type]
    assert begin == (NOON + timedelta(minutes=1), NOON + timedelta(minutes=2))


def test_a_turn_at_the_same_instant_is_no_clean_beginning() -> None:
    """Where a chunk begins when the one before it ends, or no person begins it, a later line may belong to either."""
    spans = at((0, 0, True), (1, 2, True), (2, 2, True), (3, 3, False), (4, 4, True), (5, 5, True), (6, 6, True))
    later = NOON + timedelta(minutes=7)
    assert where_to_begin(spans[:6], later) == (None, None)  # type: ignore[arg-type]
    begin = where_to_begin(spans, later)  # type: ignore[arg-type]
    assert begin == (NOON + timedelta(minutes=1), NOON + timedelta(minutes=4))
    assert where_to_begin([], NOON) == (None, None)


def test_answers_come_back_in_time_order() -> None:
    """Lines that arrive late stand where their time says."""
    devices = Devices()
    devices.append(
        [Event("desk", "s", said, LONGER + "late", 8, 1), Event("laptop", "s", said, LONGER + "early", 1, 2)]
    )
    with fresh() as store:
        catch_up(devices, store, always)  # type: ignore[arg-type]
        found = [store.excerpt(one.chunk).text for one in store.between(Filter(), 5)]
        assert found == [LONGER + "early", LONGER + "late"]
