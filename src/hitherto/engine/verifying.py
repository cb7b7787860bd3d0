"""Comparing the index with the journal, record by record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hitherto.core.errors import HithertoError
from hitherto.core.ids import indexable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping

    from hitherto.core.model import Record
    from hitherto.core.ports import Blobs, Journal, Store
    from hitherto.core.seen import JournalFile

RECORDS_A_STEP = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that is not as it should be: where, and what."""

    where: str
    what: str


def verify(journal: Journal, blobs: Blobs, store: Store) -> Iterator[Difference]:
    """Yield every difference between what the journal says and what the index and the blobs hold."""
    matched = 0
    for file in journal.files():
        step: list[tuple[int, Record]] = []
        for line in journal.read(file.name, 0):
            if line.record is None:
                yield Difference(where=f"journal/{file.name}:{line.line}", what=line.fault)
                continue
            step.append((line.line, line.record))
            if len(step) >= RECORDS_A_STEP:
                matched += yield from _compared(file, step, store, blobs)
                step = []
        matched += yield from _compared(file, step, store, blobs)
    indexed = sum(count for name, count in store.counts().items() if name.startswith("records."))
    if indexed > matched:
        yield Difference(where="index", what=f"{indexed - matched} records are not in the journal")
    for fault in store.faults():
        yield Difference(where="index", what=fault)


def _compared(
    file: JournalFile, step: list[tuple[int, Record]], store: Store, blobs: Blobs
) -> Generator[Difference, None, int]:
    indexed = store.records([record.id for _, record in step])
    matched = 0
    for line, record in step:
        where = f"journal/{file.name}:{line}"
        what = _difference(record, indexed)
        if what is None:
            matched += (indexed[record.id].rec, indexed[record.id].seq) == (record.rec, record.seq)
        else:
            yield Difference(where=where, what=f"record {record.id}: {what}")
        blob = record.data.get("blob")
        if isinstance(blob, str):
            try:
                blobs.get(blob)
            except HithertoError as error:
                yield Difference(where=where, what=str(error))
    return matched


def _difference(record: Record, indexed: Mapping[str, Record]) -> str | None:
    found = indexed.get(record.id)
    if found is None:
        return "is not in the index"
    if record.rec is None or found.rec is None or (found.rec, found.seq) != (record.rec, record.seq):
        later = record.rec is not None and found.rec is not None and found.rec >= record.rec
        return None if later else "the index holds an earlier line"
    for name in ("ts", "tz", "actor", "role", "type", "text", "model", "session", "origin"):
        if getattr(found, name) != getattr(_as_indexed(record), name):
            return f"{name} differs"
    return None


def _as_indexed(record: Record) -> Record:
    return replace(
        record,
        text=indexable(record.text),
        actor=indexable(record.actor),
        session=record.session and indexable(record.session),
    )
