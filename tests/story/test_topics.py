"""The board survives: a person at a real terminal writes it, programs read it, whatever happens in between."""

from __future__ import annotations

import json
import os
import pty
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.making import chat, line
from tests.story.conftest import Person as Someone
from tests.terminals import at_terminal

if TYPE_CHECKING:
    from pathlib import Path

    from tests.story.conftest import Person

pytestmark = pytest.mark.slow


def types(person: Person, *words: str) -> str:
    """Let the person run a command about topics at a terminal; return what it showed."""
    code, shown = at_terminal(person.command("topics", *words), person.environ)
    assert code == 0, shown
    return shown


def id_of(shown: str) -> str:
    """Return the short id of the topic in what a change showed."""
    return shown.lstrip("* ").split()[0]


def everything(person: Person) -> list[str]:
    """Return all that can be read of the board, byte for byte."""
    reading = (
        ("topics",),
        ("topics", "--json"),
        ("topics", "history"),
        ("topics", "history", "--json"),
        ("topics", "--inject", "--turn"),
        ("topics", "--inject", "--full"),
    )
    return [person(*one).out for one in reading]


def test_a_day_at_a_terminal(person: Person) -> None:
    """What a person types is on the board, in the history with its origin, and in front of a model; undo takes back."""
    trip = id_of(types(person, "add", "the budget of the trip"))
    laptop = id_of(types(person, "add", "古いノートパソコン"))
    types(person, "colour", trip, "red")
    types(person, "done", laptop)
    types(person, "undo")
    board = person.json("topics")["topics"]
    assert [(one["text"], one["colour"], one["done"]) for one in board] == [
        ("古いノートパソコン", "none", False),
        ("the budget of the trip", "red", False),
    ]
    assert {one["id"][:4] for one in board} == {trip, laptop}
    assert person("topics", "history").out.count("(user, terminal of desk)") == 5
    made, again = (person("topics", "--inject", "--turn") for _ in range(2))
    assert made == again
    assert "\nred " in made.out
    assert "\nnow " in made.out


def written(person: Person) -> list[str]:
    """Return the journal's lines about topics."""
    return [one["id"] for one in person.journal() if one["type"] == "topic"]


@pytest.mark.parametrize("words", ["add another", "done {id}", "colour {id} red", "edit {id} x", "undo", "undo {id}"])
def test_a_program_cannot_write_it(person: Person, words: str) -> None:
    """Without a terminal at both ends, also with one at either, a change is refused with the way to read."""
    id_ = id_of(types(person, "add", "rent"))
    before = written(person)
    command = person.command("topics", *words.format(id=id_).split())
    controller, terminal = pty.openpty()
    for stdin, stdout in (
        (subprocess.DEVNULL, subprocess.PIPE),
        (terminal, subprocess.PIPE),
        (subprocess.PIPE, terminal),
    ):
        done = subprocess.run(
            command,
            env=person.environ,
            stdin=None if stdin == subprocess.PIPE else stdin,
            input=b"y\n" if stdin == subprocess.PIPE else None,
            stdout=stdout,
            stderr=subprocess.PIPE,
            check=False,
        )
        assert done.returncode == 1
        assert b"changed by a person at a terminal" in done.stderr
    os.close(controller)
    os.close(terminal)
    assert written(person) == before


def test_killed_after_it_was_acknowledged(person: Person) -> None:
    """A change that was shown is on the board, although the program was killed in the moment it had shown it."""
    for number in range(5):
        at_terminal(person.command("topics", "add", f"topic {number}"), person.environ, killed_after=f"topic {number}")
    assert [one["text"] for one in person.json("topics")["topics"]] == [f"topic {n}" for n in (4, 3, 2, 1, 0)]
    assert person("verify").code == 0


def test_it_survives_a_rebuild_byte_for_byte(person: Person) -> None:
    """With the index deleted, or made anew, all that can be read of the board is the same to the byte."""
    chat(person.room / "talk.jsonl", line("hello"), line("hello yourself", 1, "assistant"))
    assert person("add", person.room / "talk.jsonl").code == 0
    trip = id_of(types(person, "add", "the budget of the trip"))
    types(person, "add", "rent")
    types(person, "colour", trip, "amber")
    types(person, "undo")
    types(person, "done", trip)
    before = everything(person)
    assert "rent" in before[4]
    assert person("rebuild").code == 0
    assert everything(person) == before
    for file in person.home.glob("hitherto.db*"):
        file.unlink()
    assert everything(person) == before
    assert person("verify").code == 0


def test_two_devices_come_to_the_same_board(tmp_path: Path) -> None:
    """With each other's files both devices show the same, and each can change what the other wrote."""
    people = []
    for name in ("desk", "laptop"):
        (tmp_path / name).mkdir()
        someone = Someone(tmp_path / name)
        someone.environ["HITHERTO_DEVICE"] = name
        people.append(someone)
    desk, laptop = people
    first = id_of(types(desk, "add", "on the desk"))
    assert person_reads(desk, "on the desk")
    types(laptop, "add", "on the laptop")
    exchange(desk, laptop)
    types(laptop, "colour", first, "red")
    types(desk, "done", first)
    exchange(desk, laptop)
    assert everything(desk) == everything(laptop)
    (own, other) = sorted(desk.json("topics")["topics"], key=lambda one: str(one["text"]))[::-1]
    assert (own["text"], other["text"]) == ("on the laptop", "on the desk")
    assert (other["colour"], other["done"]) == ("red", True)
    assert {one["device"] for one in changes(desk)} == {"desk", "laptop"}


def changes(person: Person) -> list[dict[str, str]]:
    """Return the history."""
    found: list[dict[str, str]] = json.loads(person("topics", "history", "--json").out)["changes"]
    return found


def person_reads(person: Person, text: str) -> bool:
    """Return whether the compact form has a text."""
    return text in person("topics", "--inject", "--turn").out


def exchange(one: Person, other: Person) -> None:
    """Copy each device's own day files to the other, as a program that synchronises folders does."""
    for here, there in ((one, other), (other, one)):
        device = here.environ["HITHERTO_DEVICE"]
        for file in here.home.glob(f"journal/*/*.{device}.jsonl"):
            target = there.home / "journal" / file.parent.name / file.name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file, target)


def test_a_new_line_is_there_at_once(person: Person) -> None:
    """What goes in front of a model is never older than the journal, whoever wrote to it and whoever has read it."""
    types(person, "add", "first")
    assert person_reads(person, "first")
    types(person, "add", "second")
    assert person_reads(person, "second")
    chat(person.room / "talk.jsonl", line("hello"), line("hello yourself", 1, "assistant"))
    assert person("add", person.room / "talk.jsonl").code == 0
    assert person_reads(person, "second")
    assert person.hits("hello")
    types(person, "undo")
    assert not person_reads(person, "second")
    assert person_reads(person, "first")


def test_a_secret_that_was_typed_is_nowhere(person: Person) -> None:
    """A key in a topic is replaced by its fingerprint before it is written, in every file of the home."""
    secret = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
    shown = types(person, "add", f"rotate {secret}")
    assert secret not in shown
    assert person_reads(person, "rotate [secret:github-token:")
    for file in person.home.rglob("*"):
        assert not file.is_file() or secret.encode() not in file.read_bytes()
