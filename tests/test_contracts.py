"""The import contracts: kept as things stand, and each one catches what it is there for."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LAYERS = "Imports go down, never up or sideways"
DOORS = "The doors do not know each other"
ADAPTERS = "Only the hall knows concrete adapters"
PURE = "Words, workshop and rules touch no database, network, process or terminal"
PERSON = "Only the command line changes the board"
ACYCLIC = "No room holds a circle"

PLANTED = {
    "up": (LAYERS, {"core/planted.py": "import hitherto.text"}),
    "sideways": (LAYERS, {"sources/planted.py": "import hitherto.stores"}),
    "new room": (LAYERS, {"attic.py": ""}),
    "door to door": (DOORS, {"hosts/front.py": "", "hosts/planted.py": "import hitherto.hosts.front"}),
    "door to cellar": (ADAPTERS, {"hosts/planted.py": "import hitherto.stores"}),
    "door to letterbox": (ADAPTERS, {"hosts/planted.py": "import hitherto.sources.agents"}),
    "words to database": (PURE, {"core/planted.py": "import apsw"}),
    "workshop to process": (PURE, {"text/planted.py": "def f():\n    import subprocess"}),
    "rules to network": (PURE, {"engine/planted.py": "from socket import socket"}),
    "rules to terminal": (PURE, {"engine/planted.py": "import rich.console"}),
    "door to board": (PERSON, {"hosts/planted.py": "def f():\n    from hitherto.app.board import changing"}),
    "hall to board": (PERSON, {"app/planted.py": "import hitherto.app.board.changing"}),
    "circle": (
        ACYCLIC,
        {"text/planted.py": "import hitherto.text.other", "text/other.py": "import hitherto.text.planted"},
    ),
}


def broken(house: Path) -> set[str]:
    """Return the names of the contracts that the copy of the source in ``house`` breaks."""
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--config", ROOT / ".importlinter", "--no-cache"],
        cwd=house,
        env=os.environ | {"PYTHONPATH": str(house)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    verdicts = dict(re.findall(r"^(.+) (KEPT|BROKEN)$", done.stdout, flags=re.MULTILINE))
    assert set(verdicts) == {LAYERS, DOORS, ADAPTERS, PERSON, PURE, ACYCLIC}, done.stdout + done.stderr
    assert (done.returncode == 0) == ("BROKEN" not in verdicts.values())
    return {contract for contract, verdict in verdicts.items() if verdict == "BROKEN"}


@pytest.fixture
def house(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def test_contracts_are_kept(house: Path) -> None:
    """As things stand no contract is broken."""
    assert broken(house) == set()


@pytest.mark.parametrize("case", PLANTED)
def test_planted_violation_is_caught(house: Path, case: str) -> None:
    """A forbidden import breaks the contract that forbids it."""
    contract, files = PLANTED[case]
    for path, text in files.items():
        (house / "hitherto" / path).write_text(text + "\n", encoding="utf-8")
    assert contract in broken(house)
