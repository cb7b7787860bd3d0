"""How long a query takes, beside plain FTS5 on the same texts: ``python -m bench.latency``. Prints JSON."""

from __future__ import annotations

import argparse
import json
import re
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from bench.baseline_fts import bigrams
from bench.corpus import material, questions
from bench.filling import filled
from bench.machine import bytes_of, chunks_in, cpu_seconds
from bench.timing import timed
from hitherto.app.adapters import DATABASE
from hitherto.app.config import Settings
from hitherto.app.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

SIZES = (20_000, 200_000)
LIMIT = 10


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
    database, made_of = room / "home" / DATABASE, material()
    before = cpu_seconds()
    with Memory(Settings(home=room / "home", zone="UTC")) as memory, closing(plain_index(room / "plain.db")) as plain:
        texts = filled(memory, made_of, room, wanted, take=lambda some: plain_take(plain, some))
        plain.commit()
        built = cpu_seconds() - before
        asked = questions(made_of, texts, each)
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


def plain_index(path: Path) -> sqlite3.Connection:
    """Return an empty FTS5 table as anyone would make one, with character pairs where words have no spaces."""
    db = sqlite3.connect(path)
    db.execute("CREATE VIRTUAL TABLE fts USING fts5(body, tokenize='unicode61')")
    return db


def plain_take(db: sqlite3.Connection, texts: Sequence[str]) -> None:
    """Take in texts, one row each."""
    db.executemany("INSERT INTO fts(body) VALUES (?)", ((bigrams(text),) for text in texts))


def plain_search(db: sqlite3.Connection, query: str) -> int:
    """Return how many texts came back for any of the words of ``query``, or for its phrase."""
    words = re.findall(r"\w+", bigrams(query))
    match = f'"{" ".join(words)}"' if query.startswith('"') else " OR ".join(f'"{word}"' for word in words)
    rows = db.execute("SELECT body FROM fts WHERE fts MATCH ? ORDER BY rank LIMIT ?", (match, LIMIT))
    return len(rows.fetchall())


if __name__ == "__main__":
    main()
