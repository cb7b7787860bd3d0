"""Killed at any moment, nothing acknowledged is lost, nothing is there twice, and all of it is found."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from tests.making import chat, line, write

from hitherto.app import upkeep
from hitherto.app.config import Settings
from hitherto.app.memory import Memory
from hitherto.core.answer import Filter

if TYPE_CHECKING:
    from pathlib import Path

    from tests.story.conftest import Person

KILLS = 14


def more(room: Path, round_: int) -> None:
    """Let the logs grow, and write new notes and code and new versions of old ones."""
    said = [
        line(f"utterance{round_}x{n} " + "words " * (n % 25), round_ * 60 + n / 10, id=f"{round_:04}-{n:011}")
        for n in range(150)
    ]
    chat(room / "logs/a.jsonl", *said, append=True)
    for n in range(15):
        write(room / f"work/notes/n{round_}x{n}.md", f"# Note\n\nnoted{round_}x{n} here\n", at=None)
        write(room / f"work/code/c{round_}x{n}.py", f"def coded{round_}x{n}():\n    return 1\n", at=None)
    write(room / "work/notes/changing.md", f"# Note\n\nchanged{round_}\n", at=None)


def start(person: Person) -> subprocess.Popen[bytes]:
    """Start to add everything."""
    paths = (person.room / "logs", person.room / "work")
    return subprocess.Popen(
        person.command("add", *paths), env=person.environ, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )


def assert_whole(person: Person, rounds: int) -> None:
    """Assert that everything is in the journal once, in the index, and found by its word."""
    lines = person.journal()
    assert max(Counter(one["id"] for one in lines).values()) == 1
    texts = [one["text"].split()[0] for one in lines if one["type"] == "text"]
    assert sorted(texts) == sorted(f"utterance{r}x{n}" for r in range(rounds) for n in range(150))
    notes = Counter(one["origin"]["path"].rpartition("/")[2] for one in lines if one["type"] == "document")
    assert notes.pop("changing.md") <= rounds
    assert notes == {f"n{r}x{n}.md": 1 for r in range(rounds) for n in range(15)}
    with Memory(Settings(home=person.home)) as memory:
        # A kill in the middle of a line that was not acknowledged leaves a part of it: set aside, named, written again.
        assert [one for one in upkeep.verify(memory) if not one.where.startswith("journal/torn/")] == []
        store = memory.store
        words = [*texts, *(f"{what}{r}x{n}" for what in ("noted", "coded") for r in range(rounds) for n in range(15))]
        lost = [word for word in [*words, f"changed{rounds - 1}"] if not store.search(f'body : "{word}"', Filter(), 1)]
        assert lost == []
        assert store.search('body : "changed0"', Filter(), 1) == []


def seconds_of_an_add(person: Person) -> float:
    """Return how long it takes here to take in one round, measured in a home that is thrown away."""
    trial = person.room / "trial"
    more(trial, 0)
    began = time.monotonic()
    person("add", trial / "logs", trial / "work")
    took = time.monotonic() - began
    shutil.rmtree(person.home)
    return took


@pytest.mark.slow
def test_kills_at_many_moments_lose_nothing(person: Person) -> None:
    """After each of many kills, at moments spread over an add, the next one goes on; at the end all is there."""
    killed = 0
    whole = seconds_of_an_add(person)
    for moment in range(KILLS):
        more(person.room, moment)
        program = start(person)
        # Spread over what an add takes here, whatever the machine: the first one is measured.
        time.sleep(whole * (moment + 0.5) / KILLS)
        program.kill()
        program.communicate()
        killed += program.returncode < 0
    assert killed >= KILLS // 2
    assert person("add", person.room / "logs", person.room / "work").code == 0
    assert_whole(person, KILLS)
    before = person.journal()
    assert person("add", person.room / "logs", person.room / "work").code == 0
    assert person.journal() == before


@pytest.mark.slow
def test_the_same_and_other_sources_at_once(person: Person) -> None:
    """Three programs that take in the same logs, notes and code at once write each thing once."""
    for round_ in range(2):
        more(person.room, round_)
        programs = [start(person) for _ in range(3)]
        for program in programs:
            _, said = program.communicate(timeout=120)
            assert program.returncode == 0, said.decode()
    assert_whole(person, 2)
