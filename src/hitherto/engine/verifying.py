"""Comparing the index with the journal, record by record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hitherto.core.errors import DamagedError, HithertoError
from hitherto.core.ids import indexable

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

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
    indexed, damaged = _indexed(store, [record.id for _, record in step])
    matched = 0
    for line, record in step:
        where = f"journal/{file.name}:{line}"
        found = indexed.get(record.id)
        if record.id in damaged:
            what: str | None = "its text in the index is damaged"
            matched += 1
        elif found is None:
            what = "is not in the index"
        else:
            what = _difference(record, found)
            matched += (found.rec, found.seq) == (record.rec, record.seq)
        if what is not None:
            yield Difference(where=where, what=f"record {record.id}: {what}")
        blob = record.data.get("blob")
        if isinstance(blob, str):
            try:
                blobs.get(blob)
            except HithertoError as error:
                yield Difference(where=where, what=str(error))
    return matched


def _indexed(store: Store, ids: Sequence[str]) -> tuple[Mapping[str, Record], set[str]]:
    """Return what the index holds of ``ids``, and those it holds but cannot give."""
    try:
        return store.records(ids), set()
    except DamagedError:
        if len(ids) == 1:
            return {}, set(ids)
        half = len(ids) // 2
        first, second = _indexed(store, ids[:half]), _indexed(store, ids[half:])
        return {**first[0], **second[0]}, first[1] | second[1]


def _difference(record: Record, found: Record) -> str | None:
    if record.rec is None or found.rec is None or (found.rec, found.seq) != (record.rec, record.seq):
        later = record.rec is not None and found.rec is not None and found.rec >= record.rec
        return None if later else "the index holds an earlier line"
    for name in ("ts", "tz", "actor", "role", "type", "text", "model", "session", "origin", "data"):
        if _indexable(getattr(found, name)) != _indexable(getattr(record, name)):
            return f"{name} differs"
    return None


def _indexable(value: object) -> object:
    """Return a value as the index holds it; journal and index say it with the same JSON."""
    if isinstance(value, str):
        return indexable(value)
    if isinstance(value, Mapping):
        return {indexable(str(name)): _indexable(inner) for name, inner in value.items()}
    return [_indexable(inner) for inner in value] if isinstance(value, list) else value
