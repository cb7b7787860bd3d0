from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from inline_snapshot import snapshot
from tests.unit.hosts.cli.show.test_json_output import documented

from hitherto.core.model import LeftOut
from hitherto.hosts.cli.show.reports import NAMED, left_out_lines, megabytes

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def tidy(text: str, room: Path) -> str:
    """Return what was shown without what differs from run to run."""
    text = text.replace(str(room), "ROOM")
    return re.sub(r"\d+\.\d [kM]B", "SIZE", re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "WHEN", text))


def test_status(filled: Path, shell: Callable[..., Any]) -> None:
    """Status says what is in the home and where it came from."""
    (filled / "notes/photo.bin").write_bytes(bytes(range(256)) * 8)
    (filled / "notes/old.txt").write_bytes("蒸気タービン部品の在庫".encode("cp932") * 40)
    shell("add")
    code, out, err = shell("status")
    assert (code, err) == (0, "")
    assert tidy(out, filled) == snapshot("""\
home      ROOM/home
journal   3 day files, SIZE
index     SIZE
said      4 utterances in 1 session, 0 actions
files     2 (0 pieces of code, 4 of notes)
guessed   the encoding of 1 file (`hitherto add PATH --encoding NAME` says it)
meaning   switched off (embedder = none): found by words alone
serving   nobody (`hitherto serve` keeps the memory fresh and answers sooner)
sources
  jsonl        ROOM/talk.jsonl  (WHEN)
  folder       ROOM/notes  (WHEN)
      left out: 1 binary
      binary: ROOM/notes/photo.bin
""")


def test_status_as_json(filled: Path, shell: Callable[..., Any]) -> None:
    """The same for programs, with the documented keys."""
    _, out, _ = shell("status", "--json")
    status = json.loads(out)
    assert sorted({"hitherto", *documented("## `status`")}) == sorted(status)
    assert [source["kind"] for source in status["sources"]] == ["jsonl", "folder"]
    assert status["home"] == str(filled / "home")
    assert status["counts"]["records.text"] == 4
    assert status["index"]["pending"] is False


def test_status_warns(filled: Path, shell: Callable[..., Any]) -> None:
    """A journal the index has not followed, a torn line and an interrupted rebuild are said."""
    journal = next((filled / "home/journal").glob("*/2026-11-24.*.jsonl"))
    journal.write_bytes(journal.read_bytes() + b'{"v":1,')
    log = filled / "talk.jsonl"
    log.write_text(log.read_text() + '{"ts":"2026-11-24T18:00:00Z","role":"user","text":"One more thing."}\n')
    shell("add", "talk.jsonl")
    from hitherto.stores.sqlite.store import SqliteStore  # noqa: PLC0415 - to do what a killed rebuild leaves behind

    store = SqliteStore(filled / "home/hitherto.db")
    with store.transaction():
        store.note("rebuilding", "1")
        store.set_journal_state(str(journal.relative_to(filled / "home/journal")), 0, 10)
    store.close()
    out = shell("status")[1]
    assert "torn      " in out
    assert "rebuild   was interrupted" in out
    assert "pending   " in out


def test_verify_as_json(filled: Path, shell: Callable[..., Any]) -> None:
    """Without a difference the list is empty, and the exit code 0."""
    assert filled.is_dir()
    assert shell("verify", "--json") == (0, '{"hitherto": 1, "differences": []}\n', "")
    assert shell("verify") == (0, "", "Journal and index agree.\n")


def test_verify_names_a_difference(filled: Path, shell: Callable[..., Any]) -> None:
    """A changed line is named on standard output, and counted on standard error."""
    journal = next((filled / "home/journal").glob("*/2026-11-24.*.jsonl"))
    journal.write_bytes(journal.read_bytes().replace(b"shed", b"bush"))
    code, out, err = shell("verify")
    assert code == 1
    assert f"{journal.name}:2: checksum\n" in out
    assert re.fullmatch(r"\d+ differences?\n", err)
    assert shell("verify", "--json")[0] == 1


def test_what_was_left_out_is_counted_and_named() -> None:
    """Ordinary noise is counted only; whatever a person may miss is named, up to a number."""
    broken = [
        LeftOut(path=f"/log{n}", reason="broken-line", line=n or None, detail="no JSON" * (n == 1))
        for n in range(NAMED + 2)
    ]
    lines = left_out_lines([LeftOut(path="/log", reason="housekeeping", count=7), *broken])
    assert lines[:3] == [
        "left out: 12 broken-line, 7 housekeeping",
        "broken-line: /log0",
        "broken-line: /log1:1 (no JSON)",
    ]
    assert lines[-1] == "… and 2 more"
    assert left_out_lines([]) == []


@pytest.mark.parametrize(
    ("size", "shown"), [(0, "0.0 kB"), (99_999, "100.0 kB"), (100_000, "0.1 MB"), (2**30, "1073.7 MB")]
)
def test_sizes(size: int, shown: str) -> None:
    """A size is shown as a person reads it."""
    assert megabytes(size) == shown
