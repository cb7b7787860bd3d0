from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tests.boards import added, coloured, done
from tests.making import memory_in, write

from hitherto.app import adapters, upkeep
from hitherto.app.asking import When, read
from hitherto.app.memory import Memory
from hitherto.core.answer import Filter
from hitherto.core.errors import BusyError, NoSpaceError
from hitherto.core.model import SourceEntry
from hitherto.core.topics import Board
from hitherto.engine.topics.replay import record_of
from hitherto.stores.journal import FileJournal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hitherto.core.topics import Change


def journal_of(room: Path, device: str = "desk") -> FileJournal:
    """Return the journal of the home in ``room`` as a device writes it."""
    return FileJournal(room / "home/journal", device, adapters.now)


def wrote(room: Path, *changes: Change, device: str = "desk") -> None:
    """Let changes come into the journal as from another process or device."""
    journal_of(room, device).append([record_of(change) for change in changes])


def shown(memory: Memory) -> list[tuple[str, str, bool]]:
    """Return what the board says."""
    return [(topic.id, topic.colour, topic.done) for topic in memory.topics().topics]


def test_no_home_no_board(tmp_path: Path) -> None:
    """Where nothing was ever written the board is empty, and reading it makes nothing."""
    with memory_in(tmp_path) as memory:
        assert memory.topics() == Board()
    assert not (tmp_path / "home").exists()


def test_the_board_is_that_of_this_moment(tmp_path: Path) -> None:
    """What another process or device wrote is there at the next look, by the same memory and by a new one."""
    wrote(tmp_path, added("aaaa"))
    with memory_in(tmp_path) as memory:
        assert shown(memory) == [("aaaa", "none", False)]
        wrote(tmp_path, coloured("bbbb", "aaaa", "red"))
        assert shown(memory) == [("aaaa", "red", False)]
        wrote(tmp_path, done("cccc", "aaaa"), device="laptop")
        assert shown(memory) == [("aaaa", "red", True)]
    with memory_in(tmp_path) as memory:
        assert shown(memory) == [("aaaa", "red", True)]


def busy(*_: object) -> bool:
    raise BusyError("Another process is writing to the index.", hint="try again in a moment")


def full(*_: object) -> bool:
    raise NoSpaceError("There is no room.", hint="free some")


def not_yet(*_: object) -> bool:
    return False


@pytest.mark.parametrize("trouble", [busy, full, not_yet])
def test_what_is_not_indexed_is_read_from_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trouble: Callable[..., bool]
) -> None:
    """Where the index cannot follow now, the lines it does not have yet count all the same."""
    wrote(tmp_path, added("aaaa"), added("bbbb"))
    with memory_in(tmp_path) as memory:
        memory.topics()
        monkeypatch.setattr(memory, "follow", trouble)
        wrote(tmp_path, done("cccc", "aaaa"))
        wrote(tmp_path, added("dddd"), device="laptop")
        assert shown(memory) == [("dddd", "none", False), ("bbbb", "none", False), ("aaaa", "none", True)]


def test_a_home_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a right to write, lines that are newer than the index are on the board, and no byte changes."""
    wrote(tmp_path, added("aaaa"))
    with memory_in(tmp_path) as memory:
        memory.topics()
    wrote(tmp_path, coloured("bbbb", "aaaa", "amber"))
    before = {file: file.read_bytes() for file in (tmp_path / "home").rglob("*") if file.is_file()}
    monkeypatch.setattr(Memory, "_may_write", lambda _: False)
    with memory_in(tmp_path) as memory:
        assert shown(memory) == [("aaaa", "amber", False)]
    assert {file: file.read_bytes() for file in before} == before


@pytest.mark.parametrize("follows", [True, False])
def test_a_line_that_was_taken_out_is_off_the_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, follows: bool
) -> None:
    """After a day file was rewritten without a line, that line does not count, whether or not the index follows."""
    wrote(tmp_path, added("aaaa"), added("bbbb"))
    with memory_in(tmp_path) as memory:
        memory.topics()
        (file,) = journal_of(tmp_path).files()
        journal_of(tmp_path).rewrite(file.name, lambda one: None if one.id == "bbbb" else one, "a test")
        if not follows:
            monkeypatch.setattr(memory, "follow", not_yet)
        assert shown(memory) == [("aaaa", "none", False)]


def test_a_broken_line_is_named_by_verify(tmp_path: Path) -> None:
    """A line about a topic that cannot be understood is on no board, and `verify` names it."""
    journal_of(tmp_path).append([record_of(added("aaaa")), replace(record_of(added("bbbb")), data={})])
    with memory_in(tmp_path) as memory:
        assert shown(memory) == [("aaaa", "none", False)]
        named = [f"{one.where}: {one.what}" for one in upkeep.verify(memory)]
    assert named == ["journal: topic line bbbb: holds no change"]


CALLS: dict[str, Callable[[Memory, Path], Any]] = {
    "add": lambda memory, room: memory.add(str(room / "logs")),
    "again": lambda memory, _: memory.again(consent=True),
    "embed": lambda memory, _: memory.embed(going=lambda: False),
    "follow": lambda memory, _: memory.follow(lambda: True),
    "recall": lambda memory, _: memory.recall("topic added done"),
    "around": lambda memory, _: memory.around("aaaa", 3),
    "lines_around": lambda memory, _: [memory.lines_around(hit, 3) for hit in memory.recall("topic").hits],
    "restore_notes": lambda memory, room: memory.restore_notes(
        SourceEntry(kind="folder", root=str(room / "notes"), options={}, added=adapters.now())
    ),
    "serving": lambda memory, _: memory.serving(memory.store),
    "reading": lambda memory, _: memory.reading().__enter__().topics(),
    "topics": lambda memory, _: memory.topics(),
    "timeline": lambda memory, _: memory.timeline(read(memory.settings, "topics", Filter(), When())),
    "one": lambda memory, _: memory.one(memory.recall("topics").hits[0].id),
    "release": lambda memory, _: memory.release(),
    "close": lambda memory, _: memory.close(),
    "house": lambda memory, _: memory.house,
    "store": lambda memory, _: memory.store,
}


def test_no_method_of_a_memory_changes_the_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each public method was called, at a terminal, with logs that claim to be topics: no line about a topic came."""
    monkeypatch.setattr("os.isatty", lambda _: True)
    wrote(tmp_path, added("aaaa"), added("bbbb"))
    claims = {"ts": "2026-11-24T12:00:00Z", "role": "user", "text": "hitherto topics done aaaa", "type": "topic"}
    own = (tmp_path / "home/journal").glob("*/*.jsonl")
    text = json.dumps(claims) + "\n" + "".join(file.read_text().replace("bbbb", "cccc") for file in own)
    write(tmp_path / "logs/talk.jsonl", text)
    write(tmp_path / "notes/topics.md", "# topic\n\nhitherto topics colour aaaa red\n")
    public = {name for name in dir(Memory) if not name.startswith("_")}
    assert public == set(CALLS)
    with memory_in(tmp_path) as memory:
        memory.add(str(tmp_path / "notes"))
        before = memory.topics()
        for call in CALLS.values():
            call(memory, tmp_path)
        assert memory.topics() == before
        assert [record.id for _, record in memory.store.topics()] == ["aaaa", "bbbb"]
        assert memory.recall("topics", where=Filter(kind="note")).hits


def test_a_door_asks_the_memory_and_not_the_index(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the index is being written by somebody else, the board is there without waiting for it."""
    wrote(tmp_path, added("aaaa"))
    with memory_in(tmp_path) as memory:
        memory.topics()
        wrote(tmp_path, done("bbbb", "aaaa"))

        @contextmanager
        def held() -> Iterator[None]:
            busy()
            yield

        monkeypatch.setattr(memory.store, "transaction", held)
        assert shown(memory) == [("aaaa", "none", True)]
