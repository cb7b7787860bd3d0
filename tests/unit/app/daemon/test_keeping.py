from __future__ import annotations

import json
import shutil
import threading
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, NoReturn

import pytest
from tests.keeping import Kept
from tests.making import chat, line, memory_in, said, texts_of, write
from tests.serving import until

from hitherto.app import adapters, upkeep
from hitherto.app.config import Settings
from hitherto.app.daemon import keeping
from hitherto.app.daemon.keeping import IDLE_SECONDS, NIGHT, Opened, night_of
from hitherto.app.memory import Memory, silent
from hitherto.core.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kept]:
    made = Kept(tmp_path, monkeypatch)
    yield made
    made.keeper._watcher.close()
    made.keeper._opened.close()


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder that was added."""
    write(tmp_path / "notes/plan.md", "# Plan\n\nThe wombat digs.\n")
    with memory_in(tmp_path) as memory:
        memory.add(str(tmp_path / "notes"))
    return tmp_path / "notes"


def test_nothing_is_made_where_nothing_was_added(kept: Kept) -> None:
    """Before the first add there is no index, and none is made."""
    kept.step()
    assert not (kept.room / "home").exists()


def test_a_known_file_is_read_again_alone(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is known and was told of is brought up to date, gone ones too, without going through its folder."""
    kept.step()
    kept.step(20)
    monkeypatch.setattr(Memory, "again", lambda *_, **__: pytest.fail("the folder was gone through"))
    write(notes / "plan.md", "# Plan\n\nThe quokka smiles.\n", at=None)
    kept.told(notes / "plan.md")
    assert kept.found("quokka")
    assert kept.said[-1] == f"{notes / 'plan.md'}: changed"
    (notes / "plan.md").unlink()
    write(notes / "other.txt", "x")
    kept.told(notes / "plan.md")
    assert kept.found("quokka") == []


def test_an_unknown_file_lets_its_folder_be_gone_through(kept: Kept, notes: Path) -> None:
    """What was told of and is not known may be new."""
    kept.step()
    write(notes / "new.md", "# New\n\nA numbat.\n")
    kept.told(notes / "new.md", kept.room / "elsewhere")
    assert kept.found("numbat")


def test_a_new_set_of_watched_folders_has_all_of_them_looked_at(
    kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A watcher that is replaced may keep what it saw last to itself: no root waits ten minutes for that."""
    monkeypatch.setattr(keeping.Watcher, "watch", lambda *_: True)
    write(kept.room / "other/a.md", "# Other\n\nA numbat.\n")
    with memory_in(kept.room) as memory:
        memory.add(str(kept.room / "other"))
    for _ in range(4):
        kept.step(20)
    write(notes / "unheard.md", "# Unheard\n\nA quoll.\n")
    kept.step(20)
    assert kept.found("quoll") == []
    write(kept.room / "other/new/b.md", "# New\n\nA bilby.\n")
    kept.told(kept.room / "other/new")
    kept.step(20)
    assert kept.found("bilby")
    assert kept.found("quoll")


def test_many_files_let_their_folder_be_gone_through(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many changes at once, as after a checkout, are not read one by one."""
    kept.step()
    monkeypatch.setattr(keeping, "MOST_ONE_BY_ONE", 0)
    monkeypatch.setattr(keeping, "refresh", lambda *_: pytest.fail("read one by one"))
    write(notes / "plan.md", "# Plan\n\nThe quokka smiles.\n", at=None)
    kept.told(notes / "plan.md")
    assert kept.found("quokka")


def test_a_file_that_cannot_be_read_now_is_left_to_the_pass(
    kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where reading one file fails, its folder is gone through soon."""
    kept.step()

    def refuse(*_: object) -> NoReturn:
        raise BusyError("Another process writes.", hint="wait")

    monkeypatch.setattr(keeping, "refresh", refuse)
    write(notes / "plan.md", "# Plan\n\nThe quokka smiles.\n", at=None)
    kept.told(notes / "plan.md")
    assert kept.found("quokka")


def test_untold_changes_are_found_by_looking(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the system does not tell, folders are looked at every half minute, and that is said."""
    monkeypatch.setattr(kept.keeper._watcher, "watch", lambda _: False)
    kept.step()
    assert kept.troubles() == ["notifications"]
    write(notes / "new.md", "# New\n\nA numbat.\n")
    kept.step(31)
    assert kept.found("numbat")


def test_a_folder_is_gone_through_at_times_though_nothing_was_told(kept: Kept, notes: Path) -> None:
    """Every ten minutes a watched folder is looked at all the same, and not much earlier."""
    kept.keeper._watcher._tell = lambda _: None
    kept.step()
    kept.step(5)
    write(notes / "new.md", "# New\n\nA numbat.\n")
    kept.step(300)
    assert kept.found("numbat") == []
    kept.step(301)
    assert kept.found("numbat")


def test_after_a_jump_of_the_clock_everything_is_looked_at(
    kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A machine that slept, or whose clock was set, is looked over at once."""
    kept.keeper._watcher._tell = lambda _: None
    kept.step()
    kept.step(5)
    write(notes / "new.md", "# New\n\nA numbat.\n")
    monkeypatch.setattr(keeping.time, "time", lambda: 1e9)
    kept.keeper._jumps._wall = keeping.time.time
    kept.step(1)
    assert kept.found("numbat")


def test_logs_by_growth_and_sources_by_the_journal(kept: Kept, notes: Path) -> None:
    """A log that another process adds is followed from then on; one that grew is read on."""
    assert notes.is_dir()
    kept.step()
    log = chat(kept.room / "logs/talk.jsonl", line("where is the wombat?"))
    with memory_in(kept.room) as memory:
        memory.add(str(log.parent))
    kept.step(2)
    chat(log, line("and the bilby?", 5), append=True)
    kept.step(5)
    assert kept.found("bilby")
    assert kept.troubles() == []


def test_lines_of_other_processes_are_followed(kept: Kept, notes: Path) -> None:
    """What stands in the journal and not in the index gets there, though nobody asks."""
    assert notes.is_dir()
    kept.step()
    with memory_in(kept.room) as memory:
        memory.house.journal.append([said("the bilby sleeps")])
    kept.step(2)
    assert kept.found("bilby")


def test_a_missing_root_is_named_and_tried_again(kept: Kept, notes: Path) -> None:
    """A root that is away is a trouble with a way out; nothing is forgotten, and it is over when the root is back."""
    kept.step()
    notes.rename(kept.room / "away")
    kept.step(30)
    assert kept.troubles() == [str(notes)]
    assert kept.found("wombat")
    kept.step(700)
    assert kept.report.as_json()["troubles"][0]["times"] > 1
    (kept.room / "away").rename(notes)
    kept.step(3)
    assert kept.troubles() == []


def test_a_fault_of_our_own_stops_no_other_work(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error nobody expected is kept as a trouble of what met it, and everything else goes on."""

    def fail(_: object, *, going: Callable[[], bool]) -> int:
        assert going
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(Memory, "embed", fail)
    kept.step()
    assert kept.troubles() == ["embed"]
    assert "ZeroDivisionError" in kept.said[-1]
    write(notes / "new.md", "# New\n\nA numbat.\n")
    kept.told(notes / "new.md")
    assert kept.found("numbat")


def test_vectors_are_made_while_nothing_else_is_to_do(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Vectors are made until none is missing, which is said once, and a change that is told of comes first."""
    went: list[bool] = []

    def embed(_: Memory, *, going: Callable[[], bool]) -> int:
        before = going()
        kept.keeper._tell({str(notes / "plan.md")})
        went.append((before, going()) == (True, False))
        return 5 if len(went) < 3 else 0

    kept.step()
    monkeypatch.setattr(Memory, "embed", embed)
    kept.step(15)
    assert went == [True, True, True]
    assert [said for said in kept.said if "vectors" in said] == ["10 pieces have their vectors"]


def test_the_model_is_let_go_when_idle(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After five minutes without work what is held in memory is released, and not before."""
    released: list[float] = []
    monkeypatch.setattr(Memory, "release", lambda _: released.append(kept.ahead))
    assert notes.is_dir()
    kept.step()
    kept.step(IDLE_SECONDS - 30)
    assert released == []
    kept.step(31)
    assert released != []


def test_the_daily_work(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is done once a day, when nothing else was done for a minute, and what it found can be seen."""
    assert notes.is_dir()

    class Day(datetime):
        day_of_month = 24

        @classmethod
        def now(cls, tz: Any = None) -> Day:
            return cls(2026, 11, cls.day_of_month, 4, tzinfo=tz or UTC)

    monkeypatch.setattr(keeping, "datetime", Day)
    kept.step()
    assert kept.report.as_json()["night"] is None
    kept.step(70)
    assert kept.report.as_json()["night"]["faults"] == 0
    assert kept.report.as_json()["night"]["day"] == "2026-11-24"
    kept.step(70)
    assert sum(one.startswith("daily work done") for one in kept.said) == 1
    Day.day_of_month = 25
    kept.step(70)
    with memory_in(kept.room) as memory:
        assert (night_of(memory.store.noted(NIGHT)) or {})["day"] == "2026-11-25"


def test_long_work_ends_when_the_process_does(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Told to stop between two steps, a pass stops, is no trouble, and the rest is done the next time."""
    kept.step()
    write(notes / "new.md", "# New\n\nA numbat.\n")
    real = Memory.again

    def stopping(self: Memory, **options: Any) -> Any:
        kept.stopping.set()
        options["report"](None)
        return real(self, **options)

    monkeypatch.setattr(Memory, "again", stopping)
    kept.told(notes / "new.md")
    assert kept.found("numbat") == []
    assert kept.troubles() == []
    kept.keeper._do(("look", str(notes)))
    assert kept.found("numbat") == []


def test_questions_go_first(kept: Kept) -> None:
    """Between two steps of long work a question that is being answered is waited for."""
    kept.quiet.clear()
    timer = threading.Timer(0.1, kept.quiet.set)
    timer.start()
    begun = time.perf_counter()
    kept.keeper._between_steps(None)  # type: ignore[arg-type]
    assert 0.05 < time.perf_counter() - begun < 0.9


def test_a_new_index_in_the_place_of_the_old_one(kept: Kept, notes: Path) -> None:
    """After a rebuild by another process the new index is kept fresh, not the one that was set aside."""
    kept.step()
    with memory_in(kept.room) as memory:
        upkeep.rebuild(memory, silent)
    write(notes / "new.md", "# New\n\nA numbat.\n")
    kept.told(notes / "new.md")
    assert kept.found("numbat")


def test_opened_anew_only_where_it_is_another_file(tmp_path: Path, notes: Path) -> None:
    """The same index stays open; one that was exchanged is opened again."""
    assert notes.is_dir()
    opened = Opened(Settings(home=tmp_path / "home"))
    store = opened.memory().store
    assert opened.memory().store is store
    database = tmp_path / "home" / adapters.DATABASE
    shutil.copy(database, tmp_path / "copy")
    (tmp_path / "copy").replace(database)
    assert opened.memory().store is not store
    opened.close()


def test_a_source_with_other_options_is_begun_anew(kept: Kept, notes: Path) -> None:
    """What is to be read otherwise from now on is looked at as if for the first time."""
    kept.step()
    with memory_in(kept.room) as memory:
        memory.add(str(notes), encoding="latin-1")
    kept.step(2)
    assert dict(kept.keeper._kept[str(notes)].entry.options) == {"encoding": "latin-1"}


def test_it_runs_until_it_is_stopped(kept: Kept, notes: Path) -> None:
    """The thread ends when it is told to, at once when it is woken."""
    assert notes.is_dir()
    thread = threading.Thread(target=kept.keeper.run)
    thread.start()
    kept.stopping.set()
    kept.keeper.wake()
    thread.join(10)
    assert not thread.is_alive()


def test_it_outlives_a_fault_between_two_jobs(kept: Kept, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even what goes wrong outside any job ends nothing: it is kept as a trouble, and the thread goes on."""
    assert notes.is_dir()
    monkeypatch.setattr(kept.keeper._schedule, "due", lambda: 1 / 0)
    thread = threading.Thread(target=kept.keeper.run)
    thread.start()
    until(lambda: kept.troubles() == ["keeping"])
    assert thread.is_alive()
    kept.stopping.set()
    kept.keeper.wake()
    thread.join(10)
    assert not thread.is_alive()


def test_a_damaged_index_is_a_trouble(kept: Kept, notes: Path) -> None:
    """Where the index cannot be opened, that is kept as a trouble with its way out, for as long as it lasts."""
    assert notes.is_dir()
    database = kept.room / "home" / adapters.DATABASE
    whole = database.read_bytes()
    database.write_bytes(b"x" * len(whole))
    kept.step()
    assert "journal" in kept.troubles()
    assert "rebuild" in kept.report.as_json()["troubles"][0]["hint"]
    database.write_bytes(whole)
    kept.step(700)
    kept.step(5)
    assert kept.troubles() == []


def test_what_the_night_left() -> None:
    """Nothing, where it was never there."""
    assert night_of(None) is None
    assert night_of(json.dumps({"day": "2026-11-24"})) == {"day": "2026-11-24"}


def test_the_index_answers_meanwhile(kept: Kept, notes: Path) -> None:
    """What is kept fresh can be asked by another memory of the same home."""
    assert notes.is_dir()
    kept.step()
    with memory_in(kept.room) as memory:
        assert texts_of(memory.recall("wombat").hits) == ["# Plan\n\nThe wombat digs.\n"]
