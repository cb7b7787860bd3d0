"""Asking the process that serves a home, if there is one; whatever is wrong with it, the caller answers itself."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from hitherto import __version__
from hitherto.app.daemon import lease

if TYPE_CHECKING:
    import socket as sockets
    from collections.abc import Callable

    from hitherto.app.config import Settings
    from hitherto.core.answer import Filter, Recall

# A person who waits longer is better served by an answer from the index itself.
PATIENCE_SECONDS = 2.0
_READ_BYTES = 65536


def unheard(_: str) -> None:
    """Say nothing."""


def ask(
    settings: Settings,
    request: dict[str, Any],
    *,
    timeout: float = PATIENCE_SECONDS,
    say: Callable[[str], None] = unheard,
) -> dict[str, Any] | None:
    """Return the response of the process that serves the home, None where there is none or it does not answer.

    ``timeout`` is in seconds, for all of it. ``say`` hears why a process that is there did not answer. Raises the
    HithertoError that the other side met.
    """
    holder = lease.stated(settings.home)
    if holder is None:
        return None
    from hitherto.app.daemon import wire  # noqa: PLC0415 - most homes are served by nobody

    said = wire.packed({"hitherto": wire.WIRE, "version": __version__, **request})
    try:
        line = _exchanged(holder.socket, said, time.monotonic() + timeout)
        response = wire.unpacked(line) if line else None
    except TimeoutError:
        say(f"process {holder.pid}, which serves this home, did not answer within {timeout:g} seconds")
        return None
    except (OSError, ValueError):
        return None
    if response is None or response.get("failed"):
        return None
    if response.get("other_version"):
        say(f"a process of version {response.get('version')} serves this home, this is {__version__}: restart it")
        return None
    if "error" in response:
        raise wire.error_from(response)
    return response


def is_served(settings: Settings) -> bool:
    """Return whether a process listens for this home, whether it answers or not."""
    holder = lease.stated(settings.home)
    if holder is None:
        return False
    from pathlib import Path  # noqa: PLC0415 - as in ask

    from hitherto.app.daemon.server import answers  # noqa: PLC0415 - as in ask

    return answers(Path(holder.socket))


def recall_resident(
    settings: Settings,
    query: str,
    *,
    where: Filter | None = None,
    timeout: float = PATIENCE_SECONDS,
    say: Callable[[str], None] = unheard,
    **options: Any,
) -> Recall | None:
    """Return what ``Memory.recall`` answers in the process that serves the home, None where there is none.

    ``options`` are those of ``Memory.recall``; the rest as in ``ask``.
    """
    meant = {"zone": settings.zone, "week_start": settings.week_start}
    request = {"ask": "recall", "query": query, "where": where, **meant, "options": options}
    response = ask(settings, request, timeout=timeout, say=say)
    if response is None:
        return None
    from hitherto.app.daemon.wire import recall_from  # noqa: PLC0415 - as in ask

    try:
        return recall_from(response.get("recall"))
    except ValueError:
        return None


def _exchanged(path: str, said: bytes, deadline: float) -> bytes:
    """Send one line and return the line that comes back, nothing where none comes."""
    import socket  # noqa: PLC0415 - as in ask

    from hitherto.app.daemon.server import is_ours  # noqa: PLC0415 - as in ask

    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        _wait_until(connection, deadline)
        connection.connect(path)
        if not is_ours(connection):
            return b""
        connection.sendall(said)
        blocks: list[bytes] = []
        while not blocks or not blocks[-1].endswith(b"\n"):
            _wait_until(connection, deadline)
            block = connection.recv(_READ_BYTES)
            if not block:
                return b""
            blocks.append(block)
        return b"".join(blocks)


def _wait_until(connection: sockets.socket, deadline: float) -> None:
    left = deadline - time.monotonic()
    if left <= 0:
        raise TimeoutError
    connection.settimeout(left)
