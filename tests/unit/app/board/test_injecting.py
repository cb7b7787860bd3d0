from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.boards import added

from hitherto.app import adapters, upkeep
from hitherto.app.board import changing
from hitherto.app.board.glance import compact_at_a_glance
from hitherto.app.board.injecting import injected
from hitherto.app.memory import Memory
from hitherto.core.errors import BusyError
from hitherto.engine.topics import NOTED
from hitherto.engine.topics.compact import MOST_TOKENS
from hitherto.engine.topics.replay import record_of
from hitherto.stores.journal import FileJournal

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.usefixtures("person")


def glances() -> list[str | None]:
    """Return what a glance gives for each form."""
    return [compact_at_a_glance(form, os.environ) for form in (0, 1)]


def made(memory: Memory) -> list[str]:
    """Return what the ordinary way gives for each form."""
    return [injected(memory, form) for form in MOST_TOKENS]


def test_the_glance_gives_the_same_bytes(memory: Memory) -> None:
    """Once the compact forms were made, a glance gives just these, as often as one likes, and writes nothing."""
    changing.add(memory, "旅行の予算")
    changing.add(memory, "rent")
    assert glances() == [None, None]
    forms = made(memory)
    assert "旅行の予算" in forms[0]
    assert glances() == forms == glances() == made(memory)
    memory.close()
    before = {file: file.read_bytes() for file in memory.settings.home.rglob("*") if file.is_file()}
    assert glances() == forms
    assert {file: file.read_bytes() for file in memory.settings.home.rglob("*") if file.is_file()} == before


def test_a_change_ends_the_glance(memory: Memory) -> None:
    """After any change, made here or in a file that came from elsewhere, a glance knows nothing until it is read."""
    changing.add(memory, "rent")
    first = made(memory)
    changing.add(memory, "trip")
    assert glances() == [None, None]
    assert made(memory) != first
    assert glances() == made(memory)
    other = FileJournal(memory.settings.home / "journal", "laptop", adapters.now)
    other.append([record_of(added("elsewhere", "from the laptop"))])
    assert glances() == [None, None]
    # Another process follows the journal; what was remembered must be gone with that.
    with Memory(memory.settings) as somebody:
        assert somebody.follow(lambda: True)
    assert glances() == [None, None]
    assert "from the laptop" in made(memory)[1]
    assert glances() == made(memory)


def test_what_was_said_meanwhile_changes_nothing(memory: Memory) -> None:
    """Lines that are about no topic end a glance only until somebody has followed the journal."""
    changing.add(memory, "rent")
    forms = made(memory)
    line = replace(record_of(added("x")), type="text", text="hello", id="said")
    FileJournal(memory.settings.home / "journal", "laptop", adapters.now).append([line])
    assert glances() == [None, None]
    assert memory.follow(lambda: True)
    assert glances() == forms


def test_another_zone_is_not_taken_for_this_one(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was made for one zone is not shown in another; nor does a memory of other settings leave its own behind."""
    changing.add(memory, "rent")
    assert "Europe/Berlin" in made(memory)[0]
    monkeypatch.setenv("HITHERTO_ZONE", "Asia/Tokyo")
    assert glances() == [None, None]
    made(memory)
    assert glances() == [None, None]
    with Memory(replace(memory.settings, zone="Asia/Tokyo")) as there:
        assert "Asia/Tokyo" in made(there)[0]
    assert glances() != [None, None]


def test_nothing_to_show_is_known_at_a_glance(memory: Memory) -> None:
    """Without a home, and with a board on which nothing is open, there is nothing to print, and no home is made."""
    assert glances() == made(memory) == ["", ""]
    assert not memory.settings.home.exists()
    topic = changing.add(memory, "rent")
    changing.close(memory, topic.mark.id)
    assert made(memory) == glances() == ["", ""]


def test_a_journal_without_an_index_is_not_nothing(memory: Memory) -> None:
    """Where the index was deleted, or is being made anew, a glance says nothing and the ordinary way everything."""
    changing.add(memory, "rent")
    forms = made(memory)
    memory.close()
    for file in memory.settings.home.glob("hitherto.db*"):
        file.unlink()
    assert glances() == [None, None]
    assert made(memory) == forms
    with memory.store.transaction():
        memory.store.note("rebuilding", "1")
    assert glances() == [None, None]


def test_a_rebuild_gives_the_same_board(memory: Memory) -> None:
    """Made anew from the journal, the board, its history and its compact forms are the same to the byte."""
    topic = changing.add(memory, "rent")
    changing.colour(memory, topic.mark.id, "red")
    changing.add(memory, "trip")
    changing.undo(memory, None)
    before, forms = memory.topics(), made(memory)
    upkeep.rebuild(memory, lambda _: None)
    assert glances() == [None, None]
    assert memory.topics() == before
    assert made(memory) == forms == glances()


def test_who_cannot_remember_still_tells(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another process keeps the index busy, the forms are made each time and nothing is remembered."""
    changing.add(memory, "rent")
    memory.topics()

    @contextmanager
    def busy() -> Iterator[None]:
        raise BusyError("Another process is writing to the index.", hint="try again in a moment")
        yield

    monkeypatch.setattr(memory.store, "transaction", busy)
    assert "rent" in made(memory)[0]
    assert memory.store.noted(NOTED) is None


def test_a_damaged_remark_is_made_anew(memory: Memory) -> None:
    """What is remembered by another version, or is not whole, is not shown."""
    changing.add(memory, "rent")
    forms = made(memory)
    noted = str(memory.store.noted(NOTED))
    for wrong in (noted.replace("rent", "rent\x1e"), "0.0.0" + noted[5:], ""):
        with memory.store.transaction():
            memory.store.note(NOTED, wrong)
        assert glances() == [None, None]
    assert made(memory) == forms
