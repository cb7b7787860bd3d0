"""Memory: the verbs over one home. Adapters are put together here and nowhere else."""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.app import adapters
from hitherto.app.dates import range_of
from hitherto.core.errors import BusyError, ConsentNeededError, HithertoError, UsageError
from hitherto.core.model import Filter
from hitherto.engine.following import catch_up
from hitherto.engine.recall import Question
from hitherto.engine.recall import recall as find_hits

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from hitherto.app.config import Settings
    from hitherto.core.model import HitState, LeftOut, Recall, TimeRange
    from hitherto.core.ports import Source, Store
    from hitherto.engine.indexing import House, Progress

# A reader waits this long for the index to follow the journal before it answers from what is there.
CATCH_UP_SECONDS = 2.0


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


def silent(_: Progress) -> None:
    """Report nothing."""


class Memory:
    """One person's memory in ``settings.home``. Nothing is opened or made before it is needed."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._house: House | None = None

    def __enter__(self) -> Memory:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close what is open."""
        if self._house is not None:
            self._house.store.close()
        self._house = None

    @property
    def house(self) -> House:
        """The adapters of this home, for writing."""
        if self._house is None:
            self._house = adapters.open_house(self.settings)
        return self._house

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
        from hitherto.sources.detect import detect  # noqa: PLC0415 - reading alone needs no source

        real = existing(path)
        if not consent:
            ask_about(real)
        found = detect(str(real))
        options: dict[str, object] = {} if encoding is None else {"encoding": encoding}
        root = found.root if kind in (None, found.kind) else str(real)
        return self._take(kind or found.kind, root, options, consent=consent, report=report)

    def again(self, *, consent: bool = False, report: Callable[[Progress], None] = silent) -> list[Added | HithertoError]:
        """Bring everything that was ever added up to date; one root's trouble does not stop the others."""
        done: list[Added | HithertoError] = []
        for entry in self.house.store.sources():
            try:
                done.append(self._take(entry.kind, entry.root, dict(entry.options), consent=consent, report=report))
            except HithertoError as error:
                done.append(error)
        return done

    def _take(
        self, kind: str, root: str, options: dict[str, object], *, consent: bool, report: Callable[[Progress], None]
    ) -> Added:
        from hitherto.engine.folders import take_folder  # noqa: PLC0415 - reading alone needs no source
        from hitherto.engine.indexing import Progress, add_source, finish_source, take_logs  # noqa: PLC0415

        source = adapters.source_for(kind, root, options, self.settings)
        progress = Progress(report=report)
        entry = add_source(self.house, source, options)
        if kind == "folder":
            take_folder(self.house, source, progress, may_empty=consent)
        else:
            take_logs(self.house, source, progress)
        finish_source(self.house, entry, source, progress)
        return Added(
            kind=kind, root=source.root, files=progress.files, changed=progress.changed, removed=progress.removed,
            records=progress.records, left_out=tuple(progress.left_out),
        )

    def recall(
        self,
        query: str,
        *,
        where: Filter | None = None,
        since: str | None = None,
        until: str | None = None,
        on: str | None = None,
        limit: int = 10,
    ) -> Recall:
        """Return the hits for ``query``: best first, or in the order of time where a time restricts them.

        The files behind the hits are looked at before they are shown. Raises UsageError for a date that is none.
        """
        reading = range_of(self.settings.zone, since=since, until=until, on=on)
        where = restricted(where or Filter(), reading)
        question = Question(text=query, where=where, limit=limit, reading=reading)
        adapters.require_home(self.settings)
        if not self._may_write():
            return self._recall_read_only(question)
        house = self.house
        deadline = time.monotonic() + CATCH_UP_SECONDS
        complete = catch_up(house.journal, house.store, lambda: time.monotonic() < deadline)
        answer = find_hits(house.store, question, self._refresh)
        pending = not complete or house.store.noted("rebuilding") is not None
        return replace(answer, ran=replace(answer.ran, pending=pending))

    def _recall_read_only(self, question: Question) -> Recall:
        store = adapters.open_reader(self.settings)
        try:
            answer = find_hits(store, question, partial(self._look, store))
        finally:
            store.close()
        return replace(answer, ran=replace(answer.ran, read_only=True))

    def _may_write(self) -> bool:
        home = self.settings.home
        database = home / adapters.DATABASE
        return os.access(home, os.W_OK) and (not database.exists() or os.access(database, os.W_OK))

    def _refresh(self, path: str) -> tuple[HitState, bool]:
        """Bring one file up to date; a file that another process is writing about right now is only marked."""
        from hitherto.engine.folders import refresh  # noqa: PLC0415 - conversations need no source

        entry = self.house.store.file(path)
        if entry is None:
            return "current", False
        try:
            was = refresh(self.house, self._source_of(self.house.store, entry.root), path)
        except BusyError:
            return "stale", False
        return ("unreachable" if was == "unreachable" else "current"), was in ("changed", "gone")

    def _look(self, store: Store, path: str) -> tuple[HitState, bool]:
        """Say whether one file is still as it was indexed, where nothing can be written."""
        from hitherto.engine.folders import state_of  # noqa: PLC0415 - conversations need no source

        entry = store.file(path)
        return ("current" if entry is None else state_of(entry, self._source_of(store, entry.root))), False

    def _source_of(self, store: Store, root: str) -> Source:
        known = next((entry for entry in store.sources() if entry.root == root), None)
        return adapters.source_for("folder", root, known.options if known else {}, self.settings)


def existing(path: str) -> Path:
    """Return the real path of something that is there. Raises UsageError otherwise."""
    real = Path(path).expanduser()
    try:
        return real.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"There is nothing to read at {path}.", hint="check the path") from error


def ask_about(path: Path) -> None:
    """Raise ConsentNeededError for a whole home folder or drive, which is rarely meant."""
    home = Path.home()
    if path == home or path in home.parents or path.is_mount() and path.parent == path:
        raise ConsentNeededError(
            f"{path} holds far more than one project: everything in it would be indexed.",
            hint="add the folders you work in, or repeat with --yes",
        )


def restricted(where: Filter, reading: TimeRange | None) -> Filter:
    """Return ``where`` with the range of ``reading``."""
    return where if reading is None else replace(where, since=reading.start, until=reading.end)
