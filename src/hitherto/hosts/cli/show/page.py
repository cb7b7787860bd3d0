"""The readable page: numbered hits, each with its place and time above its verbatim text."""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import click

from hitherto.hosts.cli.show.terminal import local, printable, say
from hitherto.hosts.cli.show.window import MARGIN, window

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import datetime

    from hitherto.app.memory import Memory
    from hitherto.core.answer import Hit, Place, Ran, Recall, TimeRange
    from hitherto.core.model import TimeFrom

ALSO_SHOWN = 3
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
# What a time is that nobody said.
_TIMES: Mapping[TimeFrom, str] = {
    "said": "",
    "name": "dated ",
    "front-matter": "dated ",
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
_WANTED_SO = (
    "",
    "words only",
    "switched off",
    "exactly these words were asked for",
    "the words found enough in this time",
)


class Shown(NamedTuple):
    """How a page is wanted; ``again`` are the restrictions that a command to try next has to repeat."""

    limit: int = 10
    explain: bool = False
    context: int = 0
    full: bool = False
    again: Sequence[str] = ()


def show_page(memory: Memory, answer: Recall, wanted: Shown) -> None:
    """Print an answer for a person to read."""
    zone, listing = memory.settings.zone, answer.total is not None
    click.echo("-- " + " | ".join(map(printable, header(answer, wanted.limit, zone, explain=wanted.explain))), err=True)
    for other in answer.others if wanted.explain else ():
        click.echo(f"-- or: {printable(_read_as(other))}", err=True)
    for hint in [] if answer.hits else _no_hit_hints(answer, zone, wanted.again):
        click.echo(f"  -> {printable(hint)}", err=True)
    before: Hit | None = None
    number = 0
    for hit, following in zip_longest(answer.hits, answer.hits[1:]):
        goes_on = listing and before is not None and _same_talk(before, hit)
        # What stands between two pieces of one talk is shown with them, and not once more around each.
        inner = goes_on, listing and following is not None and _same_talk(hit, following)
        if before is not None and not goes_on:
            say()
        number += not goes_on
        heading = [] if goes_on else [title(number, hit, zone)]
        since = before if goes_on and before else hit
        for line in (*heading, *_also(hit), *_with_context(memory, hit, wanted, since, inner)):
            say(line)
        if wanted.explain:
            from hitherto.hosts.cli.show.explain import explained  # noqa: PLC0415 - only with --explain

            for line in explained(hit):
                say(MARGIN + click.style(printable(line), dim=True))
        before = hit
    if answer.hits:
        say()


def _same_talk(one: Hit, other: Hit) -> bool:
    return one.place.session is not None and one.place.session == other.place.session and one.kind == other.kind


def header(answer: Recall, limit: int, zone: str = "UTC", *, explain: bool) -> list[str]:
    """Say how an answer was found and what could not be made sure of."""
    parts = [_how_many(answer, limit)]
    if answer.ran.words != "none" or answer.hits:
        parts.append(_how(answer))
    if answer.ran.words != "none":
        parts += _meaning(answer, explain=explain)
    if explain and answer.ran.resident:
        parts.append("answered by the process that serves this memory")
    if answer.reading is not None:
        parts.append(_read_as(answer.reading) + ("" if answer.narrowed else ", which lifts and does not restrict"))
    if answer.as_of is not None:
        from hitherto.hosts.cli.when import span  # noqa: PLC0415 - only with --as-of

        parts.append(f"as recorded {span(None, answer.as_of, zone)}, without code, of which no versions are kept")
    return parts + _remarks(answer.ran)


def _how_many(answer: Recall, limit: int) -> str:
    count = len(answer.hits)
    if not count:
        return "nothing found"
    if answer.total is not None and answer.total > count:
        return f"first {count} of {answer.total} pieces, more with --limit"
    named = "hit" if answer.total is None else "piece"
    hits = f"1 {named}" if count == 1 else f"{count} {named}s"
    return f"first {hits}, more with --limit" if answer.total is None and count == limit else hits


def _read_as(reading: TimeRange) -> str:
    from hitherto.hosts.cli.when import told  # noqa: PLC0415 - only where a time restricts

    how = f" ({reading.reading})" if reading.reading else ""
    return f"{reading.phrase} = {told(reading)}{how}"


def _how(answer: Recall) -> str:
    """Say by what the hits were found."""
    if answer.total is not None:
        return "everything in this time, session by session"
    words = _HOW[answer.ran.words]
    if answer.ran.words == "none" or not answer.ran.vectors:
        return words
    by_words = not answer.hits or any(hit.why.get("words") for hit in answer.hits)
    return f"{words} and meaning" if by_words else "meaning"


def _meaning(answer: Recall, *, explain: bool) -> list[str]:
    """Say why meaning took part or not, or how much it could not judge."""
    ran = answer.ran
    if not ran.vectors:
        told = explain or ran.fallback not in _WANTED_SO
        return [f"by words alone: {ran.fallback or 'no vectors'}"] if told else []
    without = round(100 * (1 - ran.coverage))
    model = [f"meaning by {ran.model}"] if explain else []
    little = answer.reading is not None and answer.narrowed
    why = ["meaning was asked since the words found little in this time"] if little else []
    return [*why, *model, *([f"{without} % has no vector"] if without else [])]


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


def _no_hit_hints(answer: Recall, zone: str, again: Sequence[str]) -> list[str]:
    if answer.nearest:
        from hitherto.hosts.cli.when import literally, nearest_days  # noqa: PLC0415 - only where a range is empty

        asked = answer.asked if answer.by_words and answer.ran.words != "none" else ""
        # What came from an option cannot be meant as a word.
        typed = [literally(answer.query, again)] if answer.reading is not None and answer.reading.at else []
        return [*nearest_days(answer.nearest, zone, asked, again), *typed]
    if answer.as_of is not None:
        said = "recorded is when hitherto took it in, not when it was said: for that, use --until"
        return [_no_hit_hint(answer), said]
    return [_no_hit_hint(answer)]


def _no_hit_hint(answer: Recall) -> str:
    if answer.ran.words == "none" and answer.query.strip() and answer.reading is None:
        return "there is nothing in this query to look for; use letters, digits or signs of a script"
    if answer.ran.words == "none" and answer.reading is None:
        return 'say what to look for, as in `hitherto recall "retry with backoff"`, or when, as in `--on 2026-11-24`'
    if answer.ran.pending:
        return "let the index become whole first: `hitherto add` goes on with what was added, or `hitherto rebuild`"
    return "try fewer or rarer words, or fewer restrictions; `hitherto status` shows what has been taken in"


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


def _with_context(memory: Memory, hit: Hit, wanted: Shown, since: Hit, inner: tuple[bool, bool]) -> list[str]:
    zone = memory.settings.zone
    if not wanted.context:
        return _body(hit, zone, since, whole=wanted.full)
    from hitherto.hosts.cli.show.context import around  # noqa: PLC0415 - only with --context

    def shown(text: str, actor: str | None, time: datetime | None) -> list[str]:
        who = "" if actor is None or time is None else _who(actor, time, since, zone)
        lines = [printable(line.rstrip("\r")) for line in (who + text).split("\n")]
        return [MARGIN + click.style(line, dim=True) if line else "" for line in lines]

    before, after = (
        [] if within else [line for one in side for line in shown(one.text, one.actor, one.time)]
        for side, within in zip(around(memory, hit, wanted.context), inner, strict=True)
    )
    return [*before, *_body(hit, zone, since, whole=True), *after]


def _body(hit: Hit, zone: str, since: Hit, *, whole: bool) -> list[str]:
    if hit.place.session is None:
        return window(hit, 0, len(hit.text), whole=whole)
    lines: list[str] = []
    for part in hit.parts:
        said = window(hit, part.start, part.end, whole=whole)
        who = click.style(printable(_who(part.actor, part.time, since, zone)), dim=True)
        lines += [MARGIN + who + said[0][len(MARGIN) :], *said[1:]] if said else []
    return lines


def _who(actor: str, time: datetime, hit: Hit, zone: str) -> str:
    """Return who spoke at what hour, with the day where it is another one than the title says."""
    then, day = local(time, zone), local(hit.time, zone).date()
    return f"{then:%H:%M} {actor}: " if then.date() == day else f"{then:%Y-%m-%d %H:%M} {actor}: "
