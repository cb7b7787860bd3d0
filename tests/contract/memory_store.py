"""An index without a disk, for tests that need the port and not SQLite."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from tests.contract.memory_vectors import Embedded, MemoryVectors

from hitherto.core.answer import BETWEEN_RECORDS, Candidate, Excerpt, Filter, Part, Place
from hitherto.core.ids import indexable, native_id, text_hash
from hitherto.core.model import Chunk, Position, Record, SourceEntry, Touched
from hitherto.stores.journal_files import device_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import datetime

    from hitherto.core.meaning import Model
    from hitherto.core.seen import FileEntry, Item


@dataclass(frozen=True)
class Kept:
    """A chunk and where it stands: a session's name, or a file's path."""

    row: int
    chunk: Chunk
    session: str | None = None
    path: str | None = None


class MemoryStore:
    """Keeps what an index holds in dictionaries; a search compares whole tokens and knows no weights."""

    def __init__(self) -> None:
        self._remarks: dict[str, str] = {}
        self._journal: dict[str, tuple[int, int]] = {}
        self._records: dict[str, tuple[Record, str]] = {}
        self._chunks: list[Kept] = []
        self._files: dict[str, FileEntry] = {}
        self._sources: dict[str, SourceEntry] = {}
        self._positions: dict[str, tuple[Item, Position]] = {}
        self._row = 0
        self._embedded: dict[Model, Embedded] = {}

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Change all or nothing."""
        before = deepcopy(self.__dict__)
        try:
            yield
        except BaseException:
            self.__dict__.update(before)
            raise

    def close(self) -> None:
        """There is nothing to close."""

    def tidy(self) -> None:
        """Drop what was made of texts that no chunk has any more."""
        rows = {one.row for one in self._chunks}
        for one in self._embedded.values():
            one.keys = {row: key for row, key in one.keys.items() if row in rows}
            one.made = {key: made for key, made in one.made.items() if key in one.keys.values()}

    def noted(self, name: str) -> str | None:
        """Return a remark."""
        return self._remarks.get(name)

    def note(self, name: str, value: str | None) -> None:
        """Set or remove a remark."""
        self._remarks.pop(name, None)
        if value is not None:
            self._remarks[name] = value

    def unfinished(self) -> bool:
        """Tell whether a source was not read to its end."""
        return any(entry.indexed is None for entry in self._sources.values())

    def counts(self) -> Mapping[str, int]:
        """Count."""
        found: dict[str, int] = {}
        for kind in [f"records.{r.type}" for r, _ in self._records.values()] + [
            f"chunks.{kept.chunk.kind}" for kept in self._chunks
        ]:
            found[kind] = found.get(kind, 0) + 1
        found["files"] = sum(entry.left_out is None for entry in self._files.values())
        found["sessions"] = len({r.session for r, _ in self._records.values() if r.session is not None})
        return found

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        """Return records."""
        return {one: self._records[one][0] for one in ids if one in self._records}

    def faults(self) -> Iterator[str]:
        """Nothing is ever damaged here."""
        yield from ()

    def around(self, record: str, count: int) -> tuple[Sequence[Record], Sequence[Record]]:
        """Return the speech beside a record."""
        if record not in self._records or self._records[record][0].session is None:
            return [], []
        session = self._records[record][0].session or ""
        near = [r for r in self.session_records(session, None) if r.type == "text" or r.id == record]
        at = next(place for place, r in enumerate(near) if r.id == record)
        return near[max(0, at - count) : at], near[at + 1 : at + 1 + count]

    def journal_state(self) -> Mapping[str, tuple[int, int]]:
        """Return how far each file is indexed."""
        return dict(self._journal)

    def set_journal_state(self, name: str, generation: int, offset: int) -> None:
        """Remember it."""
        self._journal[name] = (generation, offset)

    def forget_journal_file(self, name: str) -> Touched:
        """Drop a file's records."""
        gone = [r for r, file in self._records.values() if file == name]
        for record in gone:
            del self._records[record.id]
        self._journal.pop(name, None)
        return _touched(gone)

    def known(self, ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return text hashes."""
        return {key: text_hash(record.text) for key, record in self.records(ids).items()}

    def put_records(self, records: Sequence[Record], name: str) -> Touched:
        """Keep records; the later line stands."""
        changed = []
        for record in records:
            old = self._records.get(record.id)
            order = _order(record, name)
            if old is None or _order(*old) < order:
                kept = replace(record, text=indexable(record.text), actor=indexable(record.actor))
                kept = replace(kept, session=record.session and indexable(record.session))
                self._records[record.id] = (kept, name)
                changed += [kept] if old is None else [kept, old[0]]
        self._journal.setdefault(name, (0, 0))
        return _touched(changed)

    def session_spans(self, session: str) -> Sequence[tuple[datetime, datetime, bool]]:
        """Return the chunks of speech of a session."""
        kept = [one.chunk for one in self._of_session(session) if one.chunk.kind == "conversation"]
        return [
            (
                one.ts_start,
                one.ts_end,
                one.spans[0].start == 0 and self._records[one.spans[0].record][0].role == "user",
            )
            for one in kept
        ]

    def session_records(self, session: str, since: datetime | None) -> Sequence[Record]:
        """Return a session's records in order."""
        found = [
            (r.ts, r.origin.path or "", r.origin.line or 0, r.rec, name, r.seq, r)
            for r, name in self._records.values()
            if r.session == indexable(session) and r.type in {"text", "action"} and (since is None or r.ts >= since)
        ]
        return [one[-1] for one in sorted(found, key=lambda one: one[:-1])]

    def replace_session(self, session: str, since: datetime | None, chunks: Sequence[Chunk]) -> None:
        """Exchange a session's chunks."""
        gone = [one for one in self._of_session(session) if since is None or one.chunk.ts_start >= since]
        self._chunks = [one for one in self._chunks if one not in gone]
        self._chunks += [Kept(self._next(), chunk, session=indexable(session)) for chunk in chunks]

    def files(self, root: str) -> Mapping[str, FileEntry]:
        """Return a source's files."""
        return {path: entry for path, entry in self._files.items() if entry.root == root}

    def file(self, path: str) -> FileEntry | None:
        """Return one file."""
        return self._files.get(path)

    def put_file(self, entry: FileEntry, chunks: Sequence[Chunk]) -> None:
        """Replace a file."""
        self.drop_files([entry.item.path])
        self.touch_file(entry)
        self._chunks += [Kept(self._next(), chunk, path=entry.item.path) for chunk in chunks]

    def touch_file(self, entry: FileEntry) -> None:
        """Remember a file."""
        self._files[entry.item.path] = entry

    def drop_files(self, paths: Sequence[str]) -> None:
        """Forget files."""
        self._chunks = [one for one in self._chunks if one.path not in paths or one.path is None]
        for path in paths:
            self._files.pop(path, None)

    def sources(self) -> Sequence[SourceEntry]:
        """Return all sources."""
        return sorted(self._sources.values(), key=lambda entry: entry.added)

    def put_source(self, entry: SourceEntry) -> None:
        """Keep a source."""
        old = self._sources.get(entry.root)
        self._sources[entry.root] = replace(entry, added=min(old.added, entry.added)) if old else entry

    def log_position(self, path: str) -> tuple[Item, Position] | None:
        """Return a position."""
        return self._positions.get(path)

    def forget_log_positions(self) -> None:
        """Let every chat log be read from its beginning again."""
        self._positions.clear()

    def set_log_position(self, item: Item, position: Position) -> None:
        """Keep a position."""
        self._positions[item.path] = (item, position)

    def last_document(self, source: str, path: str) -> Record | None:
        """Return a note's newest version."""
        return self._last("document", source, path)

    def last_setting(self, root: str) -> Record | None:
        """Return a source's newest setting."""
        return self._last("setting", "hitherto", root)

    def topics(self) -> Sequence[tuple[str, Record]]:
        """Return every line about a topic."""
        found = [(device_of(name), one) for one, name in self._records.values() if one.type == "topic"]
        return sorted(found, key=lambda line: (line[1].rec, line[0], line[1].seq))

    def documents(self, root: str) -> Sequence[Record]:
        """Return the newest version of every note."""
        below = root.rstrip("/") + "/"
        paths = {r.origin.path for r, _ in self._records.values() if r.type == "document" and r.origin.path}
        found = [self._last("document", None, one) for one in paths if one == root or one.startswith(below)]
        return [one for one in found if one is not None]

    def languages(self) -> Sequence[str]:
        """Return the languages."""
        return ["en", *sorted({one.chunk.language for one in self._chunks} - {"en"})]

    def frequencies(self, tokens: Sequence[str]) -> tuple[Mapping[str, int], int]:
        """Count chunks by token."""
        return {token: sum(token in _tokens(one.chunk) for one in self._chunks) for token in tokens}, len(self._chunks)

    def search(self, match: str, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return the chunks that hold every token of an expression of plain quoted tokens."""
        wanted = {word.strip('"()') for word in match.split()} - {"AND", ""}
        found = [self._candidate(one, 1.0) for one in self._chunks if wanted <= _tokens(one.chunk)]
        return [one for one in found if self._fits(one, where)][:limit]

    def between(self, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return chunks in the order of time."""
        found = [self._candidate(one, 0.0) for one in sorted(self._chunks, key=lambda one: one.chunk.ts_start)]
        return [one for one in found if self._fits(one, where)][:limit]

    def listed(self, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return chunks as one reads them."""
        kept = [one for one in self._chunks if self._fits(self._candidate(one, 0.0), where)]
        begun: dict[str | None, datetime] = {}
        for one in kept:
            first = max(one.chunk.ts_start, where.since or one.chunk.ts_start)
            begun[one.session] = min(first, begun.get(one.session, first))
        kinds = ["conversation", "note", "action", "code"]

        def order(one: Kept) -> tuple[Any, ...]:
            talk = one.chunk.kind == "conversation"
            first = begun[one.session] if talk else one.chunk.ts_start
            return kinds.index(one.chunk.kind), first, (one.session or "") if talk else "", one.chunk.ts_start, one.row

        return [self._candidate(one, 0.0) for one in sorted(kept, key=order)][:limit]

    def spread(self, match: str | None, where: Filter) -> Mapping[datetime, int]:
        """Count chunks by quarter of an hour."""
        found = self.between(where, 10**6) if match is None else self.search(match, where, 10**6)
        counts: Counter[datetime] = Counter()
        for one in found:
            first = max(one.ts_start, where.since or one.ts_start)
            counts[first.replace(minute=first.minute // 15 * 15, second=0, microsecond=0)] += 1
        return counts

    def earlier_notes(self, where: Filter) -> Iterator[Record]:
        """Yield the versions of notes that were the last ones then."""
        every = [r for r, _ in self._records.values() if r.type == "document"]
        for path in sorted({r.origin.path or "" for r in every}):
            versions = sorted((r for r in every if r.origin.path == path), key=lambda r: (str(r.rec), r.seq))
            then = [r for r in versions if where.recorded_by and r.rec and r.rec < where.recorded_by]
            if then and then[-1] is not versions[-1] and not then[-1].data.get("gone"):
                yield then[-1]

    def candidates(self, chunks: Sequence[int]) -> Sequence[Candidate]:
        """Return chunks by row."""
        kept = {one.row: one for one in self._chunks}
        return [self._candidate(kept[row], 0.0) for row in chunks if row in kept]

    def models(self) -> Sequence[Model]:
        """Return the models anything is kept of."""
        return list(self._embedded)

    def vectors(self, model: Model) -> MemoryVectors:
        """Return a model's vectors."""
        return MemoryVectors(self, model)

    def forget_model(self, model: Model) -> None:
        """Drop a model's vectors."""
        self._embedded.pop(model, None)

    def excerpt(self, chunk: int) -> Excerpt | None:
        """Return what a chunk says."""
        kept = next((one for one in self._chunks if one.row == chunk), None)
        if kept is None:
            return None
        if kept.path is not None:
            span = kept.chunk.spans[0]
            key = native_id("folder", "", kept.path, self._files[kept.path].sha256)
            return Excerpt(text=kept.chunk.text, record=f"{key}:{span.start}-{span.end}")
        parts: list[Part] = []
        at = 0
        for span in kept.chunk.spans:
            r, end = self._records[span.record][0], at + span.end - span.start
            where = {"path": r.origin.path, "line": r.origin.line}
            parts.append(Part(record=r.id, actor=r.actor, role=r.role, time=r.ts, start=at, end=end, **where))  # type: ignore[arg-type]
            at = end + len(BETWEEN_RECORDS)
        zone = self._records[parts[0].record][0].tz
        return Excerpt(text=kept.chunk.text, record=parts[0].record, tz=zone or "UTC", parts=tuple(parts))

    def copies(self, text_key: int) -> Sequence[Place]:
        """Return where a text stands."""
        return [self._place(one) for one in self._chunks if hash(one.chunk.text) == text_key]

    def _of_session(self, session: str) -> list[Kept]:
        kept = [one for one in self._chunks if one.session == indexable(session)]
        return sorted(kept, key=lambda one: (one.chunk.ts_start, one.row))

    def _next(self) -> int:
        self._row += 1
        return self._row

    def _last(self, kind: str, source: str | None, path: str) -> Record | None:
        found = [
            (r.rec, r.seq, r)
            for r, _ in self._records.values()
            if r.type == kind and r.origin.path == path and source in (None, r.origin.source)
        ]
        return max(found, key=lambda one: one[:2])[-1] if found else None

    def _place(self, kept: Kept) -> Place:
        if kept.path is not None:
            project = self._files[kept.path].project
            return Place(source="folder", path=kept.path, lines=kept.chunk.lines, session=None, project=project)
        first = self.session_records(kept.session or "", None)[0].origin
        return Place(source=first.source, path=None, lines=None, session=kept.session, project=first.project)

    def _candidate(self, kept: Kept, bm25: float) -> Candidate:
        chunk = kept.chunk
        return Candidate(
            chunk=kept.row,
            bm25=bm25,
            kind=chunk.kind,
            place=self._place(kept),
            symbol=chunk.symbol,
            heading=chunk.heading,
            traits=chunk.traits,
            ts_start=chunk.ts_start,
            ts_end=chunk.ts_end,
            time_from=self._files[kept.path].time_from if kept.path else "said",
            text_key=hash(chunk.text),
        )

    def _fits(self, one: Candidate, where: Filter) -> bool:
        """Know kind, time, session and source; the other restrictions are the real index's to prove."""
        checks: list[tuple[Any, bool]] = [
            (where.kind, one.kind == where.kind),
            (where.source, one.place.source == where.source),
            (where.session, (one.place.session or "").startswith(where.session or "")),
            (where.since, where.since is None or one.ts_end >= where.since),
            (where.until, where.until is None or one.ts_start < where.until),
        ]
        return all(held for asked, held in checks if asked is not None)


def _order(record: Record, name: str) -> tuple[Any, ...]:
    if record.rec is None or record.seq is None:
        raise ValueError("only lines read back from the journal are indexed")
    return record.rec, device_of(name), record.seq


def _touched(records: Sequence[Record]) -> Touched:
    first: dict[str, datetime] = {}
    for record in records:
        if record.session is not None:
            first[record.session] = min(record.ts, first.get(record.session, record.ts))
    return Touched(sessions=first)


def _tokens(chunk: Chunk) -> set[str]:
    fields = chunk.fields
    return set(f"{fields.path} {fields.symbol} {fields.body} {fields.neighbours}".split())
