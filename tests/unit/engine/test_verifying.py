from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.contract.memory_journal import MemoryJournal
from tests.making import FakeFolder, MemoryBlobs, everything, said

from hitherto.engine import verifying
from hitherto.engine.house import always
from hitherto.engine.intake.folders import take_folder
from hitherto.engine.intake.following import catch_up
from hitherto.engine.intake.indexing import Progress, write_new
from hitherto.engine.verifying import verify
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from hitherto.engine.house import House

LINES = [said(f"apples {n}", n, model="m", data={"n": [n, {"x": "\ud800"}]}) for n in range(5)]
FILE = "journal/2026/2026-11-24.laptop.jsonl"


@pytest.fixture
def filled(house: House) -> House:
    """Give a house of five lines and a note."""
    write_new(house, [*LINES, said("odd \ud800\0", 9, actor="\udfff", session="\ud801", model="\ud802", tz="\ud803")])
    folder = FakeFolder()
    folder.put("a.md", "# One\n")
    take_folder(house, folder, Progress(report=lambda _: None), may_empty=False)
    assert differences(house) == []
    return house


def differences(house: House) -> list[tuple[str, str]]:
    """Return what differs."""
    return [(one.where, one.what) for one in verify(house.journal, house.blobs, house.store)]


def db(house: House, statement: str) -> None:
    """Damage the index."""
    assert isinstance(house.store, SqliteStore)
    house.store.db.execute(statement)


def test_steps_make_no_difference(filled: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many lines are compared at a time, nothing differs where nothing does."""
    monkeypatch.setattr(verifying, "RECORDS_A_STEP", 2)
    assert differences(filled) == []


@pytest.mark.parametrize("readable", [True, False])
def test_a_changed_text_is_named(filled: House, *, readable: bool) -> None:
    """A text in the index that is not what the journal says, readable or not, is named with its line, once."""
    other = "(SELECT body FROM text WHERE id = 2)" if readable else "x'00ff00'"
    db(filled, f"UPDATE text SET body = {other} WHERE id = 1")
    said_of = "text differs" if readable else "its text in the index is damaged"
    assert differences(filled) == [
        (f"{FILE}:1", f"record {LINES[0].id}: {said_of}"),
        ("index", "text 1 is damaged"),
    ]


@pytest.mark.parametrize(
    ("change", "name"),
    [
        ("ts = ts + 1", "ts"),
        ("tz = 'UTC'", "tz"),
        ("actor = 'tom'", "actor"),
        ("role = 'system'", "role"),
        ("type = 'meta'", "type"),
        ("model = NULL", "model"),
        ("line = 99", "origin"),
        ("""data = '{"n": [3]}'""", "data"),
    ],
)
def test_a_changed_field_is_named(filled: House, change: str, name: str) -> None:
    """Every field is compared."""
    db(filled, f"UPDATE record SET {change} WHERE key = '{LINES[2].id}'")
    assert (f"{FILE}:3", f"record {LINES[2].id}: {name} differs") in differences(filled)


def test_a_missing_record_is_named(filled: House) -> None:
    """What is in the journal and not in the index."""
    db(filled, f"DELETE FROM record WHERE key = '{LINES[3].id}'")
    assert (f"{FILE}:4", f"record {LINES[3].id}: is not in the index") in differences(filled)


def test_an_extra_record_is_counted(filled: House) -> None:
    """What is in the index and not in the journal, even where another is missing."""
    db(filled, f"UPDATE record SET key = 'stranger' WHERE key = '{LINES[3].id}'")
    found = differences(filled)
    assert (f"{FILE}:4", f"record {LINES[3].id}: is not in the index") in found
    assert ("index", "1 records are not in the journal") in found


def test_an_earlier_line_in_the_index_is_named(filled: House) -> None:
    """The index must hold the line that was recorded last."""
    write_new(filled, [replace(LINES[0], text="apples again")])
    assert differences(filled) == []
    db(filled, f"UPDATE record SET rec = rec - 5000000, seq = 1 WHERE key = '{LINES[0].id}'")
    assert any("the index holds an earlier line" in what for _, what in differences(filled))


@pytest.mark.parametrize("damage", ["lost", "altered"])
def test_a_lost_or_altered_original_is_named(filled: House, damage: str) -> None:
    """Each blob that a line points to is read and compared with its hash."""
    assert isinstance(filled.blobs, MemoryBlobs)
    (digest,) = filled.blobs.kept
    filled.blobs.kept[digest] = b"other"
    if damage == "lost":
        del filled.blobs.kept[digest]
    ((where, what),) = differences(filled)
    assert where.startswith("journal/2023/")
    assert digest[:12] in what


def test_a_broken_line_is_named(filled: House) -> None:
    """A journal line that is no record is told with its file, its number and the reason."""
    assert isinstance(filled.journal, MemoryJournal)
    days = filled.journal._days
    name = FILE.removeprefix("journal/")
    days[name] = days[name].replace(b"apples 1", b"appels 1") + b"no line\n"
    catch_up(filled.journal, filled.store, always)
    found = dict(differences(filled))
    assert "checksum" in found[f"{FILE}:2"]
    assert f"{FILE}:7" in found
    assert found["index"] == "1 records are not in the journal"


def test_verifying_changes_nothing(filled: House) -> None:
    """It only looks."""
    assert isinstance(filled.store, SqliteStore)
    before = everything(filled.store)
    db(filled, "PRAGMA query_only = 1")
    assert differences(filled) == []
    assert everything(filled.store) == before
