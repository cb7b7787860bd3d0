"""A person asks by time: phrases, ranges, days, and what was known then, through the real program at a set clock."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from tests.making import chat, write
from tests.story.conftest import Done, Person

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# A Tuesday, ten in the morning in Berlin.
NOW = "2026-12-01T09:00:00+00:00"
AT_A_SET_TIME = """
import os, sys
from datetime import datetime
from hitherto.app import adapters
now = datetime.fromisoformat(os.environ["TEST_NOW"])
adapters.now = lambda: now
from hitherto.__main__ import main
sys.argv[0] = "hitherto"
main()
"""


class Dated(Person):
    """Someone whose clock stands still."""

    now = NOW

    def command(self, *arguments: str | Path) -> list[str]:
        """Return the words that start the program at the set time."""
        self.environ["TEST_NOW"] = self.now
        return [sys.executable, "-c", AT_A_SET_TIME, *map(str, arguments)]


def told(when: str, text: str, session: str, role: str = "user") -> dict[str, object]:
    """Return one line of a log; ``when`` is in Berlin in winter."""
    moment = datetime.fromisoformat(f"{when}+01:00").astimezone(UTC)
    return {"ts": moment.isoformat(), "role": role, "text": text, "session": session}


@pytest.fixture
def person(tmp_path: Path) -> Dated:
    """Someone who talked on several days of November."""
    chat(
        tmp_path / "talk.jsonl",
        told("2026-11-24T18:00", "The budget of the greenhouse is four hundred euros, no more.", "green"),
        told("2026-11-24T18:02", "Noted: four hundred euros for the greenhouse.", "green", "assistant"),
        told("2026-11-24T20:30", "Is the ferry to the island booked already, or do we have to call?", "trip"),
        told("2026-11-24T20:31", "It is booked.", "trip", "assistant"),
        told("2026-11-25T00:30", "ok", "trip"),
        told("2026-11-28T10:00", "The greenhouse needs a new door before the winter comes.", "door"),
        told("2026-11-30T19:00", "The budget for the ferry has to come from somewhere, we are over it.", "over"),
        told("2026-11-30T23:50", "Good night, the lamp is off now and the cat is inside the house.", "night"),
    )
    made = Dated(tmp_path)
    assert made("add", "talk.jsonl").code == 0
    return made


def texts(answer: dict[str, object]) -> list[str]:
    """Return every line that hits show, in order."""
    hits: list[dict[str, object]] = answer["hits"]  # type: ignore[assignment]
    return [
        str(hit["text"])[part["span"][0] : part["span"][1]]  # type: ignore[index]
        for hit in hits
        for part in hit["parts"]  # type: ignore[attr-defined]
    ]


def test_a_phrase_in_a_question_restricts(person: Dated) -> None:
    """Only that evening answers, the header says how it was read, and the other budget is not shown."""
    done = person("recall", "yesterday evening, about the budget")
    assert done.code == 0
    assert "over it" in done.out
    assert "greenhouse" not in done.out
    assert "yesterday evening = Mon 30 Nov 2026 17:00-22:00 Europe/Berlin" in done.err
    answer = person.json("recall", "yesterday evening, about the budget")
    assert (answer["asked"], answer["order"]) == ("about the budget", "time")
    assert answer["reading"]["start"] == "2026-11-30T16:00:00+00:00"


def test_literal_looks_for_the_words(person: Dated) -> None:
    """With --literal, in quotation marks, or beside a date the phrase is words like others."""
    assert person.json("recall", "--literal", "yesterday budget")["reading"] is None
    assert person.json("recall", '"yesterday" budget')["reading"] is None
    dated = person.json("recall", "--on", "2026-11-24", "yesterday budget")
    assert dated["reading"]["phrase"] == "on 2026-11-24"
    assert dated["asked"] == "yesterday budget"


def test_what_happened(person: Dated) -> None:
    """A time alone lists its lines, session by session, each once, none from outside."""
    answer = person.json("recall", "what happened last Tuesday")
    assert texts(answer) == [
        "The budget of the greenhouse is four hundred euros, no more.",
        "Noted: four hundred euros for the greenhouse.",
        "Is the ferry to the island booked already, or do we have to call?",
        "It is booked.",
    ]
    assert answer["ran"]["words"] == "none"
    night = person.json("recall", "what happened last Tuesday night")
    assert texts(night) == [
        "Is the ferry to the island booked already, or do we have to call?",
        "It is booked.",
        "ok",
    ]
    first = person("recall", "-n", "1", "what happened last Tuesday")
    assert "first 1 of 2 pieces, more with --limit" in first.err


def test_an_empty_time_is_said_and_not_widened(person: Dated) -> None:
    """Exit code 1, the nearest days with those words, and a command that finds them."""
    done = person("recall", "--kind", "conversation", "greenhouse last Thursday")
    assert (done.code, done.out) == (1, "")
    assert "last Thursday = Thu 26 Nov 2026 Europe/Berlin" in done.err
    assert "`hitherto recall --on 2026-11-24 --kind conversation greenhouse`" in done.err
    assert "Sat 28 Nov 2026 (1)" in done.err
    assert "`hitherto recall --literal --kind conversation 'greenhouse last Thursday'`" in done.err
    days = person.json("recall", "greenhouse last Thursday")["nearest"]
    assert [(day["day"], day["count"], day["by_words"]) for day in days] == [
        ("2026-11-24", 1, True),
        ("2026-11-28", 1, True),
    ]
    assert "greenhouse" in person("recall", "--on", days[0]["day"], "greenhouse").out


def test_other_readings_are_explained(person: Dated) -> None:
    """What can be read in two ways is, with the days of each."""
    answer = person.json("recall", "budget 02/03/2026")
    others = answer["reading"]["others"]
    explained = person("recall", "--explain", "budget 02/03/2026").err
    assert explained.count("-- or: ") == len(others) > 0


def test_by_rank(person: Dated) -> None:
    """The other order is to be had, and it is told."""
    assert person.json("recall", "--by", "rank", "budget in November")["order"] == "rank"
    by_time = person.hits("budget in November")
    assert [hit["time"] for hit in by_time] == sorted(hit["time"] for hit in by_time)
    assert len(by_time) == 2


def test_around_an_id(person: Dated) -> None:
    """A line by its id, with what was said before and after it."""
    (hit,) = person.hits("noted")
    done = person("recall", "--around", hit["parts"][1]["id"], "--context", "1")
    assert [part in done.out for part in ("four hundred euros, no more", "Noted")] == [True, True]
    assert person("recall", "--around", "nothing").code == 2
    assert person("recall", "--around", "x", "query").code == 2


def test_the_daemon_reads_a_phrase_the_same_way(person: Dated, tmp_path: Path) -> None:
    """The process that serves the home answers with every key the command itself gives."""
    own = person.json("recall", "--explain", "yesterday evening, about the budget")
    nothing = person.json("recall", "greenhouse last Thursday")
    serving = subprocess.Popen(person.command("serve"), cwd=tmp_path, env=person.environ, stderr=subprocess.DEVNULL)
    try:
        _wait_for(lambda: person("recall", "--json", "ferry").out.count('"resident": true') == 1)
        for query, expected in (("yesterday evening, about the budget", own), ("greenhouse last Thursday", nothing)):
            answer = person.json("recall", query)
            assert answer["ran"].pop("resident")
            assert {**answer, "ran": None} == {**expected, "ran": None}
    finally:
        person("serve", "--stop")
        serving.wait(10)


def _wait_for(held: Callable[[], bool]) -> None:
    for _ in range(40):
        if held():
            return
    raise AssertionError("it never came about")


def test_as_of_a_day(tmp_path: Path) -> None:
    """What was recorded by then answers: the note as it was, and no conversation that was taken in later."""
    person = Dated(tmp_path)
    note = write(tmp_path / "notes/plan.md", "# Plan\n\nThe budget is three hundred.\n")
    person.now = "2026-10-01T12:00:00+00:00"
    person("add", "notes")
    write(note, "# Plan\n\nThe budget is nine hundred.\n", at=1_700_000_900)
    chat(tmp_path / "talk.jsonl", told("2026-09-01T18:00", "Said in September that the budget is small.", "s"))
    person.now = NOW
    person("add", "notes", "talk.jsonl")
    then = person.json("recall", "--as-of", "2026-10-01", "budget")
    assert [(hit["text"], hit["state"]) for hit in then["hits"]] == [
        ("# Plan\n\nThe budget is three hundred.\n", "superseded")
    ]
    assert then["as_of"] == "2026-10-01T22:00:00+00:00"
    now = person.json("recall", "--as-of", "2026-12-01", "budget hundred")
    assert {hit["state"] for hit in now["hits"]} == {"current"}
    assert "nine hundred" in json.dumps(now["hits"])
    assert "three hundred" not in json.dumps(now["hits"])
    assert "September" in json.dumps(now["hits"])
    nothing = person("recall", "--as-of", "2026-09-01", "budget")
    assert nothing.code == 1
    assert "--until" in nothing.err
    assert person("rebuild").code == 0
    assert [hit["state"] for hit in person.hits("--as-of", "2026-10-01", "budget")] == ["superseded"]


def test_a_file_that_is_committed_later_has_the_time_of_its_commit(person: Dated, tmp_path: Path) -> None:
    """Before the commit its own time, after it the commit's, though not one byte changed."""
    top = tmp_path / "work"
    write(top / "a.py", "def ptarmigan():\n    return 1\n")
    _git(top, "init", "-q")
    _git(top, "commit", "-q", "--allow-empty", "-m", "first")
    person("add", "work")
    assert [hit["time_from"] for hit in person.hits("ptarmigan")] == ["mtime"]
    _git(top, "add", "-A")
    _git(top, "commit", "-q", "-m", "second")
    person("add", "work")
    (hit,) = person.hits("ptarmigan")
    assert (hit["time_from"], hit["time"]) == ("git", "2026-11-20T12:00:00+00:00")


def _git(top: Path, *arguments: str) -> Done:
    who = {f"GIT_{one}_{what}": "t@example.org" for one in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    dates = {f"GIT_{one}_DATE": "2026-11-20T12:00:00Z" for one in ("AUTHOR", "COMMITTER")}
    done = subprocess.run(["git", *arguments], cwd=top, env=os.environ | who | dates, check=True, capture_output=True)
    return Done(code=done.returncode, out="", err="")


def test_lines_around_a_listing_are_shown_once(person: Dated) -> None:
    """What stands between two pieces of one talk is not repeated around each of them."""
    chat(
        person.room / "long.jsonl",
        *(
            told(f"2026-11-27T{10 + number}:00", f"Plank {number} of the shed is painted now.", "shed", role)
            for number in range(6)
            for role in ("user",)
        ),
    )
    assert person("add", "long.jsonl").code == 0
    out = person("recall", "what happened on 2026-11-27", "--context", "3").out
    assert [out.count(f"Plank {number} ") for number in range(6)] == [1] * 6


def test_a_timeline_of_what_lies_ahead_is_of_that_time(person: Dated) -> None:
    """Counted is what is dated in a time, also where that time is still to come: nothing, mostly."""
    done = person("timeline", "next month")
    assert done.code == 1
    assert "next month = Fri 1 - Sun 31 Jan 2027" in done.err


def test_the_morning_that_is_now(person: Dated) -> None:
    """This morning is a time beside other words too, and what only says whose it is goes with the phrase."""
    assert person.json("recall", "the greenhouse this morning")["reading"]["phrase"] == "this morning"
    assert person.json("recall", "yesterday's budget")["asked"] == "budget"
