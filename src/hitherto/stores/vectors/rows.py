"""Vectors in the tables of the index: what is kept for which text, which chunk has it, which chunk waits."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hitherto.core.answer import Filter
from hitherto.core.meaning import Coverage, Model, NoVector

if TYPE_CHECKING:
    from collections.abc import Sequence

    import apsw

    from hitherto.stores.vectors.index import Index

MODEL_COLUMNS = "name, digest, dimension, pooling, layout"
SAME_MODEL = "name = ? AND digest = ? AND dimension = ? AND pooling = ? AND layout = ?"


def version_of(db: apsw.Connection) -> tuple[int, int]:
    """Return what changes whenever anybody, this connection included, has written."""
    return int(db.pragma("data_version")), db.total_changes()


def highest(db: apsw.Connection) -> int:
    """Return the number of meanings there have ever been, which is at least how many there are."""
    return int(db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'meaning'").get or 0)


def models(db: apsw.Connection) -> list[Model]:
    """Return the models whose vectors are kept, oldest first."""
    rows: list[Any] = db.execute(f"SELECT {MODEL_COLUMNS} FROM model ORDER BY id").fetchall()
    return [
        Model(name=name, digest=digest, dimension=dimension, pooling=pooling, layout=layout)
        for name, digest, dimension, pooling, layout in rows
    ]


def number_of(db: apsw.Connection, model: Model) -> int | None:
    """Return the row of a model, None where nothing of it was ever kept; a number is never given twice."""
    row = db.execute(f"SELECT id FROM model WHERE {SAME_MODEL}", _columns(model)).get
    return None if row is None else int(row)


def begin_model(db: apsw.Connection, model: Model) -> int:
    """Return the row of a model; where it is new, every chunk waits for its vector from now on."""
    number = number_of(db, model)
    if number is None:
        db.execute(f"INSERT INTO model({MODEL_COLUMNS}) VALUES(?,?,?,?,?)", _columns(model))
        number = db.last_insert_rowid()
        db.execute("INSERT INTO waiting(model, ts, chunk) SELECT ?, ts_start, id FROM chunk", (number,))
    return number


def forget_model(db: apsw.Connection, model: Model) -> None:
    """Drop a model and all that is kept of it."""
    for statement in (
        "DELETE FROM waiting WHERE model = ?",
        "DELETE FROM meaning WHERE model = ?",
        "DELETE FROM rough WHERE vector IN (SELECT id FROM vector WHERE model = ?)",
        "DELETE FROM vector WHERE model = ?",
        "DELETE FROM meta WHERE key = 'near ' || ?",
        "DELETE FROM model WHERE id = ?",
    ):
        db.execute(statement, (number_of(db, model),))


def waiting(db: apsw.Connection, number: int | None, limit: int) -> list[int]:
    """Return the chunks that wait for a vector, newest first; of a model that is new, all of them do."""
    if number is None:
        rows = db.execute("SELECT id FROM chunk ORDER BY ts_start DESC, id DESC LIMIT ?", (limit,))
    else:
        rows = db.execute(
            "SELECT chunk FROM waiting WHERE model = ? ORDER BY ts DESC, chunk DESC LIMIT ?", (number, limit)
        )
    return [chunk for (chunk,) in rows]


def keep(db: apsw.Connection, number: int, key: bytes, made: bytes | NoVector, rough: bytes | None) -> int:
    """Keep what was made of a text and return its row. What is known stays, but a vector ends a want of one."""
    known: Any = db.execute("SELECT id, why FROM vector WHERE model = ? AND key = ?", (number, key)).fetchone()
    if known is not None and (known[1] is None or rough is None):
        return int(known[0])
    if isinstance(made, NoVector):
        columns: tuple[Any, ...] = (None, made.reason, made.detail)
    else:
        columns = (made, None, None)
    db.execute(
        "INSERT OR REPLACE INTO vector(model, key, data, why, detail) VALUES(?,?,?,?,?)", (number, key, *columns)
    )
    row = db.last_insert_rowid()
    if rough is not None:
        db.execute("INSERT OR REPLACE INTO rough(vector, data) VALUES(?, ?)", (row, rough))
    if known is not None:
        db.execute(
            "INSERT OR REPLACE INTO meaning(chunk, model, vector) SELECT chunk, model, ? FROM meaning"
            " WHERE model = ? AND why IS NOT NULL AND vector = ?",
            (row, number, known[0]),
        )
    return row


def give(db: apsw.Connection, number: int, chunk: int, vector: int) -> None:
    """Let a chunk that is still there have what is kept in the row ``vector``."""
    db.execute(
        "INSERT OR REPLACE INTO meaning(chunk, model, vector, why)"
        " SELECT c.id, v.model, v.id, v.why FROM chunk c, vector v WHERE c.id = ? AND v.id = ?",
        (chunk, vector),
    )
    db.execute("DELETE FROM waiting WHERE chunk = ? AND model = ?", (chunk, number))


def known(db: apsw.Connection, number: int | None, keys: Sequence[bytes]) -> dict[bytes, bytes | NoVector]:
    """Return what is kept for texts, by key."""
    found: dict[bytes, bytes | NoVector] = {}
    for key in keys:
        row: Any = db.execute(
            "SELECT data, why, detail FROM vector WHERE model = ? AND key = ?", (number, key)
        ).fetchone()
        if row is not None:
            data, why, detail = row
            found[key] = data if why is None else NoVector(reason=why, detail=detail)
    return found


def failed(db: apsw.Connection, number: int | None, limit: int) -> list[tuple[int, str]]:
    """Return the chunks that were refused and what was said about each."""
    rows: list[Any] = db.execute(
        "SELECT m.chunk, v.detail FROM meaning m JOIN vector v ON v.id = m.vector"
        " WHERE m.model = ? AND m.why = 'failed' ORDER BY m.chunk LIMIT ?",
        (number, limit),
    ).fetchall()
    return [(chunk, detail) for chunk, detail in rows]


def retry(db: apsw.Connection, number: int | None) -> None:
    """Let every chunk that was refused wait once more."""
    db.execute(
        "INSERT INTO waiting(model, ts, chunk) SELECT m.model, c.ts_start, c.id FROM meaning m"
        " JOIN chunk c ON c.id = m.chunk WHERE m.model = ? AND m.why = 'failed'",
        (number,),
    )
    for table in "meaning", "vector":
        db.execute(f"DELETE FROM {table} WHERE model = ? AND why = 'failed'", (number,))


def coverage(index: Index, number: int | None, where: Filter) -> Coverage:
    """Return how many chunks of a scope have a vector, and how many have none for which reason.

    What has none is what is counted, since mostly it is little; in one statement, so that all counts are of one moment.
    """
    restriction, values = index.conditions(where)
    scope = "" if where == Filter() else f"JOIN place p ON p.id = c.place WHERE 1 {restriction}"
    rows: list[Any] = index.db.execute(
        f"SELECT 'chunks', count(*) FROM chunk c {scope} UNION ALL"
        f" SELECT 'waiting', count(*) FROM waiting w JOIN chunk c ON c.id = w.chunk AND w.model = ? {scope} UNION ALL"
        " SELECT m.why, count(*) FROM meaning m JOIN chunk c ON c.id = m.chunk AND m.model = ? AND m.why IS NOT NULL"
        f" {scope} GROUP BY m.why",
        (*values, number, *values, number, *values),
    ).fetchall()
    without = dict(rows)
    chunks, waits = without.pop("chunks"), without.pop("waiting")
    embedded = 0 if number is None else chunks - waits - sum(without.values())
    return Coverage(chunks=chunks, embedded=embedded, without=without)


def _columns(model: Model) -> tuple[Any, ...]:
    return model.name, model.digest, model.dimension, model.pooling, model.layout
