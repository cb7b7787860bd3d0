"""Memory: the verbs over one home. Adapters are put together here and nowhere else."""

from __future__ import annotations

import os
import time
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Self

from hitherto.app import adapters
from hitherto.app.asking import When, completed, looked_up, question_of, read, timeline
from hitherto.app.meaning import Embedding, Translators
from hitherto.core.answer import Filter
from hitherto.core.errors import (
    BusyError,
    HithertoError,
    NoSpaceError,
    UsageError,
)
from hitherto.engine.house import always

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from hitherto.app.asking import Read
    from hitherto.app.config import Settings
    from hitherto.core.answer import Hit, HitState, Order, Recall
    from hitherto.core.days import Timeline
    from hitherto.core.model import LeftOut, Record, SourceEntry
    from hitherto.core.ports import FileSource, Store
    from hitherto.core.seen import FileEntry
    from hitherto.core.topics import Board
    from hitherto.engine.by_words import Question
    from hitherto.engine.house import House, Meaning
    from hitherto.engine.intake.indexing import Progress

# A reader waits this long for the index to follow the journal before it answers from what is there.
CATCH_UP_SECONDS = 2.0
# A memory that answers one question after another looks at the journal no more often; years of it are many files.
LOOK_SECONDS = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What one ``add`` did: files looked at, changed and gone, records written, and all that was left out."""

    kind: str
    root: str
    files: int
    changed: int
    removed: int
    records: int
    left_out: tuple[LeftOut, ...]


def silent(_: Progress | Embedding) -> None:
    """Report nothing."""


class Memory:
    """One person's memory in ``settings.home``. Nothing is opened or made before it is needed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._house: House | None = None
        self._store: Store | None = None
        self._translators = Translators(settings)
        self._followed_at = -LOOK_SECONDS

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close what is open."""
        if self._store is not None:
            self._store.close()
        self._house = self._store = None
        self._followed_at = -LOOK_SECONDS

    @property
    def house(self) -> House:
        """The adapters of this home, for writing."""
        if self._house is None:
            self._house = adapters.open_house(self.settings, self._store)
            self._store = self._house.store
        return self._house

    @property
    def store(self) -> Store:
        """The index of this home, which is there and may be written."""
        if self._store is None:
            self._store = adapters.open_store(self.settings)
        return self._store

    def add(
        self,
        path: str,
        *,
        kind: str | None = None,
        encoding: str | None = None,
        consent: bool = False,
        report: Callable[[Progress], None] = silent,
    ) -> Added:
        """Take in the folder, repository, file or chat logs at ``path``; again, only what changed.

        Raises UsageError for a path that is not there, ConsentNeededError for a home folder, a drive root, or a
        root that held files and is suddenly empty, unless ``consent``.
        """
        from hitherto.app.roots import ask_about, existing  # noqa: PLC0415 - reading alone needs no source
        from hitherto.sources.detect import detect  # noqa: PLC0415

        real = existing(path)
        home = self.settings.home.resolve()
        if home in (real, *real.parents):
            raise UsageError(f"{path} is hitherto's own home.", hint="add what you want to find again, not the memory")
        if not consent:
            ask_about(real)
        found = detect(str(real))
        options: dict[str, object] = {} if encoding is None else {"encoding": encoding}
        root = found.root if kind in (None, found.kind) else str(real)
        return self._take(kind or found.kind, root, options, consent=consent, report=report)

    def again(
        self,
        *,
        consent: bool = False,
        report: Callable[[Progress], None] = silent,
        only: str | None = None,
    ) -> list[Added | HithertoError]:
        """Bring everything that was ever added up to date; one root's trouble does not stop the others.

        ``only`` is the root of the one source to look at.
        """
        adapters.require_home(self.settings)
        done: list[Added | HithertoError] = []
        for entry in self.house.store.sources():
            if only not in (None, entry.root):
                continue
            try:
                done.append(self._take(entry.kind, entry.root, dict(entry.options), consent=consent, report=report))
            except HithertoError as error:
                done.append(error)
        return done

    def _take(
        self, kind: str, root: str, options: dict[str, object], *, consent: bool, report: Callable[[Progress], None]
    ) -> Added:
        from hitherto.engine.intake.folders import take_folder  # noqa: PLC0415 - reading alone needs no source
        from hitherto.engine.intake.indexing import Progress, add_source, finish_source, take_logs  # noqa: PLC0415

        # The grammars of the optional extra unpack themselves; what hitherto writes belongs into its home.
        os.environ.setdefault("SEMBLE_GRAMMARS_CACHE_DIR", str(self.settings.home / "cache" / "grammars"))
        source = adapters.source_for(kind, root, options, self.settings)
        progress = Progress(report=report)
        entry = add_source(self.house, source, options)
        if kind == "folder":
            take_folder(self.house, source, progress, may_empty=consent)
        else:
            take_logs(self.house, source, progress)
        finish_source(self.house, entry, source, progress)
        return Added(
            kind=kind,
            root=source.root,
            files=progress.files,
            changed=progress.changed,
            removed=progress.removed,
            records=progress.records,
            left_out=tuple(progress.left_out),
        )

    def embed(self, *, going: Callable[[], bool] = always, report: Callable[[Embedding], None] = silent) -> int:
        """Make the vectors that are missing, newest first, as long as ``going``; return how many chunks were seen to.

        Every step is kept at once. Raises EmbedderError where the embedder cannot be loaded or reached: everything
        stays findable by words.
        """
        adapters.require_home(self.settings)
        return self._translators.embed(self.house.store, going, report)

    def serving(self, store: Store) -> tuple[Meaning | None, str]:
        """Return what finds by meaning now, or why nothing does."""
        return self._translators.serving(store)

    def release(self) -> None:
        """Let go of the models and vectors that are held in memory; a question by meaning loads them again."""
        if self._store is not None:
            self._translators.release()
            self.close()
            adapters.give_memory_back()

    def recall(  # noqa: PLR0913 - the restrictions of one question, each with its own name
        self,
        query: str,
        *,
        where: Filter | None = None,
        since: str | None = None,
        until: str | None = None,
        on: str | None = None,
        as_of: str | None = None,
        literal: bool = False,
        prompt: bool = False,
        by: Order | None = None,
        limit: int = 10,
        words_only: bool = False,
    ) -> Recall:
        """Return the hits for ``query``: best first, or in the order of time where a time restricts them.

        A time phrase in ``query`` restricts as dates do and is not looked for, unless ``literal`` or a date is given.
        With ``prompt`` the query is what somebody said to an agent: there a phrase restricts only where it asks about
        the past, and else lifts. ``as_of`` answers from what was recorded by the end of that day.

        Found by words and by meaning, unless ``words_only`` or nothing has a vector; ``ran`` of the answer says which.
        The files behind the hits are looked at before they are shown. Raises UsageError for a date that is none.
        """
        when = When(since=since, until=until, on=on, as_of=as_of, literal=literal, prompt=prompt)
        asked = read(self.settings, query, where or Filter(), when)
        question = question_of(asked, limit=limit, words_only=words_only, by=by)
        adapters.require_home(self.settings)
        self._check_source(question.where.source)
        if not self._may_write():
            return self._recall_read_only(query, question, asked)
        try:
            return self._recall_up_to_date(query, question, asked)
        except NoSpaceError:
            # What is there can still be found; nothing can be brought up to date.
            self.close()
            return self._recall_read_only(query, question, asked)

    def _recall_up_to_date(self, query: str, question: Question, asked: Read) -> Recall:
        complete = self._followed()
        answer = replace(self._found(self.store, question, self._refresh, asked), query=query)
        pending = not complete or self.store.unfinished() or self.store.noted("rebuilding") is not None
        return replace(answer, ran=replace(answer.ran, pending=pending))

    def _found(
        self, store: Store, question: Question, refresh: Callable[[str], tuple[HitState, bool]], asked: Read
    ) -> Recall:
        from hitherto.engine.recall import recall  # noqa: PLC0415 - a resident process may answer in our place

        meaning, why_not = (None, "words only") if question.words_only else self.serving(store)
        earlier = adapters.earlier_notes(self.settings, store, question.where)
        answer = recall(store, question, refresh, meaning, why_not, earlier)
        return completed(answer, store, question, asked)

    def timeline(self, asked: Read) -> Timeline:
        """Return how many pieces begin on each day; what is asked is as ``app.asking.read`` gives it."""
        adapters.require_home(self.settings)
        self._check_source(asked.where.source)
        with self.reading() as store:
            return timeline(self.settings, store, asked)

    def one(self, wanted: str) -> Recall:
        """Return what has this id, of an utterance or of a hit, as an answer of one hit; raises UsageError."""
        adapters.require_home(self.settings)
        with self.reading() as store:
            return looked_up(store, wanted)

    def _check_source(self, wanted: str | None) -> None:
        """Raise UsageError for a source that nothing was ever added from: a misspelt name finds nothing either."""
        if wanted is None:
            return
        with self.reading() as store:
            entries = store.sources()
        names = {entry.kind for entry in entries} | {entry.root for entry in entries}
        folder = wanted.rstrip("/") + "/"
        if entries and wanted not in names and not any(name.startswith(folder) for name in names):
            raise UsageError(f"Nothing was added from {wanted}.", hint=f"added so far: {', '.join(sorted(names))}")

    @contextmanager
    def reading(self) -> Iterator[Store]:
        """Give the index for reading: this home's own, or a read-only one where nothing can be written."""
        if self._may_write():
            yield self.store
            return
        store = adapters.open_store(self.settings, read_only=True)
        try:
            yield store
        finally:
            store.close()

    def topics(self) -> Board:
        """Return where we are: the topics the person wrote down, as the journal has them at this moment."""
        from hitherto.app.topics import board_now  # noqa: PLC0415 - a question needs no board

        return board_now(self.settings, self.reading, self.follow if self._may_write() else None)

    def around(self, record: str, count: int) -> tuple[Sequence[Record], Sequence[Record]]:
        """Return up to ``count`` utterances before and after a record of a conversation."""
        with self.reading() as store:
            return store.around(record, count)

    def lines_around(self, hit: Hit, count: int) -> tuple[list[str], list[str]]:
        """Return up to ``count`` lines before and after a hit in its file; none where it is not current."""
        place = hit.place
        if hit.state != "current" or place.path is None or place.lines is None:
            return [], []
        with self.reading() as store:
            entry = store.file(place.path)
            source = self._source_of(store, entry.root) if entry else None
        from hitherto.core.model import Position, Record  # noqa: PLC0415 - only where lines around are asked for
        from hitherto.text.secrets import redact  # noqa: PLC0415

        item = source.one(place.path) if source else None
        record = (
            next((one for one in source.records(item, Position()) if isinstance(one, Record)), None)
            if source and item
            else None
        )
        if record is None:
            return [], []
        lines = redact(record.text, adapters.home_of(self.settings).key())[0].split("\n")
        first, last = place.lines
        return lines[max(0, first - 1 - count) : first - 1], lines[last : last + count]

    def restore_notes(self, entry: SourceEntry) -> None:
        """Index the kept versions of the notes of a folder that cannot be read."""
        from hitherto.engine.intake.folders import restore_notes  # noqa: PLC0415 - a rebuild alone needs it

        restore_notes(self.house, entry.root)

    def _followed(self) -> bool:
        """Let the index follow the journal for a moment; return whether it has reached the end.

        Where another process is writing, what is there answers: a question does not fail for that.
        """
        now = time.monotonic()
        if now - self._followed_at < LOOK_SECONDS:
            return True
        try:
            complete = self.follow(lambda: time.monotonic() < now + CATCH_UP_SECONDS)
        except BusyError:
            return False
        self._followed_at = now if complete else -LOOK_SECONDS
        return complete

    def follow(self, may_go_on: Callable[[], bool]) -> bool:
        """Let the index follow the journal as long as ``may_go_on``; return whether it has reached the end."""
        mark = adapters.journal_mark(self.settings)
        if self.store.noted(adapters.FOLLOWED) == mark:
            return True
        from hitherto.engine.intake.following import catch_up  # noqa: PLC0415 - mostly there is nothing new

        complete = not adapters.unread(self.settings, self.store) or catch_up(self.house.journal, self.store, may_go_on)
        if complete:
            # Taken before the journal was read, so that a line written meanwhile is not taken for read.
            with self.store.transaction():
                self.store.note(adapters.FOLLOWED, mark)
        return complete

    def _recall_read_only(self, query: str, question: Question, asked: Read) -> Recall:
        with closing(adapters.open_store(self.settings, read_only=True)) as store:
            answer = replace(self._found(store, question, partial(_look, store), asked), query=query)
            pending = store.unfinished() or adapters.unread(self.settings, store)
        return replace(answer, ran=replace(answer.ran, read_only=True, pending=pending))

    def _may_write(self) -> bool:
        home = self.settings.home
        database = home / adapters.DATABASE
        return os.access(home, os.W_OK) and (not database.exists() or os.access(database, os.W_OK))

    def _refresh(self, path: str) -> tuple[HitState, bool]:
        """Bring one file up to date; a file that another process is writing about right now is only marked."""
        entry = self.store.file(path)
        if entry is None or is_current(entry):
            return "current", False
        from hitherto.engine.intake.folders import refresh  # noqa: PLC0415 - only a changed file needs it

        try:
            was = refresh(self.house, self._source_of(self.store, entry.root), path)
        except BusyError:
            return "stale", False
        return ("unreachable" if was == "unreachable" else "current"), was in ("changed", "gone")

    def _source_of(self, store: Store, root: str) -> FileSource:
        known = next((entry for entry in store.sources() if entry.root == root), None)
        return adapters.folder_for(root, known.options if known else {}, self.settings)


def is_current(entry: FileEntry) -> bool:
    """Return whether the file is surely as it was read."""
    item = adapters.look(entry.item.path)
    return item is not None and not entry.may_differ(item)


def _look(store: Store, path: str) -> tuple[HitState, bool]:
    """Say whether one file is still as it was indexed, where nothing can be written."""
    entry = store.file(path)
    if entry is None or is_current(entry):
        return "current", False
    return ("stale" if adapters.present(entry.root) else "unreachable"), False
