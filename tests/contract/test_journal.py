"""What every journal promises, on disk or not."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.memory_journal import MemoryJournal

from hitherto.core.errors import UsageError
from hitherto.core.model import Origin, Record
from hitherto.core.ports import Journal
from hitherto.stores.journal import FileJournal, device_of, state_order

if TYPE_CHECKING:
    import random
    from pathlib import Path

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
Maker = Callable[[str], Journal]


class Ticking:
    """A clock that tells the times it was given, then the last of them for ever."""

    def __init__(self, *times: datetime) -> None:
        self._times = list(times)

    def __call__(self) -> datetime:
        """Tell the time."""
        return self._times.pop(0) if len(self._times) > 1 else self._times[0]


@pytest.fixture(params=["file", "memory"])
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Maker:
    """Make a journal for a device."""
    clock = Ticking(NOON, NOON - timedelta(days=9), NOON + timedelta(hours=1))
    if request.param == "file":
        return lambda device: FileJournal(tmp_path / "journal", device, clock)
    return lambda device: MemoryJournal(device, clock)


def said(text: str, *, days: int = 0, **more: object) -> Record:
    """Return a record of ``text``."""
    fields: dict[str, object] = {
        "id": f"id-{text}",
        "ts": NOON + timedelta(days=days),
        "actor": "me",
        "role": "user",
        "type": "text",
        "text": text,
        "origin": Origin(source="test", path="/log", line=1),
    }
    return Record(**{**fields, **more})  # type: ignore[arg-type]


def all_of(journal: Journal) -> list[Record]:
    """Return every record of every file."""
    lines = [line for file in journal.files() for line in journal.read(file.name, 0)]
    assert not [line.fault for line in lines if line.fault]
    return [line.record for line in lines if line.record]


def test_appended_records_are_read_back_as_returned(make: Maker) -> None:
    """What append returns is what reading gives, day by day in the order of writing."""
    journal = make("laptop")
    kept = journal.append([said("b", days=1, data={"n": (1, {"x": None})}), said("a"), said("c", days=1)])
    assert all_of(journal) == [kept[1], kept[0], kept[2]]
    assert [file.name for file in journal.files()] == [
        "2026/2026-11-30.laptop.jsonl",
        "2026/2026-12-01.laptop.jsonl",
    ]


def test_numbers_rise_and_recording_never_goes_back(make: Maker) -> None:
    """Sequence numbers increase and ``rec`` is never earlier than before, even if the clock jumps back."""
    journal = make("laptop")
    kept = [journal.append([said(str(n))])[0] for n in range(3)]
    assert [record.seq for record in kept] == [1, 2, 3]
    assert [record.rec for record in kept] == [NOON, NOON, NOON + timedelta(hours=1)]


def test_appending_nothing_does_nothing(make: Maker) -> None:
    """No records, no file."""
    journal = make("laptop")
    assert journal.append([]) == []
    assert journal.files() == []


def test_reading_goes_on_where_a_line_ended(make: Maker) -> None:
    """The ``end`` of a line is a start from which exactly the rest is read, with its line numbers."""
    journal = make("laptop")
    kept = journal.append([said("a"), said("b"), said("c")])
    name = journal.files()[0].name
    first = next(journal.read(name, 0))
    rest = list(journal.read(name, first.end))
    assert [(line.record, line.line) for line in rest] == [(kept[1], 2), (kept[2], 3)]
    assert rest[-1].end == journal.files()[0].size
    assert list(journal.read(name, rest[-1].end)) == []


def test_reading_a_file_that_is_not_there_is_refused(make: Maker) -> None:
    """A name that files() does not give is a wrong call."""
    with pytest.raises(UsageError):
        list(make("laptop").read("2026/2026-11-30.laptop.jsonl", 0))


def test_rewriting_removes_and_replaces(make: Maker) -> None:
    """A rewrite changes what it is told to, keeps the rest with its numbers, and raises the generation."""
    journal = make("laptop")
    kept = journal.append([said("keep"), said("drop"), said("mask")])
    name = journal.files()[0].name

    def change(record: Record) -> Record | None:
        changes = {"drop": None, "mask": replace(record, text="[secret]")}
        return changes.get(record.text, record)

    assert journal.rewrite(name, change, "erase") == 2
    head, *rest = all_of(journal)
    assert rest == [kept[0], replace(kept[2], text="[secret]")]
    assert (head.type, head.data) == ("meta", {"generation": 1, "reason": "erase"})
    assert journal.files()[0].generation == 1


def test_rewriting_again_counts_on(make: Maker) -> None:
    """Each rewrite raises the generation by one and leaves one generation line."""
    journal = make("laptop")
    journal.append([said("a"), said("b"), said("c")])
    name = journal.files()[0].name
    for text in ("a", "b"):
        assert journal.rewrite(name, lambda record, text=text: None if record.text == text else record, text) == 1
    assert [record.text for record in all_of(journal)] == ["", "c"]
    assert journal.files()[0].generation == 2
    assert journal.append([said("d")])[0].seq == 6


def test_a_rewrite_that_changes_nothing_leaves_the_file(make: Maker) -> None:
    """Nothing to change, no new generation."""
    journal = make("laptop")
    journal.append([said("a")])
    before = journal.files()
    assert journal.rewrite(before[0].name, lambda record: record, "nothing") == 0
    assert journal.files() == before


def test_another_devices_file_is_not_rewritten(make: Maker) -> None:
    """Only the device that wrote a file may rewrite it."""
    make("laptop").append([said("a")])
    with pytest.raises(UsageError):
        make("desk").rewrite("2026/2026-11-30.laptop.jsonl", lambda _: None, "erase")


def replayed(records: Iterable[tuple[Record, str]]) -> dict[object, str]:
    """Return the last value of each key."""
    ordered = sorted(records, key=lambda pair: state_order(*pair))
    return {record.data["key"]: record.text for record, _ in ordered}


@given(
    writes=st.lists(st.tuples(st.sampled_from(["laptop", "desk"]), st.integers(0, 3), st.integers(0, 2)), max_size=20),
    seed=st.randoms(use_true_random=False),
)
def test_any_order_of_arrival_gives_the_same_state(writes: list[tuple[str, int, int]], seed: random.Random) -> None:
    """State depends on (recorded time, device, number) only, whatever order the lines arrive in."""
    clock = Ticking(NOON)
    journals = {device: MemoryJournal(device, clock) for device in ("laptop", "desk")}
    for n, (device, key, days) in enumerate(writes):
        journals[device].append([said(f"v{n}", days=days, data={"key": key})])
    lines = [
        (line.record, device_of(file.name))
        for journal in journals.values()
        for file in journal.files()
        for line in journal.read(file.name, 0)
        if line.record
    ]
    shuffled = lines[:]
    seed.shuffle(shuffled)
    assert replayed(shuffled) == replayed(lines)
    for device, journal in journals.items():
        alone = [(record, device) for record in all_of(journal)]
        newest = {key: f"v{n}" for n, (by, key, _) in enumerate(writes) if by == device}
        assert replayed(alone) == newest
