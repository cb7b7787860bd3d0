"""The network as an ONNX graph, written node by node: the whole way from token numbers to a unit vector.

One text at a time. The integers of a matrix product are scaled by what is largest in its input, so a batch would let
its texts change each other's vectors; and alone a text needs no padding and no mask.

Those integers also suffer where a few numbers are far larger than the others. So each number is first divided by a
power of two of its own, which its weights are multiplied by (SmoothQuant, Xiao et al. 2022).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from tools.embedder.weights import EPSILON, HEADS, HIDDEN, LAYERS, MAX_TOKENS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tools.embedder.weights import Array, Weights

OPSET, IR_VERSION = 18, 9

WEIGHT_STEPS = 64
"""Steps on each side of zero for a weight, 7 bits in all.

With 8 bits, processors without VNNI overflow where they add two products in 16 bits (255 x 127 x 2 > 32767), and the
same file would give other vectors there. 255 x 64 x 2 fits, so the integers are exact everywhere.
"""

WORD_STEPS = 127
"""Words are only looked up, never multiplied as integers, so they keep all 8 bits."""

_EASE = 0.75
"""How much of the largeness goes from the numbers into their weights. Of .5 to 1 it lost least on the sample texts."""

_FUSED = "com.microsoft"
"""onnxruntime's own operators: several steps in one pass, on the processor of every platform."""


class _Graph:
    """Nodes and constants in the making. Every method returns the name of what it made."""

    def __init__(self, largest: Mapping[str, Array] | None) -> None:
        self.largest = largest
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def constant(self, name: str, values: Array) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, *, domain: str = "", **attributes: Any) -> str:
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def split(self, source: str, outputs: list[str]) -> list[str]:
        self.nodes.append(
            helper.make_node("Split", [source], outputs, name=f"{source}.parts", axis=2, num_outputs=len(outputs))
        )
        return outputs

    def lookup(self, table: Array, ids: str) -> str:
        if self.largest is None:
            return self.node("Gather", [self.constant("word", table), ids], "words")
        steps, scale = quantized(table, WORD_STEPS, axis=1)
        rows = self.node("Gather", [self.constant("word", steps), ids], "word.rows")
        scales = self.node("Gather", [self.constant("word.scale", scale), ids], "word.scales")
        return self.node("Mul", [self.node("Cast", [rows], "word.cast", to=TensorProto.FLOAT), scales], "words")

    def product(self, source: str, weight: Array, name: str, *, bias: Array | None = None, eased_by: str = "") -> str:
        biases = [] if bias is None else [self.constant(f"{name}.bias", bias)]
        if self.largest is None:
            plain = self.node("MatMul", [source, self.constant(f"{name}.weight", weight)], f"{name}.product")
            return self.node("Add", [plain, *biases], name) if biases else plain
        if eased_by in self.largest:
            factor = easing(self.largest[eased_by], weight)
            source = self.node("Mul", [source, self.constant(f"{name}.easing", 1 / factor)], f"{name}.eased")
            weight = weight * factor[:, None]
        steps, scale = quantized(weight, WEIGHT_STEPS, axis=0)
        constants = [
            self.constant(f"{name}.weight", steps),
            self.constant(f"{name}.scale", scale.reshape(-1)),
            self.constant(f"{name}.zero", np.zeros(scale.size, np.int8)),
        ]
        return self.node("DynamicQuantizeMatMul", [source, *constants, *biases], name, domain=_FUSED)

    def normal(self, source: str, residual: str, weights: Weights, name: str, bias: Array | None = None) -> str:
        constants = [
            self.constant(f"{name}.weight", weights[f"{name}.weight"]),
            self.constant(f"{name}.shift", weights[f"{name}.bias"]),
        ]
        if bias is not None:
            constants.append(self.constant(f"{name}.bias", bias))
        inputs = [source, residual, *constants]
        return self.node("SkipLayerNormalization", inputs, name, domain=_FUSED, epsilon=EPSILON)


def quantized(values: Array, steps: int, axis: int) -> tuple[Array, Array]:
    """Return whole numbers from -``steps`` to ``steps``, and what to multiply them by along ``axis``."""
    scale = (np.abs(values).max(axis=axis, keepdims=True) / steps).astype(np.float32)
    return np.clip(np.rint(values / scale), -steps, steps).astype(np.int8), scale


def easing(largest: Array, weight: Array) -> Array:
    """Return the power of two that each number going into a product is to be divided by."""
    wanted = _EASE * np.log2(np.maximum(largest, 1e-6)) - (1 - _EASE) * np.log2(np.abs(weight).max(axis=1))
    factor: Array = np.exp2(np.rint(wanted)).astype(np.float32)
    return factor


def build(weights: Weights, largest: Mapping[str, Array] | None) -> bytes:
    """Return the model, byte for byte the same each time: ``ids`` [1, tokens] in, ``vector`` [1, 384] out.

    ``largest`` says how large the numbers that go into each product get; without it nothing is quantized.
    """
    graph = _Graph(largest)
    state = _embed(graph, weights)
    for layer in range(LAYERS):
        state = _layer(graph, weights, state, f"encoder.layer.{layer}")
    mean = graph.node("ReduceMean", [state, "one"], "mean", keepdims=0)
    graph.node("LpNormalization", [mean], "vector", axis=-1, p=2)
    made = helper.make_graph(
        graph.nodes,
        "all-MiniLM-L6-v2",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, [1, "tokens"])],
        [helper.make_tensor_value_info("vector", TensorProto.FLOAT, [1, HIDDEN])],
        graph.constants,
    )
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(_FUSED, 1)]
    model = helper.make_model(made, opset_imports=opsets, ir_version=IR_VERSION, producer_name="hitherto")
    return bytes(model.SerializeToString(deterministic=True))


def _embed(graph: _Graph, weights: Weights) -> str:
    words = graph.lookup(weights["embeddings.word_embeddings.weight"], "ids")
    # Every token is of type 0, so its row goes into the positions once and for all.
    kind = weights["embeddings.token_type_embeddings.weight"][0]
    places = weights["embeddings.position_embeddings.weight"][:MAX_TOKENS] + kind
    zero, one, two = (
        graph.constant(name, np.array([value], np.int64)) for value, name in enumerate(("zero", "one", "two"))
    )
    tokens = graph.node("Slice", [graph.node("Shape", ["ids"], "shape"), one, two], "tokens")
    here = graph.node("Slice", [graph.constant("places", places[None]), zero, tokens, one], "here")
    return graph.normal(words, here, weights, "embeddings.LayerNorm")


def _layer(graph: _Graph, weights: Weights, state: str, name: str) -> str:
    asked = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
    weight = np.concatenate([weights[f"{part}.weight"].T for part in asked], axis=1)
    bias = np.concatenate([weights[f"{part}.bias"] for part in asked])
    parts = graph.split(graph.product(state, weight, f"{name}.attention.self", bias=bias, eased_by=asked[0]), asked)
    seen = graph.node("MultiHeadAttention", parts, f"{name}.attention", domain=_FUSED, num_heads=HEADS)
    state = _dense(graph, weights, seen, f"{name}.attention.output", residual=state)
    dense = f"{name}.intermediate.dense"
    grown = graph.product(state, weights[f"{dense}.weight"].T, dense, eased_by=dense)
    shift = graph.constant(f"{name}.intermediate.bias", weights[f"{dense}.bias"])
    bent = graph.node("BiasGelu", [grown, shift], f"{name}.gelu", domain=_FUSED)
    return _dense(graph, weights, bent, f"{name}.output", residual=state, eased_by=f"{name}.output.dense")


def _dense(graph: _Graph, weights: Weights, source: str, name: str, *, residual: str, eased_by: str = "") -> str:
    made = graph.product(source, weights[f"{name}.dense.weight"].T, f"{name}.dense", eased_by=eased_by)
    return graph.normal(made, residual, weights, f"{name}.LayerNorm", weights[f"{name}.dense.bias"])
