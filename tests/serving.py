"""A process that serves a home, for tests that ask it."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.app.config import Settings
from hitherto.app.daemon import client

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.story.conftest import Person

# Enough for a slow machine; what is awaited mostly comes within one or two seconds.
PATIENCE = 60.0


def until(holds: Callable[[], object], *, seconds: float = PATIENCE) -> float:
    """Wait until something holds; return how long that took."""
    begun = time.monotonic()
    while not holds():
        assert time.monotonic() - begun < seconds, "it did not come true"
        time.sleep(0.02)
    return time.monotonic() - begun


def settings_of(person: Person) -> Settings:
    """Return the settings that the person's commands have."""
    return Settings(home=person.home, zone=person.environ["HITHERTO_ZONE"])


def responds(person: Person) -> bool:
    """Return whether a process that serves the person's home answers."""
    return client.ask(settings_of(person), {"ask": "ping"}) is not None


def heard_again() -> None:
    """Give a program the usual signals: a test run in the background, or under nohup, hands on that it ignores them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def begin(person: Person, command: str = "serve", **environ: str) -> subprocess.Popen[bytes]:
    """Start a process that serves the person's home, and wait until it answers."""
    program = subprocess.Popen(
        person.command(command),
        cwd=person.room,
        env=person.environ | environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=heard_again,  # noqa: PLW1509 - one thread
    )
    until(lambda: responds(person) or program.poll() is not None)
    return program


@contextmanager
def serving(person: Person, command: str = "serve", **environ: str) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the person's home while the block runs; the process must then end in order, and have said nothing odd."""
    program = begin(person, command, **environ)
    assert program.poll() is None, program.communicate()
    try:
        yield program
    except BaseException:
        program.kill()
        raise
    finally:
        if program.poll() is None:
            program.terminate()
        _, said = program.communicate(timeout=30)
    assert program.returncode in (0, -signal.SIGKILL), said.decode()
    assert "Traceback" not in said.decode()


@contextmanager
def short_folder() -> Iterator[Path]:
    """Give a private folder whose path is short enough for a socket."""
    with tempfile.TemporaryDirectory(prefix="h", dir="/tmp") as name:
        yield Path(name)
