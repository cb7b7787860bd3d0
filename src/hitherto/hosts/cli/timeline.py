"""How much there is on each day: the timeline, with bars on a terminal and plain numbers elsewhere."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from hitherto.hosts.cli.options import NOTHING, QUERY, RESTRICTING, examples, filter_of, memory

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hitherto.app.asking import Read
    from hitherto.app.memory import Memory
    from hitherto.core.answer import Filter
    from hitherto.core.days import Day, Timeline

BAR = 40


@click.command(
    params=[QUERY, *RESTRICTING],
    short_help="Count by day what was said, written or coded.",
    epilog=examples(
        "hitherto timeline last month",
        "hitherto timeline --since 2026-11-01 budget",
        "hitherto timeline --kind conversation",
    ),
)
def timeline(query: tuple[str, ...], *, as_json: bool, **options: Any) -> int:
    """Count by day what was said, written or coded: what has all words of QUERY, else any; without QUERY everything.

    A time in QUERY or a date restricts, as in `hitherto recall`, and its empty days are shown. A conversation counts
    by the exchange, a file by its sections and definitions, each on the day it begins.
    """
    when = {name: options.pop(name) for name in ("since", "until", "on", "as_of", "literal")}
    return show_timeline(memory(), " ".join(query), filter_of(options), when, as_json=as_json)


def show_timeline(mind: Memory, query: str, where: Filter, when: Mapping[str, Any], *, as_json: bool) -> int:
    """Print the timeline of a query; return the exit code."""
    from hitherto.app.asking import When, read  # noqa: PLC0415 - help counts nothing

    asked = read(mind.settings, query, where, When(**when, ahead=True))
    with mind:
        found = mind.timeline(asked)
        zone = mind.settings.zone
    total = sum(day.count for day in found.days)
    if as_json:
        _show_json(query, asked, found, zone)
    else:
        _show_page(asked, found, zone)
    return 0 if total else NOTHING


def _show_json(query: str, asked: Read, found: Timeline, zone: str) -> None:
    from hitherto.hosts.cli.show.json_output import day_json, echo_json, nearest_json, reading_json  # noqa: PLC0415

    echo_json(
        {
            "hitherto": 1,
            "query": query,
            "asked": asked.rest,
            "reading": reading_json(asked.reading, asked.others, narrowed=True),
            "as_of": asked.where.recorded_by and asked.where.recorded_by.isoformat(),
            "zone": zone,
            "total": sum(day.count for day in found.days),
            "days": [day_json(day, zone) for day in found.days],
            "nearest": nearest_json(found.nearest, zone, by_words=found.by_words),
        }
    )


def _show_page(asked: Read, found: Timeline, zone: str) -> None:
    from hitherto.hosts.cli.show.terminal import counted, printable, say  # noqa: PLC0415 - JSON needs none of it
    from hitherto.hosts.cli.when import nearest_days, span, told  # noqa: PLC0415

    total = sum(day.count for day in found.days)
    days = sum(day.count > 0 for day in found.days)
    parts = [f"{counted(total, 'piece')} on {counted(days, 'day')}" if total else "nothing found"]
    if asked.reading is not None:
        parts.append(f"{asked.reading.phrase} = {told(asked.reading)}")
    if asked.where.recorded_by is not None:
        parts.append(f"as recorded {span(None, asked.where.recorded_by, zone)}, without code")
    click.echo("-- " + " | ".join(map(printable, parts)), err=True)
    for line in rows(found.days, zone, bars=sys.stdout.isatty()) if total else ():
        say(line)
    if not total:
        words = asked.rest if found.by_words else ""
        hints = nearest_days(found.nearest, zone, words, ()) if found.nearest else ["try fewer words or restrictions"]
        for hint in hints:
            click.echo(f"  -> {printable(hint)}", err=True)


def rows(days: Sequence[Day], zone: str, *, bars: bool) -> list[str]:
    """Return a line for each day: the day, how many pieces begin in it, and with ``bars`` their share of the most."""
    from hitherto.hosts.cli.show.terminal import local, speaks_unicode  # noqa: PLC0415 - as above

    most = max((day.count for day in days), default=0) or 1
    width = len(str(most))
    mark = "█" if speaks_unicode(sys.stdout) else "#"
    lines = []
    for day in days:
        line = f"{local(day.start, zone):%Y-%m-%d %a}  {day.count:>{width}}"
        # Whatever is there at all has a bar.
        bar = mark * -(-day.count * BAR // most) if bars else ""
        lines.append(f"{line}  {bar}" if bar else line)
    return lines
