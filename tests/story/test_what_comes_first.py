"""What a person meant comes first, and nothing is shown that does not hold what was asked for."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest
from tests.making import memory_in, write

from hitherto.app import upkeep
from hitherto.app.memory import silent
from hitherto.core.answer import Filter
from hitherto.core.errors import ConsentNeededError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from hitherto.app.memory import Memory

LINES = (
    ("24T10:00", "The deploy freeze begins on Friday, says the whole team."),
    ("24T10:05", "Somebody saw a zebra on the way to the office this morning."),
    ("24T10:09", "The hotel in Lisbon is booked for three nights in all."),
    ("25T09:00", "We deploy on Mondays, as always, and never on a Friday."),
)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Give a memory of one chat and of what the test adds."""
    lines = [{"ts": f"2026-11-{at}:00Z", "role": "Ann", "text": text} for at, text in LINES]
    write(tmp_path / "chat.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    with memory_in(tmp_path) as made:
        made.add(str(tmp_path / "chat.jsonl"))
        yield made


def said(memory: Memory, query: str, **more: str) -> list[str]:
    """Return the first words of each hit."""
    return [" ".join(hit.text.split()[:4]) for hit in memory.recall(query, **more).hits]  # type: ignore[arg-type]


@pytest.mark.parametrize("more", [{}, {"on": "2026-11"}, {"since": "2026-11-24", "until": "2026-11-24"}])
def test_one_word_is_answered_by_what_holds_it(memory: Memory, more: dict[str, str]) -> None:
    """A neighbour of a line that holds the word is no answer."""
    assert said(memory, "zebra", **more) == ["Somebody saw a zebra"]


def test_a_quoted_phrase_is_answered_by_what_holds_it(memory: Memory) -> None:
    """A quotation means these words in this order."""
    assert said(memory, '"deploy freeze"') == ["The deploy freeze begins"]


def test_all_words_come_before_some(memory: Memory, tmp_path: Path) -> None:
    """What holds every word stands before what is named after one of them."""
    write(
        tmp_path / "code/freeze.py", "def freeze(x):\n    return x\n\n\ndef deploy(freeze_it):\n    return freeze_it\n"
    )
    write(tmp_path / "code/other.py", "def other():\n    return 'deploy'\n")
    memory.add(str(tmp_path / "code"))
    hits = memory.recall("deploy freeze friday", literal=True).hits
    assert hits[0].text.startswith("The deploy freeze begins")
    assert len(hits) > 1


def test_the_exact_name_comes_before_its_like(memory: Memory, tmp_path: Path) -> None:
    """A name asked for is found before one that differs in its ending."""
    write(tmp_path / "code/a.py", "def parse_headers(lines):\n    return [parse_header(line) for line in lines]\n")
    write(tmp_path / "code/b.py", "def parse_header(line):\n    return line.split(':', 1)\n")
    memory.add(str(tmp_path / "code"))
    assert memory.recall("parse_header").hits[0].symbol == "parse_header"
    assert memory.recall("parse_headers").hits[0].symbol == "parse_headers"


@pytest.mark.parametrize("code", ["FERRY-503", "18,500"])
def test_a_code_is_one_thing(memory: Memory, tmp_path: Path, code: str) -> None:
    """A code or a number is found as it is written, whatever else its parts stand in."""
    write(tmp_path / "ferry/a.py", f"def fail():\n    raise Error('{code}')\n")
    write(tmp_path / "ferry/b.py", "def other():\n    return 'the ferry of 18 December, 503 passengers, 500 cars'\n")
    memory.add(str(tmp_path / "ferry"))
    hits = memory.recall(code).hits
    assert [hit.place.path for hit in hits] == [str(tmp_path / "ferry/a.py")]


def test_copies_do_not_take_the_places_of_others(memory: Memory, tmp_path: Path) -> None:
    """A day's different texts are all shown before the limit is reached."""
    for number in range(9):
        write(tmp_path / f"notes/2026-11-20-a{number}.md", "# Same\n\nThe same words in every copy.\n")
    write(tmp_path / "notes/2026-11-20-z.md", "# Other\n\nAnd these only once.\n")
    memory.add(str(tmp_path / "notes"))
    hits = memory.recall("", on="2026-11-20", limit=5).hits
    assert sorted(hit.text.split()[1] for hit in hits) == ["Other", "Same"]


def test_parts_of_one_note_come_in_their_order(memory: Memory, tmp_path: Path) -> None:
    """Where the time is the same, the place in the file decides."""
    write(tmp_path / "notes/2026-11-20.md", "# Call Olivia\n\nBefore noon.\n\n# Todo\n\nOlivia and the keys.\n")
    memory.add(str(tmp_path / "notes"))
    lines = [hit.place.lines for hit in memory.recall("olivia", on="2026-11-20").hits]
    assert lines == sorted(lines)  # type: ignore[type-var]


def test_what_was_forgotten_with_consent_stays_forgotten(memory: Memory, tmp_path: Path) -> None:
    """A rebuild does not bring back the notes of a folder that the person said is gone; the folder itself may."""
    write(tmp_path / "notes/garden.md", "# Garden\n\nCover the quinces.\n")
    memory.add(str(tmp_path / "notes"))
    shutil.move(tmp_path / "notes", tmp_path / "away")
    memory.again(consent=True)
    assert said(memory, "quinces") == []
    upkeep.rebuild(memory, silent)
    assert said(memory, "quinces") == []
    assert list(upkeep.verify(memory)) == []
    shutil.move(tmp_path / "away", tmp_path / "notes")
    memory.again()
    assert said(memory, "quinces") == ["# Garden Cover the"]


def test_a_source_that_is_none_is_said(memory: Memory) -> None:
    """A misspelt source is no empty answer."""
    with pytest.raises(UsageError, match="Nothing was added from folde"):
        memory.recall("zebra", where=Filter(source="folde"))
    assert memory.recall("zebra", where=Filter(source="jsonl")).hits


def test_a_day_shows_only_what_was_said_on_it(memory: Memory, tmp_path: Path) -> None:
    """Short turns of far days are no moment together; before and after midnight in Berlin, each turn has its day."""
    turns = (("11T11:00", "kookaburra one"), ("27T22:50", "wryneck two"), ("27T23:05", "ptarmigan three"))
    lines = [{"ts": f"2026-10-{at}:00Z", "role": "Bob", "text": text} for at, text in turns]
    write(tmp_path / "gap.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    memory.add(str(tmp_path / "gap.jsonl"))
    assert said(memory, "", on="2026-10-20") == []
    assert said(memory, "kookaburra", on="2026-10-28") == []
    assert said(memory, "ptarmigan", on="2026-10-27") == []
    (hit,) = memory.recall("wryneck", on="2026-10-27").hits
    assert hit.time.hour == 22
    (hit,) = memory.recall("ptarmigan", on="2026-10-28").hits
    assert hit.time.hour == 23


def test_an_actor_answers_only_with_their_own_words(memory: Memory, tmp_path: Path) -> None:
    """What another one said in the same exchange is not theirs."""
    lines = [
        {"ts": "2026-11-22T10:00:00Z", "role": "user", "text": "Where shall I sit on the flight to Lisbon tomorrow?"},
        {"ts": "2026-11-22T10:00:05Z", "role": "assistant", "text": "Take a seat by the aisle, near the front door."},
    ]
    write(tmp_path / "flight.jsonl", "".join(json.dumps(line) + "\n" for line in lines))
    memory.add(str(tmp_path / "flight.jsonl"))
    assert memory.recall("aisle", where=Filter(actor="user")).hits == ()
    (hit,) = memory.recall("aisle", where=Filter(actor="Assistant")).hits
    assert (hit.actor, hit.role) == ("assistant", "assistant")


def test_a_rebuild_does_not_throw_away_code_that_cannot_be_read(memory: Memory, tmp_path: Path) -> None:
    """Code is kept nowhere but in its folder and the index, so a missing folder stops a rebuild."""
    write(tmp_path / "code/a.py", "def only_here():\n    return 1\n")
    memory.add(str(tmp_path / "code"))
    shutil.move(tmp_path / "code", tmp_path / "away")
    with pytest.raises(ConsentNeededError, match="1 files of code"):
        upkeep.rebuild(memory, silent)
    assert [hit.state for hit in memory.recall("only_here").hits] == ["unreachable"]
    upkeep.rebuild(memory, silent, consent=True)
    assert memory.recall("only_here").hits == ()
