"""A memory on a medium that cannot be written still answers, and says what it could not look after."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.making import chat, line, write
from tests.terminals import at_terminal

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.story.conftest import Person


@pytest.fixture
def read_only(person: Person) -> Iterator[Path]:
    """Give a home with a conversation and a file in it, mounted so that nobody can write it."""
    chat(person.room / "logs/a.jsonl", line("apples in a conversation"))
    write(person.room / "app/a.py", "def apples():\n    return 1\n")
    assert person("add", person.room / "logs", person.room / "app").code == 0
    assert at_terminal(person.command("topics", "add", "the apples"), person.environ)[0] == 0
    bind = subprocess.run(["mount", "--bind", person.home, person.home], capture_output=True, text=True, check=False)
    if bind.returncode:
        pytest.skip(f"cannot mount here: {bind.stderr.strip()}")
    try:
        change = ["mount", "-o", "remount,ro,bind", person.home]
        made = subprocess.run(change, capture_output=True, text=True, check=False)
        if made.returncode:
            pytest.skip(f"cannot mount read-only here: {made.stderr.strip()}")
        yield person.home
    finally:
        subprocess.run(["umount", person.home], check=True)


@pytest.mark.slow
def test_a_read_only_home_answers(person: Person, read_only: Path) -> None:
    """Questions and status work and change no byte; what changed on disk since is marked; adding says why it cannot."""
    before = {file: file.read_bytes() for file in read_only.rglob("*") if file.is_file()}
    assert {hit["kind"] for hit in person.hits("apples")} == {"conversation", "code"}
    assert person("status").code == 0
    assert person.json("topics")["topics"][0]["text"] == "the apples"
    assert person("topics", "--inject", "--turn").out.endswith(" the apples\n</hitherto-memory>\n")
    refused, said = at_terminal(person.command("topics", "add", "pears"), person.environ)
    assert (refused, "Traceback" in said) == (3, False)
    write(person.room / "app/a.py", "def apples():\n    return 2\n", at=None)
    states = {hit["kind"]: hit["state"] for hit in person.hits("apples")}
    assert states == {"conversation": "current", "code": "stale"}
    (person.room / "app").rename(person.room / "away")
    states = {hit["kind"]: hit["state"] for hit in person.hits("apples")}
    assert states == {"conversation": "current", "code": "unreachable"}
    assert person("recall", "--context", "2", "apples").code == 0
    refused = person("add", person.room / "logs")
    assert (refused.code, "Traceback" in refused.err) == (3, False)
    assert {file: file.read_bytes() for file in read_only.rglob("*") if file.is_file()} == before
