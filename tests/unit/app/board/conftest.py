from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from hitherto.app.config import load_settings
from hitherto.app.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Memory]:
    """The memory of the home that the settings name, with nothing in it."""
    monkeypatch.setenv("HITHERTO_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("HITHERTO_CONFIG", os.devnull)
    monkeypatch.setenv("HITHERTO_ZONE", "Europe/Berlin")
    monkeypatch.setenv("HITHERTO_DEVICE", "desk")
    monkeypatch.setenv("HITHERTO_OWNER", "mia")
    with Memory(load_settings()) as made:
        yield made


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody at a terminal; the stories have a real one."""
    monkeypatch.setattr(os, "isatty", lambda _: True)
