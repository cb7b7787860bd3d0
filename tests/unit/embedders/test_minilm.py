from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
import sys
from array import array
from pathlib import Path
from typing import Any

import pytest

from hitherto.core.errors import EmbedderError
from hitherto.core.meaning import NoVector
from hitherto.embedders import minilm
from hitherto.embedders.minilm import FOLDER, MODEL, MODEL_BYTES, MiniLM, available, unsuited

DATA: list[dict[str, Any]] = json.loads(Path(__file__).with_name("texts.json").read_text(encoding="utf-8"))["texts"]
WITH_VECTOR = [entry for entry in DATA if entry["vector"] not in {"language", "empty"}]


def cosine(one: array[Any], other: array[Any]) -> float:
    """Return the cosine of two rows of any length."""
    product, left, right = (
        sum(a * b for a, b in zip(first, second, strict=True))
        for first, second in ((one, other), (one, one), (other, other))
    )
    return float(product / (left * right) ** 0.5)


def test_the_model_is_the_one_that_is_named() -> None:
    """The file has the digest and the size that vectors are labelled with."""
    data = (FOLDER / "model.onnx").read_bytes()
    assert len(data) == MODEL_BYTES
    assert hashlib.sha256(data).hexdigest() == MODEL.digest


def test_the_provenance_names_the_files() -> None:
    """What stands beside the model tells the digests of the files as they are, and the licence lies there."""
    told = (FOLDER / "PROVENANCE.md").read_text(encoding="utf-8")
    assert MODEL.digest in told
    assert hashlib.sha256((FOLDER / "vocab.txt").read_bytes()).hexdigest() in told
    assert "Apache License" in (FOLDER / "LICENSE").read_text(encoding="utf-8")


def test_vectors_are_the_recorded_ones() -> None:
    """At least fifty texts get a vector with a cosine of .99 or more to the one recorded elsewhere."""
    assert len(WITH_VECTOR) >= 50
    made = MiniLM().documents([entry["text"] for entry in WITH_VECTOR])
    low = {}
    for entry, vector in zip(WITH_VECTOR, made, strict=True):
        assert isinstance(vector, bytes)
        near = cosine(array("f", vector), array("b", base64.b64decode(entry["vector"])))
        if near < 0.99:
            low[entry["text"][:40]] = near
    assert low == {}


def test_reasons_are_the_recorded_ones() -> None:
    """Texts in other scripts and without words get the reason that was recorded."""
    without = [entry for entry in DATA if entry not in WITH_VECTOR]
    assert without
    made = MiniLM().documents([entry["text"] for entry in without])
    assert made == [NoVector(reason=entry["vector"]) for entry in without]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("plain words", None),
        ("Straße, naïve, Łódź, ĳ, ﬁ", None),
        ("12:30", None),
        ("１２：３０", None),
        ("def f(x): # ここ", None),
        ("ab вг", None),
        ("ab вгд", "language"),
        ("print('これは日本語の文章です')", "language"),
        ("= → ✓ != 😀", "empty"),
        ("...", "empty"),
        ("", "empty"),
    ],
)
def test_scripts_decide(text: str, reason: str | None) -> None:
    """A text is left alone where more than half of its letters are not Latin; digits and signs say nothing."""
    found = unsuited(text)
    assert (found.reason if found else None) == reason


def test_nothing_is_loaded_for_texts_without_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts the model has nothing to say about do not load it."""
    monkeypatch.setattr(minilm, "FOLDER", Path("nowhere"))
    embedder = MiniLM()
    assert embedder.documents(["", "Привет"]) == [NoVector(reason="empty"), NoVector(reason="language")]
    assert embedder.query("Где?") is None


def test_a_row_without_direction_is_no_vector(monkeypatch: pytest.MonkeyPatch) -> None:
    """Should the network ever answer with nonsense, it is not kept."""
    embedder = MiniLM()
    embedder.documents(["load it"])
    assert embedder._loaded is not None
    wordpiece, _, numpy = embedder._loaded

    class Broken:
        def run(self, *_: object) -> list[Any]:
            return [numpy.array([[numpy.nan] * 384], numpy.float32)]

    monkeypatch.setattr(embedder, "_loaded", (wordpiece, Broken(), numpy))
    (made,) = embedder.documents(["text"])
    assert isinstance(made, NoVector)
    assert made.reason == "failed"
    assert embedder.query("text") is None


@pytest.mark.parametrize("damage", ["gone", "short", "altered"])
def test_a_damaged_model_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    """A model that is missing, cut short or no model any more is an error that says what to do."""
    shutil.copytree(FOLDER, tmp_path / "model")
    path = tmp_path / "model/model.onnx"
    if damage == "gone":
        path.unlink()
    else:
        path.write_bytes(b"x" * (MODEL_BYTES - (damage == "short")))
    monkeypatch.setattr(minilm, "FOLDER", tmp_path / "model")
    with pytest.raises(EmbedderError) as caught:
        MiniLM().query("text")
    assert "reinstall" in caught.value.hint


@pytest.mark.parametrize("module", ["onnxruntime", "numpy"])
def test_what_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """Without what runs the model there is an error that names it, and it can be known before."""
    assert available()
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(EmbedderError, match=module) as caught:
        MiniLM().documents(["text"])
    assert "words alone" in caught.value.hint
    assert not available()


def test_threads_do_not_change_vectors() -> None:
    """More threads give the same vectors."""
    texts = [entry["text"] for entry in WITH_VECTOR[:10]]
    assert MiniLM(threads=2).documents(texts) == MiniLM().documents(texts)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system does not tell a process's peak memory")
def test_memory_stays_small() -> None:
    """A process with the model loaded that has embedded long and short texts stays under 250 MB."""
    script = (
        "import re, sys\n"
        "from hitherto.embedders.minilm import MiniLM\n"
        "assert not {'numpy', 'onnxruntime'} & set(sys.modules)\n"
        "MiniLM().documents(['word ' * n for n in (1, 400, 20, 100, 400, 3) * 4])\n"
        "print(re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, encoding="utf-8")
    assert int(done.stdout) * 1024 < 250_000_000
