"""Records, homes and folders for tests, made with as few words as possible."""

from __future__ import annotations

import json
import os
import zlib
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING, Any

from tests.contract.memory_journal import MemoryJournal

from hitherto.app.config import Settings
from hitherto.app.memory import Memory
from hitherto.core.errors import DamagedError
from hitherto.core.ids import native_id
from hitherto.core.model import Chunk, Fields, LeftOut, Origin, Position, Record, Span
from hitherto.core.seen import FileEntry, Item
from hitherto.engine.house import House
from hitherto.text.words import index_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from hitherto.core.ports import Journal, Store
    from hitherto.stores.sqlite.store import SqliteStore

NOON = datetime(2026, 11, 24, 12, tzinfo=UTC)
DAY_FILE = "2026/2026-11-24.laptop.jsonl"
KEY = b"k" * 32
# Long ago enough that a file's time says whether it changed.
SETTLED = 1_700_000_000


def said(text: str, minute: float = 0, **more: Any) -> Record:
    """Return what a person said in the session ``s``, some minutes after noon."""
    fields: dict[str, Any] = {
        "id": native_id("test", "", text, str(minute)),
        "ts": NOON + timedelta(minutes=minute),
        "tz": "Europe/Berlin",
        "actor": "user",
        "role": "user",
        "type": "text",
        "text": text,
        "session": "s",
        "origin": Origin(source="jsonl", path="/logs/a.jsonl", line=int(minute) + 1, project="/proj/app"),
    }
    return Record(**{**fields, **more})


def answered(text: str, minute: float = 0, **more: Any) -> Record:
    """Return what the assistant said."""
    return said(text, minute, **{"role": "assistant", "actor": "assistant", **more})


def acted(text: str, minute: float = 0, **more: Any) -> Record:
    """Return what a tool did."""
    return said(text, minute, **{"role": "system", "actor": "tool", "type": "action", "data": {"tool": "Bash"}, **more})


def recorded(*records: Record, first: int = 1) -> list[Record]:
    """Return records as a journal gives them back."""
    from dataclasses import replace  # noqa: PLC0415

    return [replace(record, rec=NOON, seq=seq) for seq, record in enumerate(records, first)]


def chunk(text: str, **more: Any) -> Chunk:
    """Return a chunk of code."""
    fields: dict[str, Any] = {
        "kind": "code",
        "text": text,
        "spans": (Span(record="r", start=0, end=len(text)),),
        "ts_start": NOON,
        "ts_end": NOON,
        "fields": Fields(body=index_text(text), path=index_text("src/app.py")),
        "made_by": "test",
        "lines": (1, 1 + text.count("\n")),
    }
    return Chunk(**{**fields, **more})


def session_of(*records: Record) -> Chunk:
    """Return the chunk these records make together."""
    text = "\n\n".join(record.text for record in records)
    return Chunk(
        kind="conversation",
        text=text,
        spans=tuple(Span(record=record.id, start=0, end=len(record.text)) for record in records),
        ts_start=records[0].ts,
        ts_end=records[-1].ts,
        fields=Fields(body=index_text(text)),
        made_by="turns",
    )


def entry(path: str, *, root: str = "/proj/app", **more: Any) -> FileEntry:
    """Return what is known of a file."""
    fields: dict[str, Any] = {
        "item": Item(path=path, name=path[len(root) + 1 :], size=9, mtime_ns=1, ctime_ns=2, inode=3),
        "root": root,
        "project": root,
        "sha256": "ab" * 32,
        "kind": "code",
        "language": "python",
        "encoding": "utf-8",
        "encoding_guessed": False,
        "ts": NOON,
        "time_from": "mtime",
        "read_at": NOON,
    }
    return FileEntry(**{**fields, **more})


class Ticking:
    """A clock that goes on by a second every time it is asked."""

    def __init__(self, start: datetime = NOON) -> None:
        self._seconds = count()
        self._start = start

    def __call__(self) -> datetime:
        """Tell the time."""
        return self._start + timedelta(seconds=next(self._seconds))


class MemoryBlobs:
    """Blobs without a disk."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def put(self, data: bytes) -> str:
        """Keep ``data``."""
        digest = sha256(data).hexdigest()
        self.kept[digest] = data
        return digest

    def get(self, digest: str) -> bytes:
        """Give it back."""
        if sha256(self.kept.get(digest, b"")).hexdigest() != digest:
            raise DamagedError(f"The stored original {digest[:12]} is missing.", hint="Restore it.")
        return self.kept[digest]


@dataclass(kw_only=True)
class FakeFolder:
    """A folder whose files stand in a dictionary; it counts how often each is read."""

    root: str = "/proj/app"
    kind: str = "folder"
    texts: dict[str, str | LeftOut] = field(default_factory=dict)
    stamps: dict[str, int] = field(default_factory=dict)
    left_out: list[LeftOut] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    commit: str = "c0ffee"

    def put(self, name: str, text: str | LeftOut) -> None:
        """Write a file: a new signature, whatever it holds."""
        self.texts[name] = text
        self.stamps[name] = self.stamps.get(name, SETTLED * 10**9) + 10**9

    def items(self) -> Iterator[Item | LeftOut]:
        """List the files."""
        yield from self.left_out
        for name in sorted(self.texts):
            item = self.one(f"{self.root}/{name}")
            assert item is not None
            yield item

    def one(self, path: str) -> Item | None:
        """Look at one file."""
        name = path[len(self.root) + 1 :]
        if name not in self.texts:
            return None
        text, stamp = self.texts[name], self.stamps[name]
        size = len(text) if isinstance(text, str) else 1
        return Item(path=path, name=name, size=size, mtime_ns=stamp, ctime_ns=stamp, inode=1)

    def records(self, item: Item, start: Position) -> Iterator[Record | LeftOut | Position]:
        """Read one file."""
        assert start == Position()
        self.read.append(item.name)
        text = self.texts[item.name]
        if isinstance(text, LeftOut):
            yield text
            return
        digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        yield Record(
            id=native_id("folder", "", item.path, digest),
            ts=datetime.fromtimestamp(item.mtime_ns / 1e9, UTC),
            actor="file",
            role="system",
            type="document",
            text=text,
            origin=Origin(source="folder", path=item.path, project=self.root),
            data={
                "kind": "note" if item.name.endswith(".md") else "code",
                "language": "python" if item.name.endswith(".py") else None,
                "encoding": "utf-8",
                "encoding_guessed": False,
                "sha256": digest,
                "size": len(text),
                "time_from": "mtime",
            },
        )

    def heads(self) -> Mapping[str, str]:
        """Tell the commit."""
        return {self.root: self.commit}


def house_with(store: Store, journal: Journal | None = None, **more: Any) -> House:
    """Return a house around ``store`` that needs no disk besides."""
    fields: dict[str, Any] = {
        "journal": journal or MemoryJournal("laptop", Ticking()),
        "blobs": MemoryBlobs(),
        "store": store,
        "clock": Ticking(),
        "key": KEY,
        "zone": "Europe/Berlin",
        "owner": "mia",
        "present": lambda _: True,
        "importing": nullcontext,
    }
    return House(**{**fields, **more})


def memory_in(folder: Path, **more: Any) -> Memory:
    """Return the memory of a home in ``folder``."""
    return Memory(Settings(home=folder / "home", zone="Europe/Berlin", owner="mia", **more))


def write(path: Path, text: str | bytes, *, at: float | None = SETTLED) -> Path:
    """Write a file that seems long untouched, unless ``at`` is None."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass"))
    if at is not None:
        os.utime(path, (at, at))
    return path


def chat(path: Path, *lines: Mapping[str, object], append: bool = False) -> Path:
    """Write a plain chat log."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a" if append else "w", encoding="utf-8") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    return path


def line(text: str, minute: float = 0, role: str = "user", **more: object) -> dict[str, object]:
    """Return one line of a plain chat log."""
    return {"ts": (NOON + timedelta(minutes=minute)).isoformat(), "role": role, "text": text, **more}


def everything(store: SqliteStore) -> dict[str, list[tuple[Any, ...]]]:
    """Return all that is indexed, without the row numbers, which tell only when something came."""
    chunks = []
    for row in store.db.execute(
        "SELECT c.id, p.kind, p.name, p.source, p.root, p.project, c.kind, c.ts_start, c.ts_end, t.body,"
        " c.char_start, c.char_end, c.line_start, c.line_end, c.symbol, c.heading, c.traits, c.made_by, c.digest"
        " FROM chunk c JOIN place p ON p.id = c.place JOIN text t ON t.id = c.text"
        " ORDER BY p.kind, p.name, c.ts_start, c.kind DESC, c.id"
    ).fetchall():
        spans = store.db.execute(
            'SELECT s.ord, r.key, s.start, s."end" FROM segment s JOIN record r ON r.id = s.record'
            " WHERE s.chunk = ? ORDER BY s.ord",
            (row[0],),
        ).fetchall()
        chunks.append((*row[1:9], zlib.decompress(row[9], -15).decode(), *row[10:], tuple(spans)))
    records = store.db.execute(
        "SELECT r.key, r.ts, r.tz, r.actor, r.role, r.type, t.hash, r.model, p.name, o.source, o.path, o.project,"
        " r.line, r.data, r.rec, r.seq FROM record r JOIN text t ON t.id = r.text JOIN origin o ON o.id = r.origin"
        " LEFT JOIN place p ON p.id = r.session ORDER BY r.key"
    ).fetchall()
    texts = store.db.execute("SELECT hash, chars FROM text ORDER BY hash").fetchall()
    sources = [(one.kind, one.root, one.options, one.added) for one in store.sources()]
    return {"chunks": chunks, "records": records, "texts": texts, "sources": sources}


def covered(store: SqliteStore) -> dict[str, list[tuple[int, int]]]:
    """Return the stretches of each record that chunks cover, in order."""
    found: dict[str, list[tuple[int, int]]] = {}
    for key, start, end in store.db.execute(
        'SELECT r.key, s.start, s."end" FROM segment s JOIN record r ON r.id = s.record ORDER BY r.key, s.start'
    ):
        found.setdefault(key, []).append((start, end))
    return found


def texts_of(hits: Sequence[Any]) -> list[str]:
    """Return what hits or candidates say."""
    return [hit.text for hit in hits]
