from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from hitherto.hosts.cli import run

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run a command in this process, in a room of its own; gives (exit code, standard output, standard error)."""
    for name in ("NO_COLOR", "FORCE_COLOR", "HITHERTO_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HITHERTO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HITHERTO_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("HITHERTO_ZONE", "Europe/Berlin")
    monkeypatch.setenv("HITHERTO_DEVICE", "desk")
    # Loading the model takes longer than most of these tests; those about meaning set it anew.
    monkeypatch.setenv("HITHERTO_EMBEDDER", "none")
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str) -> tuple[int, str, str]:
        code = run(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


@pytest.fixture
def meaningful(shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the built-in model make vectors."""
    assert shell
    monkeypatch.setenv("HITHERTO_EMBEDDER", "builtin")


TALK = """\
{"ts":"2026-11-24T17:35:12Z","role":"user","text":"Where does the wombat dig?"}
{"ts":"2026-11-24T17:35:40Z","role":"assistant","text":"Behind the shed, at night."}
{"ts":"2026-11-24T17:36:00Z","role":"user","text":"Then leave the quokka alone."}
{"ts":"2026-11-24T17:36:09Z","role":"assistant","text":"It will be left alone, as you say."}
"""
NOTE = "# Plan\n\nfirst\nsecond\n\n# Animals\n\nThe wombat digs at night.\n\n# End\n\nlast\n"


@pytest.fixture
def filled(tmp_path: Path, shell: Callable[..., Any]) -> Path:
    """The room of a memory that holds one conversation and one note."""
    (tmp_path / "talk.jsonl").write_text(TALK, encoding="utf-8")
    (tmp_path / "notes").mkdir()
    note = tmp_path / "notes/animals.md"
    note.write_text(NOTE, encoding="utf-8")
    os.utime(note, (1_790_000_000, 1_790_000_000))
    assert shell("add", "talk.jsonl", "notes")[0] == 0
    return tmp_path
