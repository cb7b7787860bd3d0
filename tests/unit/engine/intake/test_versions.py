"""Earlier versions of notes: read from the blobs, found by their words, quoted as they were."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from tests.making import NOON, FakeFolder, MemoryBlobs

from hitherto.core.answer import Filter
from hitherto.core.errors import DamagedError
from hitherto.engine.by_words import Question
from hitherto.engine.intake.folders import take_folder
from hitherto.engine.intake.indexing import Progress
from hitherto.engine.intake.versions import EarlierNotes
from hitherto.engine.recall import recall
from hitherto.text.words import query_terms

if TYPE_CHECKING:
    from datetime import datetime

    from hitherto.core.answer import Recall
    from hitherto.engine.house import House


def take(house: House, folder: FakeFolder) -> datetime:
    """Make a pass, and return the first instant after all of it was recorded."""
    take_folder(house, folder, Progress(report=lambda _: None), may_empty=True)
    lines = [line.record for file in house.journal.files() for line in house.journal.read(file.name, 0)]
    return max(record.rec for record in lines if record and record.rec) + timedelta(microseconds=1)


@pytest.fixture
def folder() -> FakeFolder:
    """Give a folder of one note and a file of code."""
    made = FakeFolder()
    made.put("plan.md", "# Plan\n\nThe budget is 300 euros.\n\n# Roof\n\nThe roof stays.\n")
    made.put("a.py", "budget = 300\n")
    return made


def as_of(house: House, text: str, by: datetime, **more: Any) -> Recall:
    """Ask as of an instant."""
    where = Filter(recorded_by=by, **more)
    earlier = EarlierNotes(house.store, house.blobs, house.key, where)
    question = Question(text=text, where=where, limit=10)
    return recall(house.store, question, lambda _: ("current", False), earlier=earlier)


def changed(house: House, folder: FakeFolder) -> datetime:
    """Take the folder in, change the note and take it in again; return an instant between."""
    then = take(house, folder)
    folder.put("plan.md", "# Plan\n\nThe allowance is 900 euros.\n")
    take(house, folder)
    return then


def test_what_a_note_said_then_is_quoted(house: House, folder: FakeFolder) -> None:
    """The earlier version is found by its own words, shown as it was, and said to be superseded; code is left out."""
    then = changed(house, folder)
    (hit,) = as_of(house, "budget 300", then).hits
    assert (hit.text, hit.state, hit.kind, hit.place.lines) == (
        "# Plan\n\nThe budget is 300 euros.\n\n",
        "superseded",
        "note",
        (1, 4),
    )
    assert (hit.place.path, hit.heading) == ("/proj/app/plan.md", "Plan")
    assert [hit.text[a:b] for a, b in hit.marks] == ["budget", "300"]
    assert as_of(house, "allowance", then).hits == ()


def test_today_the_last_version_stands(house: House, folder: FakeFolder) -> None:
    """As of an instant after the last change, the current version is the answer, and no earlier one."""
    changed(house, folder)
    now = house.clock().replace(year=2027)
    (hit,) = as_of(house, "allowance", now).hits
    assert hit.state == "current"
    assert as_of(house, "roof", now).hits == ()


def test_before_anything_was_recorded_there_is_nothing(house: House, folder: FakeFolder) -> None:
    """As of a day before the first pass, nothing answers."""
    changed(house, folder)
    assert as_of(house, "budget", NOON.replace(year=2020)).hits == ()


def test_a_note_that_is_deleted_now_is_still_there_then(house: House, folder: FakeFolder) -> None:
    """Its last version before it was gone answers as of a day before that."""
    then = take(house, folder)
    del folder.texts["plan.md"]
    gone = take(house, folder)
    assert [hit.state for hit in as_of(house, "roof", then).hits] == ["superseded"]
    assert as_of(house, "roof", gone).hits == ()


def test_all_words_come_before_any(house: House, folder: FakeFolder) -> None:
    """Of earlier pieces those with all the words come first; restrictions hold for them too."""
    then = changed(house, folder)
    assert [hit.heading for hit in as_of(house, "roof stays plan", then).hits] == ["Roof", "Plan"]
    assert as_of(house, "roof", then, kind="conversation").hits == ()
    assert as_of(house, "roof", then, path="/elsewhere").hits == ()


def test_a_version_that_is_damaged_is_told(house: House, folder: FakeFolder) -> None:
    """What cannot be read is not passed over in silence."""
    then = changed(house, folder)
    earlier = EarlierNotes(house.store, MemoryBlobs(), house.key, Filter(recorded_by=then))
    with pytest.raises(DamagedError):
        earlier.matching(query_terms("budget"), any_term=True)


def test_only_what_matched_can_be_read(house: House, folder: FakeFolder) -> None:
    """A piece that no search gave has no text to show."""
    then = changed(house, folder)
    earlier = EarlierNotes(house.store, house.blobs, house.key, Filter(recorded_by=then))
    (one,) = earlier.matching(query_terms("roof"), any_term=False)
    assert earlier.excerpt(one.chunk) is not None
    assert earlier.excerpt(one.chunk - 100) is None
    assert len(earlier.matching((), any_term=True)) == 2


def test_without_words_earlier_versions_stand_in_the_order_of_time(house: House, folder: FakeFolder) -> None:
    """Notes of that time alone are told as they happened, with what is current between them."""
    folder.put("later.md", "# Later\n\nStill the same.\n")
    folder.stamps["later.md"] += 10**12
    then = changed(house, folder)
    found = [(hit.heading, hit.state) for hit in as_of(house, "", then).hits]
    assert found == [("Plan", "superseded"), ("Roof", "superseded"), ("Later", "current")]
