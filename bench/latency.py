"""How long a query takes, beside plain FTS5 on the same texts: ``python -m bench.latency``. Prints JSON."""

from __future__ import annotations

import argparse
import json
import os
import re
import sqlite3
import tempfile
import time
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from bench.baseline_fts import bigrams
from bench.corpus import code_files, material, questions, sessions
from bench.feeding import WRITTEN
from bench.machine import bytes_of, chunks_in, cpu_seconds
from bench.metrics import percentile
from hitherto.app.adapters import DATABASE
from hitherto.app.config import Settings
from hitherto.app.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    Search = Callable[[str], int]

SIZES = (20_000, 200_000)
LIMIT = 10
# Rounds in which the texts are added, so that the wanted number of chunks is not much exceeded.
ROUNDS = 20
SAMPLE = 2_000


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure each size and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.latency", description=__doc__)
    parser.add_argument("--chunks", type=int, action="append", help="how many chunks (repeatable; 20000 and 200000)")
    parser.add_argument("--queries", type=int, default=40, help="how many of each kind")
    parser.add_argument("--json", action="store_true", help="on one line")
    given = parser.parse_args(arguments)
    results = []
    for wanted in given.chunks or SIZES:
        with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as room:
            results.append(measured(Path(room), wanted, given.queries))
    print(json.dumps({"sizes": results}, indent=None if given.json else 1))


def measured(room: Path, wanted: int, each: int) -> dict[str, object]:
    """Build a memory of ``wanted`` chunks and a plain index of the same texts; return what queries cost on both."""
    database = room / "home" / DATABASE
    before = cpu_seconds()
    with Memory(Settings(home=room / "home", zone="UTC")) as memory, closing(plain_index(room / "plain.db")) as plain:
        texts = filled(memory, plain, room, wanted)
        built = cpu_seconds() - before
        asked = questions(material(), texts, each)
        mine = timed(asked, lambda query: len(memory.recall(query, limit=LIMIT).hits))
        theirs = timed(asked, lambda query: plain_search(plain, query))
        rows = plain.execute("SELECT count(*) FROM fts").fetchone()[0]
    return {
        "chunks": chunks_in(database),
        "database_mb": round(database.stat().st_size / 1e6, 1),
        "text_mb": round((bytes_of(room / "code") + bytes_of(room / "chat")) / 1e6, 1),
        "building_cpu_seconds": round(built, 1),
        "hitherto": mine,
        "plain_fts5": {"rows": rows, **theirs},
    }


def filled(memory: Memory, plain: sqlite3.Connection, room: Path, wanted: int) -> list[str]:
    """Write and add code and chat, half and half, until there are ``wanted`` chunks; return a sample of the texts."""
    given = material()
    modules, talks = enumerate(code_files(given)), enumerate(sessions(given))
    sample: list[str] = []
    step = max(1, wanted // ROUNDS // 2)
    have = 0
    while have < wanted:
        share = min(step, (wanted - have) // 2 + 1)
        for texts in (
            *written_code(islice(modules, 1 + share // 20), room / "code"),
            *written_chat(islice(talks, 1 + share // 40), room / "chat"),
        ):
            plain.executemany("INSERT INTO fts(body) VALUES (?)", ((bigrams(text),) for text in texts))
            if len(sample) < SAMPLE:
                sample += texts[::4]
        plain.commit()
        memory.add(str(room / "code"), kind="folder")
        memory.add(str(room / "chat"), kind="jsonl")
        have = chunks_in(room / "home" / DATABASE)
    return sample


def written_code(given: Iterator[tuple[int, list[str]]], folder: Path) -> Iterator[list[str]]:
    """Write one file a module; yield the functions of each."""
    for number, functions in given:
        path = folder / f"part{number // 100:03}" / f"m{number:05}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n\n".join(functions) + "\n", encoding="utf-8")
        os.utime(path, (WRITTEN, WRITTEN))
        yield functions


def written_chat(given: Iterator[tuple[int, list[tuple[str, str]]]], folder: Path) -> Iterator[list[str]]:
    """Write one log a session, a day apart; yield the texts of each."""
    folder.mkdir(exist_ok=True)
    for number, turns in given:
        lines = [
            {"id": f"s{number}:{turn}", "session": f"s{number}", "ts": moment(number, turn), "role": who, "text": text}
            for turn, (who, text) in enumerate(turns)
        ]
        path = folder / f"s{number:05}.jsonl"
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        yield [text for _, text in turns]


def moment(session: int, turn: int) -> str:
    """Return the time of a turn: sessions are eight hours apart, turns a minute."""
    seconds = 1_600_000_000 + session * 28_800 + turn * 60
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def plain_index(path: Path) -> sqlite3.Connection:
    """Return an empty FTS5 table as anyone would make one, with character pairs where words have no spaces."""
    db = sqlite3.connect(path)
    db.execute("CREATE VIRTUAL TABLE fts USING fts5(body, tokenize='unicode61')")
    return db


def plain_search(db: sqlite3.Connection, query: str) -> int:
    """Return how many texts came back for any of the words of ``query``, or for its phrase."""
    words = re.findall(r"\w+", bigrams(query))
    match = f'"{" ".join(words)}"' if query.startswith('"') else " OR ".join(f'"{word}"' for word in words)
    rows = db.execute("SELECT body FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT ?", (match, LIMIT))
    return len(rows.fetchall())


def timed(asked: Mapping[str, Sequence[str]], search: Search) -> dict[str, object]:
    """Return the milliseconds of all queries together and of each kind, and how many hits they had on average.

    Every kind is asked once first, so that opening files and filling caches is not counted.
    """
    for queries in asked.values():
        search(queries[0])
    every: list[tuple[float, float]] = []
    kinds: dict[str, object] = {}
    for kind, queries in asked.items():
        waits: list[tuple[float, float]] = []
        hits = 0
        for query in queries:
            cpu, wall = time.process_time(), time.perf_counter()
            hits += search(query)
            waits.append((time.process_time() - cpu, time.perf_counter() - wall))
        every += waits
        kinds[kind] = {**milliseconds(waits), "hits": round(hits / len(queries), 1)}
    return {"all": milliseconds(every), **kinds}


def milliseconds(waits: Sequence[tuple[float, float]]) -> dict[str, float]:
    """Return p50 and p99 of (cpu, wall) seconds in milliseconds."""
    cpu, wall = [1000 * one for one, _ in waits], [1000 * one for _, one in waits]
    return {
        "cpu_p50": round(percentile(cpu, 0.5), 2),
        "cpu_p99": round(percentile(cpu, 0.99), 2),
        "wall_p50": round(percentile(wall, 0.5), 2),
        "wall_p99": round(percentile(wall, 0.99), 2),
    }


if __name__ == "__main__":
    main()
