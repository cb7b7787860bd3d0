"""How long a question by words and meaning takes, beside other designs: ``python -m bench.meaning``. Prints JSON.

Each size is measured in one process that holds the memory open, as the one that serves a home does; then again while
another process adds to the same home; then as a command that begins cold.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bench.corpus import material, questions
from bench.filling import filled
from bench.machine import chunks_in, cpu_seconds
from bench.others import Article, Resident, Rows, SqliteVec
from bench.startup import cpu_milliseconds, environment_of, hitherto_command
from bench.timing import timed
from bench.vectors import EMBEDDED, give_vectors, note
from hitherto.app.adapters import DATABASE
from hitherto.app.config import Settings
from hitherto.app.memory import Memory
from hitherto.embedders.minilm import MiniLM

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from bench.others import Nearest
    from hitherto.core.ports import Embedder

    # Figures by kind of question, as ``timed`` gives them.
    Timed = Mapping[str, Mapping[str, float]]

SIZES = (20_000, 200_000)
LIMIT = 10
GOAL = {"chunks": 200_000, "cpu_p50": 15, "cpu_p99": 60, "share_of_article": 0.05}
OTHERS: Mapping[str, Callable[[Path], Nearest]] = {
    "article": Article,
    "resident_float32": Resident,
    "sqlite_vec": SqliteVec,
}
# Loading every row takes a second of 200,000, so the article's design is asked fewer questions of each kind.
ARTICLE_QUERIES = 6
COLD_RUNS = 7
COLD_QUERY = "When did we decide about the format of the configuration file?"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure each size and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.meaning", description=__doc__)
    parser.add_argument("--chunks", type=int, action="append", help="how many chunks (repeatable; 20000 and 200000)")
    parser.add_argument("--queries", type=int, default=40, help="how many of each kind")
    parser.add_argument("--embedded", type=int, default=EMBEDDED, help="how many chunks are really embedded")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep what was built there, and use it again")
    parser.add_argument("--json", action="store_true", help="on one line")
    given = parser.parse_args(arguments)
    results = []
    for wanted in given.chunks or SIZES:
        with room_for(given.keep, wanted) as room:
            built = prepared(room, wanted, given.embedded)
            results.append({**built, **measured(room, given.queries)})
    print(json.dumps({"goal": GOAL, "sizes": results}, indent=None if given.json else 1))


@contextmanager
def room_for(keep: Path | None, wanted: int) -> Iterator[Path]:
    """Give a folder for a memory of ``wanted`` chunks: one to keep, or one that goes away."""
    if keep is not None:
        yield keep / str(wanted)
        return
    with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as room:
        yield Path(room)


def prepared(room: Path, wanted: int, embedded: int) -> dict[str, object]:
    """Build a memory with vectors in ``room`` and what the other designs read, unless it is there already.

    Returns how large it is.
    """
    done = room / "built.json"
    if not done.exists():
        room.mkdir(parents=True, exist_ok=True)
        before = cpu_seconds()
        with Memory(Settings(home=room / "home", zone="UTC")) as memory, closing(Rows(room / "others.db")) as rows:
            texts = filled(memory, material(), room, wanted)
            have = give_vectors(memory, embedded, rows.take)
        size = {"chunks": chunks_in(room / "home" / DATABASE), "with_vectors": have, "vectors": note(embedded)}
        size["building_cpu_seconds"] = round(cpu_seconds() - before, 1)
        (room / "sample.json").write_text(json.dumps(texts), encoding="utf-8")
        done.write_text(json.dumps(size))
    built: dict[str, object] = json.loads(done.read_text())
    return built


def measured(room: Path, each: int) -> dict[str, object]:
    """Return what questions cost on what was built in ``room``."""
    asked = questions(material(), json.loads((room / "sample.json").read_text(encoding="utf-8")), each)
    with Memory(Settings(home=room / "home", zone="UTC")) as memory:
        mine = timed(asked, lambda query: len(memory.recall(query, limit=LIMIT).hits))
        result: dict[str, object] = {
            "by_meaning": by_meaning(memory, asked),
            "hitherto": mine,
            "words_only": timed(asked, lambda query: len(memory.recall(query, limit=LIMIT, words_only=True).hits)),
        }
        others = {name: asked_of(opened(room / "others.db"), asked, name) for name, opened in OTHERS.items()}
        result |= others
        result["share_of_article"] = shares(mine, others["article"])
        result["while_indexing"] = while_indexing(room, memory, asked)
    result["cold"] = cold(room)
    return result


def shares(mine: Timed, other: Timed) -> dict[str, dict[str, float]]:
    """Return the CPU of each kind of question as a share of what it costs another way, where both were asked it.

    Never of all kinds together: the other way uses vectors for each, hitherto only where words alone do not settle it.
    """
    return {
        kind: {name: round(mine[kind][name] / figures[name], 4) for name in ("cpu_p50", "cpu_p99")}
        for kind, figures in other.items()
        if kind != "all"
    }


def by_meaning(memory: Memory, asked: Mapping[str, Sequence[str]]) -> dict[str, float]:
    """Return the share of the questions of each kind that vectors had a part in."""
    return {
        kind: round(statistics.fmean(memory.recall(query, limit=LIMIT).ran.vectors for query in queries), 2)
        for kind, queries in asked.items()
    }


def asked_of(way: Nearest, asked: Mapping[str, Sequence[str]], name: str) -> dict[str, dict[str, float]]:
    """Return what another way takes for the questions that have a vector, which is made anew for each."""
    embedder = MiniLM()
    most = ARTICLE_QUERIES if name == "article" else None
    fewer = {kind: queries[:most] for kind, queries in asked.items() if embedder.query(queries[0]) is not None}
    with closing(way):
        return timed(fewer, lambda query: nearest(embedder, way, query))


def nearest(embedder: Embedder, way: Nearest, query: str) -> int:
    """Return how many chunks another way finds for a question; it has a vector."""
    vector = embedder.query(query)
    return len(way.nearest(vector, LIMIT)) if vector else 0


def while_indexing(room: Path, memory: Memory, asked: Mapping[str, Sequence[str]]) -> dict[str, object]:
    """Return what questions cost while another process writes, and how many chunks it added meanwhile."""
    database = room / "home" / DATABASE
    with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as folder:
        command = [sys.executable, "-m", "bench.writer", str(room / "home"), folder]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as writer:
            try:
                # Its first round opens everything; from then on it writes all the time.
                if writer.stdout is None or not writer.stdout.readline():
                    raise SystemExit("The process that was to write ended.")
                before = chunks_in(database)
                figures = timed(asked, lambda query: len(memory.recall(query, limit=LIMIT).hits))
                added = chunks_in(database) - before
            finally:
                writer.terminate()
    return {**figures, "chunks_added": added}


def cold(room: Path) -> dict[str, object]:
    """Return the CPU milliseconds of ``hitherto recall`` as a process of its own, with vectors and without."""
    environment = environment_of(room / "home", room / "cache")
    asked = [*hitherto_command(), "recall", COLD_QUERY]
    commands = {"meaning": asked, "words": [*asked, "--words"]}
    taken: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(COLD_RUNS + 1):
        for name, command in commands.items():
            used = cpu_milliseconds(command, environment)
            if turn:  # the first turn fills the caches
                taken[name].append(used)
    return {
        name: {"cpu_min": round(min(values), 1), "cpu_median": round(statistics.median(values), 1)}
        for name, values in taken.items()
    }


if __name__ == "__main__":
    main()
