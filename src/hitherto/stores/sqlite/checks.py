"""What the index says about itself: counts for status, faults for verify, remarks about the whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hitherto.core.errors import DamagedError
from hitherto.core.ids import text_hash
from hitherto.stores.sqlite.rows import unpack
from hitherto.stores.vectors import links

if TYPE_CHECKING:
    from collections.abc import Iterator

    import apsw

UNCOVERED = """SELECT r.key, t.chars, (SELECT coalesce(sum(s."end" - s.start), 0) FROM segment s WHERE s.record = r.id)
  FROM record r JOIN text t ON t.id = r.text WHERE r.type IN ('text', 'action') AND r.session IS NOT NULL"""


def noted(db: apsw.Connection, name: str) -> str | None:
    """Return a remark about the whole index."""
    value = db.execute("SELECT value FROM meta WHERE key = ?", (name,)).get
    return None if value is None else str(value)


def note(db: apsw.Connection, name: str, value: str | None) -> None:
    """Set, or with None remove, a remark."""
    if value is None:
        db.execute("DELETE FROM meta WHERE key = ?", (name,))
    else:
        db.execute("INSERT OR REPLACE INTO meta VALUES(?, ?)", (name, value))


def unfinished(db: apsw.Connection) -> bool:
    """Return whether something was added and not read to its end yet."""
    return bool(db.execute("SELECT EXISTS(SELECT 1 FROM source WHERE indexed IS NULL)").get)


def counts(db: apsw.Connection) -> dict[str, int]:
    """Return how many there are of each: records by type, chunks by kind, files, sessions, characters."""
    found = {
        f"records.{kind}": number for kind, number in db.execute("SELECT type, count(*) FROM record GROUP BY type")
    }
    found |= {f"chunks.{kind}": number for kind, number in db.execute("SELECT kind, count(*) FROM chunk GROUP BY kind")}
    for name, query in (
        ("files", "SELECT count(*) FROM file WHERE left_out IS NULL"),
        ("sessions", "SELECT count(DISTINCT session) FROM record"),
        ("characters", "SELECT coalesce(sum(chars), 0) FROM text"),
        ("guessed_encodings", "SELECT count(*) FROM file WHERE guessed"),
    ):
        found[name] = int(db.execute(query).get)
    return found


def faults(db: apsw.Connection) -> Iterator[str]:
    """Yield what is wrong inside: altered texts and vectors, speech no chunk covers, words out of step."""
    for row, digest, body in db.execute("SELECT id, hash, body FROM text"):
        if _damaged(body, digest):
            yield f"text {row} is damaged"
    for key, chars, covered in db.execute(UNCOVERED):
        if covered not in (chars, 0):
            yield f"record {key}: {covered} of {chars} characters are in a chunk"
    for key, body in db.execute(
        "SELECT r.key, t.body FROM record r JOIN text t ON t.id = r.text WHERE r.type IN ('text', 'action')"
        " AND r.session IS NOT NULL AND NOT EXISTS(SELECT 1 FROM segment s WHERE s.record = r.id)"
    ):
        if _says_something(body):
            yield f"record {key} is in no chunk"
    chunks = db.execute("SELECT count(*) FROM chunk").get
    words = db.execute("SELECT count(*) FROM fts_docsize").get
    if chunks != words:
        yield f"{chunks} chunks, but the words of {words}"
    yield from links.faults(db)


def _damaged(body: bytes, digest: bytes) -> bool:
    try:
        return text_hash(unpack(body)) != digest
    except DamagedError:
        return True


def _says_something(body: bytes) -> bool:
    try:
        return bool(unpack(body).strip())
    except DamagedError:
        return True
