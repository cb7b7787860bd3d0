"""Texts and names that break such tools go in and come out again, character by character."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

import pytest
from tests.making import NOON, chat, line, memory_in, texts_of, write

from hitherto.app import upkeep
from hitherto.app.memory import silent

if TYPE_CHECKING:
    from pathlib import Path

ODD = {
    "surrogate": "apples \ud800 pears",
    "nul": "apples \0 pears",
    "separators": "apples \u2028 pears \u2029 and \x85 plums \x0b\x0c",
    "marks": "apples \u202e pears \ufeff \u200b",
    "astral": "apples 🍏 pears 👩‍👩‍👧",
    "carriage": "apples\r\npears\rplums\n",
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_text_is_found_and_shown_as_it_is(tmp_path: Path, name: str) -> None:
    """In a conversation, a note and code; what UTF-8 cannot say is U+FFFD when shown and an escape in the journal."""
    text = ODD[name]
    shown = text.replace("\ud800", "\ufffd")
    chat(tmp_path / "logs/a.jsonl", line(f"said {text} so"))
    with memory_in(tmp_path) as memory:
        memory.add(str(tmp_path / "logs"))
        if name not in ("surrogate", "nul"):
            write(tmp_path / "app/a.md", f"# Note\n\nnoted {text} so\n")
            write(tmp_path / "app/a.py", f"coded = '''{text} so'''\n")
            memory.add(str(tmp_path / "app"))
        hits = memory.recall("apples").hits
        assert [hit.kind for hit in hits].count("conversation") == 1
        assert all(shown in hit.text for hit in hits)
        assert list(upkeep.verify(memory)) == []
        before = {hit.text for hit in hits}
        upkeep.rebuild(memory, silent)
        assert set(texts_of(memory.recall("apples").hits)) == before
    (file,) = (tmp_path / "home/journal").rglob("2026-11-24*.jsonl")
    (kept,) = [json.loads(one)["text"] for one in file.read_text(encoding="utf-8").split("\n") if '"text":"said' in one]
    assert kept == f"said {text} so"


def test_a_very_long_line_is_taken_whole(tmp_path: Path) -> None:
    """Ten megabytes without a break are all there, and its beginning and its end are found."""
    middle = "0123456789abcdef" * (10_000_000 // 16)
    chat(tmp_path / "a.jsonl", line(f"firstword {middle} lastword"))
    with memory_in(tmp_path) as memory:
        assert memory.add(str(tmp_path / "a.jsonl")).records == 1
        for word in ("firstword", "lastword"):
            (hit,) = memory.recall(word).hits
            assert word in hit.text
        assert list(memory.house.store.faults()) == []
        assert memory.house.store.counts()["characters"] >= len(middle)


@pytest.mark.parametrize(
    "name",
    [
        "caf\udce9.py",
        "a\nb.py",
        "a'b\".py",
        "%_[x].py",
        "\u2028.py",
        " lead.py",
        "-rf.py",
        "日本語.py",
        "a\\b.py",
        "*?.py",
    ],
)
def test_an_odd_name_is_found_under_that_name(tmp_path: Path, name: str) -> None:
    """Any name a file can have comes back as it is, can be asked for, and is followed when it changes."""
    try:
        file = write(tmp_path / "app" / name, "apples = 1\n")
    except OSError as error:
        pytest.skip(f"this file system has no such names: {error}")
    write(tmp_path / "app/other.py", "pears = 1\n")
    with memory_in(tmp_path) as memory:
        memory.add(str(tmp_path / "app"))
        (hit,) = memory.recall("apples").hits
        assert (hit.place.path, hit.state) == (str(file), "current")
        write(file, "apples = 2\n", at=None)
        assert texts_of(memory.recall("apples").hits) == ["apples = 2\n"]
        file.unlink()
        assert memory.recall("apples").hits == ()


def test_an_odd_folder_is_a_source(tmp_path: Path) -> None:
    """A root whose name is no UTF-8 is added, followed, and rebuilt from the journal."""
    root = tmp_path / "caf\udce9"
    try:
        write(root / "notes/a.md", "# Apples\n\nand pears\n")
    except OSError as error:
        pytest.skip(f"this file system has no such names: {error}")
    with memory_in(tmp_path) as memory:
        memory.add(str(root))
        memory.add(str(root))
        assert [one.root for one in memory.house.store.sources()] == [os.fsdecode(os.fsencode(str(root)))]
        before = memory.recall("pears").hits
        upkeep.rebuild(memory, silent)
        assert memory.recall("pears").hits == before
        assert list(upkeep.verify(memory)) == []


def test_odd_fields_of_a_log_stop_nothing(tmp_path: Path) -> None:
    """Lone surrogates and NUL in names, sessions, projects and models; times far away; two lines that are the same."""
    odd = {"session": "s\ud800\0", "cwd": "/x/\udfff", "model": "m\ud801", "name": "tom\ud802"}
    lines = [line("apples", 0, **odd), line("ok", 1, **odd), line("ok", 1, **odd)]
    lines += [
        {"ts": ts, "role": "user", "text": f"pears {ts}"} for ts in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z")
    ]
    chat(tmp_path / "logs/a.jsonl", *lines)
    with memory_in(tmp_path) as memory:
        added = memory.add(str(tmp_path / "logs"))
        assert added.records + sum(one.count for one in added.left_out) == 5
        (hit,) = memory.recall("apples").hits
        assert (hit.actor, hit.time) == ("tom\ufffd", NOON)
        assert hit.text.count("ok") == 2
        assert list(upkeep.verify(memory)) == []
        journal = {file: file.read_bytes() for file in (tmp_path / "home/journal").rglob("*.jsonl")}
        chat(tmp_path / "logs/a.jsonl", *lines)
        assert memory.add(str(tmp_path / "logs")).records == 0
        assert {file: file.read_bytes() for file in journal} == journal
