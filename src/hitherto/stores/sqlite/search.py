"""Finding chunks: the text index joined with the plain tables, filters always before the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hitherto.core.answer import BETWEEN_RECORDS, Candidate, Excerpt, Part, Place
from hitherto.core.ids import indexable, native_id
from hitherto.core.meaning import Unembedded
from hitherto.stores.sqlite.rows import instant, micros, real_path, stored_path, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    import apsw

    from hitherto.core.answer import Filter

# Weights of path, symbol, body, neighbours in bm25, set beforehand (docs/decisions/0010-ranking.md).
FIELD_WEIGHTS = (2.0, 3.0, 1.0, 0.5)
# CROSS JOIN fixes the order: the text index first, then one look-up by row. The other way round costs seconds.
FROM_INDEX = "fts CROSS JOIN chunk c ON c.id = fts.rowid JOIN place p ON p.id = c.place"
FROM_CHUNKS = "chunk c JOIN place p ON p.id = c.place"
SOME_RECORD = "EXISTS(SELECT 1 FROM segment s JOIN record r ON r.id = s.record JOIN origin o ON o.id = r.origin"
# Speech by its own lines. A note by its versions: the current one must have been there, and be the last one until then.
RECORDED_BY = f"""CASE p.kind WHEN 'session' THEN {SOME_RECORD} WHERE s.chunk = c.id AND r.rec < ?)
  ELSE c.kind = 'note' AND {{0}} < ?) AND NOT {{0}} >= ?) END""".format(
    "EXISTS(SELECT 1 FROM record r JOIN origin o ON o.id = r.origin"
    " WHERE r.type = 'document' AND o.source = 'folder' AND o.path = p.name AND r.rec"
)
_QUARTER = 15 * 60 * 1_000_000
_LONG_AGO = -(2**62)
DETAILS = """c.id, c.kind, c.text, c.symbol, c.heading, c.traits, c.ts_start, c.ts_end, c.line_start, c.line_end,
  p.kind, p.name, p.source, p.project, f.time_from"""


def search(db: apsw.Connection, match: str, where: Filter, limit: int) -> list[Candidate]:
    """Return the best ``limit`` chunks for an FTS5 expression, best first."""
    restriction, values = conditions(where)
    weights = ", ".join(map(str, FIELD_WEIGHTS))
    # Looking up the chunk of every match, only to restrict nothing, would cost a fifth of the search.
    among = FROM_INDEX if restriction else "fts"
    rows = db.execute(
        f"SELECT fts.rowid, -bm25(fts, {weights}) AS score FROM {among}"
        f" WHERE fts MATCH ? {restriction} ORDER BY score DESC, fts.rowid LIMIT ?",
        (match, *values, limit),
    )
    return load(db, rows.fetchall())


def between(db: apsw.Connection, where: Filter, limit: int) -> list[Candidate]:
    """Return the first ``limit`` chunks of ``where`` in the order of time."""
    restriction, values = conditions(where)
    rows = db.execute(
        f"SELECT c.id, 0.0 FROM {FROM_CHUNKS} WHERE 1 {restriction} ORDER BY c.ts_start, c.id LIMIT ?",
        (*values, limit),
    )
    return load(db, rows.fetchall())


def listed(db: apsw.Connection, where: Filter, limit: int) -> list[Candidate]:
    """Return the first ``limit`` chunks of ``where`` as one reads them: speech session by session, then the rest."""
    restriction, values = conditions(where)
    exact, more = _of_one_record(where)
    begins = "max(c.ts_start, ?)"
    floor = _LONG_AGO if where.since is None else micros(where.since)
    rows = db.execute(
        f"SELECT c.id, 0.0 FROM {FROM_CHUNKS} WHERE 1 {restriction} {exact} ORDER BY"
        " CASE c.kind WHEN 'conversation' THEN 0 WHEN 'note' THEN 1 WHEN 'action' THEN 2 ELSE 3 END,"
        f" CASE c.kind WHEN 'conversation' THEN min({begins}) OVER (PARTITION BY c.kind, c.place) ELSE c.ts_start END,"
        " CASE c.kind WHEN 'conversation' THEN p.name END, c.ts_start, c.id LIMIT ?",
        (*values, *more, floor, limit),
    )
    return load(db, rows.fetchall())


def spread(db: apsw.Connection, match: str | None, where: Filter) -> dict[datetime, int]:
    """Return how many chunks that hold ``match``, or all, begin in each quarter of an hour."""
    restriction, values = conditions(where)
    exact, more = _of_one_record(where)
    floor = _LONG_AGO if where.since is None else micros(where.since)
    among, asked = (FROM_CHUNKS, ()) if match is None else (FROM_INDEX, (match,))
    begins = "max(c.ts_start, ?)"
    rows = db.execute(
        # SQLite divides towards zero; before 1970 that would be the wrong quarter.
        f"SELECT {begins} - ({begins} % {_QUARTER} + {_QUARTER}) % {_QUARTER} AS quarter, count(*) FROM {among}"
        f" WHERE {'1' if match is None else 'fts MATCH ?'} {restriction} {exact} GROUP BY quarter ORDER BY quarter",
        (floor, floor, *asked, *values, *more),
    )
    return {instant(quarter): count for quarter, count in rows}


def _of_one_record(where: Filter) -> tuple[str, list[Any]]:
    """Return what asks for one record of a chunk that fits in every way: restrictions alone ask for some in each."""
    parts: list[str] = []
    values: list[Any] = []
    for given, sql in ((where.since, "r.ts >= ?"), (where.until, "r.ts < ?"), (where.recorded_by, "r.rec < ?")):
        if given is not None:
            parts.append(sql)
            values.append(micros(given))
    if where.actor is not None:
        parts.append("folded(r.actor) = ?")
        values.append(indexable(where.actor).casefold())
    if len(parts) < 2:
        return "", []
    return f" AND (p.kind = 'file' OR {SOME_RECORD} WHERE s.chunk = c.id AND {' AND '.join(parts)}))", values


def load(db: apsw.Connection, scored: Sequence[tuple[Any, ...]]) -> list[Candidate]:
    """Return the chunks of ``scored`` (row, bm25) with what ranking needs, in that order."""
    marks = ", ".join("?" * len(scored))
    rows: Iterable[tuple[Any, ...]] = db.execute(
        f"SELECT {DETAILS} FROM {FROM_CHUNKS} LEFT JOIN file f ON f.place = p.id WHERE c.id IN ({marks})",
        tuple(row for row, _ in scored),
    )
    found = {row[0]: row for row in rows}
    return [_candidate(found[row], score) for row, score in scored if row in found]


def excerpt(db: apsw.Connection, chunk: int) -> Excerpt | None:
    """Return what a chunk says and who says it, None where another process has removed it meanwhile."""
    row: Any = db.execute(
        "SELECT t.body, p.kind, p.name, f.sha256, c.char_start, c.char_end"
        f" FROM {FROM_CHUNKS} JOIN text t ON t.id = c.text LEFT JOIN file f ON f.place = p.id WHERE c.id = ?",
        (chunk,),
    ).fetchone()
    if row is None:
        return None
    body, kind, name, sha256, start, end = row
    if kind == "file":
        return Excerpt(text=unpack(body), record=f"{native_id('folder', '', real_path(name), sha256)}:{start}-{end}")
    parts, zone = _parts(db, chunk)
    return Excerpt(text=unpack(body), record=parts[0].record if parts else "", tz=zone, parts=parts)


def unembedded(db: apsw.Connection, chunks: Sequence[int]) -> list[Unembedded]:
    """Return what an embedder is told of chunks, in this order, without those that are gone."""
    found = []
    for chunk in chunks:
        row: Any = db.execute(
            "SELECT c.kind, t.body, p.kind, coalesce(f.rel, p.name), c.symbol, c.heading"
            f" FROM {FROM_CHUNKS} JOIN text t ON t.id = c.text LEFT JOIN file f ON f.place = p.id WHERE c.id = ?",
            (chunk,),
        ).fetchone()
        if row is not None:
            found.append(_unembedded(db, chunk, row))
    return found


def _unembedded(db: apsw.Connection, chunk: int, row: tuple[Any, ...]) -> Unembedded:
    kind, body, place_kind, name, symbol, heading = row
    parts = () if place_kind == "file" else _parts(db, chunk)[0]
    return Unembedded(
        chunk=chunk,
        kind=kind,
        text=unpack(body),
        path=real_path(name) if place_kind == "file" else None,
        symbol=symbol,
        heading=heading,
        speakers=tuple((part.actor, part.start, part.end) for part in parts),
    )


def places(db: apsw.Connection, chunks: Sequence[int]) -> list[Place]:
    """Return where chunks stand, in this order."""
    return [one.place for one in load(db, [(chunk, 0.0) for chunk in chunks])]


def copies(db: apsw.Connection, text_key: int) -> list[Place]:
    """Return every place where the text of a chunk stands, oldest first."""
    rows = db.execute(
        "SELECT p.kind, p.name, p.source, p.project, c.line_start, c.line_end"
        f" FROM {FROM_CHUNKS} WHERE c.text = ? ORDER BY c.ts_start, c.id LIMIT 50",
        (text_key,),
    )
    return [
        _place(kind, name, source=source, project=project, lines=None if first is None else (first, last))
        for kind, name, source, project, first, last in rows
    ]


def languages(db: apsw.Connection) -> list[str]:
    """Return English and every other language a chunk was found to be in."""
    return ["en", *(language for (language,) in db.execute("SELECT language FROM spoken ORDER BY language"))]


def frequencies(db: apsw.Connection, tokens: Iterable[str]) -> tuple[dict[str, int], int]:
    """Return the number of chunks each token occurs in, and the number of chunks."""
    total = int(db.execute("SELECT count(*) FROM chunk").get)
    counts = {token: int(db.execute("SELECT doc FROM fts_terms WHERE term = ?", (token,)).get or 0) for token in tokens}
    return counts, total


def conditions(where: Filter) -> tuple[str, list[Any]]:
    """Return a restriction as SQL over ``FROM_CHUNKS``, to be put behind a WHERE, and the values it binds."""
    parts: list[str] = []
    values: list[Any] = []

    def add(sql: str, *given: Any) -> None:
        parts.append(f" AND {sql}")
        values.extend(given)

    _time_conditions(where, add)
    if where.kind is not None:
        add("c.kind = ?", where.kind)
    if where.source is not None:
        add(
            "(p.source = ? OR p.root = ? OR substr(p.root, 1, length(?) + 1) = ? || '/')",
            *[stored_path(where.source)] * 4,
        )
    if where.project is not None:
        add("(p.project = ? OR substr(p.project, -length(?) - 1) = '/' || ?)", *[stored_path(where.project)] * 3)
    if where.session is not None:
        add("p.kind = 'session' AND substr(p.name, 1, length(?)) = ?", *[indexable(where.session)] * 2)
    if where.actor is not None:
        add(f"{SOME_RECORD} WHERE s.chunk = c.id AND folded(r.actor) = ?)", indexable(where.actor).casefold())
    if where.path is not None:
        _path_condition(stored_path(where.path), add)
    return "".join(parts), values


def _time_conditions(where: Filter, add: Any) -> None:
    if where.since is not None:
        add("c.ts_end >= ?", micros(where.since))
    if where.until is not None:
        add("c.ts_start < ?", micros(where.until))
    if where.recorded_by is not None:
        add(RECORDED_BY, *[micros(where.recorded_by)] * 3)


def _path_condition(path: str, add: Any) -> None:
    """A pattern with * or ? is a glob over the whole or the relative path; anything else is a path or a folder."""
    if any(mark in path for mark in "*?"):
        pattern = path.replace("[", "[[]")
        file = "(p.name GLOB ? OR (SELECT rel FROM file WHERE place = p.id) GLOB ?)"
        add(
            f"CASE p.kind WHEN 'file' THEN {file} ELSE {SOME_RECORD} WHERE s.chunk = c.id AND o.path GLOB ?) END",
            pattern,
            pattern,
            pattern,
        )
        return
    path = path.rstrip("/") or "/"
    inside = "({0} = ? OR substr({0}, 1, length(?)) = ?)"
    rel = inside.format("(SELECT rel FROM file WHERE place = p.id)")
    file = f"({inside.format('p.name')} OR {rel})"
    folder = path if path == "/" else path + "/"
    log = f"{SOME_RECORD} WHERE s.chunk = c.id AND {inside.format('o.path')})"
    add(f"CASE p.kind WHEN 'file' THEN {file} ELSE {log} END", *[path, folder, folder] * 3)


def _candidate(row: tuple[Any, ...], score: float) -> Candidate:
    chunk, kind, text, symbol, heading, traits, ts_start, ts_end, first, last, place_kind, name, *rest = row
    source, project, time_from = rest
    lines = None if first is None else (first, last)
    return Candidate(
        chunk=chunk,
        bm25=score,
        kind=kind,
        place=_place(place_kind, name, source=source, project=project, lines=lines),
        symbol=symbol,
        heading=heading,
        traits=frozenset(traits.split()) if traits else frozenset(),
        ts_start=instant(ts_start),
        ts_end=instant(ts_end),
        time_from=time_from or "said",
        text_key=text,
    )


def _place(kind: str, name: str, *, source: str, project: str | None, lines: tuple[int, int] | None) -> Place:
    name, project = real_path(name), project and real_path(project)
    if kind == "file":
        return Place(source=source, path=name, lines=lines, session=None, project=project)
    return Place(source=source, path=None, lines=None, session=name, project=project)


def _parts(db: apsw.Connection, chunk: int) -> tuple[tuple[Part, ...], str]:
    rows = db.execute(
        'SELECT r.key, r.actor, r.role, r.ts, r.tz, s.start, s."end", o.path, r.line, r.rec FROM segment s'
        " JOIN record r ON r.id = s.record JOIN origin o ON o.id = r.origin WHERE s.chunk = ? ORDER BY s.ord",
        (chunk,),
    ).fetchall()
    parts: list[Part] = []
    at = 0
    row: tuple[Any, ...]
    for row in rows:
        key, actor, role, ts, _, start, end, path, line, rec = row
        length = end - start
        parts.append(
            Part(
                record=key,
                actor=actor,
                role=role,
                time=instant(ts),
                start=at,
                end=at + length,
                path=path and real_path(path),
                line=line,
                recorded=instant(rec),
            )
        )
        at += length + len(BETWEEN_RECORDS)
    return tuple(parts), (str(rows[0][4]) if rows and rows[0][4] else "UTC")
