"""JSON with the keys of docs/reference/json.md, one object a line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from hitherto.hosts.cli.show.terminal import JSON_ESCAPES, local, speaks_unicode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hitherto.app.memory import Memory
    from hitherto.core.answer import Hit, Place, Recall, TimeRange
    from hitherto.core.days import Day


def show_json(memory: Memory, answer: Recall, *, lines: bool, context: int) -> None:
    """Print an answer as one object, or with ``lines`` each hit as one."""
    hits = [hit_json(memory, hit, context) for hit in answer.hits]
    if lines:
        for hit in hits:
            echo_json(hit)
        return
    ran = answer.ran
    echo_json(
        {
            "hitherto": 1,
            "query": answer.query,
            "asked": answer.asked,
            "reading": reading_json(answer.reading, answer.others, narrowed=answer.narrowed),
            "order": answer.order,
            "as_of": answer.as_of and answer.as_of.isoformat(),
            "ran": {
                "words": ran.words,
                "dropped": list(ran.dropped),
                "vectors": ran.vectors,
                "model": ran.model,
                "coverage": round(ran.coverage, 6),
                "no_vectors": None if ran.vectors else ran.fallback or None,
                "resident": ran.resident,
                "fallback": "any-word" if ran.words == "any" else None,
                "stale": ran.stale,
                "pending": ran.pending,
                "read_only": ran.read_only,
            },
            "hits": hits,
            "total": answer.total,
            "nearest": nearest_json(answer.nearest, memory.settings.zone, by_words=answer.by_words),
        }
    )


def echo_json(value: object) -> None:
    """Print a value as one line of JSON that any terminal and any reader can take."""
    text = json.dumps(value, ensure_ascii=not speaks_unicode(sys.stdout))
    click.echo(text.translate(JSON_ESCAPES))


def reading_json(reading: TimeRange | None, others: Sequence[TimeRange], *, narrowed: bool) -> dict[str, Any] | None:
    """Return how a time was read, and how else it could have been."""
    if reading is None:
        return None
    start, end = reading.start, reading.end
    return {
        "phrase": reading.phrase,
        "range": [start and start.isoformat(), end and end.isoformat()],
        "zone": reading.zone,
        "start": start and start.isoformat(),
        "end": end and end.isoformat(),
        "grain": reading.grain,
        "reading": reading.reading,
        "span": list(reading.at) if reading.at else None,
        "restricts": narrowed,
        "others": [
            {
                "phrase": one.phrase,
                "start": one.start and one.start.isoformat(),
                "end": one.end and one.end.isoformat(),
                "zone": one.zone,
                "grain": one.grain,
                "reading": one.reading,
            }
            for one in others
        ],
    }


def nearest_json(days: Sequence[Day], zone: str, *, by_words: bool) -> list[dict[str, Any]]:
    """Return the days beside an empty range."""
    return [{**day_json(day, zone), "by_words": by_words} for day in days]


def day_json(day: Day, zone: str) -> dict[str, Any]:
    """Return one day, its instants and how much it holds."""
    return {
        "day": local(day.start, zone).date().isoformat(),
        "start": day.start.isoformat(),
        "end": day.end.isoformat(),
        "count": day.count,
    }


def hit_json(memory: Memory, hit: Hit, context: int) -> dict[str, Any]:
    """Return one hit."""
    shown = {
        "id": hit.id,
        "kind": hit.kind,
        "text": hit.text,
        "marks": [list(mark) for mark in hit.marks],
        **place_json(hit.place),
        "symbol": hit.symbol,
        "heading": hit.heading,
        "page": None,
        "timecode": None,
        "actor": hit.actor,
        "role": hit.role,
        "time": hit.time.isoformat(),
        "time_from": hit.time_from,
        "tz": hit.tz,
        "score": round(hit.score, 6),
        "why": {name: round(value, 6) for name, value in hit.why.items()},
        "also_in": [place_json(place) for place in hit.also_in],
        "state": hit.state,
        "parts": [
            {
                "id": part.record,
                "actor": part.actor,
                "role": part.role,
                "time": part.time.isoformat(),
                "span": [part.start, part.end],
                "line": part.line,
                "recorded": part.recorded and part.recorded.isoformat(),
            }
            for part in hit.parts
        ],
    }
    if context:
        shown["context"] = _context_json(memory, hit, context)
    return shown


def _context_json(memory: Memory, hit: Hit, count: int) -> dict[str, list[dict[str, Any]]]:
    from hitherto.hosts.cli.show.context import around  # noqa: PLC0415 - only with --context

    before, after = around(memory, hit, count)
    return {
        "before": [one._asdict() | {"time": one.time and one.time.isoformat()} for one in before],
        "after": [one._asdict() | {"time": one.time and one.time.isoformat()} for one in after],
    }


def place_json(place: Place) -> dict[str, Any]:
    """Return where a text stands."""
    return {
        "source": place.source,
        "path": place.path,
        "lines": list(place.lines) if place.lines else None,
        "session": place.session,
        "project": place.project,
    }
