"""Hosts that count their messages give the same id to different utterances."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from hitherto.app import upkeep
from hitherto.app.config import Settings
from hitherto.app.memory import Memory, silent

if TYPE_CHECKING:
    from pathlib import Path


def log(path: Path, session: str, *texts: str) -> Path:
    """Write a Claude Code log whose messages are numbered from one."""
    lines = [
        {
            "type": "user",
            "uuid": f"msg_{number}",
            "sessionId": session,
            "timestamp": f"2026-11-24T10:00:{number:02}Z",
            "message": {"role": "user", "content": text},
        }
        for number, text in enumerate(texts, 1)
    ]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def journal_lines(home: Path) -> list[bytes]:
    """Return every line of the journal."""
    return [line for path in sorted(home.glob("journal/*/*.jsonl")) for line in path.read_bytes().splitlines()]


def found(memory: Memory, word: str) -> list[str | None]:
    """Return the sessions in which a word was said."""
    return sorted(hit.place.session or "" for hit in memory.recall(word).hits)


def test_two_utterances_under_one_id_are_both_kept(tmp_path: Path) -> None:
    """Neither takes the other's place, and reading both logs again, even for a rebuild, writes nothing."""
    home = tmp_path / "home"
    first = log(tmp_path / "a.jsonl", "first", "the walrus likes long letters", "ok")
    second = log(tmp_path / "b.jsonl", "second", "the ocelot likes short letters", "ok, and then some")
    with Memory(Settings(home=home)) as memory:
        for path in (first, second):
            memory.add(str(path))
        assert found(memory, "walrus") == ["first"]
        assert found(memory, "ocelot") == ["second"]
        assert memory.recall("some").hits
        written = journal_lines(home)
        upkeep.rebuild(memory, silent)
        assert journal_lines(home) == written
        assert found(memory, "walrus") == ["first"]
        assert found(memory, "letters") == ["first", "second"]


def test_a_message_that_grew_is_one_message(tmp_path: Path) -> None:
    """A message read before it was finished is replaced by the finished one, and never comes back."""
    home = tmp_path / "home"
    whole = log(tmp_path / "a.jsonl", "first", "the walrus likes long letters that go on and on")
    part = log(tmp_path / "b.jsonl", "first", "the walrus likes long letters")
    with Memory(Settings(home=home)) as memory:
        for path in (part, whole, part):
            memory.add(str(path))
        hits = memory.recall("walrus").hits
        assert [hit.text for hit in hits] == ["the walrus likes long letters that go on and on"]


def test_a_fork_that_copies_history_adds_nothing(tmp_path: Path) -> None:
    """The same utterance under the same id in another session is the one that is there already."""
    home = tmp_path / "home"
    with Memory(Settings(home=home)) as memory:
        memory.add(str(log(tmp_path / "a.jsonl", "first", "the walrus likes long letters")))
        written = len(journal_lines(home))
        memory.add(str(log(tmp_path / "b.jsonl", "fork", "the walrus likes long letters")))
        assert len(journal_lines(home)) == written + 1  # the line that says what was added
        assert found(memory, "walrus") == ["first"]
