"""A session's records to chunks: a person's message and its answer are found as one, and shown with their spans."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

from hitherto.core.answer import BETWEEN_RECORDS
from hitherto.core.model import Chunk, Fields, Span
from hitherto.text.prose import pieces
from hitherto.text.words import index_text, language_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hitherto.core.model import Record

# A turn shorter than SHORT says too little to be found by itself; a chunk longer than LONG says too much at once.
SHORT = 40
LONG = 1800
# After a longer pause even a short turn is another moment.
PAUSE = timedelta(hours=1)
# Neighbours help where people chat in short lines and harm where an assistant answers at length.
CHATTY = 600
NEIGHBOUR = 400
GENERIC_ACTORS = frozenset({"user", "assistant", "system", "agent"})


class Segment(NamedTuple):
    """The characters ``start`` to ``end`` of a record."""

    record: Record
    start: int
    end: int

    @property
    def text(self) -> str:
        """What the segment says."""
        return self.record.text[self.start : self.end]


def session_chunks(records: Sequence[Record]) -> list[Chunk]:
    """Return the chunks of a session, whose records come in order: speech, then what its tools did."""
    speech = [record for record in records if record.type == "text" and record.text.strip()]
    groups = list(_groups(speech))
    texts = [text_of(group) for group in groups]
    chunks = [
        _speech_chunk(
            group, text, texts[place - 1] if place else "", texts[place + 1] if place + 1 < len(texts) else ""
        )
        for place, (group, text) in enumerate(zip(groups, texts, strict=True))
    ]
    for record in records:
        if record.type == "action" and record.text.strip():
            chunks += [_action_chunk(segment) for segment in _segments(record)]
    return chunks


def text_of(group: Sequence[Segment]) -> str:
    """Return the text of a chunk made of these segments."""
    return BETWEEN_RECORDS.join(segment.text for segment in group)


def _groups(speech: Sequence[Record]) -> Iterator[list[Segment]]:
    """Yield the segments of each chunk: one exchange, or a part of a long one, with short ones joined to it."""
    open_group: list[Segment] = []
    for exchange in _exchanges(speech):
        segments = [segment for record in exchange for segment in _segments(record)]
        size = _size(segments)
        soon = open_group and exchange[0].ts - open_group[-1].record.ts <= PAUSE
        if soon and size < SHORT and _size(open_group) + size <= LONG:
            open_group += segments
            continue
        if open_group:
            yield open_group
            open_group = []
        for segment in segments:
            if open_group and _size(open_group) + _size([segment]) > LONG:
                yield open_group
                open_group = []
            open_group.append(segment)
    if open_group:
        yield open_group


def _exchanges(speech: Sequence[Record]) -> Iterator[list[Record]]:
    exchange: list[Record] = []
    for record in speech:
        if record.role == "user" and exchange:
            yield exchange
            exchange = []
        exchange.append(record)
    if exchange:
        yield exchange


def _segments(record: Record) -> Iterator[Segment]:
    if len(record.text) <= LONG:
        yield Segment(record, 0, len(record.text))
        return
    start = end = 0
    for piece in pieces(record.text):
        if piece.end - start > LONG and end > start:
            yield Segment(record, start, end)
            start = end
        end = piece.end
    yield Segment(record, start, end)


def _size(segments: Sequence[Segment]) -> int:
    return sum(segment.end - segment.start + len(BETWEEN_RECORDS) for segment in segments)


def _speech_chunk(group: Sequence[Segment], text: str, before: str, after: str) -> Chunk:
    language = language_of(text)
    near = ""
    if len(text) <= CHATTY:
        near = before[-NEIGHBOUR:] + "\n" + after[:NEIGHBOUR]
    speakers = dict.fromkeys(segment.record.actor for segment in group)
    return Chunk(
        kind="conversation",
        text=text,
        spans=_spans(group),
        ts_start=min(segment.record.ts for segment in group),
        ts_end=max(segment.record.ts for segment in group),
        fields=Fields(
            path=index_text(_project_name(group[0].record)),
            symbol=index_text(" ".join(name for name in speakers if name not in GENERIC_ACTORS)),
            body=index_text(text, language),
            neighbours=index_text(near, language) if near else "",
        ),
        made_by="turns",
        language=language,
    )


def _action_chunk(segment: Segment) -> Chunk:
    record = segment.record
    return Chunk(
        kind="action",
        text=segment.text,
        spans=_spans([segment]),
        ts_start=record.ts,
        ts_end=record.ts,
        fields=Fields(
            path=index_text(_project_name(record)),
            symbol=index_text(str(record.data.get("tool") or "")),
            body=index_text(segment.text),
        ),
        made_by="actions",
    )


def _spans(group: Sequence[Segment]) -> tuple[Span, ...]:
    return tuple(Span(record=segment.record.id, start=segment.start, end=segment.end) for segment in group)


def _project_name(record: Record) -> str:
    return (record.origin.project or "").rstrip("/").rpartition("/")[2]
