"""Chunks in and out of the index, each together with its row of the text index."""

from __future__ import annotations

from collections import defaultdict
from hashlib import blake2b
from typing import TYPE_CHECKING

from hitherto.core.ids import indexable
from hitherto.stores.sqlite.rows import drop_unused_texts, micros, put_text
from hitherto.stores.vectors import links

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    import apsw

    from hitherto.core.model import Chunk

INSERT_CHUNK = """INSERT INTO chunk(place, kind, ts_start, ts_end, text, char_start, char_end, line_start, line_end,
  symbol, heading, traits, made_by, digest) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?)"""
INSERT_FIELDS = "INSERT INTO fts(rowid, path, symbol, body, neighbours) VALUES(?,?,?,?,?)"
MOVE_CHUNK = """UPDATE chunk SET ts_start = ?, ts_end = ?, char_start = ?, char_end = ?, line_start = ?, line_end = ?
  WHERE id = ?"""


def replace_file_chunks(db: apsw.Connection, place: int, chunks: Sequence[Chunk]) -> None:
    """Exchange what changed of a file: a chunk with the same words keeps its row and only moves."""
    kept: dict[int, list[int]] = defaultdict(list)
    for row, digest in db.execute("SELECT id, digest FROM chunk WHERE place = ? ORDER BY id DESC", (place,)):
        kept[digest].append(row)
    for chunk in chunks:
        digest = digest_of(chunk)
        if kept[digest]:
            _move(db, kept[digest].pop(), chunk)
        else:
            insert_chunk(db, place, chunk, digest)
    drop_chunks(db, [row for rows in kept.values() for row in rows])


def replace_session_chunks(db: apsw.Connection, place: int, since: datetime | None, chunks: Sequence[Chunk]) -> None:
    """Exchange the session's chunks that begin at ``since`` or later."""
    floor = micros(since) if since else -(2**62)
    drop_chunks(
        db, [row for (row,) in db.execute("SELECT id FROM chunk WHERE place = ? AND ts_start >= ?", (place, floor))]
    )
    for chunk in chunks:
        row = insert_chunk(db, place, chunk, digest_of(chunk))
        db.executemany(
            'INSERT INTO segment(chunk, ord, record, start, "end") SELECT ?, ?, id, ?, ? FROM record WHERE key = ?',
            ((row, order, span.start, span.end, span.record) for order, span in enumerate(chunk.spans)),
        )


def insert_chunk(db: apsw.Connection, place: int, chunk: Chunk, digest: int) -> int:
    """Add a chunk and its words; return its row."""
    span = chunk.spans[0] if chunk.lines else None
    lines = chunk.lines or (None, None)
    db.execute(
        INSERT_CHUNK,
        (
            place,
            chunk.kind,
            micros(chunk.ts_start),
            micros(chunk.ts_end),
            put_text(db, chunk.text),
            span.start if span else None,
            span.end if span else None,
            *lines,
            chunk.symbol and indexable(chunk.symbol),
            chunk.heading and indexable(chunk.heading),
            " ".join(sorted(chunk.traits)) or None,
            chunk.made_by,
            digest,
        ),
    )
    row = db.last_insert_rowid()
    fields = chunk.fields
    if chunk.language != "en":
        db.execute("INSERT OR IGNORE INTO spoken VALUES(?)", (chunk.language,))
    db.execute(INSERT_FIELDS, (row, fields.path, fields.symbol, fields.body, fields.neighbours))
    links.await_vectors(db, row, micros(chunk.ts_start))
    return row


def drop_chunks(db: apsw.Connection, rows: Iterable[int]) -> None:
    """Remove chunks, their words, their segments, their vectors' links, and the texts nobody else has."""
    rows = list(rows)
    texts = {db.execute("SELECT text FROM chunk WHERE id = ?", (row,)).get for row in rows}
    for statement in (
        "DELETE FROM fts WHERE rowid = ?",
        "DELETE FROM segment WHERE chunk = ?",
        "DELETE FROM chunk WHERE id = ?",
    ):
        db.executemany(statement, ((row,) for row in rows))
    links.drop(db, rows)
    drop_unused_texts(db, texts)


def digest_of(chunk: Chunk) -> int:
    """Return 63 bits that are equal for two chunks only if every word and name in them is."""
    h = blake2b(digest_size=8)
    fields = chunk.fields
    for value in (
        chunk.kind,
        chunk.text,
        chunk.symbol or "",
        chunk.heading or "",
        chunk.made_by,
        " ".join(sorted(chunk.traits)),
        chunk.language,
        fields.path,
        fields.symbol,
        fields.body,
        fields.neighbours,
    ):
        h.update(indexable(value).encode())
        h.update(b"\0")
    return int.from_bytes(h.digest(), "big") >> 1


def _move(db: apsw.Connection, row: int, chunk: Chunk) -> None:
    span, lines = chunk.spans[0], chunk.lines or (None, None)
    start, end = micros(chunk.ts_start), micros(chunk.ts_end)
    if db.execute("SELECT (ts_start, ts_end) IS NOT (?, ?) FROM chunk WHERE id = ?", (start, end, row)).get:
        links.move(db, row, start)
    db.execute(MOVE_CHUNK, (start, end, span.start, span.end, *lines, row))
