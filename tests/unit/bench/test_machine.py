"""The measurements run end to end on small input and report what they say."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

import pytest
from bench import indexing, latency, startup
from bench.machine import bytes_of

if TYPE_CHECKING:
    from pathlib import Path


def test_bytes_of(tmp_path: Path) -> None:
    """All files below a folder count, nested ones too."""
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "a").write_bytes(b"12345")
    (tmp_path / "b").write_bytes(b"12")
    assert bytes_of(tmp_path) == 7


def test_indexing_a_small_tree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Files, chunks, bytes and both runs are counted, and the tree is left as it is."""
    text = "def wait(tries):\n    return 2 ** tries\n" * 50
    (tmp_path / "wait.py").write_text(text)
    indexing.main(["--tree", str(tmp_path), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert (found["files"], found["mb"]) == (1, round(len(text) / 1e6, 2))
    assert found["chunks"] >= 1
    assert found["again_cpu_seconds"] > 0
    assert (tmp_path / "wait.py").read_text() == text


def test_latency_of_a_few_chunks(capsys: pytest.CaptureFixture[str]) -> None:
    """At least the wanted chunks are built, and every kind of query is timed on both sides and finds something."""
    latency.main(["--chunks", "300", "--queries", "2", "--json"])
    (found,) = json.loads(capsys.readouterr().out)["sizes"]
    assert 300 <= found["chunks"] < 600
    kinds = {"rare_id", "two_common_words", "question", "cjk", "phrase"}
    assert kinds <= set(found["hitherto"])
    assert all(found[side][kind]["hits"] > 0 for side in ("hitherto", "plain_fts5") for kind in ("rare_id", "phrase"))


def test_cpu_of_a_command() -> None:
    """A command that works longer costs more, and one that fails stops the run."""
    short = startup.cpu_milliseconds([sys.executable, "-c", "pass"], os.environ)
    long = startup.cpu_milliseconds([sys.executable, "-c", "sum(range(10**7))"], os.environ)
    assert 0 < short < long
    with pytest.raises(SystemExit, match="failed with 3"):
        startup.cpu_milliseconds([sys.executable, "-c", "raise SystemExit(3)"], os.environ)


def test_startup_of_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Every command is measured as a multiple of the bare interpreter's start."""
    startup.main(["--runs", "2", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert set(found["ratio"]) == set(found["goal"]) == {"version", "recall", "topics"}
    least = {name: taken["min"] for name, taken in found["cpu_ms"].items()}
    for name, ratio in found["ratio"].items():
        assert ratio["min"] == pytest.approx(least[name] / least["python"], abs=0.01)
