"""What ties chunks to vectors: kept up as chunks come, move and go, within the index's own writing; and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import apsw

LOST = """SELECT m.name, (SELECT count(*) FROM chunk c
    WHERE NOT EXISTS(SELECT 1 FROM meaning n WHERE n.chunk = c.id AND n.model = m.id)
    AND NOT EXISTS(SELECT 1 FROM waiting w WHERE w.chunk = c.id AND w.model = m.id)) AS lost FROM model m WHERE lost"""
STRAY = """SELECT count(*) FROM meaning n WHERE NOT EXISTS(SELECT 1 FROM chunk c WHERE c.id = n.chunk)
  OR NOT EXISTS(SELECT 1 FROM vector v WHERE v.id = n.vector AND v.model = n.model AND v.why IS n.why)"""


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
    """Take chunks their vectors, which stay until ``drop_unused`` for texts that come back."""
    for statement in ("DELETE FROM meaning WHERE chunk = ?", "DELETE FROM waiting WHERE chunk = ?"):
        db.executemany(statement, ((chunk,) for chunk in chunks))


def unused(db: apsw.Connection) -> list[tuple[int]]:
    """Return the rows of the vectors no chunk has any more."""
    rows: list[Any] = db.execute("SELECT id FROM vector EXCEPT SELECT vector FROM meaning").fetchall()
    return rows


def drop_unused(db: apsw.Connection) -> None:
    """Remove the vectors no chunk has any more."""
    gone = unused(db)
    for statement in ("DELETE FROM vector WHERE id = ?", "DELETE FROM rough WHERE vector = ?"):
        db.executemany(statement, gone)


def faults(db: apsw.Connection) -> Iterator[str]:
    """Yield what is wrong: a vector is kept twice, exactly and roughly, and each copy tells on the other."""
    for row, data, rough, dimension in db.execute(
        "SELECT v.id, v.data, r.data, m.dimension FROM vector v JOIN model m ON m.id = v.model"
        " LEFT JOIN rough r ON r.vector = v.id WHERE v.why IS NULL"
    ):
        if _damaged(data, rough, dimension):
            yield f"vector {row} is damaged"
    for name, lost in db.execute(LOST):
        yield f"{lost} chunks neither have nor await a vector of {name}"
    stray = db.execute(STRAY).get
    if stray:
        yield f"{stray} chunks have a vector that is not theirs"


def _damaged(data: bytes | None, rough: bytes | None, dimension: int) -> bool:
    if data is None or rough is None:
        return True
    try:
        from hitherto.stores.vectors import kernels  # noqa: PLC0415 - numpy, for a check that is rarely made
    except ImportError:
        return len(data) != 4 * dimension or len(rough) != dimension
    try:
        return kernels.rough_bytes(kernels.one_row(data, dimension)) != rough
    except ValueError:
        return True
