"""Earlier versions of notes, as they were at an instant: read from the blobs one by one, found by their words."""

from __future__ import annotations

from dataclasses import replace
from math import log
from typing import TYPE_CHECKING, cast

from hitherto.core.answer import Candidate, Excerpt, Place
from hitherto.core.seen import Item
from hitherto.engine.intake.filing import file_chunks
from hitherto.text.words import marks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from hitherto.core.answer import Filter
    from hitherto.core.model import Chunk, Record, TimeFrom
    from hitherto.core.ports import Blobs, Store
    from hitherto.text.words import Term

# As in bm25: how soon more of the same word says nothing more.
SATURATION = 1.2


class EarlierNotes:
    """The versions that were the last ones before ``where.recorded_by`` and are not any more, with ``where`` applied.

    Only what matched is held in memory. They have no vectors and are no part of the text index, so that everything
    else is as if there were none.
    """

    def __init__(self, store: Store, blobs: Blobs, key: bytes, where: Filter) -> None:
        self._store = store
        self._blobs = blobs
        self._key = key
        self._where = where
        self._kept: dict[int, Excerpt] = {}

    def matching(self, terms: Sequence[Term], *, any_term: bool) -> list[Candidate]:
        """Return the chunks that hold all of ``terms``, or any; all chunks where there are no terms.

        Raises DamagedError where a version is missing or not what was kept.
        """
        weights = self._weights(terms)
        found: list[Candidate] = []
        for record, chunk, row in self._chunks():
            counts = [_count(chunk, term) for term in terms]
            if terms and not (any(counts) if any_term else all(counts)):
                continue
            span = chunk.spans[0]
            self._kept[row] = Excerpt(text=chunk.text, record=f"{record.id}:{span.start}-{span.end}")
            score = sum(weights[term] * _saturated(count) for term, count in zip(terms, counts, strict=True))
            found.append(_candidate(record, chunk, row, score))
        return found

    def excerpt(self, chunk: int) -> Excerpt | None:
        """Return what a chunk says that ``matching`` gave."""
        return self._kept.get(chunk)

    def _chunks(self) -> Iterator[tuple[Record, Chunk, int]]:
        row = 0
        for record in self._store.earlier_notes(self._where):
            for chunk in self._chunks_of(record):
                row -= 1
                yield record, chunk, row

    def _chunks_of(self, record: Record) -> list[Chunk]:
        text = self._blobs.get(str(record.data["blob"])).decode("utf-8", "surrogatepass")
        path = record.origin.path or ""
        item = Item(path=path, name=path.rpartition("/")[2], size=0, mtime_ns=0, ctime_ns=0, inode=0)
        return file_chunks(item, replace(record, text=text, data={**record.data, "kind": "note"}), self._key)

    def _weights(self, terms: Sequence[Term]) -> Mapping[Term, float]:
        """Return how much a term tells, by how rare it is in the index, as bm25 does."""
        counts, total = self._store.frequencies([word for term in terms for phrase in term.phrases for word in phrase])
        weights: dict[Term, float] = {}
        for term in terms:
            has = min(total, sum(min(counts[word] for word in phrase) for phrase in term.phrases))
            weights[term] = max(1e-6, log((total - has + 0.5) / (has + 0.5)))
        return weights


def _count(chunk: Chunk, term: Term) -> int:
    """Return how often a chunk says a term, its name and its headings included."""
    return len(marks(chunk.text, [term], chunk.language)) + _named(chunk, term)


def _named(chunk: Chunk, term: Term) -> int:
    named = {*chunk.fields.symbol.split(), *chunk.fields.path.split()}
    return sum(all(word in named for word in phrase) for phrase in term.phrases)


def _saturated(count: int) -> float:
    return count * (SATURATION + 1) / (count + SATURATION)


def _candidate(record: Record, chunk: Chunk, row: int, score: float) -> Candidate:
    origin = record.origin
    return Candidate(
        chunk=row,
        bm25=score,
        kind="note",
        place=Place(source=origin.source, path=origin.path, lines=chunk.lines, session=None, project=origin.project),
        symbol=chunk.symbol,
        heading=chunk.heading,
        traits=chunk.traits,
        ts_start=chunk.ts_start,
        ts_end=chunk.ts_end,
        time_from=cast("TimeFrom", record.data.get("time_from", "recorded")),
        text_key=row,
    )
