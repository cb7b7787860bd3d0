"""Long work: a line of progress on a terminal after a second, a summary at the end, nothing lost on Ctrl-C."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hitherto.app.memory import Added
from hitherto.core.errors import ConsentNeededError, HithertoError, SetupNeededError
from hitherto.hosts.cli.show.json_output import echo_json
from hitherto.hosts.cli.show.reports import left_out_json, left_out_lines
from hitherto.hosts.cli.show.terminal import Line, counted, printable
from hitherto.hosts.cli.show.vectors import embedded_json, make_vectors, tell

if TYPE_CHECKING:
    from hitherto.app.memory import Memory
    from hitherto.engine.intake.indexing import Progress


class Reading(Line):
    """How far taking in is."""

    def __call__(self, progress: Progress) -> None:
        """Show it."""
        self.show(f"{progress.files} files, {progress.changed} changed, {progress.records} records")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """How adding and rebuilding were asked for."""

    yes: bool
    vectors: bool
    as_json: bool


def add_all(memory: Memory, paths: tuple[str, ...], wanted: Wanted, *, kind: str | None, encoding: str | None) -> int:
    """Take in every path, or again all that was added before; one path's trouble does not stop the others."""
    with memory:
        if not paths:
            return _finish(memory, _again(memory, yes=wanted.yes), wanted)
        done: list[Added | HithertoError] = []
        for path in paths:
            try:
                done.append(_add(memory, path, kind=kind, encoding=encoding, yes=wanted.yes))
            except HithertoError as error:
                done.append(error)
        return _finish(memory, done, wanted)


def _again(memory: Memory, *, yes: bool) -> list[Added | HithertoError]:
    line = Reading()
    try:
        done = memory.again(consent=yes, report=line)
    finally:
        line.clear()
    if not done:
        raise SetupNeededError("Nothing has been added yet.", hint="take something in first: `hitherto add FOLDER`")
    return done


def _add(memory: Memory, path: str, *, kind: str | None, encoding: str | None, yes: bool) -> Added:
    line = Reading()
    try:
        return memory.add(path, kind=kind, encoding=encoding, consent=yes, report=line)
    except ConsentNeededError as question:
        if not (sys.stdin.isatty() and click.confirm(f"{question} Go on?", err=True)):
            raise
        return memory.add(path, kind=kind, encoding=encoding, consent=True, report=line)
    finally:
        line.clear()


def rebuild_all(memory: Memory, wanted: Wanted) -> int:
    """Make the index anew and say how it went."""
    from hitherto.app import upkeep  # noqa: PLC0415 - adding does not need it

    line = Reading()
    with memory:
        try:
            done = upkeep.rebuild(memory, line, consent=wanted.yes)
        finally:
            line.clear()
        return _finish(memory, done, wanted)


def _finish(memory: Memory, done: list[Added | HithertoError], wanted: Wanted) -> int:
    """Say what was taken in, which can be found from now on, then make the vectors; return the worst exit code."""
    code = max((one.exit_code for one in done if isinstance(one, HithertoError)), default=0)
    _say(done, as_json=wanted.as_json)
    # Where nothing was taken in, there may not even be a home.
    embedded = make_vectors(memory, wanted=wanted.vectors) if any(isinstance(one, Added) for one in done) else None
    if embedded is not None:
        code = max(code, tell(embedded, memory.settings.embedder))
    if wanted.as_json:
        added = [added_json(one) for one in done if isinstance(one, Added)]
        failed = [{"error": str(one), "hint": one.hint} for one in done if isinstance(one, HithertoError)]
        echo_json({"hitherto": 1, "added": added, "failed": failed, "vectors": embedded and embedded_json(embedded)})
    return code


def _say(done: list[Added | HithertoError], *, as_json: bool) -> None:
    for one in done:
        if isinstance(one, HithertoError):
            click.echo(f"hitherto: {printable(str(one))}\n  -> {printable(one.hint)}", err=True)
        elif not as_json:
            click.echo(summary(one))
            for line in left_out_lines(one.left_out):
                click.echo(f"  {line}", err=True)


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
