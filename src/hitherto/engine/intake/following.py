"""The index follows the journal: whatever stands in the journal and not yet in the index is put there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hitherto.engine.topics import NOTED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from hitherto.core.model import Record
    from hitherto.core.ports import Journal, Store
    from hitherto.core.seen import JournalFile

# A transaction of this many lines ends within 50 ms: whoever else writes does not wait longer.
LINES_A_STEP = 64
# Chunks before the first new line that may change with it: the one it continues, the one that this may now be short
# enough to join, and the one whose neighbour it is.
CHUNKS_BEFORE = 3


def catch_up(journal: Journal, store: Store, may_go_on: Callable[[], bool]) -> bool:
    """Index the journal's tail, step by step, as long as ``may_go_on``; return whether it is complete."""
    files = journal.files()
    if any(_rewritten(file, store.journal_state()) for file in files):
        _begin_again(store, files)
    known = store.journal_state()
    for file in files:
        _, offset = known.get(file.name, (0, 0))
        if offset != file.size and not _follow(journal, store, file, offset, may_go_on):
            return False
    return True


def _rewritten(file: JournalFile, known: Mapping[str, tuple[int, int]]) -> bool:
    generation, offset = known.get(file.name, (file.generation, 0))
    return generation != file.generation or offset > file.size


def _begin_again(store: Store, files: Sequence[JournalFile]) -> None:
    """Forget the rewritten files, and read the others again: they may hold an earlier line of what is forgotten."""
    with store.transaction():
        known = store.journal_state()
        for name, (generation, _) in known.items():
            store.set_journal_state(name, generation, 0)
        # A day file that lost lines no longer holds what the logs were read for.
        store.forget_log_positions()
        store.note(NOTED, None)
        for file in files:
            if _rewritten(file, known):
                _rechunk(store, store.forget_journal_file(file.name).sessions)


def _follow(journal: Journal, store: Store, file: JournalFile, offset: int, may_go_on: Callable[[], bool]) -> bool:
    step: list[Record] = []
    end = offset
    for line in journal.read(file.name, offset):
        end = line.end
        if line.record is not None:
            step.append(line.record)
        if len(step) >= LINES_A_STEP:
            index_records(store, step, file, end)
            step = []
            if not may_go_on():
                return False
    index_records(store, step, file, end)
    return True


def index_records(store: Store, records: Sequence[Record], file: JournalFile, end: int) -> None:
    """Put journal lines into the index in one transaction: records, the sessions they touch, and the state they set."""
    with store.transaction():
        touched = store.put_records(records, file.name)
        for record in records:
            if record.type == "setting":
                apply_setting(store, record)
        if any(record.type == "topic" for record in records):
            store.note(NOTED, None)
        _rechunk(store, touched.sessions)
        store.set_journal_state(file.name, file.generation, end)


def apply_setting(store: Store, record: Record) -> None:
    """Replay one setting line, already indexed: a source the person added. The line recorded last stands."""
    from hitherto.core.model import SourceEntry  # noqa: PLC0415 - only where there is something new to follow

    source = record.data.get("source")
    if not isinstance(source, dict) or not {"kind", "root", "options"} <= source.keys():
        return
    kind, root, options = source["kind"], source["root"], source["options"]
    known = next((entry for entry in store.sources() if entry.root == root), None)
    if known is None:
        store.put_source(SourceEntry(kind=kind, root=root, options=options, added=record.ts))
        return
    added = min(known.added, record.ts)
    last = store.last_setting(root)
    if last is not None and last.id == record.id and (known.kind, dict(known.options)) != (kind, options):
        store.put_source(SourceEntry(kind=kind, root=root, options=options, added=added))
    elif added != known.added:
        store.put_source(replace(known, added=added))


def _rechunk(store: Store, sessions: Mapping[str, datetime]) -> None:
    from hitherto.engine.intake.turns import session_chunks  # noqa: PLC0415 - where nothing is new, nothing is chunked

    for session, earliest in sessions.items():
        load_from, replace_from = where_to_begin(store.session_spans(session), earliest)
        chunks = session_chunks(store.session_records(session, load_from))
        if replace_from is not None:
            chunks = [chunk for chunk in chunks if chunk.ts_start >= replace_from]
        store.replace_session(session, replace_from, chunks)


def where_to_begin(
    spans: Sequence[tuple[datetime, datetime, bool]], earliest: datetime
) -> tuple[datetime | None, datetime | None]:
    """Return from when to read and from when to replace a session, None for its beginning.

    A clean beginning is a chunk that a person's turn opens and that no earlier chunk reaches into. Two are needed
    before the first chunk that changes: the later one is replaced, the earlier one only gives it its neighbour.
    """
    changed = next((place for place, (_, end, _) in enumerate(spans) if end >= earliest), len(spans))
    limit = max(0, changed - CHUNKS_BEFORE)
    clean: list[datetime] = []
    reach: datetime | None = None
    for start, end, begins in spans[: limit + 1]:
        if begins and reach is not None and reach < start:
            clean.append(start)
        reach = end if reach is None or end > reach else reach
    return (clean[-2], clean[-1]) if len(clean) >= 2 else (None, None)
