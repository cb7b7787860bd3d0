"""The readable page: numbered hits, each with its place and time above its verbatim text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hitherto.hosts.cli.show.terminal import local, printable, say
from hitherto.hosts.cli.show.window import MARGIN, window

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from hitherto.app.memory import Memory
    from hitherto.core.answer import Hit, Place, Ran, Recall
    from hitherto.core.model import TimeFrom

ALSO_SHOWN = 3
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# What a time is that nobody said.
_TIMES: Mapping[TimeFrom, str] = {
    "said": "",
    "name": "",
    "front-matter": "",
    "git": "committed ",
    "mtime": "changed ",
    "recorded": "kept ",
}
# Written by hand, mostly without an hour; midnight then stands for the whole day.
_OFTEN_A_DAY = ("name", "front-matter")
_HOW = {
    "all": "all words",
    "any": "any of the words",
    "none": "in the order of time",
}
# Why meaning took no part, where the person wanted it so; anything else is told without being asked.
_WANTED_SO = ("", "words only", "switched off", "exactly these words were asked for")


def show_page(memory: Memory, answer: Recall, *, limit: int, explain: bool, context: int, full: bool) -> None:
    """Print an answer for a person to read."""
    click.echo("-- " + " | ".join(map(printable, header(answer, limit, explain=explain))), err=True)
    if not answer.hits:
        click.echo(f"  -> {_no_hit_hint(answer)}", err=True)
    for number, hit in enumerate(answer.hits, 1):
        zone = memory.settings.zone
        for line in (title(number, hit, zone), *_also(hit), *_with_context(memory, hit, context, full=full)):
            say(line)
        if explain:
            from hitherto.hosts.cli.show.explain import explained  # noqa: PLC0415 - only with --explain

            for line in explained(hit):
                say(MARGIN + click.style(printable(line), dim=True))
        say()


def header(answer: Recall, limit: int, *, explain: bool) -> list[str]:
    """Say how an answer was found and what could not be made sure of."""
    count = len(answer.hits)
    hits = "1 hit" if count == 1 else f"{count} hits"
    parts = ["nothing found" if not count else f"first {hits}, more with --limit" if count == limit else hits]
    if answer.ran.words != "none" or count:
        parts.append(_how(answer))
    if answer.ran.words != "none":
        parts += _meaning(answer.ran, explain=explain)
    if explain and answer.ran.resident:
        parts.append("answered by the process that serves this memory")
    if answer.reading is not None:
        zone = answer.reading.zone
        start, end = (_when(moment, zone) for moment in (answer.reading.start, answer.reading.end))
        parts.append(f"{answer.reading.phrase} = {start} to {end} {zone}")
    return parts + _remarks(answer.ran)


def _how(answer: Recall) -> str:
    """Say by what the hits were found."""
    words = _HOW[answer.ran.words]
    if answer.ran.words == "none" or not answer.ran.vectors:
        return words
    by_words = not answer.hits or any(hit.why.get("words") for hit in answer.hits)
    return f"{words} and meaning" if by_words else "meaning"


def _meaning(ran: Ran, *, explain: bool) -> list[str]:
    """Say why meaning took no part, or how much it could not judge."""
    if not ran.vectors:
        told = explain or ran.fallback not in _WANTED_SO
        return [f"by words alone: {ran.fallback or 'no vectors'}"] if told else []
    without = round(100 * (1 - ran.coverage))
    model = [f"meaning by {ran.model}"] if explain else []
    return [*model, f"{without} % has no vector"] if without else model


def _remarks(ran: Ran) -> list[str]:
    remarks = []
    if ran.dropped:
        remarks.append("too common to search for: " + ", ".join(ran.dropped))
    if ran.stale:
        remarks.append(f"{ran.stale} not current")
    if ran.pending:
        remarks.append("not all that was added is in the index yet, so something may be missing")
    if ran.read_only:
        remarks.append("read-only: the home cannot be written, changed files were not read again")
    return remarks


def _no_hit_hint(answer: Recall) -> str:
    if answer.ran.words == "none" and answer.query.strip():
        return "there is nothing in this query to look for; use letters, digits or signs of a script"
    if answer.ran.words == "none" and answer.reading is None:
        return 'say what to look for, as in `hitherto recall "retry with backoff"`, or when, as in `--on 2026-11-24`'
    if answer.ran.pending:
        return "let the index become whole first: `hitherto add` goes on with what was added, or `hitherto rebuild`"
    return "try fewer or rarer words, or fewer restrictions; `hitherto status` shows what has been taken in"


def _when(moment: datetime | None, zone: str) -> str:
    return "…" if moment is None else local(moment, zone).strftime("%Y-%m-%d %H:%M")


def title(number: int, hit: Hit, zone: str) -> str:
    """Return the line that says where and when a hit stands."""
    name = hit.symbol or hit.heading
    kind = "  [action]" if hit.kind == "action" else ""
    state = kind if hit.state == "current" else f"{kind}  " + click.style(f"[{hit.state}]", fg="red")
    when = _TIMES[hit.time_from] + local(hit.time, zone).strftime("%a %Y-%m-%d %H:%M")
    if hit.time_from in _OFTEN_A_DAY:
        when = when.removesuffix(" 00:00")
    told = f"  {printable(name)}" if name else ""
    return click.style(f"{number}. {printable(where_of(hit.place))}", bold=True) + f"{told}  {when}{state}"


def where_of(place: Place) -> str:
    """Return a place as a person writes it: path:line-line, or project and session."""
    if place.session is not None:
        project = f"{Path(place.project).name} " if place.project else ""
        # `--session` takes the beginning of an id; eight digits of a random one are enough.
        session = place.session[:8] if _UUID.fullmatch(place.session) else place.session
        return f"{project}session {session} ({place.source})"
    path = _short(place.path or "")
    if place.lines is None:
        return path
    first, last = place.lines
    return f"{path}:{first}" if first == last else f"{path}:{first}-{last}"


def _short(path: str) -> str:
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return path


def _also(hit: Hit) -> list[str]:
    if not hit.also_in:
        return []
    shown = [where_of(place) for place in hit.also_in[:ALSO_SHOWN]]
    more = len(hit.also_in) - len(shown)
    return [MARGIN + "also in " + printable(", ".join(shown)) + (f" and {more} more" if more else "")]


def _with_context(memory: Memory, hit: Hit, count: int, *, full: bool) -> list[str]:
    zone = memory.settings.zone
    if not count:
        return _body(hit, zone, whole=full)
    from hitherto.hosts.cli.show.context import around  # noqa: PLC0415 - only with --context

    def shown(text: str, actor: str | None, time: datetime | None) -> list[str]:
        who = "" if actor is None or time is None else _who(actor, time, hit, zone)
        lines = [printable(line.rstrip("\r")) for line in (who + text).split("\n")]
        return [MARGIN + click.style(line, dim=True) if line else "" for line in lines]

    before, after = (
        [line for one in side for line in shown(one.text, one.actor, one.time)] for side in around(memory, hit, count)
    )
    return [*before, *_body(hit, zone, whole=True), *after]


def _body(hit: Hit, zone: str, *, whole: bool) -> list[str]:
    if hit.place.session is None:
        return window(hit, 0, len(hit.text), whole=whole)
    lines: list[str] = []
    for part in hit.parts:
        said = window(hit, part.start, part.end, whole=whole)
        who = click.style(printable(_who(part.actor, part.time, hit, zone)), dim=True)
        lines += [MARGIN + who + said[0][len(MARGIN) :], *said[1:]] if said else []
    return lines


def _who(actor: str, time: datetime, hit: Hit, zone: str) -> str:
    """Return who spoke at what hour, with the day where it is another one than the title says."""
    then, day = local(time, zone), local(hit.time, zone).date()
    return f"{then:%H:%M} {actor}: " if then.date() == day else f"{then:%Y-%m-%d %H:%M} {actor}: "
