from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import pytest
from tests.unit.test_init import loaded_by

from hitherto import __main__, __version__
from hitherto.app.board import glance

if TYPE_CHECKING:
    from pathlib import Path

RECALL = """
import os, sys
os.environ.update(HITHERTO_HOME={home!r}, HITHERTO_CONFIG=os.devnull, HITHERTO_ZONE="Europe/Berlin")
sys.argv = ["hitherto", "recall", "wombat"]
from hitherto.__main__ import main
try: main()
except SystemExit as end: assert end.code == 0, end.code
"""
# What a recall of words has no use for: taking in, JSON of the journal, numerics, terminals, the network.
NOT_FOR_RECALL = {
    "asyncio",
    "difflib",
    "hitherto.core.model",
    "hitherto.engine.intake.folders",
    "hitherto.engine.intake.indexing",
    "hitherto.sources",
    "hitherto.stores.blobs",
    "hitherto.stores.journal",
    "http.client",
    "httpx",
    "logging",
    "numpy",
    "pathspec",
    "platformdirs",
    "rich",
    "subprocess",
    "tempfile",
    "urllib.request",
}


@pytest.mark.parametrize("option", ["--version", "-V"])
def test_the_version_is_told_before_anything_is_loaded(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Asked for the version, it says it and is done."""
    monkeypatch.setattr(sys, "argv", ["hitherto", option])
    __main__.main()
    assert capsys.readouterr().out == f"hitherto {__version__}\n"


def test_the_exit_code_is_passed_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a command returns is what the process returns."""
    monkeypatch.setenv("HITHERTO_HOME", str(tmp_path / "none"))
    monkeypatch.setattr(sys, "argv", ["hitherto", "status"])
    with pytest.raises(SystemExit) as end:
        __main__.main()
    assert end.value.code == 3


def test_a_recall_loads_only_what_it_needs(tmp_path: Path) -> None:
    """A question by words over a note loads nothing of taking in, and no heavy library."""
    from hitherto import Memory, Settings  # noqa: PLC0415 - after the processes are told apart

    note = tmp_path / "note.md"
    note.write_text("# The wombat\n\ndigs\n")
    # A file that has just been written might have changed unseen, and would be read again.
    os.utime(note, (1_790_000_000, 1_790_000_000))
    with Memory(Settings(home=tmp_path / "home", zone="Europe/Berlin")) as memory:
        memory.add(str(note))
    loaded = set(loaded_by(RECALL.format(home=str(tmp_path / "home"))))
    assert "hitherto.engine.recall" in loaded
    assert loaded & NOT_FOR_RECALL == set()


@pytest.mark.parametrize("known", ["the board\n", ""])
def test_the_board_is_told_before_anything_is_loaded(
    known: str, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    """What a glance at the board gives is printed as it is, also where that is nothing; a reader may go away."""
    monkeypatch.setattr(glance, "compact_at_a_glance", lambda form, _: known if form == 0 else None)
    monkeypatch.setattr(sys, "argv", ["hitherto", "topics", "--inject", "--turn"])
    __main__.main()
    assert capfdbinary.readouterr().out == known.encode()

    def gone(*_: object) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(os, "write", gone)
    __main__.main()


def test_what_takes_more_than_a_glance_goes_the_ordinary_way(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Another command about topics, or a board that may have changed, is for the command line."""
    monkeypatch.setenv("HITHERTO_HOME", str(tmp_path / "none"))
    monkeypatch.setattr(glance, "compact_at_a_glance", lambda *_: None)
    for words, code in ((["--inject", "--turn"], 0), (["--json"], 1)):
        monkeypatch.setattr(sys, "argv", ["hitherto", "topics", *words])
        with pytest.raises(SystemExit) as end:
            __main__.main()
        assert end.value.code == code
    assert '"topics": []' in capsys.readouterr().out
