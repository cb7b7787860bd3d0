import importlib.util
import os
import sys
import types
from pathlib import Path

import pytest


@pytest.fixture
def shared() -> Path:
    """The folder of reference material beside the checkout."""
    root = Path(os.environ.get("HITHERTO_SHARED") or Path(__file__).parents[3] / "../shared").resolve()
    if not root.is_dir():
        pytest.skip(f"no reference material at {root}")
    return root


@pytest.fixture(autouse=True)
def _workshop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in for the code workshop, whose answers do not matter here."""
    if importlib.util.find_spec("hitherto.text.code") is None:
        stand_in = types.ModuleType("hitherto.text.code")
        stand_in.is_note = lambda name: name.endswith((".md", ".txt"))
        stand_in.language_of_path = lambda name: "python" if name.endswith(".py") else None
        monkeypatch.setitem(sys.modules, "hitherto.text.code", stand_in)
