from __future__ import annotations

import os
import time
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from hitherto.core.errors import UsageError
from hitherto.core.seen import JournalFile
from hitherto.stores import journal_files
from hitherto.stores.journal import FileJournal, device_of, state_order
from hitherto.stores.journal_line import encode

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hitherto.core.model import Record

from tests.journaling import NAME, NOON, modes, said, texts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where the journal will be."""
    return tmp_path / "home" / "journal"


@pytest.fixture
def journal(folder: Path) -> FileJournal:
    """Return a journal whose clock stands still."""
    return FileJournal(folder, "laptop", lambda: NOON)


@pytest.mark.parametrize("umask", [0o000, 0o077, 0o777])
def test_files_are_private_whatever_the_umask(folder: Path, journal: FileJournal, umask: int) -> None:
    """Folders are 0700 and files 0600, also the torn ones and the rewritten ones."""
    before = os.umask(umask)
    try:
        journal.append([said("a"), said("b")])
        with (folder / NAME).open("ab") as file:
            file.write(b"torn")
        journal.rewrite(NAME, lambda record: None if record.text == "a" else record, "erase")
    finally:
        os.umask(before)
    assert modes(folder.parent) == {(True, 0o700), (False, 0o600)}
    assert journal.torn()


def test_nothing_is_created_by_reading(folder: Path, journal: FileJournal) -> None:
    """Reading functions leave no trace."""
    assert journal.files() == []
    assert journal.torn() == []
    with pytest.raises(UsageError):
        list(journal.read(NAME, 0))
    assert not folder.parent.exists()


@pytest.mark.parametrize("device", ["", "a.b", "a/b", "a b", "é", "x" * 101])
def test_a_device_must_be_a_plain_name(folder: Path, device: str) -> None:
    """A name that would not survive in a file name is refused."""
    with pytest.raises(UsageError):
        FileJournal(folder, device, lambda: NOON)


@pytest.mark.parametrize(
    "name", ["2026-11-30.laptop.jsonl", "2026/../key", "/etc/passwd", "torn/x.jsonl", "2026/x", ""]
)
def test_only_day_files_are_read(journal: FileJournal, name: str) -> None:
    """No name leads out of the journal or to anything but a day file."""
    journal.append([said("a")])
    with pytest.raises(UsageError):
        list(journal.read(name, 0))


def test_synced_copies_are_read_too(folder: Path, journal: FileJournal) -> None:
    """Every day file of any device is listed, also copies with a longer name; nothing else is."""
    journal.append([said("a"), said("b", days=40)])
    line = (folder / NAME).read_bytes()
    for name in ("2026-11-30.desk.jsonl", "2026-11-30.laptop (conflicted copy).jsonl", "2026-12-01.jsonl"):
        (folder / "2026" / name).write_bytes(line)
    for name in ("2026/notes.txt", "2026/.2026-11-30.laptop.jsonl", "2026/2026-11-30.laptop.jsonl.tmp", "stray.jsonl"):
        (folder / name).write_bytes(line)
    (folder / "2026/2026-11-30.folder.jsonl").mkdir()
    (folder / "2028").write_bytes(b"no folder")
    names = [file.name for file in journal.files()]
    assert names == [
        "2026/2026-11-30.desk.jsonl",
        "2026/2026-11-30.laptop (conflicted copy).jsonl",
        NAME,
        "2026/2026-12-01.jsonl",
        "2027/2027-01-09.laptop.jsonl",
    ]
    assert [len(list(journal.read(name, 0))) for name in names] == [1] * 5
    assert [device_of(name) for name in names] == ["desk", "laptop", "laptop", "", "laptop"]


def test_a_file_that_vanishes_while_listing_is_left_out(journal: FileJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    """A sync program may take a file away at any moment."""
    journal.append([said("a"), said("b", days=1)])
    real = journal_files._size_and_generation

    def vanish(path: str) -> tuple[int, int]:
        if path.endswith("2026-11-30.laptop.jsonl"):
            raise FileNotFoundError
        return real(path)

    monkeypatch.setattr(journal_files, "_size_and_generation", vanish)
    assert [file.name for file in journal.files()] == ["2026/2026-12-01.laptop.jsonl"]


def test_thousands_of_day_files_are_listed_at_once(folder: Path, journal: FileJournal) -> None:
    """2,000 day files list in well under 0.1 CPU seconds (goal 0.025 on an idle machine)."""
    line = encode(replace(said("a"), rec=NOON, seq=1))
    for n in range(2000):
        day = (NOON - timedelta(days=n)).date().isoformat()
        (folder / day[:4]).mkdir(parents=True, exist_ok=True)
        (folder / day[:4] / f"{day}.laptop.jsonl").write_bytes(line)
    spent = []
    for _ in range(3):
        begin = time.process_time()
        found = journal.files()
        spent.append(time.process_time() - begin)
    assert found[-1] == JournalFile(name=NAME, size=len(line), generation=0)
    assert len(found) == 2000
    assert min(spent) < 0.1


def test_a_torn_line_is_set_aside(folder: Path, journal: FileJournal) -> None:
    """A half-written last line is moved away whole and named, and never joined to the next."""
    journal.append([said("a")])
    for torn in (b'{"v":1,"id":"half', b"\0" * 4096):
        with (folder / NAME).open("ab") as file:
            file.write(torn)
        journal.append([said("b")])
    assert texts(journal) == ["a", "b", "b"]
    assert journal.torn() == ["torn/2026-11-30.laptop.jsonl.1", "torn/2026-11-30.laptop.jsonl.2"]
    assert (folder / journal.torn()[0]).read_bytes() == b'{"v":1,"id":"half'
    assert (folder / journal.torn()[1]).read_bytes() == b"\0" * 4096


def test_a_file_of_one_torn_line_starts_anew(
    folder: Path, journal: FileJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where even the first line is torn, and longer than a block, nothing of it stays."""
    monkeypatch.setattr(journal_files, "_BLOCK", 100)
    (folder / "2026").mkdir(parents=True)
    (folder / NAME).write_bytes(b"x" * 1000)
    journal.append([said("a")])
    assert texts(journal) == ["a"]
    assert (folder / journal.torn()[0]).stat().st_size == 1000


def test_a_broken_line_is_reported_in_its_place(folder: Path, journal: FileJournal) -> None:
    """A damaged line in the middle is a fault with its line number; its neighbours are read."""
    journal.append([said("a"), said("b"), said("c")])
    data = (folder / NAME).read_bytes().replace(b'"text":"b"', b'"text":"B"')
    (folder / NAME).write_bytes(data)
    lines = list(journal.read(NAME, 0))
    assert [(line.line, line.fault) for line in lines] == [(1, ""), (2, "checksum"), (3, "")]


@pytest.mark.parametrize("lock", [None, b"", b"junk", b"0" * 20 + b" 2026-13-30T12:00:00.000000Z\n", b"1" * 200])
def test_a_lost_lock_file_costs_no_number(folder: Path, journal: FileJournal, lock: bytes | None) -> None:
    """Without a usable lock file, numbering and recording go on after the device's own lines."""
    journal.append([said("a"), said("b", days=3)])
    (folder / ".laptop.lock").unlink()
    if lock is not None:
        (folder / ".laptop.lock").write_bytes(lock)
    other = encode(replace(said("c"), rec=NOON + timedelta(days=9), seq=99))
    (folder / "2026/2026-11-30.desk.jsonl").write_bytes(b"broken\n" + other)
    earlier = FileJournal(folder, "laptop", lambda: NOON - timedelta(days=1))
    kept = earlier.append([said("d")])[0]
    assert (kept.seq, kept.rec) == (3, NOON)
    assert earlier.append([said("e")])[0].seq == 4


def test_an_id_of_the_journals_own_is_refused(journal: FileJournal) -> None:
    """No record can pass for the mark of a rewritten file."""
    with pytest.raises(UsageError):
        journal.append([replace(said("a"), id="generation-7-x")])
    assert journal.files() == []


def test_one_bad_record_keeps_all_out(journal: FileJournal) -> None:
    """Either all records of a call are written or none."""
    journal.append([said("a")])
    with pytest.raises(UsageError):
        journal.append([said("b"), replace(said("c"), data={"x": object()})])
    assert texts(journal) == ["a"]


def test_rewriting_carries_broken_lines_over(folder: Path, journal: FileJournal) -> None:
    """Lines that are not changed keep their bytes, the broken ones too; a torn one is set aside."""
    journal.append([said("a"), said("b"), said("c")])
    a, b, c = (folder / NAME).read_bytes().splitlines(keepends=True)
    broken = b'{"v":2,"future":true}\n\n\xff\n'
    (folder / NAME).write_bytes(a + broken + b + c + b"torn")
    assert journal.rewrite(NAME, lambda record: None if record.text == "b" else record, "erase") == 1
    assert (folder / NAME).read_bytes().partition(b"\n")[2] == a + broken + c
    assert len(journal.torn()) == 1


def test_a_rewrite_keeps_number_and_time_of_recording(journal: FileJournal) -> None:
    """A changed line stays where it was in the order of replay."""
    kept = journal.append([said("a"), said("b")])
    journal.rewrite(NAME, lambda record: replace(record, text="new", rec=None, seq=None), "redact")
    assert [line.record for line in journal.read(NAME, 0)][1:] == [replace(record, text="new") for record in kept]


@pytest.mark.parametrize(
    "change",
    [
        lambda record: replace(record, ts=NOON + timedelta(days=1)),
        lambda record: replace(record, id="generation-1-x"),
        lambda record: replace(record, data={"x": object()}),
        lambda _: 1 // 0,
    ],
)
def test_a_rewrite_that_goes_wrong_leaves_the_old_file(
    folder: Path, journal: FileJournal, change: Callable[[Record], Record | None]
) -> None:
    """A change that cannot be made is refused, and nothing is left of it."""
    journal.append([said("a")])
    before = (folder / NAME).read_bytes()
    with pytest.raises((UsageError, ZeroDivisionError)):
        journal.rewrite(NAME, change, "erase")
    assert (folder / NAME).read_bytes() == before
    assert not (folder / ".laptop.new").exists()


def test_a_file_that_is_not_there_is_not_rewritten(journal: FileJournal) -> None:
    """A rewrite of nothing is a wrong call."""
    with pytest.raises(UsageError, match="no file"):
        journal.rewrite(NAME, lambda record: record, "erase")


def test_a_conflicted_copy_of_ones_own_can_be_rewritten(folder: Path, journal: FileJournal) -> None:
    """Erasing reaches the copies that sync programs made of this device's files."""
    journal.append([said("a")])
    copy = "2026/2026-11-30.laptop (conflicted copy).jsonl"
    (folder / copy).write_bytes((folder / NAME).read_bytes())
    assert journal.rewrite(copy, lambda _: None, "erase") == 1
    assert [file.generation for file in journal.files()] == [1, 0]


def test_the_next_writer_clears_what_a_crashed_rewrite_left(folder: Path, journal: FileJournal) -> None:
    """The scratch file of a rewrite that was killed does not stay."""
    journal.append([said("a")])
    (folder / ".laptop.new").write_bytes(b"half a file")
    journal.append([said("b")])
    assert not (folder / ".laptop.new").exists()
    assert texts(journal) == ["a", "b"]


def test_the_order_of_replay_needs_a_recorded_line() -> None:
    """A record that was in no journal has no place in the order."""
    with pytest.raises(UsageError):
        state_order(said("a"), "laptop")
    with pytest.raises(UsageError):
        state_order(replace(said("a"), rec=NOON), "laptop")


@pytest.mark.parametrize(
    ("name", "device"),
    [
        (NAME, "laptop"),
        ("2026-11-30.my-host_1.jsonl", "my-host_1"),
        ("2026/2026-11-30.laptop.sync-conflict-20261130-101010-ABCDEFG.jsonl", "laptop"),
        ("2026/2026-11-30.laptop 2.jsonl", "laptop"),
        ("2026/2026-11-30.jsonl", ""),
        ("torn/2026-11-30.laptop.jsonl.1", ""),
        ("notes.txt", ""),
    ],
)
def test_the_device_is_in_the_name(name: str, device: str) -> None:
    """The device is read from the name, without what sync programs add."""
    assert device_of(name) == device
