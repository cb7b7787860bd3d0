"""The process that serves a home: the lease, the socket, one thread that answers and one that keeps fresh."""

from __future__ import annotations

import os
import signal
import threading
import time
from contextlib import contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hitherto import __version__
from hitherto.app import adapters
from hitherto.app.config import WEEK_STARTS
from hitherto.app.daemon import lease, wire
from hitherto.app.daemon.keeping import IDLE_SECONDS, Keeper, Opened
from hitherto.app.daemon.report import Report
from hitherto.app.daemon.server import Server, listen
from hitherto.core.answer import Filter
from hitherto.core.errors import HithertoError, UsageError
from hitherto.stores.files import explaining

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator

    from hitherto.app.config import Settings

# How often the process looks whether its home is still there and its other thread still works.
LOOK_SECONDS = 5.0
# A step of work ends sooner; what it has not committed by then, the next process does again.
ENDING_SECONDS = 3.0
RECALL_OPTIONS = frozenset({"since", "until", "on", "as_of", "literal", "prompt", "by", "limit", "words_only"})


def serve(settings: Settings, *, say: Callable[[str], None]) -> None:
    """Serve the home until SIGTERM, SIGINT, SIGHUP or a client ends it. ``say`` hears what happens.

    For the main thread. Raises BusyError where another process serves it, SetupNeededError where it cannot be served.
    """
    home = adapters.home_of(settings).ensure()
    path = lease.socket_path(home, os.environ)
    holder = lease.Holder(
        pid=os.getpid(),
        version=__version__,
        socket=str(path),
        started=datetime.now(UTC).isoformat(timespec="seconds"),
    )
    with explaining(home), lease.hold(home, holder) as lock:
        listening = listen(path)
        try:
            say(f"serving {home} on {path}, process {holder.pid}")
            Residence(settings, holder, Report(say)).live(listening, lambda: lease.lost(home, lock))
            say("ended")
        finally:
            listening.close()
            with suppress(FileNotFoundError):
                path.unlink()


class Residence:
    """Answers on the thread that calls ``live``, and keeps fresh on another."""

    def __init__(self, settings: Settings, holder: lease.Holder, report: Report) -> None:
        self._settings = settings
        self._holder = holder
        self._report = report
        self._opened = Opened(settings)
        self._stopping = threading.Event()
        self._quiet = threading.Event()
        self._quiet.set()
        self._questions = 0
        self._asked_at = time.monotonic()

    def live(self, listening: socket.socket, homeless: Callable[[], bool]) -> None:
        """Answer until the end; ``homeless`` says whether the home went away, which is an end too."""
        server = Server(listening, self.answer)
        keeper = Keeper(self._settings, self._report, self._stopping, self._quiet)
        thread = threading.Thread(target=keeper.run, name="hitherto keeping", daemon=True)

        def end() -> None:
            self._stopping.set()
            keeper.wake()
            server.wake()

        with _signals(end):
            thread.start()
            try:
                while not self._stopping.is_set() and thread.is_alive() and not homeless():
                    server.step(LOOK_SECONDS)
                    if time.monotonic() - self._asked_at > IDLE_SECONDS:
                        self._opened.memory().release()
            finally:
                end()
                server.close()
                self._opened.close()
                thread.join(ENDING_SECONDS)

    def answer(self, line: bytes) -> bytes:
        """Return the response to one request; whatever is wrong with it is said in the response."""
        said: dict[str, Any] = {"hitherto": wire.WIRE, "version": __version__}
        self._quiet.clear()
        try:
            return wire.packed(said | self._response(wire.unpacked(line)))
        except HithertoError as error:
            return wire.packed(said | wire.error_to(error))
        except ValueError as error:
            return wire.packed(said | wire.error_to(_not_understood(error)))
        except Exception as error:  # noqa: BLE001 - the client then answers itself, and the others go on
            self._report.failed("answering", f"{type(error).__name__}: {error}", "please report this")
            return wire.packed(said | {"failed": True})
        finally:
            self._quiet.set()

    def _response(self, request: dict[str, Any]) -> dict[str, Any]:
        asked = request.get("ask")
        if asked == "ping":
            return {"embedder": self._settings.embedder}
        if asked == "stop":
            self._stopping.set()
            return {"pid": self._holder.pid}
        if asked == "status":
            return {"status": self._status()}
        if asked != "recall":
            raise ValueError(f"asked for {asked!r}")
        if request.get("version") != __version__:
            return {"other_version": True}
        self._asked_at = time.monotonic()
        self._questions += 1
        return {"recall": self._recall(request)}

    def _recall(self, request: dict[str, Any]) -> object:
        options, where = request.get("options") or {}, request.get("where")
        if not isinstance(options, dict) or not options.keys() <= RECALL_OPTIONS:
            raise ValueError(f"asked with {options!r}")
        memory = self._opened.memory()
        # Days and weeks are meant as whoever asks means them, as if that process answered itself.
        meant = {name: str(request.get(name) or getattr(self._settings, name)) for name in ("zone", "week_start")}
        if meant["week_start"] not in WEEK_STARTS:
            raise ValueError(f"weeks that begin on {meant['week_start']!r}")
        memory.settings = replace(self._settings, zone=meant["zone"], week_start=meant["week_start"])
        restriction = Filter() if where is None else wire.filter_from(where)
        answer = memory.recall(str(request.get("query", "")), where=restriction, **options)
        return replace(answer, ran=replace(answer.ran, resident=True))

    def _status(self) -> dict[str, Any]:
        return {
            "pid": self._holder.pid,
            "version": __version__,
            "home": str(self._settings.home),
            "started": self._holder.started,
            "questions": self._questions,
            **self._report.as_json(),
        }


@contextmanager
def _signals(end: Callable[[], None]) -> Iterator[None]:
    """Let a signal end the work in order; one that was ignored before, as in a shell's background, stays ignored."""
    before = {}
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:
            before[number] = signal.signal(number, lambda _number, _frame: end())
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _not_understood(error: ValueError) -> UsageError:
    return UsageError(f"The request was not understood: {error}.", hint="ask with a hitherto of the same version")
