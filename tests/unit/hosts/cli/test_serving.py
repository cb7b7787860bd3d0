from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from hitherto.app.daemon import client, lease, residence
from hitherto.hosts.cli import serving

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


STATUS = {
    "pid": 7,
    "version": "1.0",
    "started": "2026-11-24",
    "questions": 1,
    "night": {"day": "2026-11-24", "faults": 0},
    "troubles": [
        {"what": "/a\x1b", "error": "It is away.", "hint": "mount it", "since": "then", "times": 3},
        {"what": "embed", "error": "No model.", "hint": "get one", "since": "now", "times": 1},
    ],
}


@pytest.fixture
def answering(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that serves the home and has troubles."""
    monkeypatch.setattr(client, "ask", lambda *_, **__: {"status": STATUS})


@pytest.mark.parametrize(
    "options",
    [("--stop", "--status"), ("--install", "--uninstall"), ("--dry-run",), ("--json",), ("--stop", "--json")],
)
def test_options_that_mean_nothing_together(shell: Callable[..., Any], options: tuple[str, ...]) -> None:
    """What cannot be meant is refused."""
    assert shell("serve", *options)[0] == 2


@pytest.mark.usefixtures("answering")
def test_the_status(shell: Callable[..., Any]) -> None:
    """Process, questions, the daily work and every trouble with its way out are shown; nothing in them acts."""
    code, out, _ = shell("serve", "--status")
    assert code == 0
    assert out.splitlines() == [
        "process   7, version 1.0, since 2026-11-24",
        "answered  1 question",
        "night     last on 2026-11-24: no fault",
        "trouble   /a␛: It is away. (3 times since then)",
        "  -> mount it",
        "trouble   embed: No model. (since now)",
        "  -> get one",
    ]
    assert json.loads(shell("serve", "--status", "--json")[1]) == {"hitherto": 1, "serving": STATUS}


def test_faults_of_the_night_lead_to_verify() -> None:
    """What the daily work found wrong is said with where to see it."""
    night = {"day": "2026-11-24", "faults": 2}
    lines = serving._status_lines(STATUS | {"night": night, "troubles": []})
    assert lines[-1] == "night     last on 2026-11-24: 2 faults, see `hitherto verify`"
    assert len(serving._status_lines(STATUS | {"night": None, "troubles": []})) == 2


def test_nobody_serves(shell: Callable[..., Any]) -> None:
    """Without such a process the commands about it say so with code 1."""
    for option in ("--stop", "--status"):
        code, _, err = shell("serve", option)
        assert code == 1
        assert err.startswith("No process serves ")
    code, out, _ = shell("serve", "--status", "--json")
    assert (code, json.loads(out)["serving"]) == (1, None)


def test_one_that_does_not_end(shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that goes on though it was told to end is named, with what ends it."""
    holder = lease.Holder(pid=4711, version="1", socket="/s", started="now")
    monkeypatch.setattr(lease, "stated", lambda _: holder)
    monkeypatch.setattr(client, "is_served", lambda _: True)
    monkeypatch.setattr(client, "ask", lambda *_, **__: None)
    monkeypatch.setattr(serving, "ENDING_SECONDS", 0.0)
    code, _, err = shell("serve", "--stop")
    assert code == 4
    assert "kill -9 4711" in err


def test_serve_is_silent_and_watch_is_not(shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The two are the same process; one says what happens, on standard error."""

    def live(_: object, *, say: Callable[[str], None]) -> None:
        say("/notes\x1b: changed\n  -> look")

    monkeypatch.setattr(residence, "serve", live)
    assert shell("serve") == (0, "", "")
    code, out, err = shell("watch")
    assert (code, out) == (0, "")
    assert err[2] == ":"
    assert err[8:] == " /notes␛: changed\n  -> look\n"


def test_recall_says_who_did_not_answer(
    shell: Callable[..., Any], filled: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Why the process that serves the home did not answer is said once, and the answer is the command's own."""
    assert filled.is_dir()

    def silent(*_: object, say: Callable[[str], None], **__: object) -> None:
        say("it did not answer")

    monkeypatch.setattr(client, "recall_resident", silent)
    code, out, err = shell("recall", "wombat")
    assert code == 0
    assert "wombat" in out
    assert err.count("-- it did not answer\n") == 1
