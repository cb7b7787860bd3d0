"""Files, sources and chat-log positions in the index."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from hitherto.core.seen import FileEntry, Item
from hitherto.stores.sqlite.chunks import drop_chunks, replace_file_chunks
from hitherto.stores.sqlite.rows import instant, micros, real_path, stored_path

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import apsw

    from hitherto.core.model import Chunk, LeftOut, LeftOutReason, Position, SourceEntry

# A source may leave out very many files; the database keeps this many by name, and all of them by count.
LEFT_OUT_KEPT = 1000
FILE_COLUMNS = """p.name, f.rel, f.size, f.mtime_ns, f.ctime_ns, f.inode, p.root, p.project, f.sha256, f.kind,
  f.language, f.encoding, f.guessed, f.ts, f.time_from, f.read_at, f.left_out"""
FROM_FILES = "FROM place p JOIN file f ON f.place = p.id WHERE p.kind = 'file'"


def files(db: apsw.Connection, root: str) -> dict[str, FileEntry]:
    """Return the indexed files of a source by absolute path."""
    rows = db.execute(f"SELECT {FILE_COLUMNS} {FROM_FILES} AND p.root = ?", (stored_path(root),))
    return {entry.item.path: entry for entry in map(_entry, rows)}


def file(db: apsw.Connection, path: str) -> FileEntry | None:
    """Return what is known of one file."""
    row = db.execute(f"SELECT {FILE_COLUMNS} {FROM_FILES} AND p.name = ?", (stored_path(path),)).fetchone()
    return None if row is None else _entry(row)


def put_file(db: apsw.Connection, entry: FileEntry, chunks: Sequence[Chunk]) -> None:
    """Replace what is indexed of a file."""
    replace_file_chunks(db, touch_file(db, entry), chunks)


def touch_file(db: apsw.Connection, entry: FileEntry) -> int:
    """Remember a file's signature and time; return its place."""
    path, root = stored_path(entry.item.path), stored_path(entry.root)
    db.execute(
        "INSERT INTO place(kind, name, source, root, project) VALUES('file', ?1, 'folder', ?2, ?3)"
        " ON CONFLICT(kind, name) DO UPDATE SET root = ?2, project = ?3",
        (path, root, stored_path(entry.project)),
    )
    place = int(db.execute("SELECT id FROM place WHERE kind = 'file' AND name = ?", (path,)).get)
    item = entry.item
    db.execute(
        "INSERT OR REPLACE INTO file VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            place,
            stored_path(item.name),
            item.size,
            item.mtime_ns,
            item.ctime_ns,
            item.inode,
            entry.sha256,
            entry.kind,
            entry.language,
            entry.encoding,
            entry.encoding_guessed,
            micros(entry.ts),
            entry.time_from,
            micros(entry.read_at),
            entry.left_out,
        ),
    )
    return place


def drop_files(db: apsw.Connection, paths: Iterable[str]) -> None:
    """Forget files that are gone, with everything found in them."""
    for path in paths:
        place = db.execute("SELECT id FROM place WHERE kind = 'file' AND name = ?", (stored_path(path),)).get
        if place is not None:
            drop_chunks(db, [row for (row,) in db.execute("SELECT id FROM chunk WHERE place = ?", (place,))])
            db.execute("DELETE FROM file WHERE place = ?", (place,))
            db.execute("DELETE FROM place WHERE id = ?", (place,))


def sources(db: apsw.Connection) -> list[SourceEntry]:
    """Return everything that was added, in order."""
    from hitherto.core.model import LeftOut, SourceEntry  # noqa: PLC0415 - a search does not ask for them

    rows = db.execute("SELECT kind, root, options, added, indexed, heads, left_out FROM source ORDER BY added, id")
    return [
        SourceEntry(
            kind=kind,
            root=real_path(root),
            options=json.loads(options),
            added=instant(added),
            indexed=None if indexed is None else instant(indexed),
            heads=json.loads(heads),
            left_out=tuple(LeftOut(**one) for one in json.loads(left_out)),
        )
        for kind, root, options, added, indexed, heads, left_out in rows
    ]


def put_source(db: apsw.Connection, entry: SourceEntry) -> None:
    """Add a source, or replace what is known of it."""
    left_out = json.dumps([asdict(one) for one in _shortened(entry)])
    values = (
        entry.kind,
        stored_path(entry.root),
        json.dumps(dict(entry.options)),
        micros(entry.added),
        None if entry.indexed is None else micros(entry.indexed),
        json.dumps(dict(entry.heads)),
        left_out,
    )
    db.execute(
        "INSERT INTO source(kind, root, options, added, indexed, heads, left_out) VALUES(?,?,?,?,?,?,?)"
        " ON CONFLICT(root) DO UPDATE SET kind = excluded.kind, options = excluded.options,"
        " added = min(added, excluded.added),"
        " indexed = excluded.indexed, heads = excluded.heads, left_out = excluded.left_out",
        values,
    )


def _shortened(entry: SourceEntry) -> list[LeftOut]:
    """Keep the first of what was left out by name, and the rest as one count for each reason."""
    from hitherto.core.model import LeftOut  # noqa: PLC0415 - a search does not ask for it

    counts: Counter[LeftOutReason] = Counter()
    for one in entry.left_out[LEFT_OUT_KEPT:]:
        counts[one.reason] += one.count
    rest = [LeftOut(path=entry.root, reason=reason, detail="more", count=count) for reason, count in counts.items()]
    return [*entry.left_out[:LEFT_OUT_KEPT], *rest]


def log_position(db: apsw.Connection, path: str) -> tuple[Item, Position] | None:
    """Return how far a chat log was read, and what it looked like then."""
    from hitherto.core.model import Position  # noqa: PLC0415 - as above

    row = db.execute(
        "SELECT name, size, mtime_ns, ctime_ns, inode, offset, line FROM chatlog WHERE path = ?", (stored_path(path),)
    ).fetchone()
    if row is None:
        return None
    name, size, mtime_ns, ctime_ns, inode, offset, line = row
    item = Item(path=path, name=real_path(name), size=size, mtime_ns=mtime_ns, ctime_ns=ctime_ns, inode=inode)
    return item, Position(offset=offset, line=line)


def forget_log_positions(db: apsw.Connection) -> None:
    """Let every chat log be read from its beginning again."""
    db.execute("DELETE FROM chatlog")


def set_log_position(db: apsw.Connection, item: Item, position: Position) -> None:
    """Remember how far a chat log was read."""
    db.execute(
        "INSERT OR REPLACE INTO chatlog VALUES(?,?,?,?,?,?,?,?)",
        (
            stored_path(item.path),
            stored_path(item.name),
            item.size,
            item.mtime_ns,
            item.ctime_ns,
            item.inode,
            position.offset,
            position.line,
        ),
    )


def _entry(row: tuple[Any, ...]) -> FileEntry:
    (
        path,
        rel,
        size,
        mtime_ns,
        ctime_ns,
        inode,
        root,
        project,
        sha256,
        kind,
        language,
        encoding,
        guessed,
        ts,
        time_from,
        read_at,
        left_out,
    ) = row
    return FileEntry(
        item=Item(
            path=real_path(path), name=real_path(rel), size=size, mtime_ns=mtime_ns, ctime_ns=ctime_ns, inode=inode
        ),
        root=real_path(root),
        project=real_path(project),
        sha256=sha256,
        kind=kind,
        language=language,
        encoding=encoding,
        encoding_guessed=bool(guessed),
        ts=instant(ts),
        time_from=time_from,
        read_at=instant(read_at),
        left_out=left_out,
    )
