"""Whether memory stays flat over many operations: ``python -m bench.endurance``. Prints JSON. Reads /proc: Linux alone.

One memory is held open, as the process that serves a home does, and asked and changed in a mixture: eleven in twenty
questions by words, five by meaning, and one each of a rewritten file that is taken in, a rewritten file that a
question finds changed, a line more in a chat log, and a step of embedding.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import statistics
import tempfile
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import apsw

from bench.corpus import material, questions
from bench.filling import filled, moment
from bench.machine import chunks_in, cpu_seconds, resident_megabytes
from bench.vectors import give_vectors
from hitherto.app.adapters import DATABASE
from hitherto.app.config import Settings
from hitherto.app.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SEED = 20261203
OPERATIONS = 50_000
# So many that the index is larger than what SQLite may keep of it in memory (32 MB), and that fills at the beginning.
CHUNKS = 20_000
EMBEDDED = 500
SAMPLES = 100
# What may be gained in 10,000 operations: the allocator's own unrest between two samples is about a megabyte.
GOAL = {"mb_per_10000_operations": 1.0}
# What the resident rows of one chunk take: 384 bytes of vector, six columns, and as much again while they are joined.
BYTES_A_CHUNK = 900
FILES, WORDS = 20, 300
MIXTURE = {"words": 11, "meaning": 5, "file": 1, "changed_hit": 1, "log_line": 1, "embed": 1}


class Sample(NamedTuple):
    """After how many operations how many MB were held, and how many of them by SQLite."""

    done: int
    held: float
    by_sqlite: float


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.endurance", description=__doc__)
    parser.add_argument("--operations", type=int, default=OPERATIONS, metavar="N", help="how many")
    parser.add_argument("--chunks", type=int, default=CHUNKS, help="how many chunks there are at the beginning")
    parser.add_argument("--json", action="store_true", help="on one line")
    given = parser.parse_args(arguments)
    if not Path("/proc/self/statm").exists():
        raise SystemExit("How much memory is held is read from /proc, which is not there.")
    with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as room:
        result = measured(Path(room), given.operations, given.chunks)
    print(json.dumps(result, indent=None if given.json else 1))


def measured(room: Path, wanted: int, chunks: int) -> dict[str, object]:
    """Do ``wanted`` operations on a memory of ``chunks`` chunks and return how its memory went."""
    database = room / "home" / DATABASE
    with Memory(Settings(home=room / "home", zone="UTC")) as memory:
        texts = filled(memory, material(), room, chunks)
        doing = operations(memory, room, questions(material(), texts, 40))
        give_vectors(memory, EMBEDDED, lambda _chunk, _vector: None)
        for name in MIXTURE:
            doing[name]()
        before, cpu = chunks_in(database), cpu_seconds()
        samples, done = sampled(doing, wanted)
        gained = chunks_in(database) - before
    later = samples[len(samples) // 2 :]
    rows = gained * BYTES_A_CHUNK / 1e6 * 10_000 / wanted
    return {
        "operations": done,
        "cpu_seconds": round(cpu_seconds() - cpu, 1),
        "chunks_before": before,
        "chunks_gained": gained,
        "first_mb": samples[0].held,
        "last_mb": samples[-1].held,
        "most_mb": max(one.held for one in samples),
        "samples": [(one.held, one.by_sqlite) for one in samples[:: max(1, len(samples) // 20)]],
        "mb_per_10000_operations": round(10_000 * slope_of([(one.done, one.held) for one in later]), 3),
        "by_sqlite_mb_per_10000_operations": round(10_000 * slope_of([(one.done, one.by_sqlite) for one in later]), 3),
        "rows_of_new_chunks_mb_per_10000_operations": round(rows, 3),
        "goal": GOAL,
    }


def sampled(doing: Mapping[str, Callable[[], object]], wanted: int) -> tuple[list[Sample], dict[str, int]]:
    """Do ``wanted`` operations drawn from the mixture; return what was held by the way and how many of each."""
    draw = random.Random(SEED)  # noqa: S311 - a mixture, not a secret
    done = dict.fromkeys(MIXTURE, 0)
    samples: list[Sample] = []
    every = max(1, wanted // SAMPLES)
    for number in range(1, wanted + 1):
        if number % every == 0:
            gc.collect()
            held, by_sqlite = resident_megabytes(os.getpid()), apsw.memory_used() / 1e6
            samples.append(Sample(number, round(held, 2), round(by_sqlite, 2)))
        (name,) = draw.choices(list(MIXTURE), list(MIXTURE.values()))
        doing[name]()
        done[name] += 1
    return samples, done


def operations(memory: Memory, room: Path, asked: Mapping[str, Sequence[str]]) -> dict[str, Callable[[], object]]:
    """Return the operations by name; each goes round its own texts."""
    turns = cycle([query for queries in zip(*asked.values(), strict=True) for query in queries])
    meant = cycle([*asked["question"], *asked["two_common_words"]])
    notes, log = room / "notes", room / "log"
    for folder in (notes, log):
        folder.mkdir()
    places, texts = cycle(range(FILES)), remarks()
    for place in range(FILES):
        rewritten(notes, place, next(texts))
    said(log, next(texts))
    memory.add(str(notes), kind="folder")
    memory.add(str(log), kind="jsonl")

    def take_file() -> None:
        rewritten(notes, next(places), next(texts))
        memory.again(only=str(notes.resolve()))

    def ask_for_changed() -> None:
        place = next(places)
        rewritten(notes, place, next(texts))
        memory.recall(f"notebook{place:02}", limit=3)

    def take_line() -> None:
        said(log, next(texts))
        memory.again(only=str(log.resolve()))

    return {
        "words": lambda: memory.recall(next(turns), words_only=True),
        "meaning": lambda: memory.recall(next(meant)),
        "file": take_file,
        "changed_hit": ask_for_changed,
        "log_line": take_line,
        "embed": memory.embed,
    }


def remarks() -> Iterator[str]:
    """Yield new texts without end, of few words: what is kept about words must be full before memory is compared."""
    draw = random.Random(SEED + 1)  # noqa: S311 - texts, not secrets
    vocabulary = sorted(set(material().words))[:WORDS]
    while True:
        yield " ".join(draw.choices(vocabulary, k=12))


def rewritten(folder: Path, place: int, text: str) -> None:
    """Write a note anew."""
    path = folder / f"note{place:02}.md"
    path.write_text(f"# Notebook\n\nThis is notebook{place:02}, and it says: {text}.\n", encoding="utf-8")


def said(folder: Path, text: str) -> None:
    """Add a line to the chat log."""
    path = folder / "log.jsonl"
    turn = path.read_text(encoding="utf-8").count("\n") if path.exists() else 0
    line = {"id": f"e{turn}", "session": f"e{turn // 40}", "ts": moment(80_000, turn), "role": "user", "text": text}
    with path.open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


def slope_of(samples: Sequence[tuple[int, float]]) -> float:
    """Return how many MB an operation gains, by least squares; 0 for fewer than two samples."""
    if len(samples) < 2:
        return 0.0
    return statistics.linear_regression(*zip(*samples, strict=True)).slope


if __name__ == "__main__":
    main()
