"""What a person asked, read with the clock and the zone of the settings; and what is asked besides a query."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from hitherto.app import adapters
from hitherto.app.config import WEEK_STARTS
from hitherto.app.dates import period, range_of
from hitherto.core.answer import Filter, Hit, Part, Place, Ran, Recall
from hitherto.core.errors import UsageError

if TYPE_CHECKING:
    from datetime import datetime

    from hitherto.app.config import Settings
    from hitherto.core.answer import Order, TimeRange
    from hitherto.core.days import Timeline
    from hitherto.core.model import Record
    from hitherto.core.ports import Store
    from hitherto.engine.by_words import Question

# Files in which a hit is looked for by its id, at most so many pieces each.
MOST_PIECES = 100_000


class When(NamedTuple):
    """What was said about time besides the query. ``literal`` leaves the query as it is; ``prompt`` says it is none.

    ``since``, ``until`` and ``on`` are days as ``period`` reads them, and outrank the query; so is ``as_of``, of which
    the last instant counts. ``ahead`` lets what lies ahead restrict as well: what is dated then is counted.
    """

    since: str | None = None
    until: str | None = None
    on: str | None = None
    as_of: str | None = None
    literal: bool = False
    prompt: bool = False
    ahead: bool = False


class Read(NamedTuple):
    """How a query was read: the range, its other readings, the rest of the query, and the restrictions of both."""

    reading: TimeRange | None
    others: tuple[TimeRange, ...]
    rest: str
    narrowed: bool
    where: Filter


def read(settings: Settings, query: str, where: Filter, when: When) -> Read:
    """Return how ``query`` is read. Raises UsageError for a date that is none."""
    if when.as_of is not None:
        where = replace(where, recorded_by=period(when.as_of, settings.zone)[1])
    given = range_of(settings.zone, since=when.since, until=when.until, on=when.on)
    if given is not None:
        where = replace(where, since=given.start, until=given.end)
        return Read(reading=given, others=(), rest=query, narrowed=True, where=where)
    if when.literal or not query.strip():
        return Read(reading=None, others=(), rest=query, narrowed=True, where=where)
    from hitherto.text.timephrase import asks_about_past, parse  # noqa: PLC0415 - with dates there is no phrase
    from hitherto.text.words import without_quotations  # noqa: PLC0415

    now = adapters.now()
    begin = WEEK_STARTS[settings.week_start]
    ranges = parse(without_quotations(query), now, settings.zone, week_start=begin, widely=True)
    if not ranges:
        return Read(reading=None, others=(), rest=query, narrowed=True, where=where)
    from hitherto.engine.by_time import phrased  # noqa: PLC0415 - most queries name no time

    found = phrased(query, ranges)
    reading = found.reading
    # Of what lies ahead nothing was said yet, and much may have been said about it.
    ahead = not when.ahead and reading.start is not None and (reading.start >= now or _is_now(reading, now))
    if ahead or (when.prompt and not asks_about_past(query)):
        return Read(reading=reading, others=found.others, rest=query, narrowed=False, where=where)
    where = replace(where, since=reading.start, until=reading.end)
    return Read(reading=reading, others=found.others, rest=found.rest, narrowed=True, where=where)


def _is_now(reading: TimeRange, now: datetime) -> bool:
    return reading.grain in ("minute", "second") and reading.end is not None and reading.end > now


def question_of(asked: Read, *, limit: int, words_only: bool, by: Order | None) -> Question:
    """Return what is asked of the engine; in the order of time where a time restricts, unless ``by`` says otherwise."""
    from hitherto.engine.by_words import Question  # noqa: PLC0415 - a resident process may answer in our place

    timed = asked.reading is not None and asked.narrowed
    return Question(
        text=asked.rest,
        where=asked.where,
        limit=limit,
        reading=asked.reading,
        words_only=words_only,
        narrowed=asked.narrowed,
        order=by or ("time" if timed else "rank"),
        listing=timed and _asks_for_everything(asked.rest),
    )


def _asks_for_everything(rest: str) -> bool:
    from hitherto.engine.by_time import asks_for_everything  # noqa: PLC0415 - only where a time restricts

    return asks_for_everything(rest)


def completed(answer: Recall, store: Store, question: Question, asked: Read) -> Recall:
    """Return an answer with what only a range of time needs: other readings, how much there is, the nearest days."""
    answer = replace(answer, others=asked.others)
    if question.reading is None or not question.narrowed:
        return answer
    if question.listing and answer.hits:
        return replace(answer, total=max(len(answer.hits), sum(store.spread(None, question.where).values())))
    if answer.hits:
        return answer
    from hitherto.engine.by_time import nearest  # noqa: PLC0415 - only where nothing was found

    days, by_words = nearest(store, question.text, question.where, question.reading.zone)
    return replace(answer, nearest=days, by_words=by_words)


def timeline(settings: Settings, store: Store, asked: Read) -> Timeline:
    """Return how many pieces begin on each day of the person's zone; earlier versions of notes count as of a day."""
    from hitherto.engine.by_time import timeline as counted_by_day  # noqa: PLC0415 - reading a query needs less

    earlier = adapters.earlier_notes(settings, store, asked.where)
    return counted_by_day(store, asked.rest, asked.where, settings.zone, asked.reading, earlier)


def looked_up(store: Store, wanted: str) -> Recall:
    """Return the record or the piece of a file with this id as an answer of one hit.

    Raises UsageError where there is none: an earlier version of a note is not looked for.
    """
    record = store.records([wanted]).get(wanted)
    hit = _said(record) if record is not None and record.type in ("text", "action") else _piece(store, wanted)
    if hit is None:
        raise UsageError(
            f"There is nothing with the id {wanted}.",
            hint="take the id of a hit or of one of its parts, as `hitherto recall --json` prints it",
        )
    return Recall(query="", reading=None, ran=Ran(words="none"), hits=(hit,))


def _said(record: Record) -> Hit:
    origin = record.origin
    lines = None if origin.line is None else (origin.line, origin.line)
    place = Place(
        source=origin.source, path=origin.path, lines=lines, session=record.session or "", project=origin.project
    )
    part = Part(
        record=record.id,
        actor=record.actor,
        role=record.role,
        time=record.ts,
        start=0,
        end=len(record.text),
        path=origin.path,
        line=origin.line,
        recorded=record.rec,
    )
    return Hit(
        id=record.id,
        kind="conversation" if record.type == "text" else "action",
        text=record.text,
        marks=(),
        place=place,
        symbol=None,
        heading=None,
        actor=record.actor,
        role=record.role,
        time=record.ts,
        time_from="said",
        tz=record.tz or "UTC",
        score=0.0,
        why={},
        also_in=(),
        state="current",
        parts=(part,),
    )


def _piece(store: Store, wanted: str) -> Hit | None:
    """Return the piece of a file with this id, which is made of the path and what the file held."""
    from hitherto.core.ids import native_id  # noqa: PLC0415 - only for the id of a piece

    name, _, span = wanted.partition(":")
    if not span:
        return None
    for source in store.sources():
        for path, entry in store.files(source.root).items():
            if native_id("folder", "", path, entry.sha256) == name:
                return _piece_of(store, path, wanted)
    return None


def _piece_of(store: Store, path: str, wanted: str) -> Hit | None:
    for one in store.between(Filter(path=path), MOST_PIECES):
        excerpt = store.excerpt(one.chunk)
        if excerpt is not None and excerpt.record == wanted:
            return Hit(
                id=wanted,
                kind=one.kind,
                text=excerpt.text,
                marks=(),
                place=one.place,
                symbol=one.symbol,
                heading=one.heading,
                actor=None,
                role=None,
                time=one.ts_start,
                time_from=one.time_from,
                tz=excerpt.tz,
                score=0.0,
                why={},
                also_in=(),
                state="current",
            )
    return None
