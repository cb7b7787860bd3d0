"""JSON with the keys of docs/reference/json.md, one object a line."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from hitherto.hosts.cli.show.terminal import JSON_ESCAPES, speaks_unicode

if TYPE_CHECKING:
    from hitherto.app.memory import Memory
    from hitherto.core.answer import Hit, Place, Recall


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
            "reading": _reading_json(answer),
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
        }
    )


def echo_json(value: object) -> None:
    """Print a value as one line of JSON that any terminal and any reader can take."""
    text = json.dumps(value, ensure_ascii=not speaks_unicode(sys.stdout))
    click.echo(text.translate(JSON_ESCAPES))


def _reading_json(answer: Recall) -> dict[str, Any] | None:
    if answer.reading is None:
        return None
    start, end = answer.reading.start, answer.reading.end
    return {
        "phrase": answer.reading.phrase,
        "range": [start and start.isoformat(), end and end.isoformat()],
        "zone": answer.reading.zone,
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
