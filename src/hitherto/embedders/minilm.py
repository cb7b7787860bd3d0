"""The built-in embedder: all-MiniLM-L6-v2, our own 8-bit export of it, run by onnxruntime.

No network, no key. It is English: other languages in Latin letters get what it makes of them, other scripts nothing.
docs/decisions/0012-a-model-of-our-own-making.md says how the file came about.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hitherto.core.errors import EmbedderError
from hitherto.core.meaning import Model, NoVector
from hitherto.embedders.wordpiece import WordPiece

if TYPE_CHECKING:
    from collections.abc import Sequence

FOLDER = Path(__file__).parent / "all-minilm-l6-v2"

MODEL = Model(
    name="all-MiniLM-L6-v2",
    digest="a3a4c06f1d57d532804614eb19add0f2eaa954eef4d28d92697887892d92944a",
    dimension=384,
    pooling="mean",
)
"""``digest`` is the sha256 of ``model.onnx``: a test compares it with the file, loading only looks at the size."""

MODEL_BYTES = 23_159_971

MAX_TOKENS = 256
"""``max_seq_length`` of the published model; the rest of a longer text has no part in its vector."""


def available() -> bool:
    """Tell, without loading anything, whether what runs the model is installed here."""
    return all(find_spec(name) for name in ("numpy", "onnxruntime"))


class MiniLM:
    """Satisfies core.ports.Embedder. Loaded at first use; a text's vector never depends on what is asked with it."""

    def __init__(self, *, threads: int = 1) -> None:
        """Use ``threads`` of the processor's."""
        self._threads = threads
        self._loaded: tuple[WordPiece, Any, Any] | None = None

    @property
    def model(self) -> Model:
        """The model, exactly."""
        return MODEL

    def documents(self, texts: Sequence[str]) -> list[bytes | NoVector]:
        """Return, for each text, its vector or why it has none; raises EmbedderError where the model cannot run."""
        return [self._vector(text) for text in texts]

    def query(self, text: str) -> bytes | None:
        """Return the vector of a question, None where it has none; raises EmbedderError where the model cannot run."""
        made = self._vector(text)
        return made if isinstance(made, bytes) else None

    def close(self) -> None:
        """Let go of the model; it is loaded again when it is needed."""
        self._loaded = None

    def _vector(self, text: str) -> bytes | NoVector:
        why_not = unsuited(text)
        if why_not is not None:
            return why_not
        wordpiece, network, numpy = self._loaded = self._loaded or _load(self._threads)
        ids = wordpiece.encode(text, MAX_TOKENS)
        (rows,) = network.run(["vector"], {"ids": numpy.array([ids], numpy.int64)})
        # False for a row with NaN in it as well.
        if not abs(float(numpy.linalg.norm(rows)) - 1) < 1e-3:
            return NoVector(reason="failed", detail="the model returned no direction")
        return bytes(rows.astype("<f4").tobytes())


def unsuited(text: str) -> NoVector | None:
    """Return why the model has nothing to say about ``text``: no letter or digit in it, or most letters not Latin."""
    if text.isascii():
        return None if any(map(str.isalnum, text)) else NoVector(reason="empty")
    counts = Counter(text)
    letters = {char: count for char, count in counts.items() if char.isalpha()}
    if not letters and not any(map(str.isalnum, counts)):
        return NoVector(reason="empty")
    foreign = sum(count for char, count in letters.items() if "LATIN" not in unicodedata.name(char, ""))
    return NoVector(reason="language") if foreign * 2 > sum(letters.values()) else None


def session(model: str | bytes, *, threads: int) -> Any:
    """Return an onnxruntime session, for a model's path or the model itself, that keeps little memory."""
    import onnxruntime  # noqa: PLC0415 - a question by words must not pay for it

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.log_severity_level = 4
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def _load(threads: int) -> tuple[WordPiece, Any, Any]:
    """Return the tokenizer, the network and numpy."""
    path = FOLDER / "model.onnx"
    try:
        _weigh(path)
        vocabulary = (FOLDER / "vocab.txt").read_bytes().decode()
        return WordPiece(vocabulary), session(str(path), threads=threads), import_module("numpy")
    except ImportError as error:
        raise EmbedderError(
            f"The built-in model cannot run here: {error}",
            hint="pip install onnxruntime numpy, if they exist for this system; without them words alone find.",
        ) from error
    except Exception as error:  # onnxruntime's errors have no base of their own
        raise EmbedderError(
            f"The built-in model cannot be loaded: {error}",
            hint="Install hitherto anew: pip install --force-reinstall hitherto",
        ) from error


def _weigh(path: Path) -> None:
    size = path.stat().st_size
    if size != MODEL_BYTES:
        raise ValueError(f"{path} has {size:,} bytes instead of {MODEL_BYTES:,}")
