from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from tests.making import NOON, FakeFolder, MemoryBlobs, Ticking

from hitherto.core.answer import Filter
from hitherto.core.errors import ConsentNeededError, DamagedError
from hitherto.core.model import LeftOut, Record
from hitherto.engine.intake import folders
from hitherto.engine.intake.folders import refresh, restore_notes, take_folder
from hitherto.engine.intake.indexing import Progress, add_source, finish_source

if TYPE_CHECKING:
    from hitherto.engine.house import House

ROOT = "/proj/app"


def take(house: House, folder: FakeFolder, *, may_empty: bool = False, **options: Any) -> Progress:
    """Make one whole pass."""
    progress = Progress(report=lambda _: None)
    entry = add_source(house, folder, options)
    take_folder(house, folder, progress, may_empty=may_empty)
    finish_source(house, entry, folder, progress)
    return progress


def texts(house: House) -> list[str]:
    """Return everything that can be found."""
    return sorted(house.store.excerpt(one.chunk).text for one in house.store.between(Filter(), 99))


def versions(house: House) -> list[Record]:
    """Return the versions of notes in the journal."""
    lines = [line.record for file in house.journal.files() for line in house.journal.read(file.name, 0)]
    return [record for record in lines if record is not None and record.type == "document"]


@pytest.fixture
def folder() -> FakeFolder:
    """Give a folder of two files."""
    made = FakeFolder()
    made.put("a.py", "apples = 1\n")
    made.put("b.py", "pears = 2\n")
    return made


def test_nothing_changed_reads_nothing(house: House, folder: FakeFolder) -> None:
    """The second pass looks at every file and opens none."""
    first = take(house, folder)
    assert (first.files, first.changed, first.removed) == (2, 2, 0)
    folder.read.clear()
    again = take(house, folder)
    assert (again.files, again.changed, again.removed) == (2, 0, 0)
    assert folder.read == []


def test_only_what_changed_is_read(house: House, folder: FakeFolder) -> None:
    """An edit, a new file and a deletion are each brought in by the next pass."""
    take(house, folder)
    folder.read.clear()
    folder.put("a.py", "quinces = 1\n")
    folder.put("c.py", "plums = 3\n")
    del folder.texts["b.py"]
    progress = take(house, folder)
    assert (progress.changed, progress.removed) == (2, 1)
    assert folder.read == ["a.py", "c.py"]
    assert texts(house) == ["plums = 3\n", "quinces = 1\n"]


def test_a_touched_file_is_read_once(house: House, folder: FakeFolder) -> None:
    """A new signature with the same content is remembered; the time of the file follows it."""
    take(house, folder)
    before = house.store.db.execute("SELECT id FROM chunk ORDER BY id").fetchall()  # type: ignore[attr-defined]
    folder.put("a.py", "apples = 1\n")
    take(house, folder)
    folder.read.clear()
    take(house, folder)
    assert folder.read == []
    assert house.store.db.execute("SELECT id FROM chunk ORDER BY id").fetchall() == before  # type: ignore[attr-defined]
    entry = house.store.file(f"{ROOT}/a.py")
    assert entry is not None
    assert entry.ts == datetime.fromtimestamp(folder.stamps["a.py"] / 1e9, UTC)


def test_an_edit_that_keeps_size_and_time_is_noticed(house: House, folder: FakeFolder) -> None:
    """The file system's own time of change tells what a program that puts the time back hides."""
    take(house, folder)
    folder.texts["a.py"] = "apples = 9\n"
    real = folder.one

    def one(path: str) -> Any:
        item = real(path)
        return replace(item, ctime_ns=item.ctime_ns + 1) if item and item.name == "a.py" else item

    folder.one = one  # type: ignore[method-assign]
    assert take(house, folder).changed == 1
    assert "apples = 9\n" in texts(house)


def test_a_file_too_fresh_to_trust_is_read_again(house: House, folder: FakeFolder) -> None:
    """Written within the clock's grain of being read, it may have changed unseen; unchanged, it is only touched."""
    clock = Ticking(NOON)
    house = replace(house, clock=clock)
    folder.stamps["a.py"] = int(NOON.timestamp() * 1e9)
    take(house, folder)
    folder.read.clear()
    house = replace(house, clock=Ticking(NOON.replace(hour=13)))
    assert take(house, folder).changed == 0
    assert folder.read == ["a.py"]
    folder.read.clear()
    take(house, folder)
    assert folder.read == []


def test_an_unreadable_file_keeps_what_is_known(house: House, folder: FakeFolder) -> None:
    """What cannot be read now is named, not forgotten, and tried again."""
    take(house, folder)
    folder.put("a.py", LeftOut(path=f"{ROOT}/a.py", reason="unreadable"))
    progress = take(house, folder)
    assert [one.reason for one in progress.left_out] == ["unreadable"]
    assert texts(house) == ["apples = 1\n", "pears = 2\n"]
    folder.texts["a.py"] = "quinces = 1\n"
    take(house, folder)
    assert texts(house) == ["pears = 2\n", "quinces = 1\n"]


def test_files_in_an_unreadable_folder_are_not_forgotten(house: House, folder: FakeFolder) -> None:
    """A folder that cannot be listed says nothing about its files; others that are gone are gone."""
    for name in ("in/c.py", "inner/d.py"):
        folder.put(name, f"plums = '{name}'\n")
    take(house, folder)
    for name in ("in/c.py", "inner/d.py", "a.py"):
        del folder.texts[name]
    folder.left_out = [LeftOut(path=f"{ROOT}/in", reason="unreadable")]
    assert take(house, folder).removed == 2
    assert texts(house) == ["pears = 2\n", "plums = 'in/c.py'\n"]


@pytest.mark.parametrize("reason", ["binary", "too-large"])
def test_a_file_that_is_no_text_any_more_vanishes(house: House, folder: FakeFolder, reason: Any) -> None:
    """It is left out with its reason, told at every pass, and read only once."""
    take(house, folder)
    folder.put("a.py", LeftOut(path=f"{ROOT}/a.py", reason=reason))
    assert [one.reason for one in take(house, folder).left_out] == [reason]
    assert texts(house) == ["pears = 2\n"]
    folder.read.clear()
    assert [one.reason for one in take(house, folder).left_out] == [reason]
    assert folder.read == []


def test_a_missing_root_asks_first(house: House, folder: FakeFolder) -> None:
    """A drive that is not mounted is no reason to forget; with consent everything is forgotten."""
    take(house, folder)
    empty = FakeFolder()
    absent = replace(house, present=lambda _: False)
    with pytest.raises(ConsentNeededError, match="held 2 files"):
        take(absent, empty)
    assert len(texts(house)) == 2
    assert take(absent, empty, may_empty=True).removed == 2
    assert texts(house) == []


def test_a_new_root_may_be_empty(house: House) -> None:
    """Where nothing was known there is nothing to ask about."""
    assert take(replace(house, present=lambda _: False), FakeFolder()).files == 0


def test_another_encoding_reads_anew_what_it_may_change(house: House, folder: FakeFolder) -> None:
    """Asked for with an encoding, unchanged files are read once more; those in it already are not."""
    take(house, folder)
    folder.read.clear()
    take(house, folder, encoding="cp932")
    assert folder.read == ["a.py", "b.py"]
    folder.read.clear()
    take(house, folder, encoding="cp932")
    assert folder.read == []
    take(house, folder)
    assert folder.read == []


def test_steps_are_written_and_told(house: House, folder: FakeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """A large folder is written in steps by files and by characters."""
    told: list[int] = []
    folder.put("c.py", "plums = 3\n")
    monkeypatch.setattr(folders, "FILES_A_STEP", 2)
    take_folder(house, folder, Progress(report=lambda one: told.append(one.files)), may_empty=False)
    assert told == [2]
    monkeypatch.setattr(folders, "CHARACTERS_A_STEP", 5)
    for name in ("a.py", "b.py"):
        folder.put(name, "changed = 1\n")
    take_folder(house, folder, Progress(report=lambda one: told.append(one.files)), may_empty=False)
    assert told == [2, 1, 2]


def test_a_pass_that_is_stopped_goes_on_where_it_was(
    house: House, folder: FakeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Steps that were written are not read again."""
    monkeypatch.setattr(folders, "FILES_A_STEP", 1)

    def stop(_: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take_folder(house, folder, Progress(report=stop), may_empty=False)
    assert texts(house) == ["apples = 1\n"]
    folder.read.clear()
    take(house, folder)
    assert folder.read == ["b.py"]
    assert len(texts(house)) == 2


def test_a_step_is_indexed_whole_or_not_at_all(
    house: House, folder: FakeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A failure in the middle of a step leaves none of its files, and the next pass brings them all."""
    real, calls = house.store.put_file, []

    def failing(*args: Any) -> None:
        calls.append(args)
        if len(calls) == 2:
            raise RuntimeError
        real(*args)

    monkeypatch.setattr(house.store, "put_file", failing)
    with pytest.raises(RuntimeError):
        take(house, folder)
    assert texts(house) == []
    take(house, folder)
    assert len(texts(house)) == 2


def test_every_version_of_a_note_is_kept_once(house: House) -> None:
    """There and back again is four versions, each with its text; nothing new adds none."""
    folder = FakeFolder()
    for text in ("# One\n", "# Two\n", "# One\n", "# Two\n"):
        folder.put("a.md", text)
        take(house, folder)
        take(house, folder)
    kept = versions(house)
    assert [house.blobs.get(str(one.data["blob"])) for one in kept] == [b"# One\n", b"# Two\n"] * 2
    assert len({one.id for one in kept}) == 4
    assert {one.text for one in kept} == {""}
    folder.put("a.md", "# Two\n")
    take(house, folder)
    assert len(versions(house)) == 4


def test_a_crash_between_journal_and_index_heals(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A version that was written down and not indexed is not written again."""
    folder = FakeFolder()
    folder.put("a.md", "# One\n")

    def killed(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(folders, "file_chunks", killed)
        with pytest.raises(KeyboardInterrupt):
            take(house, folder)
    assert (len(versions(house)), texts(house)) == (1, [])
    take(house, folder)
    assert (len(versions(house)), texts(house)) == (1, ["# One\n"])


def test_code_is_not_copied(house: House, folder: FakeFolder) -> None:
    """The journal and the blobs hold nothing of code: git has it."""
    take(house, folder)
    assert versions(house) == []
    assert isinstance(house.blobs, MemoryBlobs)
    assert house.blobs.kept == {}


def test_a_fresh_file_is_current(house: House, folder: FakeFolder) -> None:
    """What has not changed is told so without being read."""
    take(house, folder)
    folder.read.clear()
    assert refresh(house, folder, f"{ROOT}/a.py") == "current"
    assert folder.read == []


def test_a_changed_file_is_brought_up_to_date(house: House, folder: FakeFolder) -> None:
    """An edit is there after a look; a mere touch is no change."""
    take(house, folder)
    folder.put("a.py", "quinces = 1\n")
    assert refresh(house, folder, f"{ROOT}/a.py") == "changed"
    assert "quinces = 1\n" in texts(house)
    folder.stamps["a.py"] = folder.stamps["b.py"] = 5
    assert refresh(house, folder, f"{ROOT}/a.py") == "changed"
    assert refresh(house, folder, f"{ROOT}/a.py") == "current"


def test_a_file_that_became_binary_is_not_served(house: House, folder: FakeFolder) -> None:
    """Its old text is gone from the index, and whoever asked is told that something changed."""
    take(house, folder)
    folder.put("a.py", LeftOut(path=f"{ROOT}/a.py", reason="binary"))
    assert refresh(house, folder, f"{ROOT}/a.py") == "changed"
    assert texts(house) == ["pears = 2\n"]


def test_a_deleted_file_is_dropped_unless_its_root_is_away(house: House, folder: FakeFolder) -> None:
    """Only where the root is there does a missing file mean that it was deleted."""
    take(house, folder)
    del folder.texts["a.py"]
    assert refresh(replace(house, present=lambda _: False), folder, f"{ROOT}/a.py") == "unreachable"
    assert len(texts(house)) == 2
    assert refresh(house, folder, f"{ROOT}/a.py") == "gone"
    assert texts(house) == ["pears = 2\n"]


def test_a_file_that_cannot_be_read_is_unreachable(house: House, folder: FakeFolder) -> None:
    """What is known stays, marked; a source that yields nothing counts as the same."""
    take(house, folder)
    folder.put("a.py", LeftOut(path=f"{ROOT}/a.py", reason="unreadable"))
    assert refresh(house, folder, f"{ROOT}/a.py") == "unreachable"
    folder.records = lambda *_: iter(())  # type: ignore[method-assign,assignment]
    assert refresh(house, folder, f"{ROOT}/a.py") == "unreachable"
    assert len(texts(house)) == 2


def test_notes_of_a_lost_folder_come_back(house: House) -> None:
    """The newest kept version of each is found, dated as recorded; the first look at the folder reads all anew."""
    folder = FakeFolder()
    for name, text in (("a.md", "# One\n"), ("a.md", "# Two\n"), ("in/b.md", "# Three\n"), ("c.py", "x = 1\n")):
        folder.put(name, text)
        take(house, folder)
    with house.store.transaction():
        house.store.drop_files(list(house.store.files(ROOT)))
    restore_notes(house, ROOT)
    assert texts(house) == ["# Three\n", "# Two\n"]
    entry = house.store.file(f"{ROOT}/in/b.md")
    assert entry is not None
    assert (entry.item.name, entry.time_from, entry.kind) == ("in/b.md", "recorded", "note")
    folder.read.clear()
    take(house, folder)
    assert sorted(folder.read) == ["a.md", "c.py", "in/b.md"]
    assert len(versions(house)) == 3


def test_a_note_that_is_its_own_root_comes_back_with_its_name(house: House) -> None:
    """A single file that was added is found by its name."""
    folder = FakeFolder(root=f"{ROOT}/a.md")
    folder.put("a.md", "# One\n")
    folder.root = ROOT
    take(house, folder)
    house.store.drop_files([f"{ROOT}/a.md"])
    restore_notes(house, f"{ROOT}/a.md")
    (entry,) = house.store.files(f"{ROOT}/a.md").values()
    assert entry.item.name.endswith("a.md")


def test_one_lost_original_does_not_keep_the_others_away(house: House) -> None:
    """All that can be restored is, and then the loss is told."""
    folder = FakeFolder()
    for name in ("a.md", "b.md", "c.md"):
        folder.put(name, f"# {name}\n")
    take(house, folder)
    house.store.drop_files(list(house.store.files(ROOT)))
    assert isinstance(house.blobs, MemoryBlobs)
    del house.blobs.kept[str(versions(house)[1].data["blob"])]
    with pytest.raises(DamagedError):
        restore_notes(house, ROOT)
    assert texts(house) == ["# a.md\n", "# c.md\n"]


def test_a_file_is_dated_by_a_commit_that_came_later(house: House, folder: FakeFolder) -> None:
    """Where the repository stands at another commit, what had only its own time is asked for it again, once."""
    take(house, folder)
    folder.read.clear()
    folder.commit = "decaf"
    take(house, folder)
    assert folder.read == ["a.py", "b.py"]
    folder.read.clear()
    take(house, folder)
    assert folder.read == []
