"""What happens to the vectors of a chunk when the chunk comes, moves or goes; part of the index's own writing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw


def await_vectors(db: apsw.Connection, chunk: int, ts: int) -> None:
    """Let a new chunk wait for a vector of every model there is."""
    db.execute("INSERT INTO waiting(model, ts, chunk) SELECT id, ?, ? FROM model", (ts, chunk))


def move(db: apsw.Connection, chunk: int, ts: int) -> None:
    """Follow a chunk in time; whoever keeps its old time in memory learns from the new ids that it has moved."""
    db.execute("UPDATE waiting SET ts = ? WHERE chunk = ?", (ts, chunk))
    db.execute(
        "INSERT OR REPLACE INTO meaning(chunk, model, vector, why)"
        " SELECT chunk, model, vector, why FROM meaning WHERE chunk = ?",
        (chunk,),
    )


def drop(db: apsw.Connection, chunks: Sequence[int]) -> None:
    """Take chunks their vectors, which stay for texts that come back until ``drop_unused``."""
    for statement in ("DELETE FROM meaning WHERE chunk = ?", "DELETE FROM waiting WHERE chunk = ?"):
        db.executemany(statement, ((chunk,) for chunk in chunks))


def drop_unused(db: apsw.Connection) -> None:
    """Remove the vectors no chunk has any more."""
    gone = db.execute("SELECT id FROM vector EXCEPT SELECT vector FROM meaning").fetchall()
    for statement in ("DELETE FROM vector WHERE id = ?", "DELETE FROM rough WHERE vector = ?"):
        db.executemany(statement, gone)
