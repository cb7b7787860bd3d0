from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.making import SETTLED, chat, everything, line, memory_in, said, texts_of, write

from hitherto.app import adapters
from hitherto.app import memory as under_test
from hitherto.app.config import Settings
from hitherto.app.memory import Added, Memory
from hitherto.core.answer import Filter
from hitherto.core.errors import (
    BusyError,
    ConsentNeededError,
    HithertoError,
    NoSpaceError,
    SetupNeededError,
    UsageError,
)
from hitherto.engine.intake import following
from hitherto.stores.sqlite.database import translated

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Give an empty memory."""
    with memory_in(tmp_path) as made:
        yield made


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a folder of code and notes."""
    write(tmp_path / "app/lease.py", "def renew_lease(job):\n    return job.backoff()\n")
    write(tmp_path / "app/notes/garden.md", "# Garden\n\nCover the quinces in winter.\n")
    return tmp_path / "app"


def found(memory: Memory, query: str, **options: object) -> list[str]:
    """Return what a recall finds."""
    return texts_of(memory.recall(query, **options).hits)  # type: ignore[arg-type]


def test_conversations_code_and_notes_are_found_together(memory: Memory, project: Path, tmp_path: Path) -> None:
    """One question goes over everything that was added."""
    chat(tmp_path / "logs/a.jsonl", line("where did the quinces go?"), line("Into the cellar.", 1, "assistant"))
    added = memory.add(str(project))
    assert (added.kind, added.root, added.files, added.changed) == ("folder", str(project), 2, 2)
    log = memory.add(str(tmp_path / "logs"))
    assert (log.kind, log.files, log.records) == ("jsonl", 1, 2)
    hits = memory.recall("quinces").hits
    assert {hit.kind for hit in hits} == {"note", "conversation"}
    (code,) = memory.recall("backoff").hits
    assert (code.symbol, code.place.path, code.place.lines) == ("renew_lease", str(project / "lease.py"), (1, 2))
    said = next(hit for hit in hits if hit.kind == "conversation")
    assert (said.actor, said.role, said.place.session, said.tz) == ("mia", "user", "a", "Europe/Berlin")


def test_a_day_restricts_and_orders(memory: Memory, tmp_path: Path) -> None:
    """With a time, hits come in its order; without one that fits, none do."""
    turns = [line(f"the budget, point {n}: " + "words " * 20, n * 60) for n in (5, 1, 3)]
    chat(tmp_path / "a.jsonl", *turns, line("the budget next week " + "words " * 20, 7 * 24 * 60))
    memory.add(str(tmp_path / "a.jsonl"))
    answer = memory.recall("budget", on="2026-11-24")
    assert [hit.text[:19] for hit in answer.hits] == [f"the budget, point {n}" for n in (1, 3, 5)]
    assert answer.reading is not None
    assert answer.reading.phrase == "on 2026-11-24"
    assert found(memory, "budget", on="2026-11-25") == []
    assert len(found(memory, "", since="2026-11-24", limit=2)) == 2
    with pytest.raises(UsageError):
        memory.recall("budget", on="someday")


def test_nothing_is_made_before_there_is_something(memory: Memory, tmp_path: Path) -> None:
    """Asking an empty memory says what to do and leaves no trace, and so does a path that is not there."""
    for ask in (lambda: memory.recall("x"), memory.again):
        with pytest.raises(SetupNeededError) as caught:
            ask()
        assert "hitherto add" in caught.value.hint
    with pytest.raises(UsageError):
        memory.add(str(tmp_path / "never"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", ["a\0b", "~nobody-of-that-name/x", "/proc/self/mem/x"])
def test_a_path_that_cannot_be_is_a_usage_error(memory: Memory, path: str) -> None:
    """Whatever a person types for a path, the answer is a sentence."""
    with pytest.raises(UsageError, match="nothing to read"):
        memory.add(path)


def test_a_device_is_no_source(memory: Memory) -> None:
    """What is neither file nor folder is refused."""
    with pytest.raises(UsageError, match="neither a file nor a folder"):
        memory.add("/dev/null")


def test_a_whole_home_or_drive_asks_first(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What holds far more than one project is only taken with consent."""
    monkeypatch.setenv("HOME", str(tmp_path / "people/mia"))
    write(tmp_path / "people/mia/a.py", "apples = 1\n")
    for path in ("/", str(tmp_path / "people"), str(tmp_path / "people/mia")):
        with pytest.raises(ConsentNeededError) as caught:
            memory.add(path)
        assert "--yes" in caught.value.hint
    assert memory.add(str(tmp_path / "people/mia"), consent=True).files == 1


def test_the_memory_is_no_source_of_itself(memory: Memory, project: Path, tmp_path: Path) -> None:
    """Its own home is refused, from within too."""
    memory.add(str(project))
    for path in (tmp_path / "home", tmp_path / "home/journal"):
        with pytest.raises(UsageError, match="own home"):
            memory.add(str(path))


def test_a_kind_can_be_told(memory: Memory, tmp_path: Path) -> None:
    """A log may be read as a mere file, and an unknown kind is refused with the known ones."""
    file = chat(tmp_path / "logs/a.jsonl", line("apples and pears"))
    os.utime(file, (SETTLED, SETTLED))
    assert memory.add(str(tmp_path / "logs"), kind="folder").kind == "folder"
    with pytest.raises(UsageError) as caught:
        memory.add(str(tmp_path / "logs"), kind="telegram")
    assert "claude-code" in caught.value.hint


@pytest.mark.parametrize("kind", ["claude-code", "openclaw", "jsonl"])
def test_every_dialect_has_its_reader(memory: Memory, tmp_path: Path, kind: str) -> None:
    """Each kind of log is read by its own source, an empty folder too."""
    (tmp_path / "logs").mkdir()
    assert memory.add(str(tmp_path / "logs"), kind=kind).kind == kind


def test_adding_again_brings_everything_up_to_date(memory: Memory, project: Path, tmp_path: Path) -> None:
    """One call without a path goes over all sources, and the trouble of one does not stop the others."""
    chat(tmp_path / "logs/a.jsonl", line("apples"))
    memory.add(str(project))
    memory.add(str(tmp_path / "logs"))
    shutil.rmtree(project)
    chat(tmp_path / "logs/a.jsonl", line("and pears", 1), append=True)
    gone, grown = memory.again()
    assert isinstance(gone, ConsentNeededError)
    assert isinstance(grown, Added)
    assert grown.records == 1
    assert found(memory, "quinces") != []
    done, _ = memory.again(consent=True)
    assert not isinstance(done, HithertoError)
    assert done.removed == 2
    assert found(memory, "quinces") == []


def test_an_encoding_can_be_told_afterwards(memory: Memory, tmp_path: Path) -> None:
    """A file that was decoded wrongly is read anew when its encoding is named, though it did not change."""
    write(tmp_path / "app/a.py", "# naïve façade\nx = 1\n".encode("cp1252"))
    memory.add(str(tmp_path / "app"), encoding="cp1251")
    assert found(memory, "façade") == []
    assert memory.add(str(tmp_path / "app"), encoding="cp1252").changed == 1
    assert len(found(memory, "façade")) == 1


def test_the_index_is_derived(memory: Memory, tmp_path: Path) -> None:
    """Without the database, the next question finds the same conversations, and nothing differs."""
    chat(tmp_path / "a.jsonl", *[line(f"apples and {n} " + "words " * (n % 40), n) for n in range(60)])
    memory.add(str(tmp_path / "a.jsonl"))
    hits, before = memory.recall("apples", limit=99).hits, everything(memory.house.store)  # type: ignore[arg-type]
    memory.close()
    for file in (tmp_path / "home").glob("hitherto.db*"):
        file.unlink()
    assert memory.recall("apples", limit=99).hits == hits
    assert everything(memory.house.store) == before  # type: ignore[arg-type]


def test_a_question_follows_the_journal_for_a_moment(
    memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the journal holds is found; until all of it is, and every source was read again, the answer says so."""
    chat(tmp_path / "a.jsonl", *[line(f"apples {n} " + "words " * 20, n) for n in range(9)])
    memory.add(str(tmp_path / "a.jsonl"))
    memory.close()
    for file in (tmp_path / "home").glob("hitherto.db*"):
        file.unlink()
    monkeypatch.setattr(following, "LINES_A_STEP", 2)
    monkeypatch.setattr(under_test, "CATCH_UP_SECONDS", -1.0)
    assert memory.recall("apples").ran.pending
    monkeypatch.undo()
    assert len(memory.recall("apples", limit=20).hits) == 9
    # The journal does not tell whether the log was read to its end; reading it again does.
    memory.again()
    assert not memory.recall("apples").ran.pending


def test_a_question_does_not_wait_for_a_writer(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another process holds the index, what is there answers, and says that more is to come."""
    chat(tmp_path / "a.jsonl", line("apples"))
    memory.add(str(tmp_path / "a.jsonl"))
    monkeypatch.setattr(adapters, "unread", lambda *_: True)

    def busy(*_: object) -> bool:
        raise BusyError("Another process is writing.", hint="wait")

    monkeypatch.setattr(following, "catch_up", busy)
    answer = memory.recall("apples")
    assert (texts_of(answer.hits), answer.ran.pending) == (["apples"], True)


def test_what_was_said_around_a_hit(memory: Memory, tmp_path: Path) -> None:
    """The neighbours of a line of a conversation."""
    chat(tmp_path / "a.jsonl", *[line(f"line {n} " + "words " * 20, n) for n in range(5)])
    memory.add(str(tmp_path / "a.jsonl"))
    hit = next(hit for hit in memory.recall("line").hits if hit.text.startswith("line 2"))
    before, after = memory.around(hit.id, 1)
    assert [one.text[:6] for one in (*before, *after)] == ["line 1", "line 3"]


def test_the_lines_around_a_hit(memory: Memory, tmp_path: Path) -> None:
    """The lines of the file before and after, secrets hidden by the same fingerprint as in the hit."""
    token = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
    code = f"KEY = '{token}'\n\n\ndef apples():\n    return '{token}'\n\n\ndef pears():\n    return 2\n"
    write(tmp_path / "app/a.py", code)
    memory.add(str(tmp_path / "app"))
    (hit,) = memory.recall("apples").hits
    before, after = memory.lines_around(hit, 3)
    shown = hit.text.split("'")[1]
    assert shown.startswith("[secret:github-token:")
    assert before[0] == f"KEY = '{shown}'"
    assert after[:2] == ["def pears():", "    return 2"]
    assert memory.lines_around(hit, 0) == ([], [])
    Path(hit.place.path or "").unlink()
    assert memory.lines_around(hit, 3) == ([], [])


def test_a_conversation_has_no_lines_around(memory: Memory, tmp_path: Path) -> None:
    """Only what stands in an indexed file has."""
    chat(tmp_path / "a.jsonl", line("apples"))
    memory.add(str(tmp_path / "a.jsonl"))
    (hit,) = memory.recall("apples").hits
    assert memory.lines_around(hit, 3) == ([], [])


def test_a_home_that_cannot_be_written_answers(memory: Memory, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading alone works, says so, and marks what is not as it was indexed."""
    memory.add(str(project))
    memory.close()
    monkeypatch.setattr(Memory, "_may_write", lambda _: False)
    answer = memory.recall("backoff")
    assert (answer.ran.read_only, answer.ran.stale, answer.hits[0].state) == (True, 0, "current")
    write(project / "lease.py", "def other():\n    return 1\n")
    answer = memory.recall("backoff")
    assert (answer.ran.stale, answer.hits[0].state) == (1, "stale")
    assert memory.around(answer.hits[0].id, 1) == ([], [])
    project.rename(project.with_name("away"))
    assert memory.recall("backoff").hits[0].state == "unreachable"


def test_a_file_that_somebody_is_writing_about_is_marked(
    memory: Memory, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the index cannot be brought up to date right now, the hit says that it may be old."""
    memory.add(str(project))
    write(project / "lease.py", "def renew_lease(job):\n    return job.backoff(2)\n", at=None)

    def busy(*_: object) -> None:
        raise BusyError("Another process is writing.", hint="wait")

    monkeypatch.setattr("hitherto.engine.intake.folders.refresh", busy)
    answer = memory.recall("backoff")
    assert (answer.hits[0].state, answer.ran.stale) == ("stale", 1)


def test_a_file_of_a_source_that_is_unknown_is_still_looked_at(memory: Memory, project: Path) -> None:
    """Without its source line, a folder is read with the default options."""
    memory.add(str(project))
    memory.house.store.db.execute("DELETE FROM source")  # type: ignore[attr-defined]
    write(project / "lease.py", "def renew_lease(job):\n    return job.backoff(7)\n", at=None)
    assert found(memory, "backoff") == ["def renew_lease(job):\n    return job.backoff(7)\n"]


def test_limits_and_filters_reach_the_index(memory: Memory, project: Path, tmp_path: Path) -> None:
    """A restriction holds together with a time."""
    chat(tmp_path / "a.jsonl", line("quinces " + "words " * 20), line("quinces too " + "words " * 20, 60))
    memory.add(str(project))
    memory.add(str(tmp_path / "a.jsonl"))
    assert len(found(memory, "quinces", limit=1)) == 1
    assert len(found(memory, "quinces", where=Filter(kind="note"))) == 1
    assert len(found(memory, "quinces", where=Filter(kind="conversation"), since="2026-11-24T13:30")) == 1


def test_a_full_index_is_told_in_our_words(tmp_path: Path) -> None:
    """Trouble with the file behind a memory names that file."""
    with pytest.raises(SetupNeededError, match=r"hitherto\.db"), translated(tmp_path / "hitherto.db"):
        import apsw  # noqa: PLC0415

        raise apsw.CantOpenError("no")


def test_settings_are_the_memorys_own(tmp_path: Path) -> None:
    """Two memories with two homes share nothing."""
    chat(tmp_path / "a.jsonl", line("apples"))
    one, two = (Memory(Settings(home=tmp_path / name)) for name in ("one", "two"))
    with one, two:
        one.add(str(tmp_path / "a.jsonl"))
        assert len(found(one, "apples")) == 1
        with pytest.raises(SetupNeededError):
            two.recall("apples")


def test_on_a_full_disk_what_is_there_is_still_found(
    memory: Memory, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing can be brought up to date, so a changed file is shown as stale, and the answer says why."""
    memory.add(str(project))
    write(project / "lease.py", "def renew_lease(job):\n    return job.jitter()\n", at=None)

    def full(*_: object) -> bool:
        raise NoSpaceError("The disk is full.", hint="free some space")

    monkeypatch.setattr(Memory, "_followed", full)
    answer = memory.recall("backoff")
    assert [hit.state for hit in answer.hits] == ["stale"]
    assert answer.ran.read_only


def test_one_source_alone_is_brought_up_to_date(memory: Memory, project: Path, tmp_path: Path) -> None:
    """Named by its root, one source is looked at and no other."""
    write(tmp_path / "other/a.md", "# A\n\nNothing yet.\n")
    memory.add(str(project))
    memory.add(str(tmp_path / "other"))
    write(project / "new.md", "# New\n\nThe numbat.\n")
    write(tmp_path / "other/new.md", "# New\n\nThe bilby.\n")
    (done,) = memory.again(only=str(tmp_path / "other"))
    assert isinstance(done, Added)
    assert (done.root, done.changed) == (str(tmp_path / "other"), 1)
    assert (found(memory, "bilby") != [], found(memory, "numbat")) == (True, [])


def test_following_the_journal_can_be_stopped(memory: Memory, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What another process wrote is brought in step by step, as long as it may go on; the rest comes the next time."""
    monkeypatch.setattr(following, "LINES_A_STEP", 1)
    memory.add(str(project))
    memory.house.journal.append([said("the bilby"), said("the numbat", 1)])
    assert not memory.follow(lambda: False)
    assert memory.follow(lambda: True)
    assert found(memory, "numbat") != []
