"""Where vectors are too many to scan: SQLite's vec1 over a copy of them, in a file of its own beside the index.

The file is built once and never changed. What came later is scanned exactly, what went is noticed when it is looked
up, and when either has become much the file is built anew. The index names the one that counts, so that a build
that was interrupted leaves nothing but a file that the next one removes.
"""

from __future__ import annotations

import json
import math
import os
from typing import TYPE_CHECKING, Any

import apsw
import numpy as np

from hitherto.stores.vectors.index import named, new_name, path_of, set_named
from hitherto.stores.vectors.kernels import unit_rows

if TYPE_CHECKING:
    from hitherto.stores.vectors.index import Index
    from hitherto.stores.vectors.kernels import Floats

# vec1 wants 512 to learn its codes from.
FEWEST_BUILT = 1000
# Read and written at once, so that no snapshot of the index is held for long.
BATCH = 5000
# Enough to place the buckets: 50,000 of 200,000 rows trained in 13 CPU seconds.
TRAINED_BY = 50_000
FEWEST_BUCKETS, MOST_BUCKETS = 32, 4096
# A code of one byte stands for eight numbers; vec1 takes codes of 8 to 256 bytes.
NUMBERS_A_BYTE, SHORTEST_CODE, LONGEST_CODE = 8, 8, 256


class Approximate:
    """A built file, open: it covers the meanings up to ``covered``, of which it holds ``count``."""

    def __init__(self, name: str, db: apsw.Connection) -> None:
        self.name = name
        self._db = db
        row: Any = db.execute("SELECT covered, count, mean FROM about").fetchone()
        self.covered, self.count = int(row[0]), int(row[1])
        self._mean = np.frombuffer(row[2], "<f4")

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def floor(self, query: Floats) -> float:
        """Return the mean cosine of everything covered."""
        return float(self._mean @ query)

    def candidates(self, query: Floats, limit: int, share: float) -> list[int]:
        """Return the ids of about the nearest ``limit``, nearest first, looked for in a ``share`` of all buckets."""
        options = f"{{k:{limit},nprobe:{share if share < 1 else MOST_BUCKETS}}}"
        rows: list[Any] = self._db.execute("SELECT rowid FROM near(?, ?)", (query.tobytes(), options)).fetchall()
        return [number for (number,) in rows]


def current(index: Index, number: int | None, before: Approximate | None) -> Approximate | None:
    """Return the file the index names for the model in row ``number``, None where there is none that can be read."""
    name = named(index, number)
    if before is not None:
        if before.name == name:
            return before
        before.close()
    return None if name is None or not path_of(index, name).exists() else _opened(index, name)


def settle(index: Index, number: int, dimension: int) -> None:
    """Build the file of a model where its vectors are too many to scan and much has changed, or remove it."""
    live = int(index.db.execute("SELECT count(*) FROM meaning WHERE model = ? AND why IS NULL", (number,)).get)
    if live <= max(index.scanned_at_most, FEWEST_BUILT) or dimension < SHORTEST_CODE or not _available():
        if named(index, number) is not None:
            set_named(index, number, None)
        return
    there = current(index, number, None)
    if there is not None:
        there.close()
        if not _changed_much(index, number, there, live):
            return
    set_named(index, number, _build(index, number, dimension, live))


def _opened(index: Index, name: str) -> Approximate | None:
    if not _available():
        return None
    db = apsw.Connection(str(path_of(index, name)), flags=apsw.SQLITE_OPEN_READONLY)
    _load(db)
    return Approximate(name, db)


def _available() -> bool:
    """Not every build of apsw brings vec1 along."""
    from apsw.sqlite_extra import has  # noqa: PLC0415 - only where there are very many vectors

    return has("vec1") is not None


def _load(db: apsw.Connection) -> None:
    from apsw.sqlite_extra import load  # noqa: PLC0415 - see _available

    load(db, "vec1")


def _changed_much(index: Index, number: int, there: Approximate, live: int) -> bool:
    newer = int(
        index.db.execute(
            "SELECT count(*) FROM meaning WHERE model = ? AND why IS NULL AND id > ?", (number, there.covered)
        ).get
    )
    gone = there.count - (live - newer)
    return newer + gone > there.count // 8


def _build(index: Index, number: int, dimension: int, live: int) -> str:
    name = new_name(index)
    path = path_of(index, name)
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    try:
        db = apsw.Connection(str(path))
        try:
            _load(db)
            _fill(db, index, number, dimension=dimension, live=live)
        finally:
            db.close()
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return name


def _fill(db: apsw.Connection, index: Index, number: int, *, dimension: int, live: int) -> None:
    db.execute("PRAGMA temp_store = MEMORY; BEGIN")
    db.execute("CREATE VIRTUAL TABLE near USING vec1(vector); CREATE TEMP TABLE sample(vector BLOB)")
    db.execute("CREATE TABLE about(covered INTEGER NOT NULL, count INTEGER NOT NULL, mean BLOB NOT NULL)")
    covered, count, total = 0, 0, np.zeros(dimension)
    step = max(1, live // TRAINED_BY)
    while True:
        rows: list[Any] = index.db.execute(
            "SELECT m.id, v.data FROM meaning m JOIN vector v ON v.id = m.vector"
            " WHERE m.model = ? AND m.id > ? AND m.why IS NULL ORDER BY m.id LIMIT ?",
            (number, covered, BATCH),
        ).fetchall()
        if not rows:
            break
        db.executemany("INSERT INTO near(rowid, vector) VALUES(?, ?)", rows)
        db.executemany("INSERT INTO sample VALUES(?)", [(data,) for _, data in rows[::step]])
        total += unit_rows([data for _, data in rows], dimension).sum(axis=0, dtype=np.float64)
        covered, count = int(rows[-1][0]), count + len(rows)
    buckets = 1 << round(math.log2(max(math.sqrt(count), 1)))
    shape = {
        "nbucket": min(MOST_BUCKETS, max(FEWEST_BUCKETS, buckets)),
        "codesize": min(LONGEST_CODE, max(SHORTEST_CODE, dimension // NUMBERS_A_BYTE)),
        "distance": "cos",
    }
    model = db.execute("SELECT vec1_train(vector, ?) FROM sample", (json.dumps(shape),)).get
    db.execute("INSERT INTO near(cmd, arg) VALUES('rebuild', ?)", (model,))
    db.execute("INSERT INTO about VALUES(?, ?, ?)", (covered, count, (total / count).astype("<f4").tobytes()))
    db.execute("COMMIT")
