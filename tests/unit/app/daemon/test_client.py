from __future__ import annotations

import json
import socket
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import pytest

from hitherto import __version__
from hitherto.app.config import Settings
from hitherto.app.daemon import client, lease, server, wire
from hitherto.core.answer import Filter, Ran, Recall
from hitherto.core.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ANSWER = Recall(query="wombat", reading=None, ran=Ran(words="all", resident=True), hits=())


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path, zone="Europe/Berlin")


def state(settings: Settings, path: Path) -> None:
    """Write down that a process serves the home."""
    holder = lease.Holder(pid=4711, version="1", socket=str(path), started="now")
    (settings.home / lease.NAME).write_text(json.dumps(asdict(holder)))


@contextmanager
def other_side(settings: Settings, path: Path, *blocks: bytes, wait: float = 0.0) -> Iterator[list[dict[str, Any]]]:
    """Answer one client with these blocks; gives what it asked."""
    heard: list[dict[str, Any]] = []
    listening = server.listen(path)
    listening.settimeout(10)
    state(settings, path)

    def answer() -> None:
        connection, _ = listening.accept()
        # The client may have had enough before all is said.
        with connection, suppress(BrokenPipeError):
            connection.settimeout(10)
            heard.append(json.loads(connection.makefile("rb").readline()))
            for block in blocks:
                connection.sendall(block)
                time.sleep(wait)

    thread = threading.Thread(target=answer)
    thread.start()
    yield heard
    thread.join()
    listening.close()


def response(**said: object) -> bytes:
    """Return a response of this version."""
    return wire.packed({"hitherto": 1, "version": __version__, **said})


def test_an_answer(settings: Settings, short: Path) -> None:
    """The question goes over with all it needs, and the answer comes back, in however many pieces."""
    line = response(recall=ANSWER)
    with other_side(settings, short / "s", line[:5], line[5:], wait=0.05) as heard:
        found = client.recall_resident(settings, "wombat", where=Filter(kind="note"), limit=3, since="2026")
    assert found == ANSWER
    (asked,) = heard
    assert asked["ask"] == "recall"
    assert asked["version"] == __version__
    assert (asked["zone"], asked["week_start"]) == ("Europe/Berlin", "monday")
    assert asked["where"]["kind"] == "note"
    assert asked["options"] == {"limit": 3, "since": "2026"}


def test_nobody_to_ask(settings: Settings, short: Path) -> None:
    """Without a lease, with one that nobody holds, or with a socket that is dead, there is no answer and no error."""
    assert client.recall_resident(settings, "x") is None
    assert not client.is_served(settings)
    state(settings, short / "none")
    assert client.recall_resident(settings, "x") is None
    server.listen(short / "dead").close()
    state(settings, short / "dead")
    assert client.recall_resident(settings, "x") is None
    assert not client.is_served(settings)


@pytest.mark.parametrize(
    "blocks",
    [
        (),
        (b"half",),
        (b"rubbish\n",),
        (b"{}\n",),
        (response(failed=True),),
        (response(recall=None),),
        (response(recall={"query": 1}),),
    ],
)
def test_an_answer_that_is_none(settings: Settings, short: Path, blocks: tuple[bytes, ...]) -> None:
    """Whatever comes back that is no answer, the caller answers itself."""
    with other_side(settings, short / "s", *blocks):
        assert client.recall_resident(settings, "wombat") is None


def test_one_that_is_silent(settings: Settings, short: Path) -> None:
    """A process that does not answer costs the time-out and no more, and is named."""
    said: list[str] = []
    with server.listen(short / "s"):
        state(settings, short / "s")
        begun = time.monotonic()
        assert client.ask(settings, {"ask": "ping"}, timeout=0.2, say=said.append) is None
        assert 0.15 < time.monotonic() - begun < 2
        assert client.is_served(settings)
    assert said == ["process 4711, which serves this home, did not answer within 0.2 seconds"]


def test_one_that_trickles(settings: Settings, short: Path) -> None:
    """The time-out is for the whole answer, not for each piece of it."""
    with other_side(settings, short / "s", *[b"x"] * 40, wait=0.05):
        begun = time.monotonic()
        assert client.ask(settings, {"ask": "ping"}, timeout=0.2) is None
        assert time.monotonic() - begun < 1


def test_another_version(settings: Settings, short: Path) -> None:
    """It is named with what to do, and the caller answers itself."""
    said: list[str] = []
    line = wire.packed({"hitherto": 1, "version": "9.9", "other_version": True})
    with other_side(settings, short / "s", line):
        assert client.recall_resident(settings, "wombat", say=said.append) is None
    assert said == [f"a process of version 9.9 serves this home, this is {__version__}: restart it"]


def test_an_error_is_raised_here(settings: Settings, short: Path) -> None:
    """What the other side met is raised as if it were met here."""
    line = response(**wire.error_to(BusyError("It is busy.", hint="wait")))
    with other_side(settings, short / "s", line), pytest.raises(BusyError, match="It is busy") as caught:
        client.recall_resident(settings, "wombat")
    assert caught.value.hint == "wait"


def test_somebody_else_listens(settings: Settings, short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of another user is told nothing."""
    monkeypatch.setattr(server, "is_ours", lambda _: False)
    with server.listen(short / "s") as listening:
        state(settings, short / "s")
        assert client.recall_resident(settings, "a secret") is None
        listening.setblocking(True)  # noqa: FBT003
        connection, _ = listening.accept()
        with connection:
            assert connection.recv(100) == b""


def test_what_went_wrong_on_the_way(settings: Settings, short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An error of the system is no more than no answer."""

    def refuse(*_: object) -> None:
        raise PermissionError

    with server.listen(short / "s"):
        state(settings, short / "s")
        monkeypatch.setattr(socket.socket, "connect", refuse)
        assert client.ask(settings, {"ask": "ping"}) is None
