"""Other ways to find the nearest of many vectors, each with the same vectors and texts as the memory beside it.

``Article`` is the search of the article on owen-memory, statement by statement: every row, its text and its vector
are loaded for every query. ``Resident`` keeps the vectors in memory as one matrix. ``SqliteVec`` is the extension of
that name, with its exact search over float32.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import apsw
import numpy as np
import sqlite_vec

if TYPE_CHECKING:
    from pathlib import Path

    import numpy.typing as npt

    from hitherto.core.meaning import Unembedded

    Floats = npt.NDArray[np.float32]

DIMENSION = 384
ROWS = (
    "CREATE TABLE IF NOT EXISTS chunks(id INTEGER PRIMARY KEY, source_file TEXT, line_start INTEGER, line_end INTEGER,"
    " heading TEXT, date TEXT, text TEXT, embedding BLOB)"
)
VECTORS = f"CREATE VIRTUAL TABLE IF NOT EXISTS vectors USING vec0(embedding float[{DIMENSION}] distance_metric=cosine)"


class Nearest(Protocol):
    """A way to find the nearest: the chunks in their order, and the end of it."""

    def nearest(self, query: bytes, limit: int) -> list[int]:
        """Return the ``limit`` chunks nearest to a vector, best first."""
        ...

    def close(self) -> None:
        """Let go of everything."""
        ...


class Rows:
    """The database that ``Article`` and ``SqliteVec`` read, in one file; a chunk at a time goes in."""

    def __init__(self, path: Path) -> None:
        self._db = _opened(path)
        self._db.execute("BEGIN")
        self._db.execute(ROWS)
        self._db.execute(VECTORS)

    def take(self, chunk: Unembedded, vector: bytes) -> None:
        """Put a chunk into both tables."""
        row = (chunk.chunk, chunk.path or "", 0, 0, chunk.heading or chunk.symbol, "", chunk.text, vector)
        self._db.execute("INSERT INTO chunks VALUES(?,?,?,?,?,?,?,?)", row)
        self._db.execute("INSERT INTO vectors(rowid, embedding) VALUES(?,?)", (chunk.chunk, vector))

    def close(self) -> None:
        """Commit and close."""
        self._db.execute("COMMIT")
        self._db.close()


class Article:
    """Load everything, multiply, sort, return."""

    def __init__(self, path: Path) -> None:
        self._db = _opened(path)

    def nearest(self, query: bytes, limit: int) -> list[int]:
        """Return the nearest chunks."""
        q = np.frombuffer(query, np.float32)
        rows = self._db.execute(
            "SELECT id, source_file, line_start, line_end, heading, date, text, embedding FROM chunks"
        ).fetchall()
        embeddings = np.frombuffer(b"".join(row[7] for row in rows), dtype=np.float32).reshape(len(rows), DIMENSION)
        similar = embeddings @ q / (np.linalg.norm(embeddings, axis=1) * np.linalg.norm(q) + 1e-10)
        return [rows[place][0] for place in np.argsort(similar)[::-1][:limit]]

    def close(self) -> None:
        """Close the file."""
        self._db.close()


class Resident:
    """One matrix of float32 in memory; the rows are of unit length."""

    def __init__(self, path: Path) -> None:
        db = _opened(path)
        rows = db.execute("SELECT id, embedding FROM chunks").fetchall()
        db.close()
        self._ids = [row[0] for row in rows]
        self._matrix = np.frombuffer(b"".join(row[1] for row in rows), np.float32).reshape(len(rows), DIMENSION)

    def nearest(self, query: bytes, limit: int) -> list[int]:
        """Return the nearest chunks."""
        similar = self._matrix @ np.frombuffer(query, np.float32)
        best = np.argpartition(similar, -limit)[-limit:] if limit < len(similar) else np.arange(len(similar))
        return [self._ids[place] for place in best[np.argsort(-similar[best])]]

    def close(self) -> None:
        """Let the matrix go."""
        self._matrix = np.empty((0, DIMENSION), np.float32)


class SqliteVec:
    """Exact search by the extension."""

    def __init__(self, path: Path) -> None:
        self._db = _opened(path)

    def nearest(self, query: bytes, limit: int) -> list[int]:
        """Return the nearest chunks."""
        found = self._db.execute(
            "SELECT rowid FROM vectors WHERE embedding MATCH ? AND k = ? ORDER BY distance", (query, limit)
        )
        return [chunk for (chunk,) in found]

    def close(self) -> None:
        """Close the file."""
        self._db.close()


def _opened(path: Path) -> apsw.Connection:
    db = apsw.Connection(str(path))
    db.enable_load_extension(True)  # noqa: FBT003 - its only argument
    db.load_extension(sqlite_vec.loadable_path())
    return db
