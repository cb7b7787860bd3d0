"""What keeps a home fresh, driven by hand."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

from tests.making import memory_in

from hitherto.app.config import Settings
from hitherto.app.daemon import keeping
from hitherto.app.daemon.keeping import Keeper
from hitherto.app.daemon.report import Report
from hitherto.core.answer import Filter
from hitherto.text.words import match_expression, query_terms

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


class Kept:
    """A keeper that takes a step when it is told to, and a clock that can be moved."""

    def __init__(self, room: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.room = room
        self.ahead = 0.0
        self.said: list[str] = []
        self.report = Report(self.said.append)
        self.stopping, self.quiet = threading.Event(), threading.Event()
        self.quiet.set()
        real, wall = time.monotonic, time.time
        monkeypatch.setattr(keeping.time, "monotonic", lambda: real() + self.ahead)
        monkeypatch.setattr(keeping.time, "time", lambda: wall() + self.ahead)
        # What is made in the background is told of, and would stand between what these tests look for.
        settings = Settings(home=room / "home", zone="Europe/Berlin", owner="mia", embedder="none")
        self.keeper = Keeper(settings, self.report, self.stopping, self.quiet)
        self.keeper._plan()

    def step(self, seconds: float = 0.0) -> None:
        """Let so much time go by, then do what is due."""
        self.ahead += seconds
        self.keeper.step()

    def told(self, *paths: Path) -> None:
        """Tell of changes, and do what is due then."""
        self.keeper._tell({str(path) for path in paths})
        self.step(20)

    def troubles(self) -> list[str]:
        """Return what is in trouble."""
        return [one["what"] for one in self.report.as_json()["troubles"]]

    def found(self, query: str) -> list[str]:
        """Return what the index has, without looking at any file."""
        with memory_in(self.room) as memory:
            found = memory.store.search(match_expression(query_terms(query), any_term=False), Filter(), 10)
            return [excerpt.text for one in found if (excerpt := memory.store.excerpt(one.chunk))]
