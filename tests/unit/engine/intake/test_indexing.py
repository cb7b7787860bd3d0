from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import pytest
from tests.making import KEY, answered, everything, house_with, said

from hitherto.core.answer import Filter
from hitherto.core.model import LeftOut, Position, Record
from hitherto.core.seen import Item
from hitherto.engine.intake import indexing
from hitherto.engine.intake.indexing import Progress, add_source, entry_of, finish_source, take_logs, write_new
from hitherto.text.secrets import redact

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hitherto.engine.house import House

TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
Line = Record | LeftOut


@dataclass(kw_only=True)
class FakeLogs:
    """Chat logs in a dictionary; reading goes on where a Position says, one line a step."""

    root: str = "/logs"
    kind: str = "jsonl"
    logs: dict[str, list[Line]] = field(default_factory=dict)
    inodes: dict[str, int] = field(default_factory=dict)
    read: list[tuple[str, int]] = field(default_factory=list)
    resumes: bool = True

    def items(self) -> Iterator[Item | LeftOut]:
        """List the logs."""
        yield LeftOut(path="/logs/link.jsonl", reason="symlink")
        for name, lines in sorted(self.logs.items()):
            size, inode = len(lines), self.inodes.get(name, 1)
            yield Item(path=f"/logs/{name}", name=name, size=size, mtime_ns=size, ctime_ns=size, inode=inode)

    def records(self, item: Item, start: Position) -> Iterator[Record | LeftOut | Position]:
        """Read one log."""
        self.read.append((item.name, start.line))
        yield from self.logs[item.name][start.line :]
        if self.resumes:
            yield Position(offset=item.size, line=item.size)

    def heads(self) -> Mapping[str, str]:
        """There is no git."""
        return {}


def take(house: House, source: FakeLogs) -> Progress:
    """Make one pass."""
    progress = Progress(report=lambda _: None)
    entry = add_source(house, source, {})
    take_logs(house, source, progress)
    finish_source(house, entry, source, progress)
    return progress


def journal_of(house: House) -> list[Record]:
    """Return everything in the journal."""
    lines = [line.record for file in house.journal.files() for line in house.journal.read(file.name, 0)]
    return [record for record in lines if record is not None]


def test_importing_twice_changes_nothing(house: House) -> None:
    """The second pass reads no log, and a first pass over a copy of it writes no line and moves no chunk."""
    source = FakeLogs(logs={"a.jsonl": [said("ok", 0, id="1"), said("ok", 0, id="2"), answered("fine", 1)]})
    assert take(house, source).records == 3
    before, lines = everything(house.store), journal_of(house)  # type: ignore[arg-type]
    again = take(house, source)
    assert (again.records, again.changed, again.files) == (0, 0, 1)
    assert source.read == [("a.jsonl", 0)]
    source.inodes["a.jsonl"] = 2
    assert take(house, source).records == 0
    assert source.read == [("a.jsonl", 0)] * 2
    assert everything(house.store) == before  # type: ignore[arg-type]
    assert journal_of(house) == lines
    assert [record.text for record in lines if record.type == "text"] == ["ok", "ok", "fine"]


def test_a_grown_log_is_read_from_where_it_ended(house: House) -> None:
    """Only what is new is read."""
    source = FakeLogs(logs={"a.jsonl": [said("one")]})
    take(house, source)
    source.logs["a.jsonl"].append(said("two", 1))
    assert take(house, source).records == 1
    assert source.read == [("a.jsonl", 0), ("a.jsonl", 1)]


@pytest.mark.parametrize("change", ["shrunk", "exchanged"])
def test_a_log_that_is_another_is_read_from_its_top(house: House, change: str) -> None:
    """A shorter file, or another one under the same name, is no continuation."""
    source = FakeLogs(logs={"a.jsonl": [said("one"), said("two", 1)]})
    take(house, source)
    source.logs["a.jsonl"] = [said("three", 3)] if change == "shrunk" else [said(str(n), n) for n in range(4, 8)]
    source.inodes["a.jsonl"] = 1 if change == "shrunk" else 9
    take(house, source)
    assert source.read == [("a.jsonl", 0), ("a.jsonl", 0)]
    assert house.store.counts()["records.text"] == 2 + len(source.logs["a.jsonl"])


def test_a_source_that_cannot_resume_is_read_whole(house: House) -> None:
    """Without a Position all is read again, and still nothing is written twice."""
    source = FakeLogs(logs={"a.jsonl": [said("one")]}, resumes=False)
    take(house, source)
    source.logs["a.jsonl"].append(said("two", 1))
    assert take(house, source).records == 1
    assert source.read == [("a.jsonl", 0), ("a.jsonl", 0)]


def test_what_was_left_out_stays_named(house: House) -> None:
    """A pass that reads nothing, or only what is new, still tells all that is not in; a torn line only while it is."""
    broken = LeftOut(path="/logs/a.jsonl", reason="broken-line", line=2)
    torn = LeftOut(path="/logs/a.jsonl", reason="torn-line", line=3)
    source = FakeLogs(logs={"a.jsonl": [said("one"), broken, torn]})
    link = LeftOut(path="/logs/link.jsonl", reason="symlink")
    assert take(house, source).left_out == [link, broken, torn]
    assert take(house, source).left_out == [link, broken, torn]
    entry = entry_of(house.store, "/logs")
    assert entry is not None
    assert entry.left_out == (link, broken, torn)
    source.logs["a.jsonl"].append(said("two", 1))
    assert take(house, source).left_out == [link, broken]


def test_a_log_that_could_not_be_read_is_tried_again(house: House) -> None:
    """A momentary trouble is not remembered as having read the log."""
    trouble = LeftOut(path="/logs/a.jsonl", reason="unreadable", detail="I/O error")
    source = FakeLogs(logs={"a.jsonl": [trouble]}, resumes=False)
    take(house, source)
    source.logs["a.jsonl"] = [said("one")]
    progress = take(house, source)
    assert (progress.records, [one.reason for one in progress.left_out]) == (1, ["symlink"])


def test_steps_are_reported(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A long log is written in steps, each told with all that was done until then."""
    monkeypatch.setattr(indexing, "RECORDS_A_STEP", 2)
    told: list[tuple[int, int]] = []
    progress = Progress(report=lambda one: told.append((one.files, one.records)))
    take_logs(house, FakeLogs(logs={"a.jsonl": [said(str(n), n) for n in range(5)]}), progress)
    assert told == [(1, 2), (1, 4), (1, 5)]


def test_no_secret_reaches_the_journal(house: House) -> None:
    """In the text or however deep in the data, key or value, only its fingerprint is written."""
    data = {"input": {"headers": [f"Bearer {TOKEN}", {"n": 1}], TOKEN: None}, "ok": True}
    take(house, FakeLogs(logs={"a.jsonl": [said(f"my token is {TOKEN}", data=data)]}))
    (record,) = [one for one in journal_of(house) if one.type == "text"]
    shown = redact(TOKEN, KEY)[0]
    assert record.text == f"my token is {shown}"
    assert record.data == {"input": {"headers": [f"Bearer {shown}", {"n": 1}], shown: None}, "ok": True}


def test_the_person_and_the_zone_are_filled_in(house: House) -> None:
    """``user`` is the owner where a person speaks; names that a log gives stay, and so does its zone."""
    lines: list[Line] = [said("a", tz=None), said("b", 1, actor="tom", tz="Asia/Tokyo"), answered("c", 2, actor="user")]
    take(house, FakeLogs(logs={"a.jsonl": lines}))
    found = [(one.actor, one.tz) for one in journal_of(house) if one.type == "text"]
    assert found == [("mia", "Europe/Berlin"), ("tom", "Asia/Tokyo"), ("user", "Europe/Berlin")]


def test_a_message_that_grew_is_written_once(house: House) -> None:
    """The same id with a longer text replaces it; the shorter or the same text again is nothing new."""
    assert write_new(house, [said("one", id="r")]) == 1
    assert write_new(house, [said("one and more", id="r"), said("one and more", id="r")]) == 1
    assert write_new(house, [said("one", id="r"), said("one and more", id="r")]) == 0
    assert write_new(house, []) == 0
    assert [one.text for one in journal_of(house)] == ["one", "one and more"]
    assert house.store.records(["r"])["r"].text == "one and more"


@pytest.mark.parametrize("session", ["s", "t"])
def test_two_utterances_under_one_id_are_two(house: House, session: str) -> None:
    """Another text, or a longer one in another session, is another utterance, however often both are read."""
    lines = [said("one", id="r"), said("one more" if session == "t" else "two", id="r", session=session)]
    assert write_new(house, lines) == 2
    assert write_new(house, lines[::-1]) == 0
    assert [write_new(house, [line]) for line in lines] == [0, 0]
    assert sorted(one.text for one in journal_of(house)) == sorted(line.text for line in lines)
    assert house.store.counts()["records.text"] == 2


def test_writing_holds_the_lock_of_imports() -> None:
    """What is new is compared and written under one lock, so that two imports write a line once."""
    held: list[str] = []

    @contextmanager
    def importing() -> Iterator[None]:
        held.append("taken")
        yield
        held.append("given back")

    from tests.contract.memory_store import MemoryStore  # noqa: PLC0415 - the fake is enough here

    house = house_with(MemoryStore(), importing=importing)
    write_new(house, [said("one")])
    assert held == ["taken", "given back"]
    add_source(house, FakeLogs(), {})
    assert len(held) == 4


def test_a_crash_after_the_journal_heals(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is in the journal and not in the index is there after the next pass, once."""
    source = FakeLogs(logs={"a.jsonl": [said("one")]})
    add_source(house, source, {})
    real, calls = indexing.catch_up, []

    def killed(*args: object) -> bool:
        calls.append(args)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(indexing, "catch_up", killed)
    with pytest.raises(KeyboardInterrupt):
        take_logs(house, source, Progress(report=lambda _: None))
    assert house.store.between(Filter(), 5) == []
    assert take(house, source).records == 0
    assert [one.text for one in journal_of(house) if one.type == "text"] == ["one"]
    assert len(house.store.between(Filter(), 5)) == 1


def test_adding_a_source_is_written_down_once(house: House) -> None:
    """The journal says what was added; adding the same again adds no line, with other options it does."""
    source = FakeLogs()
    for options in ({}, {}, {"encoding": "cp932"}, {"encoding": "cp932"}, {}):
        entry = add_source(house, source, options)
        assert (entry.kind, entry.root, entry.options) == ("jsonl", "/logs", options)
    settings = [one for one in journal_of(house) if one.type == "setting"]
    assert [one.data["source"]["options"] for one in settings] == [{}, {"encoding": "cp932"}, {}]  # type: ignore[index]
    assert len(house.store.sources()) == 1


def test_a_pass_is_recorded_when_it_is_over(house: House) -> None:
    """When it ended and where git stands is written after the files are in."""
    source = FakeLogs(logs={"a.jsonl": [said("one")]})
    entry = add_source(house, source, {})
    assert entry.indexed is None
    finish_source(house, replace(entry), source, Progress(report=lambda _: None))
    done = entry_of(house.store, "/logs")
    assert done is not None
    assert done.indexed is not None
    assert entry_of(house.store, "/elsewhere") is None


def test_secrets_hide_in_no_corner_of_a_record(house: House) -> None:
    """Not in the speaker's name, not in the names of a tool's fields, however deep."""
    record = said("hello", actor=TOKEN, role="assistant", data={TOKEN: [{TOKEN: TOKEN}]})
    take(house, FakeLogs(logs={"a.jsonl": [record]}))
    (kept,) = [record for record in journal_of(house) if record.type == "text"]
    assert TOKEN not in repr(kept)
    assert repr(kept).count("[secret:github-token:") == 4
