"""Finding chunks: the text index joined with the plain tables, filters always before the limit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hitherto.core.answer import BETWEEN_RECORDS, Candidate, Part, Place
from hitherto.core.ids import native_id
from hitherto.stores.sqlite.rows import instant, micros, real_path, stored_path, unpack

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from hitherto.core.answer import Filter

# Weights of path, symbol, body, neighbours in bm25: chosen on the dev parts (docs/decisions/0010-ranking.md).
FIELD_WEIGHTS = (2.0, 3.0, 1.0, 0.5)
# CROSS JOIN fixes the order: the text index first, then one look-up by row. The other way round costs seconds.
FROM_INDEX = "fts CROSS JOIN chunk c ON c.id = fts.rowid JOIN place p ON p.id = c.place"
FROM_CHUNKS = "chunk c JOIN place p ON p.id = c.place"
SOME_RECORD = "EXISTS(SELECT 1 FROM segment s JOIN record r ON r.id = s.record JOIN origin o ON o.id = r.origin"
DETAILS = """c.id, c.kind, t.body, hex(t.hash), c.symbol, c.heading, c.traits, c.ts_start, c.ts_end, c.line_start,
  c.line_end, c.char_start, c.char_end, p.kind, p.name, p.source, p.project, f.sha256, f.time_from"""


def search(db: apsw.Connection, match: str, where: Filter, limit: int) -> list[Candidate]:
    """Return the best ``limit`` chunks for an FTS5 expression, best first."""
    conditions, values = _conditions(where)
    weights = ", ".join(map(str, FIELD_WEIGHTS))
    rows = db.execute(
        f"SELECT c.id, -bm25(fts, {weights}) AS score FROM {FROM_INDEX}"  # noqa: S608 - our own words only
        f" WHERE fts MATCH ? {conditions} ORDER BY score DESC, c.id LIMIT ?",
        (match, *values, limit),
    )
    return load(db, rows.fetchall())


def between(db: apsw.Connection, where: Filter, limit: int) -> list[Candidate]:
    """Return the first ``limit`` chunks of ``where`` in the order of time."""
    conditions, values = _conditions(where)
    rows = db.execute(
        f"SELECT c.id, 0.0 FROM {FROM_CHUNKS} WHERE 1 {conditions} ORDER BY c.ts_start, c.id LIMIT ?",  # noqa: S608
        (*values, limit),
    )
    return load(db, rows.fetchall())


def load(db: apsw.Connection, scored: Sequence[tuple[Any, ...]]) -> list[Candidate]:
    """Return the chunks of ``scored`` (row, bm25) with all that a hit shows, in that order."""
    found: dict[int, tuple[Any, ...]] = {}
    for row, _ in scored:
        details = db.execute(
            f"SELECT {DETAILS} FROM {FROM_CHUNKS} JOIN text t ON t.id = c.text"  # noqa: S608 - our own words only
            " LEFT JOIN file f ON f.place = p.id WHERE c.id = ?",
            (row,),
        ).fetchone()
        if details is not None:
            found[row] = details
    return [_candidate(db, found[row], score) for row, score in scored if row in found]


def copies(db: apsw.Connection, text_key: str) -> list[Place]:
    """Return every place where the text of a chunk stands, oldest first."""
    rows = db.execute(
        "SELECT p.kind, p.name, p.source, p.project, c.line_start, c.line_end"
        f" FROM {FROM_CHUNKS} JOIN text t ON t.id = c.text"
        " WHERE t.hash = ? ORDER BY c.ts_start, c.id LIMIT 50",
        (bytes.fromhex(text_key),),
    )
    return [
        _place(kind, name, source=source, project=project, lines=None if first is None else (first, last), path=None)
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


def _conditions(where: Filter) -> tuple[str, list[Any]]:
    parts: list[str] = []
    values: list[Any] = []

    def add(sql: str, *given: Any) -> None:
        parts.append(f" AND {sql}")
        values.extend(given)

    if where.since is not None:
        add("c.ts_end >= ?", micros(where.since))
    if where.until is not None:
        add("c.ts_start < ?", micros(where.until))
    if where.kind is not None:
        add("c.kind = ?", where.kind)
    if where.source is not None:
        add("(p.source = ? OR p.root = ? OR substr(p.root, 1, length(?) + 1) = ? || '/')", *[where.source] * 4)
    if where.project is not None:
        add("(p.project = ? OR substr(p.project, -length(?) - 1) = '/' || ?)", *[where.project] * 3)
    if where.session is not None:
        add("p.kind = 'session' AND substr(p.name, 1, length(?)) = ?", *[where.session] * 2)
    if where.actor is not None:
        add(f"{SOME_RECORD} WHERE s.chunk = c.id AND r.actor = ? COLLATE NOCASE)", where.actor)
    if where.path is not None:
        _path_condition(stored_path(where.path), add)
    return "".join(parts), values


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


def _candidate(db: apsw.Connection, row: tuple[Any, ...], score: float) -> Candidate:
    (
        chunk,
        kind,
        body,
        key,
        symbol,
        heading,
        traits,
        ts_start,
        ts_end,
        first,
        last,
        start,
        end,
        place_kind,
        name,
        source,
        project,
        sha256,
        time_from,
    ) = row
    parts, zone = _parts(db, chunk) if place_kind == "session" else ((), "UTC")
    path = None
    if place_kind == "file":
        lines = (first, last)
        record = f"{native_id('folder', '', real_path(name), sha256)}:{start}-{end}"
    else:
        lines, record = None, ""
        if parts:
            path, line, record = parts[0].path, parts[0].line, parts[0].record
            lines = None if line is None else (line, line)
    return Candidate(
        chunk=chunk,
        bm25=score,
        kind=kind,
        text=unpack(body),
        place=_place(place_kind, name, source=source, project=project, lines=lines, path=path),
        symbol=symbol,
        heading=heading,
        traits=frozenset(traits.split()) if traits else frozenset(),
        ts_start=instant(ts_start),
        ts_end=instant(ts_end),
        time_from=time_from or "said",
        tz=zone,
        text_key=key,
        record=record,
        parts=parts,
    )


def _place(
    kind: str, name: str, *, source: str, project: str | None, lines: tuple[int, int] | None, path: str | None
) -> Place:
    name, project = real_path(name), project and real_path(project)
    if kind == "file":
        return Place(source=source, path=name, lines=lines, session=None, project=project)
    return Place(source=source, path=path, lines=lines, session=name, project=project)


def _parts(db: apsw.Connection, chunk: int) -> tuple[tuple[Part, ...], str]:
    rows = db.execute(
        'SELECT r.key, r.actor, r.role, r.ts, r.tz, s.start, s."end", o.path, r.line FROM segment s'
        " JOIN record r ON r.id = s.record JOIN origin o ON o.id = r.origin WHERE s.chunk = ? ORDER BY s.ord",
        (chunk,),
    ).fetchall()
    parts: list[Part] = []
    at = 0
    row: tuple[Any, ...]
    for row in rows:
        key, actor, role, ts, _, start, end, path, line = row
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
            )
        )
        at += length + len(BETWEEN_RECORDS)
    return tuple(parts), (str(rows[0][4]) if rows and rows[0][4] else "UTC")
