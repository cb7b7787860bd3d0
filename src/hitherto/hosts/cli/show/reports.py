"""How status and verify look."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from hitherto.hosts.cli.show.json_output import echo_json
from hitherto.hosts.cli.show.terminal import counted, local, printable
from hitherto.hosts.cli.show.vectors import meaning_json, status_lines

if TYPE_CHECKING:
    from collections.abc import Iterable

    from hitherto.app.upkeep import Status
    from hitherto.core.model import LeftOut, SourceEntry
    from hitherto.engine.verifying import Difference

# Ordinary noise of a chat log; everything else a person may want to know by name.
QUIET = frozenset({"housekeeping", "no-person", "injected", "empty"})
NAMED = 10


def show_status(status: Status, *, as_json: bool) -> None:
    """Print what a home holds."""
    if as_json:
        echo_json(status_json(status))
        return
    counts = status.counts
    said = counts.get("records.text", 0)
    click.echo(f"home      {status.home}")
    click.echo(f"journal   {counted(status.journal_files, 'day file')}, {megabytes(status.journal_bytes)}")
    click.echo(f"index     {megabytes(status.index_bytes)}")
    click.echo(
        f"said      {counted(said, 'utterance')} in {counted(counts.get('sessions', 0), 'session')}, "
        f"{counted(counts.get('records.action', 0), 'action')}"
    )
    click.echo(
        f"files     {counts.get('files', 0)} ({counted(counts.get('chunks.code', 0), 'piece')} of code, "
        f"{counts.get('chunks.note', 0)} of notes)"
    )
    if counts.get("guessed_encodings"):
        files = counted(counts["guessed_encodings"], "file")
        click.echo(f"guessed   the encoding of {files} (`hitherto add PATH --encoding NAME` says it)")
    for line in (*status_lines(status), *_warnings(status)):
        click.echo(line)
    click.echo("sources")
    for entry in status.sources:
        _show_source(entry, status.zone)


def _warnings(status: Status) -> list[str]:
    lines = [f"torn      {name}: a line torn by a crash was set aside" for name in status.torn]
    if status.rebuilding:
        lines.append("rebuild   was interrupted; repeat `hitherto rebuild`")
    if status.pending:
        lines.append("pending   the journal has lines that are not indexed yet")
    return lines


def _show_source(entry: SourceEntry, zone: str) -> None:
    when = "not finished yet" if entry.indexed is None else f"{local(entry.indexed, zone):%Y-%m-%d %H:%M}"
    click.echo(f"  {entry.kind:<12} {printable(entry.root)}  ({when})")
    for line in left_out_lines(entry.left_out):
        click.echo(f"      {line}")


def left_out_lines(left_out: Iterable[LeftOut]) -> list[str]:
    """Say what was left out: counts by reason, and by name whatever a person may miss."""
    counts: Counter[str] = Counter()
    named: list[str] = []
    for one in left_out:
        counts[one.reason] += one.count
        if one.reason not in QUIET:
            line = f":{one.line}" if one.line else ""
            detail = f" ({one.detail})" if one.detail else ""
            named.append(f"{one.reason}: {printable(one.path)}{line}{detail}")
    if not counts:
        return []
    total = ", ".join(f"{number} {reason}" for reason, number in counts.most_common())
    more = [f"… and {len(named) - NAMED} more"] if len(named) > NAMED else []
    return [f"left out: {total}", *named[:NAMED], *more]


def megabytes(size: int) -> str:
    """Return a size as a person reads it."""
    return f"{size / 1e6:.1f} MB" if size >= 100_000 else f"{size / 1e3:.1f} kB"


def status_json(status: Status) -> dict[str, Any]:
    """Return a status with the keys of docs/reference/json.md."""
    return {
        "hitherto": 1,
        "home": status.home,
        "zone": status.zone,
        "counts": dict(status.counts),
        "journal": {"files": status.journal_files, "bytes": status.journal_bytes, "torn": list(status.torn)},
        "index": {
            "bytes": status.index_bytes,
            "vectors": any(held.serves for held in status.models),
            "pending": status.pending,
            "rebuilding": status.rebuilding,
        },
        "meaning": meaning_json(status),
        "resident": status.resident,
        "sources": [
            {
                "kind": entry.kind,
                "root": entry.root,
                "added": entry.added.isoformat(),
                "indexed": entry.indexed and entry.indexed.isoformat(),
                "heads": dict(entry.heads),
                "left_out": left_out_json(entry.left_out),
            }
            for entry in status.sources
        ],
    }


def left_out_json(left_out: Iterable[LeftOut]) -> list[dict[str, Any]]:
    """Return what was left out, one object each."""
    return [
        {"path": one.path, "line": one.line, "reason": one.reason, "detail": one.detail, "count": one.count}
        for one in left_out
    ]


def show_differences(differences: Iterable[Difference], *, as_json: bool) -> int:
    """Print every difference; return 0 without any, 1 with some."""
    found = 0
    if as_json:
        listed = [{"where": one.where, "what": one.what} for one in differences]
        echo_json({"hitherto": 1, "differences": listed})
        return 1 if listed else 0
    for one in differences:
        found += 1
        click.echo(f"{printable(one.where)}: {one.what}")
    click.echo(counted(found, "difference") if found else "Journal and index agree.", err=True)
    return 1 if found else 0
