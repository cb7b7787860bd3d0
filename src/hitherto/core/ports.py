"""The sockets that adapters fit. The engine knows these and never an adapter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from contextlib import AbstractContextManager

    from hitherto.core.answer import Candidate, Excerpt, Filter, Place
    from hitherto.core.meaning import Coverage, Model, Nearest, NoVector, Unembedded
    from hitherto.core.model import Chunk, JournalLine, LeftOut, Position, Record, SourceEntry, Touched
    from hitherto.core.seen import FileEntry, Item, JournalFile

Clock = Callable[[], datetime]


class Source(Protocol):
    """Something outside that yields records: a folder, or the logs of one agent.

    Reading never writes to, locks or follows a link out of ``root``.
    """

    @property
    def kind(self) -> str:
        """The dialect: ``folder``, ``claude-code``, ``openclaw``, ``jsonl``."""
        ...

    @property
    def root(self) -> str:
        """The absolute path that was added."""
        ...

    def items(self) -> Iterator[Item | LeftOut]:
        """Yield every file there is to read, and every one that is left out with the reason."""
        ...

    def records(self, item: Item, start: Position) -> Iterator[Record | LeftOut | Position]:
        """Yield what ``item`` holds, in file order.

        A ``Position`` says that everything before it has been yielded and need not be read again;
        a source that cannot resume ignores ``start`` and yields none.
        """
        ...

    def heads(self) -> Mapping[str, str]:
        """Return the commit each repository under ``root`` stands at (empty where there is no git)."""
        ...


class FileSource(Source, Protocol):
    """A source whose items are files that can be looked at one by one."""

    def one(self, path: str) -> Item | None:
        """Return the item at ``path`` as it is now, or None when it is not there to be read any more."""
        ...


class Journal(Protocol):
    """The truth: append-only, one JSON object a line, acknowledged only when it is on disk."""

    def append(self, records: Sequence[Record]) -> list[Record]:
        """Write ``records`` and return them with ``rec`` and ``seq``; durable when this returns."""
        ...

    def files(self) -> list[JournalFile]:
        """Return every day file of every device, oldest day first."""
        ...

    def read(self, name: str, start: int) -> Iterator[JournalLine]:
        """Stream the complete lines of ``name`` from byte ``start`` on."""
        ...

    def rewrite(self, name: str, change: Callable[[Record], Record | None], reason: str) -> int:
        """Replace (or, with None, remove) lines of one of this device's files; return how many changed."""
        ...


class Blobs(Protocol):
    """Originals by content hash, compressed, write-once."""

    def put(self, data: bytes) -> str:
        """Store ``data`` durably and return its sha256 in hex."""
        ...

    def get(self, digest: str) -> bytes:
        """Return what was stored; raises DamagedError when it is missing or altered."""
        ...


class Embedder(Protocol):
    """Texts into vectors of one model. See core.meaning for what a vector is."""

    @property
    def model(self) -> Model:
        """The model, exactly."""
        ...

    def documents(self, texts: Sequence[str]) -> list[bytes | NoVector]:
        """Return, for each text, its vector or why it has none.

        Raises EmbedderError where the embedder as a whole cannot be reached or loaded.
        """
        ...

    def query(self, text: str) -> bytes | None:
        """Return the vector of a question, None where the model does not know its script; raises EmbedderError."""
        ...

    def close(self) -> None:
        """Let go of what is held in memory; it is loaded again when it is needed."""
        ...


class Vectors(Protocol):
    """The vectors of one model for the chunks of a Store. Every write happens inside the store's ``transaction``."""

    @property
    def model(self) -> Model:
        """The model; vectors of another one are never mixed in."""
        ...

    def missing(self, limit: int) -> Sequence[Unembedded]:
        """Return chunks that have neither a vector nor a reason for having none, newest first."""
        ...

    def put(self, made: Mapping[int, tuple[bytes, bytes | NoVector]]) -> None:
        """Give chunks, by row, the key of the text that was embedded and its vector or why there is none.

        A chunk that is not there any more is passed over.
        """
        ...

    def known(self, keys: Sequence[bytes]) -> Mapping[bytes, bytes | NoVector]:
        """Return what is kept for texts that were embedded before, by key."""
        ...

    def coverage(self, where: Filter) -> Coverage:
        """Return how much of a scope has vectors."""
        ...

    def failed(self, limit: int) -> Sequence[tuple[Place, str]]:
        """Return where chunks stand that could not be embedded, and what was said about it."""
        ...

    def retry(self) -> None:
        """Let every chunk that failed be tried once more."""
        ...

    def nearest(self, query: bytes, where: Filter, limit: int) -> Nearest:
        """Return the chunks nearest to a query, ``where`` applied before the limit."""
        ...

    def cosines(self, query: bytes, chunks: Sequence[int]) -> Mapping[int, float]:
        """Return the cosine of each of ``chunks`` that has a vector."""
        ...


class Store(Protocol):
    """The index: derived, rebuildable. Every write happens inside ``transaction``."""

    def transaction(self) -> AbstractContextManager[None]:
        """Begin a write at once; commit on success, roll back on any exception."""
        ...

    def close(self) -> None:
        """Let go of the index."""
        ...

    def tidy(self) -> None:
        """Give space that is not used any more back."""
        ...

    def noted(self, name: str) -> str | None:
        """Return a remark about the whole index, such as that it is being rebuilt."""
        ...

    def note(self, name: str, value: str | None) -> None:
        """Set, or with None remove, a remark."""
        ...

    def unfinished(self) -> bool:
        """Return whether something was added whose first reading has not come to its end."""
        ...

    def counts(self) -> Mapping[str, int]:
        """Return how many records, chunks, files and sessions there are, by kind."""
        ...

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        """Return the indexed records with these ids."""
        ...

    def faults(self) -> Iterator[str]:
        """Yield what is wrong inside the index itself: damaged texts, speech that no chunk covers."""
        ...

    def around(self, record: str, count: int) -> tuple[Sequence[Record], Sequence[Record]]:
        """Return the speech just before and just after a record in its session."""
        ...

    def journal_state(self) -> Mapping[str, tuple[int, int]]:
        """Return (generation, bytes indexed) by journal file name."""
        ...

    def set_journal_state(self, name: str, generation: int, offset: int) -> None:
        """Remember how far a journal file is indexed."""
        ...

    def forget_journal_file(self, name: str) -> Touched:
        """Drop every record that came from ``name``."""
        ...

    def known(self, ids: Sequence[str]) -> Mapping[str, bytes]:
        """Return the text hash of each of ``ids`` that is indexed."""
        ...

    def put_records(self, records: Sequence[Record], name: str) -> Touched:
        """Index records of journal file ``name``; of equal ids the later line (rec, device, seq) stands."""
        ...

    def session_spans(self, session: str) -> Sequence[tuple[datetime, datetime, bool]]:
        """Return a session's chunks of speech in order: first and last instant, whether a person's turn begins it."""
        ...

    def session_records(self, session: str, since: datetime | None) -> Sequence[Record]:
        """Return a session's speech and actions from ``since`` on, in order."""
        ...

    def replace_session(self, session: str, since: datetime | None, chunks: Sequence[Chunk]) -> None:
        """Put ``chunks`` in the place of the session's chunks that begin at ``since`` or later."""
        ...

    def files(self, root: str) -> Mapping[str, FileEntry]:
        """Return the indexed files of a source by absolute path."""
        ...

    def file(self, path: str) -> FileEntry | None:
        """Return what is known of one file."""
        ...

    def put_file(self, entry: FileEntry, chunks: Sequence[Chunk]) -> None:
        """Replace what is indexed of a file: unchanged chunks stay, others are exchanged."""
        ...

    def touch_file(self, entry: FileEntry) -> None:
        """Remember a new signature of a file whose content is the same."""
        ...

    def drop_files(self, paths: Sequence[str]) -> None:
        """Forget files that are gone."""
        ...

    def sources(self) -> Sequence[SourceEntry]:
        """Return everything that was added, in order."""
        ...

    def put_source(self, entry: SourceEntry) -> None:
        """Add a source, or replace what is known of it."""
        ...

    def log_position(self, path: str) -> tuple[Item, Position] | None:
        """Return how far a chat log was read, and what it looked like then."""
        ...

    def forget_log_positions(self) -> None:
        """Let every chat log be read from its beginning again."""
        ...

    def set_log_position(self, item: Item, position: Position) -> None:
        """Remember how far a chat log was read."""
        ...

    def last_document(self, source: str, path: str) -> Record | None:
        """Return the newest recorded version of the note at ``path``."""
        ...

    def last_setting(self, root: str) -> Record | None:
        """Return the setting line about the source at ``root`` that was recorded last."""
        ...

    def topics(self) -> Sequence[tuple[str, Record]]:
        """Return every line about a topic with the device that wrote it, in the order of replay."""
        ...

    def documents(self, root: str) -> Sequence[Record]:
        """Return the newest recorded version of every note under ``root``."""
        ...

    def languages(self) -> Sequence[str]:
        """Return the languages whose stems are in the index, English first."""
        ...

    def frequencies(self, tokens: Sequence[str]) -> tuple[Mapping[str, int], int]:
        """Return the number of chunks each token occurs in, and the number of chunks."""
        ...

    def search(self, match: str, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return the best ``limit`` chunks for an FTS5 expression, ``where`` applied before the limit."""
        ...

    def between(self, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return the first ``limit`` chunks of ``where`` in the order of time."""
        ...

    def listed(self, where: Filter, limit: int) -> Sequence[Candidate]:
        """Return the first ``limit`` chunks of ``where`` as one reads them.

        Speech session by session, the one that began first within the range first; then notes, what tools did, and
        code, each in the order of time. Of a chunk that reaches into the range, a record lies in it.
        """
        ...

    def spread(self, match: str | None, where: Filter) -> Mapping[datetime, int]:
        """Return how many chunks of ``where`` begin in each quarter of an hour, by its first instant.

        Those that hold ``match``, an FTS5 expression, or all. What began before ``where.since`` and has a record in
        the range counts at ``where.since``.
        """
        ...

    def earlier_notes(self, where: Filter) -> Iterator[Record]:
        """Yield the version of each note that was recorded last before ``where.recorded_by``, if another came since.

        With ``where`` applied; none of a note that was gone by then.
        """
        ...

    def candidates(self, chunks: Sequence[int]) -> Sequence[Candidate]:
        """Return these chunks, in this order, without those that are gone; ``bm25`` is 0."""
        ...

    def models(self) -> Sequence[Model]:
        """Return the models whose vectors the index holds, oldest first."""
        ...

    def vectors(self, model: Model) -> Vectors:
        """Return the vectors of a model, none where it is new; resident for as long as the store is open."""
        ...

    def forget_model(self, model: Model) -> None:
        """Drop every vector of a model."""
        ...

    def excerpt(self, chunk: int) -> Excerpt | None:
        """Return what a chunk says, None where another process has removed it meanwhile."""
        ...

    def copies(self, text_key: int) -> Sequence[Place]:
        """Return every place where the text of a chunk stands."""
        ...
