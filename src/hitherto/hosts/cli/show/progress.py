"""Long work: a line of progress on a terminal after a second, a summary at the end, nothing lost on Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hitherto.core.errors import ConsentNeededError, HithertoError, SetupNeededError
from hitherto.hosts.cli.show.json_output import echo_json
from hitherto.hosts.cli.show.reports import left_out_json, left_out_lines
from hitherto.hosts.cli.show.terminal import counted, printable

if TYPE_CHECKING:
    from hitherto.app.memory import Added, Memory
    from hitherto.engine.intake.indexing import Progress

QUIET_SECONDS = 1.0
BEGINNING_OF_LINE = "\r\x1b[K"


class Line:
    """One line on standard error that is written over; nothing at all where that is no terminal."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._wanted = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._shown = False

    def __call__(self, progress: Progress) -> None:
        """Show how far it is."""
        if self._wanted and time.monotonic() - self._begun > QUIET_SECONDS:
            text = f"  {progress.files} files, {progress.changed} changed, {progress.records} records"
            click.echo(BEGINNING_OF_LINE + text, nl=False, err=True)
            self._shown = True

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            click.echo(BEGINNING_OF_LINE, nl=False, err=True)
        self._shown = False


def add_all(
    memory: Memory, paths: tuple[str, ...], *, kind: str | None, encoding: str | None, yes: bool, as_json: bool
) -> int:
    """Take in every path, or again all that was added before; one path's trouble does not stop the others."""
    with memory:
        if not paths:
            return _report(_again(memory, yes=yes), as_json=as_json)
        done: list[Added | HithertoError] = []
        for path in paths:
            try:
                done.append(_add(memory, path, kind=kind, encoding=encoding, yes=yes))
            except HithertoError as error:
                done.append(error)
    return _report(done, as_json=as_json)


def _again(memory: Memory, *, yes: bool) -> list[Added | HithertoError]:
    line = Line()
    try:
        done = memory.again(consent=yes, report=line)
    finally:
        line.clear()
    if not done:
        raise SetupNeededError("Nothing has been added yet.", hint="take something in first: `hitherto add FOLDER`")
    return done


def _add(memory: Memory, path: str, *, kind: str | None, encoding: str | None, yes: bool) -> Added:
    line = Line()
    try:
        return memory.add(path, kind=kind, encoding=encoding, consent=yes, report=line)
    except ConsentNeededError as question:
        if not (sys.stdin.isatty() and click.confirm(f"{question} Go on?", err=True)):
            raise
        return memory.add(path, kind=kind, encoding=encoding, consent=True, report=line)
    finally:
        line.clear()


def rebuild_all(memory: Memory, *, yes: bool, as_json: bool) -> int:
    """Make the index anew and say how it went."""
    from hitherto.app import upkeep  # noqa: PLC0415 - adding does not need it

    line = Line()
    with memory:
        try:
            done = upkeep.rebuild(memory, line, consent=yes)
        finally:
            line.clear()
    return _report(done, as_json=as_json)


def _report(done: list[Added | HithertoError], *, as_json: bool) -> int:
    """Print what was done; return the worst exit code."""
    code = 0
    for one in done:
        if isinstance(one, HithertoError):
            code = max(code, one.exit_code)
            click.echo(f"hitherto: {printable(str(one))}\n  -> {printable(one.hint)}", err=True)
        elif not as_json:
            click.echo(summary(one))
            for line in left_out_lines(one.left_out):
                click.echo(f"  {line}", err=True)
    if as_json:
        added = [added_json(one) for one in done if not isinstance(one, HithertoError)]
        failed = [{"error": str(one), "hint": one.hint} for one in done if isinstance(one, HithertoError)]
        echo_json({"hitherto": 1, "added": added, "failed": failed})
    return code


def summary(added: Added) -> str:
    """Say in one line what one root brought."""
    folder = added.kind == "folder"
    kind = "file" if folder and Path(added.root).is_file() else added.kind
    if not (added.changed or added.removed or added.records):
        news = "unchanged"
    elif folder:
        news = f"{added.changed} new or changed, {added.removed} gone"
    else:
        news = f"{added.changed} new or grown, {counted(added.records, 'new record')}"
    return f"{kind}  {printable(added.root)}: {counted(added.files, 'file' if folder else 'log')}, {news}"


def added_json(added: Added) -> dict[str, Any]:
    """Return what one root brought."""
    return {
        "kind": added.kind,
        "root": added.root,
        "files": added.files,
        "changed": added.changed,
        "removed": added.removed,
        "records": added.records,
        "left_out": left_out_json(added.left_out),
    }
