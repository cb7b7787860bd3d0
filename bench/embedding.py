"""How fast the built-in model embeds, beside the same network unquantized: ``python -m bench.embedding``. Prints JSON.

The unquantized graph is made by ``tools.embedder`` from the pinned package, in an environment with
requirements/embedder.txt. Where the package cannot be had, the comparison is skipped, and that is said.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from bench.corpus import code_files, material, questions, sessions
from hitherto.embedders.minilm import FOLDER, MAX_TOKENS, session, unsuited
from hitherto.embedders.wordpiece import WordPiece

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy.typing as npt

GOAL = {"ratio": 1.5}
TEXTS = 60
ROUNDS = 5
NAME = "minilm-float32.onnx"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.embedding", description=__doc__)
    parser.add_argument("--texts", type=int, default=TEXTS, help="how many of each kind")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often all of them are embedded")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the unquantized graph there, and use it again")
    parser.add_argument("--alone", action="store_true", help="do not compare, so that nothing is downloaded")
    parser.add_argument("--json", action="store_true", help="on one line")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as room:
        plain, why_not = (None, "not asked for") if given.alone else plain_graph(given.keep or Path(room))
        if plain is None and not given.alone:
            print(f"SKIPPED the comparison with the unquantized graph: {why_not}", file=sys.stderr)
        models = {"int8": FOLDER / "model.onnx"} | ({} if plain is None else {"float32": plain})
        kinds = measured(models, texts(given.texts), given.rounds)
    result = {"texts_of_each_kind": given.texts, "rounds": given.rounds, "kinds": kinds, "goal": GOAL}
    print(json.dumps(result if plain else {**result, "skipped": why_not}, indent=None if given.json else 1))


def plain_graph(room: Path) -> tuple[Path | None, str]:
    """Return the unquantized graph in ``room``, made if it is not there, or None and why it cannot be made."""
    path = room / NAME
    if path.exists():
        return path, ""
    try:
        from tools.embedder import graph, weights  # noqa: PLC0415 - needs the onnx package, which most do without
    except ImportError as error:
        return None, f"{error}; install requirements/embedder.txt"
    try:
        with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as folder:
            published, _ = weights.fetch(weights.FIRST, Path(folder))
    except subprocess.CalledProcessError:
        return None, f"{weights.FIRST} cannot be downloaded"
    room.mkdir(parents=True, exist_ok=True)
    path.write_bytes(graph.build(weights.read(published), None))
    return path, ""


def texts(each: int) -> dict[str, list[str]]:
    """Return so many texts of each kind that is embedded."""
    given = material()
    code = [function for functions in islice(code_files(given), 1 + each // 10) for function in functions]
    said = [text for talk in islice(sessions(given), 1 + each // 20) for _, text in talk if not unsuited(text)]
    return {"question": questions(given, said, each)["question"], "chat": said[:each], "code": code[:each]}


def measured(
    models: Mapping[str, Path], given: Mapping[str, Sequence[str]], rounds: int
) -> dict[str, dict[str, object]]:
    """Return texts per CPU second of each kind and model, all models in turn, tokens included.

    With two models, also how many times as fast the first is, and the cosines between their vectors.
    """
    wordpiece = WordPiece((FOLDER / "vocab.txt").read_text(encoding="utf-8"))
    networks = {name: session(str(path), threads=1) for name, path in models.items()}
    result: dict[str, dict[str, object]] = {}
    for kind, some in given.items():
        rates: dict[str, list[float]] = {name: [] for name in networks}
        vectors: dict[str, npt.NDArray[np.float32]] = {}
        for turn in range(rounds + 1):
            for name, network in networks.items():
                before = time.process_time()
                vectors[name] = embedded(wordpiece, network, some)
                if turn:  # the first turn fills the caches
                    rates[name].append(len(some) / (time.process_time() - before))
        tokens = statistics.fmean(len(wordpiece.encode(text, MAX_TOKENS)) for text in some)
        figures = {f"{name}_texts_per_cpu_second": round(max(values), 1) for name, values in rates.items()}
        result[kind] = {"tokens": round(tokens, 1), **figures, **compared(list(rates.values()), [*vectors.values()])}
    return result


def embedded(wordpiece: WordPiece, network: Any, some: Sequence[str]) -> npt.NDArray[np.float32]:
    """Return the vectors of texts, each by itself, as the built-in embedder makes them."""
    rows = [network.run(["vector"], {"ids": np.array([wordpiece.encode(one, MAX_TOKENS)])})[0] for one in some]
    return np.concatenate(rows)


def compared(rates: Sequence[Sequence[float]], vectors: Sequence[npt.NDArray[np.float32]]) -> dict[str, float]:
    """Return the ratio of the best rates of two models, and the mean and least cosine between their vectors."""
    if len(rates) < 2:
        return {}
    cosines = (vectors[0] * vectors[1]).sum(axis=1)
    return {
        "ratio": round(max(rates[0]) / max(rates[1]), 2),
        "cosine_mean": round(float(cosines.mean()), 4),
        "cosine_least": round(float(cosines.min()), 4),
    }


if __name__ == "__main__":
    main()
