"""Values to columns and back: instants as microseconds, texts by content hash, records."""

from __future__ import annotations

import json
import zlib
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from hitherto.core.errors import DamagedError
from hitherto.core.ids import indexable, text_hash

if TYPE_CHECKING:
    import apsw

    from hitherto.core.model import Record

REBUILD = "run `hitherto rebuild`; the journal holds everything"
# Deflate without zlib's header and checksum: the text's own hash already tells whether it is whole.
RAW = -15
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
ESCAPED = {lone: 0x100000 + lone for lone in range(0xD800, 0xE000)}
UNESCAPED = {stored: real for real, stored in ESCAPED.items()}


def micros(instant: datetime) -> int:
    """Return an instant as whole microseconds since 1970 in UTC."""
    return (instant - EPOCH) // MICROSECOND


def instant(value: int) -> datetime:
    """Return the instant of ``micros``."""
    return EPOCH + timedelta(microseconds=value)


def stored_path(path: str) -> str:
    """Return a path as SQLite can hold it: a lone surrogate, as of a byte that is not UTF-8, moves to U+10D800 on."""
    return path if path.isascii() else path.translate(ESCAPED)


def real_path(path: str) -> str:
    """Undo ``stored_path``."""
    return path if path.isascii() else path.translate(UNESCAPED)


def put_text(db: apsw.Connection, text: str) -> int:
    """Store a text once and return its row."""
    digest = text_hash(text)
    row = db.execute("SELECT id FROM text WHERE hash = ?", (digest,)).get
    if row is None:
        db.execute(
            "INSERT INTO text(hash, chars, body) VALUES(?, ?, ?)",
            (digest, len(text), zlib.compress(indexable(text).encode(), 6, RAW)),
        )
        row = db.last_insert_rowid()
    return int(row)


def unpack(body: bytes) -> str:
    """Return the text of a stored body. Raises DamagedError for what is none."""
    try:
        return zlib.decompress(body, RAW).decode()
    except (zlib.error, ValueError, TypeError) as error:
        raise DamagedError("A text in the index is damaged.", hint=REBUILD) from error


def drop_unused_texts(db: apsw.Connection, ids: set[int]) -> None:
    """Remove those of ``ids`` that no chunk and no record points to any more."""
    db.executemany(
        "DELETE FROM text WHERE id = ?1 AND NOT EXISTS(SELECT 1 FROM chunk WHERE text = ?1)"
        " AND NOT EXISTS(SELECT 1 FROM record WHERE text = ?1)",
        ((row,) for row in ids),
    )


def number_of(db: apsw.Connection, table: str, values: dict[str, Any]) -> int:
    """Return the row of ``values`` in ``table``, adding it where it is not there yet."""
    names = ", ".join(values)
    same = " AND ".join(f"{name} IS ?" for name in values)
    row = db.execute(f"SELECT id FROM {table} WHERE {same}", tuple(values.values())).get
    if row is None:
        marks = ", ".join("?" * len(values))
        db.execute(f"INSERT INTO {table}({names}) VALUES({marks})", tuple(values.values()))
        row = db.last_insert_rowid()
    return int(row)


RECORD_COLUMNS = """r.key, r.ts, r.tz, r.actor, r.role, r.type, t.body, r.model, p.name, o.source, o.path, r.line,
  o.project, r.data, r.rec, r.seq"""
RECORD_JOINS = """record r JOIN text t ON t.id = r.text JOIN origin o ON o.id = r.origin
  JOIN journal j ON j.id = r.journal LEFT JOIN place p ON p.id = r.session"""


def record_of(row: tuple[Any, ...]) -> Record:
    """Return the record of a row of RECORD_COLUMNS."""
    from hitherto.core.model import Origin, Record  # noqa: PLC0415 - a search gives no whole record

    key, ts, tz, actor, role, kind, body, model, session, source, path, line, project, data, rec, seq = row
    return Record(
        id=key,
        ts=instant(ts),
        tz=tz,
        actor=actor,
        role=role,
        type=kind,
        text=unpack(body),
        model=model,
        session=session,
        origin=Origin(source=source, path=path and real_path(path), line=line, project=project and real_path(project)),
        data=json.loads(data),
        rec=instant(rec),
        seq=seq,
    )


def data_column(record: Record) -> str:
    """Return a record's payload as JSON that SQLite can hold."""
    return indexable(json.dumps(dict(record.data), ensure_ascii=False, separators=(",", ":")))
