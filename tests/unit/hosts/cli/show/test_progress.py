from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click
import pytest
from tests.unit.hosts.cli.hits import Terminal

from hitherto.engine.intake.indexing import Progress
from hitherto.hosts.cli.show import terminal
from hitherto.hosts.cli.show.progress import Reading

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_progress_of_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a second a terminal shows how many files were read, and what they brought."""
    error = Terminal()
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(terminal, "QUIET_SECONDS", -1.0)
    line = Reading()
    line(Progress(report=line, files=3, changed=2, records=1))
    assert error.getvalue() == "\r\x1b[K  3 files, 2 changed, 1 records"


@pytest.mark.parametrize(("answer", "code"), [(True, 0), (False, 2)])
def test_a_person_is_asked(
    tmp_path: Path, shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, *, answer: bool, code: int
) -> None:
    """On a terminal a whole home folder goes in once the person agrees."""
    user = tmp_path / "user"
    user.mkdir()
    (user / "a.md").write_text("# A\n")
    monkeypatch.setenv("HOME", str(user))
    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr(click, "confirm", lambda *_, **__: answer)
    assert shell("add", "user")[0] == code


def test_what_was_done_as_json(tmp_path: Path, shell: Callable[..., Any]) -> None:
    """What went in and what did not stand side by side; the exit code is the worst one."""
    (tmp_path / "a.md").write_text("# A\n")
    code, out, err = shell("add", "--json", "missing", "a.md")
    done = json.loads(out)
    assert code == 2
    assert err == "hitherto: There is nothing to read at missing.\n  -> check the path\n"
    assert done["failed"] == [{"error": "There is nothing to read at missing.", "hint": "check the path"}]
    assert done["added"] == [
        {
            "kind": "folder",
            "root": str(tmp_path / "a.md"),
            "files": 1,
            "changed": 1,
            "removed": 0,
            "records": 0,
            "left_out": [],
        }
    ]


def test_what_went_in_is_said_in_a_line(filled: Path, shell: Callable[..., Any]) -> None:
    """A file is called one, a folder a folder, and what brought nothing new is unchanged."""
    (filled / "a.md").write_text("# A\n")
    assert shell("add", "a.md") == (0, f"file  {filled}/a.md: 1 file, 1 new or changed, 0 gone\n", "")
    (filled / "notes/animals.md").unlink()
    (filled / "notes/plants.md").write_text("# Plants\n")
    code, out, err = shell("add")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"jsonl  {filled}/talk.jsonl: 1 log, unchanged",
        f"folder  {filled}/notes: 1 file, 1 new or changed, 1 gone",
        f"file  {filled}/a.md: 1 file, unchanged",
    ]


def test_again_needs_something_added(tmp_path: Path, shell: Callable[..., Any]) -> None:
    """A home without a source has nothing to bring up to date, and says how to begin."""
    (tmp_path / "home/journal").mkdir(parents=True, mode=0o700)
    code, out, err = shell("add")
    assert (code, out) == (3, "")
    assert "hitherto add FOLDER" in err


def test_rebuild(filled: Path, shell: Callable[..., Any]) -> None:
    """Rebuilding reads every source again and says so, one line each."""
    code, out, err = shell("rebuild")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        f"jsonl  {filled}/talk.jsonl: 1 log, 1 new or grown, 0 new records",
        f"folder  {filled}/notes: 1 file, 1 new or changed, 0 gone",
    ]
