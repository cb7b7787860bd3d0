from __future__ import annotations

import json
import signal
import threading
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

import pytest
from tests.making import memory_in, texts_of, write
from tests.serving import until

from hitherto import __version__
from hitherto.app.daemon import client, lease, residence, wire
from hitherto.app.daemon.report import Report
from hitherto.app.daemon.residence import Residence, serve
from hitherto.app.memory import Memory
from hitherto.core.answer import Filter
from hitherto.core.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from hitherto.app.config import Settings

HOLDER = lease.Holder(pid=4711, version=__version__, socket="/s", started="2026-11-24T12:00:00+00:00")


@pytest.fixture
def settings(tmp_path: Path, short: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The settings of a home that holds one note."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(short))
    write(tmp_path / "notes/plan.md", "# Plan\n\nThe wombat digs.\n")
    with memory_in(tmp_path) as memory:
        memory.add(str(tmp_path / "notes"))
        return memory.settings


@pytest.fixture
def ask(settings: Settings) -> Callable[..., dict[str, Any]]:
    """Ask a residence that has no socket."""
    made = Residence(settings, HOLDER, Report(lambda _: None))

    def call(**request: object) -> dict[str, Any]:
        line = wire.packed({"hitherto": 1, "version": __version__, **request})
        return json.loads(made.answer(line))

    return call


def test_recall(ask: Callable[..., dict[str, Any]], settings: Settings) -> None:
    """A question is answered as Memory answers it, and the answer says that this process did."""
    response = ask(ask="recall", query="wombat", where=Filter(kind="note"), options={"limit": 3})
    answer = wire.recall_from(response["recall"])
    assert answer.ran.resident
    with Memory(settings) as memory:
        assert answer.hits == memory.recall("wombat").hits


def test_time_is_meant_as_whoever_asks_means_it(ask: Callable[..., dict[str, Any]]) -> None:
    """Zone and week are those of the question, and everything about a time comes back."""
    options = {"literal": False, "by": "rank", "as_of": "2030", "prompt": False}
    asked = {"ask": "recall", "query": "wombat last week", "zone": "Asia/Tokyo", "week_start": "sunday"}
    answer = wire.recall_from(ask(**asked, options=options)["recall"])
    assert answer.reading is not None
    assert answer.reading.start is not None
    begins = answer.reading.start.astimezone(ZoneInfo("Asia/Tokyo"))
    assert (answer.reading.zone, begins.strftime("%a %H:%M"), answer.order) == ("Asia/Tokyo", "Sun 00:00", "rank")
    assert answer.as_of is not None
    assert answer.nearest


@pytest.mark.parametrize(
    "request_",
    [
        {"ask": "dance"},
        {},
        {"ask": "recall", "options": {"path": "/"}},
        {"ask": "recall", "options": [1]},
        {"ask": "recall", "where": 7},
        {"ask": "recall", "week_start": "midweek"},
        {"ask": "recall", "where": {"since": "yesterweek"}},
    ],
)
def test_what_cannot_be_asked(ask: Callable[..., dict[str, Any]], request_: dict[str, Any]) -> None:
    """A request that means nothing is the caller's mistake, and says so."""
    response = ask(**request_)
    assert (response["kind"], response["exit_code"]) == ("UsageError", 2)


def test_mistakes_travel(ask: Callable[..., dict[str, Any]]) -> None:
    """An error of Memory comes back as what it is."""
    response = ask(ask="recall", query="x", options={"on": "yesterweek"})
    assert response["kind"] == "UsageError"
    assert "yesterweek" in response["error"]


def test_faults_are_left_to_the_caller(ask: Callable[..., dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    """What should never happen makes the caller answer itself, and stays visible."""
    monkeypatch.setattr(Memory, "recall", lambda *_, **__: 1 / 0)
    assert ask(ask="recall", query="x")["failed"] is True
    (trouble,) = ask(ask="status")["status"]["troubles"]
    assert "ZeroDivisionError" in trouble["error"]


def test_other_versions(ask: Callable[..., dict[str, Any]]) -> None:
    """Another version is not answered, but may ask for the status, and may end this one."""
    assert ask(ask="recall", query="x", version="0")["other_version"] is True
    assert ask(ask="ping", version="0") == {"hitherto": 1, "version": __version__, "embedder": "builtin"}
    assert ask(ask="status", version="0")["status"]["questions"] == 0
    assert ask(ask="stop", version="0")["pid"] == HOLDER.pid


def test_served_until_stopped(settings: Settings) -> None:
    """From its beginning to a client's word it answers over the socket, and it leaves nothing behind."""
    told: list[str] = []
    seen: list[object] = []

    def visit() -> None:
        until(lambda: client.ask(settings, {"ask": "ping"}))
        seen.append(lease.stated(settings.home))
        answer = client.recall_resident(settings, "wombat")
        seen.append(answer and texts_of(answer.hits))
        client.ask(settings, {"ask": "stop"})

    visitor = threading.Thread(target=visit)
    visitor.start()
    handler = signal.getsignal(signal.SIGTERM)
    serve(settings, say=told.append)
    visitor.join()
    holder, texts = seen
    assert isinstance(holder, lease.Holder)
    assert texts == ["# Plan\n\nThe wombat digs.\n"]
    assert signal.getsignal(signal.SIGTERM) is handler
    assert lease.stated(settings.home) is None
    assert client.ask(settings, {"ask": "ping"}) is None
    assert (told[0].startswith("serving"), told[-1]) == (True, "ended")


def test_signals_that_were_ignored_stay_so(settings: Settings) -> None:
    """A program started in a shell's background ignores Ctrl-C, and goes on doing so; SIGTERM ends it."""
    sent: list[int] = []

    def visit() -> None:
        until(lambda: client.ask(settings, {"ask": "ping"}))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.raise_signal(number)
            sent.append(number)
            if number == signal.SIGINT:
                until(lambda: client.ask(settings, {"ask": "ping"}))

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        visitor = threading.Thread(target=visit)
        visitor.start()
        serve(settings, say=lambda _: None)
        visitor.join()
    finally:
        signal.signal(signal.SIGINT, before)
    assert sent == [signal.SIGINT, signal.SIGTERM]


def test_the_second_is_refused(settings: Settings) -> None:
    """Whoever comes second leaves the first one's socket alone."""
    path = lease.socket_path(settings.home, {})
    with lease.hold(settings.home, HOLDER):
        with pytest.raises(BusyError, match="4711"):
            serve(settings, say=lambda _: None)
        assert lease.stated(settings.home) == HOLDER
    assert not path.exists()


def test_memory_is_let_go_when_nobody_asks(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """After five minutes without a question what is held in memory is released; without its home it ends."""
    released: list[bool] = []
    monkeypatch.setattr(Memory, "release", lambda _: released.append(True))
    monkeypatch.setattr(residence, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(residence, "IDLE_SECONDS", 0.0)

    def visit() -> None:
        until(lambda: released)
        settings.home.rename(tmp_path / "moved")

    visitor = threading.Thread(target=visit)
    visitor.start()
    serve(settings, say=lambda _: None)
    visitor.join()
    assert released
