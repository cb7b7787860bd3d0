"""How hits look: a readable page, or JSON with the documented keys."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

if TYPE_CHECKING:
    from datetime import datetime

    from hitherto.app.memory import Memory
    from hitherto.core.answer import Hit, Place, Recall

# A page shows the lines around the first matched word; --json always has the whole text.
LINES_SHOWN = 12
CHARACTERS_A_LINE = 400


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How the person wants an answer printed."""

    as_json: bool
    as_jsonl: bool
    explain: bool
    context: int


def show(memory: Memory, answer: Recall, shape: Shape) -> None:
    """Print an answer."""
    if shape.as_json or shape.as_jsonl:
        _show_json(memory, answer, shape)
        return
    zone = memory.settings.zone
    click.echo(header(answer), err=True)
    for number, hit in enumerate(answer.hits, 1):
        click.echo(_title(number, hit, zone))
        before, after = _context(memory, hit, shape.context)
        for line in (*before, *_body(hit), *after):
            click.echo(line)
        if shape.explain:
            click.echo("    " + "  ".join(f"{name}={value:.3f}" for name, value in hit.why.items()))
        click.echo()


def header(answer: Recall) -> str:
    """Say in one line how the answer was found and what could not be made sure of."""
    ran = answer.ran
    how = {"all": "all words", "any": "any of the words", "none": "no words"}[ran.words]
    parts = [f"{len(answer.hits)} hits" if len(answer.hits) != 1 else "1 hit", f"{how}; no vectors"]
    if answer.reading is not None:
        start, end = answer.reading.start, answer.reading.end
        zone = answer.reading.zone
        parts.append(f"{answer.reading.phrase} = {_when(start, zone)} to {_when(end, zone)} {zone}")
    if ran.dropped:
        parts.append("too common: " + ", ".join(ran.dropped))
    if ran.words == "none" and answer.query.strip():
        parts.append("nothing in the query can be searched for")
    if ran.stale:
        parts.append(f"{ran.stale} not current")
    if ran.pending:
        parts.append("the index is still being brought up to date")
    if ran.read_only:
        parts.append("read-only")
    return "-- " + " | ".join(parts)


def _when(moment: datetime | None, zone: str) -> str:
    return "…" if moment is None else local(moment, zone).strftime("%Y-%m-%d %H:%M")


def local(moment: datetime, zone: str) -> datetime:
    """Return an instant in a zone, in UTC where the zone is unknown here."""
    try:
        return moment.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return moment


def _title(number: int, hit: Hit, zone: str) -> str:
    when = local(hit.time, zone).strftime("%Y-%m-%d %H:%M")
    state = "" if hit.state == "current" else f"  [{hit.state}]"
    where = where_of(hit.place)
    name = hit.symbol or hit.heading
    told = f"  {name}" if name else ""
    also = f"  (also in {', '.join(where_of(place) for place in hit.also_in[:3])})" if hit.also_in else ""
    return click.style(f"{number}. {where}", bold=True) + f"{told}  {when}{state}{also}"


def where_of(place: Place) -> str:
    """Return a place as a person writes it: path:line, or the session."""
    if place.session is not None:
        project = f" {Path(place.project).name}" if place.project else ""
        line = f":{place.lines[0]}" if place.lines else ""
        return f"{place.source}{project} session {place.session}{line}"
    path = _short(place.path or "")
    return f"{path}:{place.lines[0]}-{place.lines[1]}" if place.lines else path


def _short(path: str) -> str:
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return path


def _body(hit: Hit) -> list[str]:
    if len(hit.parts) > 1 or (hit.parts and hit.place.session):
        lines: list[str] = []
        for part in hit.parts:
            who = f"{local(part.time, hit.tz):%H:%M} {part.actor}: "
            lines += _window(hit, part.start, part.end, who)
        return lines
    return _window(hit, 0, len(hit.text), "")


def _window(hit: Hit, start: int, end: int, who: str) -> list[str]:
    """Return the lines of ``hit.text[start:end]`` around its first mark, matched words marked on a terminal."""
    text = hit.text[start:end]
    lines: list[str] = []
    first_marked: int | None = None
    at = start
    for number, line in enumerate(text.splitlines(keepends=True)):
        inside = [(max(a, at) - at, min(b, at + len(line)) - at) for a, b in hit.marks if a < at + len(line) and b > at]
        if inside and first_marked is None:
            first_marked = number
        lines.append("    " + _marked(line.rstrip("\r\n"), inside))
        at += len(line)
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) > LINES_SHOWN:
        begin = max(0, min((first_marked or 0) - 2, len(lines) - LINES_SHOWN))
        cut = lines[begin : begin + LINES_SHOWN]
        lines = [*(["    …"] if begin else []), *cut, *(["    …"] if begin + LINES_SHOWN < len(lines) else [])]
    if who and lines:
        lines[0] = "    " + click.style(who, dim=True) + lines[0][4:]
    return lines


def _marked(line: str, marks: list[tuple[int, int]]) -> str:
    out: list[str] = []
    at = 0
    shown = line[:CHARACTERS_A_LINE]
    for start, end in marks:
        if start >= len(shown):
            break
        out += [shown[at:start], click.style(shown[start:end], fg="yellow", bold=True)]
        at = end
    out.append(shown[at:])
    return printable("".join(out)) + ("…" if len(line) > len(shown) else "")


def printable(text: str) -> str:
    """Return ``text`` with control characters (our own colours excepted) and lone surrogates made harmless."""
    clean = "".join(char if char >= " " or char in "\t\x1b" else "\ufffd" for char in text)
    return clean.encode("utf-8", "replace").decode()


def _context(memory: Memory, hit: Hit, count: int) -> tuple[list[str], list[str]]:
    if not count:
        return [], []
    if hit.place.session is not None:
        ids = [part.record for part in hit.parts] or [hit.id]
        before, _ = memory.around(ids[0], count)
        _, after = memory.around(ids[-1], count)
        return tuple(  # type: ignore[return-value]
            [f"    {local(r.ts, hit.tz):%H:%M} {r.actor}: {printable(r.text)}" for r in records]
            for records in (before, after)
        )
    return memory.lines_around(hit, count)


def _show_json(memory: Memory, answer: Recall, shape: Shape) -> None:
    hits = [hit_json(memory, hit, shape.context) for hit in answer.hits]
    if shape.as_jsonl:
        for hit in hits:
            echo_json(hit)
        return
    echo_json(
        {
            "hitherto": 1,
            "query": answer.query,
            "reading": _reading_json(answer),
            "ran": {
                "words": answer.ran.words,
                "dropped": list(answer.ran.dropped),
                "vectors": answer.ran.vectors,
                "coverage": answer.ran.coverage,
                "fallback": "any-word" if answer.ran.words == "any" else None,
                "stale": answer.ran.stale,
                "pending": answer.ran.pending,
                "read_only": answer.ran.read_only,
            },
            "hits": hits,
        }
    )


def echo_json(value: object) -> None:
    """Print a value as one line of JSON that any terminal and any reader can take."""
    text = json.dumps(value, ensure_ascii=False)
    click.echo(text.encode("utf-8", "backslashreplace").decode())


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
    """Return a hit with the keys of docs/reference/json.md."""
    shown = {
        "id": hit.id,
        "kind": hit.kind,
        "text": hit.text,
        "marks": [list(mark) for mark in hit.marks],
        **_place_json(hit.place),
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
        "also_in": [_place_json(place) for place in hit.also_in],
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
        before, after = _context(memory, hit, context)
        shown["context"] = {"before": [line[4:] for line in before], "after": [line[4:] for line in after]}
    return shown


def _place_json(place: Place) -> dict[str, Any]:
    return {
        "source": place.source,
        "path": place.path,
        "lines": list(place.lines) if place.lines else None,
        "session": place.session,
        "project": place.project,
    }
