"""The Store of one home: the socket's methods over the functions of this room."""

from __future__ import annotations

from functools import partial, wraps
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from hitherto.core.ids import indexable
from hitherto.stores.journal_files import device_of
from hitherto.stores.sqlite import checks, chunks, database, files, records, search
from hitherto.stores.sqlite.rows import micros
from hitherto.stores.vectors import links
from hitherto.stores.vectors import rows as vector_rows
from hitherto.stores.vectors.index import SCANNED_AT_MOST, Index, clean
from hitherto.stores.vectors.vectors import SqliteVectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from datetime import datetime
    from pathlib import Path

    from hitherto.core.answer import Candidate, Excerpt, Filter, Place
    from hitherto.core.meaning import Model
    from hitherto.core.model import Chunk, Position, Record, SourceEntry, Touched
    from hitherto.core.seen import FileEntry, Item


P = ParamSpec("P")
T = TypeVar("T")


def _explained(
    read: Callable[Concatenate[SqliteStore, P], T],
) -> Callable[Concatenate[SqliteStore, P], T]:
    """Let a method outside a transaction raise our errors in the place of SQLite's."""

    @wraps(read)
    def explained(self: SqliteStore, /, *args: P.args, **options: P.kwargs) -> T:
        with database.translated(self.path):
            return read(self, *args, **options)

    return explained


class SqliteStore:
    """The index in the file ``path``; one connection, to be used by one thread.

    More vectors than ``scanned_at_most`` are searched by an approximate index.
    """

    def __init__(self, path: Path, *, read_only: bool = False, scanned_at_most: int = SCANNED_AT_MOST) -> None:
        self.path = path
        self.read_only = read_only
        self.db = database.open_database(path, read_only=read_only)
        self._vectors: dict[Model, SqliteVectors] = {}
        self._index = Index(
            path=path,
            db=self.db,
            transaction=self.transaction,
            translated=partial(database.translated, path),
            conditions=search.conditions,
            micros=micros,
            unembedded=search.unembedded,
            places=search.places,
            scanned_at_most=scanned_at_most,
        )

    def close(self) -> None:
        """Close the file; the last one to close leaves no write-ahead log behind."""
        for vectors in self._vectors.values():
            vectors.close()
        self.db.close()

    def transaction(self) -> AbstractContextManager[None]:
        """Take the write lock at once; commit at the end or leave nothing."""
        return database.transaction(self.db, self.path)

    def tidy(self) -> None:
        """Drop the vectors no chunk has any more, and give pages that are not used back to the disk."""
        if self._any_unused():
            with self.transaction():
                links.drop_unused(self.db)
        for model in self.models():
            self.vectors(model).settle()
        clean(self._index)
        with database.translated(self.path):
            self.db.execute("PRAGMA incremental_vacuum").fetchall()

    @_explained
    def _any_unused(self) -> bool:
        return bool(links.unused(self.db))

    @_explained
    def noted(self, name: str) -> str | None:
        """Return a remark about the whole index."""
        return checks.noted(self.db, name)

    def note(self, name: str, value: str | None) -> None:
        """Set, or with None remove, a remark."""
        checks.note(self.db, name, value)

    @_explained
    def unfinished(self) -> bool:
        """Return whether something was added and not read to its end yet."""
        return checks.unfinished(self.db)

    @_explained
    def counts(self) -> Mapping[str, int]:
        """Return how many records, chunks, files and sessions there are."""
        return checks.counts(self.db)

    @_explained
    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        """Return the indexed records with these ids."""
        return records.records(self.db, ids)

    def faults(self) -> Iterator[str]:
        """Yield what is wrong inside the index itself."""
        with database.translated(self.path):
            yield from checks.faults(self.db)

    @_explained
    def around(self, record: str, count: int) -> tuple[Sequence[Record], Sequence[Record]]:
        """Return the speech just before and just after a record."""
        return records.around(self.db, record, count)

    @_explained
    def journal_state(self) -> Mapping[str, tuple[int, int]]:
        """Return (generation, bytes indexed) by journal file."""
        return records.journal_state(self.db)

    def set_journal_state(self, name: str, generation: int, offset: int) -> None:
        """Remember how far a journal file is indexed."""
        records.set_journal_state(self.db, name, generation, offset)

    def forget_journal_file(self, name: str) -> Touched:
        """Drop every record that came from a journal file."""
        return records.forget_journal_file(self.db, name)

    @_explained
    def known(self, ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the text hash of each id that is indexed."""
        return records.known(self.db, ids)

    def put_records(self, lines: Sequence[Record], name: str) -> Touched:
        """Index records of a journal file."""
        return records.put_records(self.db, lines, name, device_of(name))

    @_explained
    def session_spans(self, session: str) -> Sequence[tuple[datetime, datetime, bool]]:
        """Return a session's chunks of speech in order: first and last instant, whether a person's turn begins it."""
        return records.session_spans(self.db, session)

    @_explained
    def session_records(self, session: str, since: datetime | None) -> Sequence[Record]:
        """Return a session's speech and actions from ``since`` on, in order."""
        return records.session_records(self.db, session, since)

    def replace_session(self, session: str, since: datetime | None, pieces: Sequence[Chunk]) -> None:
        """Exchange a session's chunks from ``since`` on."""
        place = self.db.execute("SELECT id FROM place WHERE kind = 'session' AND name = ?", (indexable(session),)).get
        if place is not None:
            chunks.replace_session_chunks(self.db, int(place), since, pieces)

    @_explained
    def files(self, root: str) -> Mapping[str, FileEntry]:
        """Return the indexed files of a source by absolute path."""
        return files.files(self.db, root)

    @_explained
    def file(self, path: str) -> FileEntry | None:
        """Return what is known of one file."""
        return files.file(self.db, path)

    def put_file(self, entry: FileEntry, pieces: Sequence[Chunk]) -> None:
        """Replace what is indexed of a file."""
        files.put_file(self.db, entry, pieces)

    def touch_file(self, entry: FileEntry) -> None:
        """Remember a new signature of a file whose content is the same."""
        files.touch_file(self.db, entry)

    def drop_files(self, paths: Sequence[str]) -> None:
        """Forget files that are gone."""
        files.drop_files(self.db, paths)

    @_explained
    def sources(self) -> Sequence[SourceEntry]:
        """Return everything that was added, in order."""
        return files.sources(self.db)

    def put_source(self, entry: SourceEntry) -> None:
        """Add a source, or replace what is known of it."""
        files.put_source(self.db, entry)

    @_explained
    def log_position(self, path: str) -> tuple[Item, Position] | None:
        """Return how far a chat log was read."""
        return files.log_position(self.db, path)

    def forget_log_positions(self) -> None:
        """Let every chat log be read from its beginning again."""
        files.forget_log_positions(self.db)

    def set_log_position(self, item: Item, position: Position) -> None:
        """Remember how far a chat log was read."""
        files.set_log_position(self.db, item, position)

    @_explained
    def languages(self) -> Sequence[str]:
        """Return the languages whose stems are in the index."""
        return search.languages(self.db)

    @_explained
    def topics(self) -> Sequence[tuple[str, Record]]:
        """Return every line about a topic with the device that wrote it, in the order of replay."""
        return records.topics(self.db)

    @_explained
    def documents(self, root: str) -> Sequence[Record]:
        """Return the newest recorded version of every note under ``root``."""
        return records.documents(self.db, root)

    @_explained
    def last_document(self, source: str, path: str) -> Record | None:
        """Return the newest recorded version of a note."""
        return records.last_document(self.db, source, path)

    @_explained
    def last_setting(self, root: str) -> Record | None:
        """Return the setting line about a source that was recorded last."""
        return records.last_setting(self.db, root)

    @_explained
    def frequencies(self, tokens: Sequence[str]) -> tuple[Mapping[str, int], int]:
        """Return the number of chunks each token occurs in, and the number of chunks."""
        return search.frequencies(self.db, tokens)

    @_explained
    def search(self, match: str, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return the best chunks for an FTS5 expression."""
        return search.search(self.db, match, where, limit)

    @_explained
    def between(self, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return the first chunks of ``where`` in the order of time."""
        return search.between(self.db, where, limit)

    @_explained
    def listed(self, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return the first chunks of ``where`` as one reads them."""
        return search.listed(self.db, where, limit)

    @_explained
    def spread(self, match: str | None, where: Filter) -> Mapping[datetime, int]:
        """Return how many chunks begin in each quarter of an hour."""
        return search.spread(self.db, match, where)

    def earlier_notes(self, where: Filter) -> Iterator[Record]:
        """Yield the version of each note that was recorded last before an instant, if another came since."""
        with database.translated(self.path):
            yield from records.earlier_notes(self.db, where)

    @_explained
    def candidates(self, rows: Sequence[int]) -> Sequence[Candidate]:
        """Return these chunks, in this order, without those that are gone."""
        return search.load(self.db, [(row, 0.0) for row in rows])

    @_explained
    def models(self) -> Sequence[Model]:
        """Return the models whose vectors the index holds, oldest first."""
        return vector_rows.models(self.db)

    def vectors(self, model: Model) -> SqliteVectors:
        """Return the vectors of a model; the same ones whenever they are asked for."""
        if model not in self._vectors:
            self._vectors[model] = SqliteVectors(self._index, model)
        return self._vectors[model]

    def forget_model(self, model: Model) -> None:
        """Drop every vector of a model."""
        vector_rows.forget_model(self.db, model)

    @_explained
    def excerpt(self, chunk: int) -> Excerpt | None:
        """Return what a chunk says, None where it is not there any more."""
        return search.excerpt(self.db, chunk)

    @_explained
    def copies(self, text_key: int) -> Sequence[Place]:
        """Return every place where a text stands."""
        return search.copies(self.db, text_key)
