"""Many clients at once on one thread: a line in, a line out, and nobody waits for one that says nothing."""

from __future__ import annotations

import os
import selectors
import socket
import struct
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hitherto.app.daemon.wire import MOST_BYTES
from hitherto.core.errors import BusyError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# A client sends its request in one go; one that has not after this long never will.
ASKING_SECONDS = 1.0
# An answer waits in the client's buffer, unless the client is stopped.
TAKING_SECONDS = 5.0
MOST_CLIENTS = 100
_READ_BYTES = 65536
# Connections the system keeps until they are taken: many clients may ask while one is answered.
WAITING = 128
_LOOK_SECONDS = 1.0


def listen(path: Path) -> socket.socket:
    """Return a socket that listens at ``path`` for this user only; what a killed server left there is replaced.

    Raises BusyError where somebody listens there.
    """
    if answers(path):
        raise BusyError(f"Another process listens at {path}.", hint="end it, then repeat")
    with suppress(FileNotFoundError):
        path.unlink()
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(0o177)
    try:
        server.bind(str(path))
    except OSError:
        server.close()
        raise
    finally:
        os.umask(before)
    server.listen(WAITING)
    server.setblocking(False)  # noqa: FBT003 - the name of the method says it
    return server


def answers(path: Path) -> bool:
    """Return whether a process listens at ``path``."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
        one.settimeout(_LOOK_SECONDS)
        try:
            one.connect(str(path))
        except TimeoutError:
            return True
        except OSError:
            return False
    return True


def is_ours(connection: socket.socket) -> bool:
    """Return whether the process at the other end is this user's; where the system does not tell, the folder does."""
    if not sys.platform.startswith("linux"):
        return True
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    _, user, _ = struct.unpack("3i", told)
    return bool(user == os.getuid())


@dataclass(slots=True, eq=False)
class Client:
    """One connection: what it has said so far, what it is still to be told, and until when it may take."""

    connection: socket.socket
    deadline: float
    said: bytearray = field(default_factory=bytearray)
    answer: memoryview | None = None


class Server:
    """Answers every line that comes in on ``listening`` with what ``answer`` makes of it."""

    def __init__(
        self,
        listening: socket.socket,
        answer: Callable[[bytes], bytes],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._listening = listening
        self._answer = answer
        self._clock = clock
        self._clients: set[Client] = set()
        self._selector = selectors.DefaultSelector()
        self._woken, self._waking = socket.socketpair()
        for one in (self._woken, self._waking):
            one.setblocking(False)  # noqa: FBT003 - the name of the method says it
        self._selector.register(listening, selectors.EVENT_READ)
        self._selector.register(self._woken, selectors.EVENT_READ)

    def wake(self) -> None:
        """Let ``step`` return at once; may be called from a signal handler and from any thread."""
        with suppress(OSError):
            self._waking.send(b"\0")

    def close(self) -> None:
        """Hang up on everybody."""
        for client in list(self._clients):
            self._hang_up(client)
        self._selector.close()
        for one in (self._woken, self._waking, self._listening):
            one.close()

    def step(self, seconds: float) -> int:
        """Serve whoever is ready, waiting for the first of them at most so long; return how many were answered."""
        begun = self._clock()
        waits = [client.deadline - begun for client in self._clients]
        answered = 0
        for key, _ in self._selector.select(max(0.0, min([seconds, *waits]))):
            if key.fileobj is self._listening:
                self._accept()
            elif key.fileobj is self._woken:
                with suppress(OSError):
                    self._woken.recv(_READ_BYTES)
            else:
                answered += self._serve(key.data)
        # Late is who was so before this step: while others are answered, nobody's own time goes on.
        for client in [client for client in self._clients if client.deadline <= begun]:
            self._hang_up(client)
        return answered

    def _accept(self) -> None:
        if len(self._clients) >= MOST_CLIENTS:
            # Whoever has been silent for longest makes room: somebody real may be waiting.
            self._hang_up(min(self._clients, key=lambda client: client.deadline))
        try:
            connection, _ = self._listening.accept()
        except OSError:
            return
        if not is_ours(connection):
            connection.close()
            return
        connection.setblocking(False)  # noqa: FBT003 - as above
        client = Client(connection, self._clock() + ASKING_SECONDS)
        self._clients.add(client)
        self._selector.register(connection, selectors.EVENT_READ, client)

    def _serve(self, client: Client) -> int:
        try:
            if client.answer is not None:
                self._tell(client)
                return 0
            return self._hear(client)
        except BlockingIOError:
            return 0
        except OSError:
            self._hang_up(client)
            return 0

    def _hear(self, client: Client) -> int:
        """Take what a client sends; once it is a line, answer it. Return how many were answered."""
        block = client.connection.recv(_READ_BYTES)
        client.said += block
        line, ended, _ = client.said.partition(b"\n")
        if not block or len(client.said) > MOST_BYTES:
            self._hang_up(client)
            return 0
        if not ended:
            return 0
        client.answer = memoryview(self._answer(bytes(line)))
        client.deadline = self._clock() + TAKING_SECONDS
        self._selector.modify(client.connection, selectors.EVENT_WRITE, client)
        self._tell(client)
        return 1

    def _tell(self, client: Client) -> None:
        rest = client.answer or memoryview(b"")
        client.answer = rest[client.connection.send(rest) :]
        if not client.answer:
            self._hang_up(client)

    def _hang_up(self, client: Client) -> None:
        self._clients.discard(client)
        with suppress(KeyError, ValueError):
            self._selector.unregister(client.connection)
        client.connection.close()
