from __future__ import annotations

import socket
import struct
from typing import TYPE_CHECKING

import pytest

from hitherto.app.daemon import server as serving
from hitherto.app.daemon.server import ASKING_SECONDS, MOST_CLIENTS, TAKING_SECONDS, Server, answers, is_ours, listen
from hitherto.app.daemon.wire import MOST_BYTES
from hitherto.core.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    Connect = Callable[..., socket.socket]


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(short: Path) -> Path:
    return short / "x.sock"


@pytest.fixture
def server(path: Path, clock: Clock) -> Iterator[Server]:
    """A server that answers with what was said, backwards; a megabyte for `much`."""

    def answer(line: bytes) -> bytes:
        if line == b"slow":
            clock.now += 10
        return (b"x" * 3_000_000 if line == b"much" else line[::-1]) + b"\n"

    made = Server(listen(path), answer, clock=clock)
    yield made
    made.close()


@pytest.fixture
def connect(path: Path) -> Iterator[Connect]:
    """Connect to the server, as often as it is called."""
    made: list[socket.socket] = []

    def call(said: bytes = b"") -> socket.socket:
        one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        one.settimeout(5)
        one.connect(str(path))
        one.sendall(said)
        made.append(one)
        return one

    yield call
    for one in made:
        one.close()


def steps(server: Server, count: int = 4) -> int:
    """Let the server work; return how many it answered."""
    return sum(server.step(0.05) for _ in range(count))


def gone(one: socket.socket) -> bool:
    """Return whether the server hung up."""
    try:
        return one.recv(1) == b""
    except ConnectionResetError:
        return True


def test_a_line_in_a_line_out(server: Server, connect: Connect) -> None:
    """A line is answered, even where it comes in pieces, and then the connection is over."""
    one = connect(b"ab")
    assert steps(server) == 0
    one.sendall(b"cd\nmore")
    assert steps(server) == 1
    assert one.makefile("rb").read() == b"dcba\n"


def test_many_are_answered_beside_silent_ones(server: Server, connect: Connect, clock: Clock) -> None:
    """Who says nothing, or half a line, keeps nobody waiting, and is hung up on after its time."""
    silent, half = connect(), connect(b"half")
    others = [connect(b"%d\n" % number) for number in range(10)]
    assert steps(server, 20) == 10
    assert [one.makefile("rb").read() for one in others] == [b"%d\n" % number for number in range(10)]
    clock.now += ASKING_SECONDS
    steps(server)
    assert gone(silent)
    assert gone(half)


def test_waiting_for_another_costs_nobody_its_time(server: Server, connect: Connect) -> None:
    """Who asked in time is answered, though the one before took longer than a client may take to ask."""
    first = connect(b"slow\n")
    second = connect(b"ab\n")
    assert steps(server) == 2
    assert first.makefile("rb").read() == b"wols\n"
    assert second.makefile("rb").read() == b"ba\n"


def test_too_much_is_cut_off(server: Server, connect: Connect) -> None:
    """A request above its limit is not kept, and not answered."""
    one = connect()
    one.setblocking(False)  # noqa: FBT003
    sent = 0
    while sent <= MOST_BYTES + 10_000_000:
        try:
            sent += one.send(b"x" * 100_000)
        except BlockingIOError:
            server.step(0.05)
        except OSError:
            break
    assert sent < MOST_BYTES + 10_000_000


def test_a_long_answer_waits_for_its_reader(server: Server, connect: Connect, clock: Clock) -> None:
    """What does not fit at once follows as it is read; who never reads is hung up on."""
    one, never = connect(b"much\n"), connect(b"much\n")
    assert steps(server) == 2
    one.setblocking(False)  # noqa: FBT003
    got = 0
    while got < 3_000_001:
        try:
            got += len(one.recv(1_000_000))
        except BlockingIOError:
            server.step(0.05)
    clock.now += TAKING_SECONDS
    steps(server)
    assert len(never.makefile("rb").read()) < 3_000_000


def test_who_leaves_is_forgotten(server: Server, connect: Connect) -> None:
    """A client that goes away, before or in the middle of its answer, is no trouble."""
    connect(b"").close()
    connect(b"half").close()
    leaving = connect(b"much\n")
    assert steps(server) == 1
    leaving.close()
    assert steps(server) == 0
    assert server._clients == set()


def test_a_crowd_makes_room(server: Server, connect: Connect) -> None:
    """When too many are connected, the one that has been silent for longest goes, and the next is answered."""
    crowd = [connect() for _ in range(MOST_CLIENTS)]
    steps(server, MOST_CLIENTS + 1)
    one = connect(b"ab\n")
    assert steps(server) == 1
    assert one.makefile("rb").read() == b"ba\n"
    assert len(server._clients) < len(crowd)


def test_it_can_be_woken(server: Server) -> None:
    """A waiting server returns at once when it is woken, which a signal does."""
    server.wake()
    assert server.step(60) == 0


def test_others_are_turned_away(server: Server, connect: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection of another user is closed unheard."""
    monkeypatch.setattr(serving, "is_ours", lambda _: False)
    one = connect()
    steps(server)
    assert gone(one)


def test_whose_process_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel says who is at the other end; where it does not, the folder's rights stand for it."""
    one, other = socket.socketpair()
    with one, other:
        assert is_ours(one)
        if serving.sys.platform.startswith("linux"):
            monkeypatch.setattr(struct, "unpack", lambda *_: (1, 12345678, 1))
            assert not is_ours(one)
        monkeypatch.setattr(serving.sys, "platform", "darwin")
        assert is_ours(one)


def test_a_dead_socket_is_replaced_and_a_live_one_never(path: Path) -> None:
    """What a killed server left is no hindrance, and a server that listens is left alone."""
    first = listen(path)
    assert answers(path)
    assert path.stat().st_mode & 0o777 == 0o600
    with pytest.raises(BusyError, match="listens"):
        listen(path)
    first.close()
    assert path.exists()
    assert not answers(path)
    with listen(path):
        assert answers(path)


def test_a_socket_that_cannot_be_made(short: Path) -> None:
    """A folder that is not there is the system's error, and leaves nothing open."""
    with pytest.raises(OSError, match="No such file"):
        listen(short / "nowhere" / "x.sock")
