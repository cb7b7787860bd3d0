"""Journal lines into the index: records, sessions, and how far each journal file is indexed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hitherto.core.ids import indexable
from hitherto.stores.journal_files import device_of
from hitherto.stores.sqlite.rows import (
    RECORD_COLUMNS,
    RECORD_JOINS,
    data_column,
    drop_unused_texts,
    instant,
    micros,
    number_of,
    put_text,
    record_of,
    stored_path,
)
from hitherto.stores.sqlite.search import conditions

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import datetime

    import apsw

    from hitherto.core.answer import Filter
    from hitherto.core.model import Record, Touched

IDS_A_QUERY = 500
# By time, then as the source has them, then as they were recorded: never by row, which tells when we came to index.
IN_ORDER = "r.ts, coalesce(o.path, ''), coalesce(r.line, 0), r.rec, j.name, r.seq"
PUT_RECORD = """INSERT INTO record(key, ts, tz, actor, role, type, text, model, session, origin, line, data, journal,
  rec, seq) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) ON CONFLICT(key) DO UPDATE SET ts = excluded.ts, tz = excluded.tz,
  actor = excluded.actor, role = excluded.role, type = excluded.type, text = excluded.text, model = excluded.model,
  session = excluded.session, origin = excluded.origin, line = excluded.line, data = excluded.data,
  journal = excluded.journal, rec = excluded.rec, seq = excluded.seq"""


def journal_state(db: apsw.Connection) -> dict[str, tuple[int, int]]:
    """Return (generation, bytes indexed) by journal file."""
    return {
        name: (generation, offset)
        for name, generation, offset in db.execute("SELECT name, generation, offset FROM journal")
    }


def set_journal_state(db: apsw.Connection, name: str, generation: int, offset: int) -> None:
    """Remember how far a journal file is indexed."""
    db.execute(
        "INSERT INTO journal(name, generation, offset) VALUES(?1, ?2, ?3)"
        " ON CONFLICT(name) DO UPDATE SET generation = ?2, offset = ?3",
        (name, generation, offset),
    )


def forget_journal_file(db: apsw.Connection, name: str) -> Touched:
    """Drop the records of a journal file; the sessions they were in must be chunked again."""
    rows = list(
        db.execute(
            "SELECT r.id, r.text, p.name, r.ts FROM record r JOIN journal j ON j.id = r.journal"
            " LEFT JOIN place p ON p.id = r.session WHERE j.name = ?",
            (name,),
        )
    )
    db.executemany("DELETE FROM segment WHERE record = ?", ((row[0],) for row in rows))
    db.executemany("DELETE FROM record WHERE id = ?", ((row[0],) for row in rows))
    db.execute("DELETE FROM journal WHERE name = ?", (name,))
    drop_unused_texts(db, {row[1] for row in rows})
    return _touched(db, ((session, ts) for _, _, session, ts in rows if session is not None))


def known(db: apsw.Connection, ids: Sequence[str]) -> dict[str, bytes]:
    """Return the text hash of each of ``ids`` that is indexed."""
    found: dict[str, bytes] = {}
    for start in range(0, len(ids), IDS_A_QUERY):
        part = ids[start : start + IDS_A_QUERY]
        marks = ", ".join("?" * len(part))
        rows: list[Any] = db.execute(
            f"SELECT r.key, t.hash FROM record r JOIN text t ON t.id = r.text WHERE r.key IN ({marks})",
            tuple(part),
        ).fetchall()
        found.update(rows)
    return found


def put_records(db: apsw.Connection, records: Sequence[Record], name: str, device: str) -> Touched:
    """Index journal lines; of equal ids the one later in (rec, device, seq) stands."""
    journal = number_of_journal(db, name)
    return _touched(db, [pair for record in records for pair in _put(db, record, journal, device)])


def number_of_journal(db: apsw.Connection, name: str) -> int:
    """Return the row of a journal file, adding it where it is new."""
    db.execute("INSERT INTO journal(name, generation, offset) VALUES(?, 0, 0) ON CONFLICT DO NOTHING", (name,))
    return int(db.execute("SELECT id FROM journal WHERE name = ?", (name,)).get)


def _put(db: apsw.Connection, record: Record, journal: int, device: str) -> list[tuple[str, int]]:
    """Index one line; return the sessions that change, each with the instant from which on it does."""
    if record.rec is None or record.seq is None:
        raise ValueError("only lines read back from the journal are indexed")
    rec, ts = micros(record.rec), micros(record.ts)
    old = db.execute(
        "SELECT r.rec, j.name, r.seq, r.text, p.name, r.ts FROM record r JOIN journal j ON j.id = r.journal"
        " LEFT JOIN place p ON p.id = r.session WHERE r.key = ?",
        (record.id,),
    ).fetchone()
    if old is not None and (old[0], device_of(old[1]), old[2]) >= (rec, device, record.seq):
        return []
    session = _session(db, record)
    values = (
        record.id,
        ts,
        record.tz and indexable(record.tz),
        indexable(record.actor),
        record.role,
        record.type,
        put_text(db, record.text),
        record.model and indexable(record.model),
        session,
        _origin(db, record),
        record.origin.line,
        data_column(record),
        journal,
        rec,
        record.seq,
    )
    db.execute(
        PUT_RECORD,
        values,
    )
    changed = [] if record.session is None else [(indexable(record.session), ts)]
    if old is not None:
        drop_unused_texts(db, {old[3]})
        changed += [] if old[4] is None else [(old[4], old[5])]
    return changed


def _origin(db: apsw.Connection, record: Record) -> int:
    path, project = record.origin.path, record.origin.project
    return number_of(
        db,
        "origin",
        {
            "source": record.origin.source,
            "path": path and stored_path(path),
            "project": project and stored_path(project),
        },
    )


def _session(db: apsw.Connection, record: Record) -> int | None:
    if record.session is None:
        return None
    name = indexable(record.session)
    row = db.execute("SELECT id FROM place WHERE kind = 'session' AND name = ?", (name,)).get
    if row is None:
        db.execute(
            "INSERT INTO place(kind, name, source, root, project) VALUES('session', ?, ?, ?, ?)",
            (
                name,
                record.origin.source,
                stored_path(record.origin.path or ""),
                record.origin.project and stored_path(record.origin.project),
            ),
        )
        row = db.last_insert_rowid()
    return int(row)


def _touched(db: apsw.Connection, pairs: Iterable[tuple[str, int]]) -> Touched:
    """Return the earliest change of each session; a session is told to belong where its first record does."""
    from hitherto.core.model import Touched  # noqa: PLC0415 - a search does not ask for it

    first: dict[str, int] = {}
    for session, ts in pairs:
        first[session] = min(ts, first.get(session, ts))
    for session in first:
        db.execute(
            "UPDATE place SET (source, root, project) = (o.source, coalesce(o.path, ''), o.project)"
            f" FROM {RECORD_JOINS} WHERE place.kind = 'session' AND place.name = ?1 AND r.id ="
            f" (SELECT r.id FROM {RECORD_JOINS} WHERE p.kind = 'session' AND p.name = ?1 ORDER BY {IN_ORDER} LIMIT 1)",
            (session,),
        )
    return Touched(sessions={session: instant(ts) for session, ts in first.items()})


def session_spans(db: apsw.Connection, session: str) -> list[tuple[datetime, datetime, bool]]:
    """Return a session's chunks of speech in order: first and last instant, and whether a person's turn begins it."""
    rows = db.execute(
        "SELECT c.ts_start, c.ts_end, s.start = 0 AND r.role = 'user'"
        " FROM chunk c JOIN place p ON p.id = c.place JOIN segment s ON s.chunk = c.id AND s.ord = 0"
        " JOIN record r ON r.id = s.record"
        " WHERE p.kind = 'session' AND p.name = ? AND c.kind = 'conversation' ORDER BY c.ts_start, c.id",
        (indexable(session),),
    )
    return [(instant(start), instant(end), bool(begins)) for start, end, begins in rows]


def session_records(db: apsw.Connection, session: str, since: datetime | None) -> list[Record]:
    """Return a session's speech and actions from ``since`` on: by time, then as the source has them."""
    rows = db.execute(
        f"SELECT {RECORD_COLUMNS} FROM {RECORD_JOINS} WHERE p.kind = 'session' AND p.name = ?"
        f" AND r.type IN ('text', 'action') AND r.ts >= ? ORDER BY {IN_ORDER}",
        (indexable(session), micros(since) if since else -(2**62)),
    )
    return [record_of(row) for row in rows]


def topics(db: apsw.Connection) -> list[tuple[str, Record]]:
    """Return every line about a topic with the device that wrote it, in the order of replay."""
    rows = db.execute(f"SELECT j.name, {RECORD_COLUMNS} FROM {RECORD_JOINS} WHERE r.type = 'topic'")
    return sorted(
        ((device_of(name), record_of(tuple(row))) for name, *row in rows),
        key=lambda line: (line[1].rec, line[0], line[1].seq),
    )


def last_document(db: apsw.Connection, source: str, path: str) -> Record | None:
    """Return the newest recorded version of the note at ``path``."""
    return _last(db, "r.type = 'document'", source, path)


def last_setting(db: apsw.Connection, root: str) -> Record | None:
    """Return the setting line about the source at ``root`` that was recorded last."""
    return _last(db, "r.type = 'setting'", "hitherto", root)


def _last(db: apsw.Connection, kind: str, source: str, path: str) -> Record | None:
    row = db.execute(
        f"SELECT {RECORD_COLUMNS} FROM {RECORD_JOINS} WHERE o.source = ? AND o.path = ? AND {kind}"
        " ORDER BY r.rec DESC, r.seq DESC, r.key LIMIT 1",
        (source, stored_path(path)),
    ).fetchone()
    return None if row is None else record_of(row)


def records(db: apsw.Connection, ids: Sequence[str]) -> dict[str, Record]:
    """Return the indexed records with these ids."""
    found: dict[str, Record] = {}
    for key in ids:
        row = db.execute(f"SELECT {RECORD_COLUMNS} FROM {RECORD_JOINS} WHERE r.key = ?", (key,)).fetchone()
        if row is not None:
            found[key] = record_of(row)
    return found


def around(db: apsw.Connection, key: str, count: int) -> tuple[list[Record], list[Record]]:
    """Return up to ``count`` utterances before and after a record in its session, each in order."""
    rows = db.execute(
        f"SELECT r.key FROM {RECORD_JOINS} WHERE r.session = (SELECT session FROM record WHERE key = ?1)"
        f" AND (r.type = 'text' OR r.key = ?1) ORDER BY {IN_ORDER}",
        (key,),
    )
    keys = [one for (one,) in rows]
    if key not in keys:
        return [], []
    at = keys.index(key)
    before, after = keys[max(0, at - count) : at], keys[at + 1 : at + 1 + count]
    found = records(db, [*before, *after])
    return [found[one] for one in before], [found[one] for one in after]


def documents(db: apsw.Connection, root: str) -> list[Record]:
    """Return the newest recorded version of every note under ``root``."""
    folder = stored_path(root).rstrip("/") + "/"
    rows = db.execute(
        f"SELECT {RECORD_COLUMNS} FROM {RECORD_JOINS} WHERE r.type = 'document'"
        " AND (o.path = ? OR substr(o.path, 1, length(?)) = ?) ORDER BY r.rec, r.seq",
        (stored_path(root), folder, folder),
    )
    newest = {record.origin.path: record for record in map(record_of, rows)}
    return list(newest.values())


def earlier_notes(db: apsw.Connection, where: Filter) -> Iterator[Record]:
    """Yield the version of each note that was the last one before ``where.recorded_by``, if another came since."""
    if where.recorded_by is None:
        return
    restriction, values = conditions(replace(where, recorded_by=None))
    by = micros(where.recorded_by)
    keys = db.execute(
        f"{_EARLIER} SELECT c.key FROM c JOIN p ON p.key = c.key WHERE 1 {restriction}", (by, by, *values)
    )
    for (key,) in keys.fetchall():
        yield from records(db, [str(key)]).values()


# Two tables with the columns that restrictions are about: one of versions in the place of chunks, one of their files.
_EARLIER = """WITH version AS (
    SELECT r.key, r.ts, r.rec, r.seq, r.data, o.source, o.path, o.project,
      max(r.rec) OVER (PARTITION BY o.source, o.path) AS newest
    FROM record r JOIN origin o ON o.id = r.origin WHERE r.type = 'document'),
  chosen AS (
    SELECT *, row_number() OVER (PARTITION BY source, path ORDER BY rec DESC, seq DESC, key) AS nth
    FROM version WHERE rec < ?),
  old AS (SELECT * FROM chosen WHERE nth = 1 AND newest >= ? AND json_extract(data, '$.gone') IS NULL),
  c AS (SELECT key, NULL AS id, 'note' AS kind, ts AS ts_start, ts AS ts_end FROM old),
  p AS (
    SELECT old.key, place.id, 'file' AS kind, old.path AS name, old.source, old.project,
      coalesce(place.root, (SELECT root FROM source WHERE old.path = root
        OR substr(old.path, 1, length(root) + 1) = root || '/' ORDER BY length(root) DESC LIMIT 1), '') AS root
    FROM old LEFT JOIN place ON place.kind = 'file' AND place.name = old.path)"""
