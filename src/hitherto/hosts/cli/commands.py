"""The commands, each thin: options in, one call to the hall, output out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable

    from hitherto.app.memory import Memory
    from hitherto.core.answer import Filter, Recall

NOTHING = 1
KINDS = ("conversation", "action", "code", "note")
SOURCES = ("folder", "claude-code", "openclaw", "jsonl")


def examples(*lines: str) -> str:
    """Return an epilog of commands that are shown as they are."""
    return "\b\n" + "\n".join(["Examples:", *(f"  {line}" for line in lines)])


def memory() -> Memory:
    """Return the memory of this person on this machine."""
    from hitherto.app.config import load_settings  # noqa: PLC0415 - help needs no settings
    from hitherto.app.memory import Memory  # noqa: PLC0415

    return Memory(load_settings())


without_vectors = click.option(
    "--no-vectors",
    "vectors",
    flag_value=False,
    default=True,
    help="Leave the vectors for another time: found by words only until then.",
)


@click.command(
    short_help="Take in folders, repositories, notes or chat logs.",
    epilog=examples("hitherto add ~/projects ~/notes", "hitherto add ~/.claude"),
)
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--as", "kind", type=click.Choice(SOURCES), help="Read PATH as this instead of finding out.")
@click.option("--encoding", metavar="NAME", help="Decode every file that is not UTF-8 with this encoding.")
@click.option("--yes", is_flag=True, help="Do not ask before a whole home folder or an emptied root.")
@without_vectors
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def add(paths: tuple[str, ...], kind: str | None, encoding: str | None, **wanted: bool) -> int:
    """Take in folders, repositories, notes or chat logs; without PATH, bring everything added before up to date.

    Repeating it is cheap: only what changed is read again. What was taken in is found by its words at once; the
    vectors that find it by meaning are made then, and may be stopped and gone on with at any time.
    """
    from hitherto.hosts.cli.show.progress import Wanted, add_all  # noqa: PLC0415

    return add_all(memory(), paths, Wanted(**wanted), kind=kind, encoding=encoding)


def restricting(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that restrict a search before anything is ranked."""
    options = (
        click.option("--source", metavar="NAME", help="Only this source: folder, claude-code, … or its path."),
        click.option("--path", metavar="PATH", help="Only this file or folder; * and ? make it a pattern."),
        click.option("--project", metavar="NAME", help="Only this project: its folder, or the folder's name."),
        click.option("--session", metavar="ID", help="Only the session that begins with this."),
        click.option("--actor", metavar="NAME", help="Only what this one said."),
        click.option("--kind", type=click.Choice(KINDS), help="Only this kind of thing."),
        click.option("--since", metavar="DATE", help="From this day, month, year or time on."),
        click.option("--until", metavar="DATE", help="Up to and with this day, month, year or time."),
        click.option("--on", metavar="DATE", help="On this day, in this month or year."),
        click.option(
            "-n",
            "--limit",
            type=click.IntRange(1, 1000),
            default=10,
            metavar="N",
            help="Hits at most (10).",
        ),
        click.option("--words", "words_only", is_flag=True, help="Find by words alone, not by meaning."),
        click.option("--json", "as_json", is_flag=True, help="Print the whole answer as JSON."),
        click.option("--jsonl", "as_jsonl", is_flag=True, help="Print one hit a line as JSON."),
        click.option("--full", is_flag=True, help="Show the whole text of every hit."),
        click.option("--explain", is_flag=True, help="Show what each hit's score is made of."),
        click.option(
            "--context",
            type=click.IntRange(0, 100),
            default=0,
            metavar="N",
            help="Show N lines or utterances around each hit.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def _recall(query: tuple[str, ...], **options: Any) -> int:
    as_json, as_jsonl = options.pop("as_json"), options.pop("as_jsonl")
    explain, context, full = (options.pop(name) for name in ("explain", "context", "full"))
    if as_json and as_jsonl:
        raise click.UsageError("--json and --jsonl exclude each other.")
    when = {name: options.pop(name) for name in ("since", "until", "on", "limit", "words_only")}
    with memory() as mind:
        answer = _answer(mind, " ".join(query), where=_filter(options), **when)
        if as_json or as_jsonl:
            from hitherto.hosts.cli.show.json_output import show_json  # noqa: PLC0415 - a page needs none of it

            show_json(mind, answer, lines=as_jsonl, context=context)
        else:
            from hitherto.hosts.cli.show.page import show_page  # noqa: PLC0415 - JSON needs none of it

            show_page(mind, answer, limit=when["limit"], explain=explain, context=context, full=full)
    return 0 if answer.hits else NOTHING


def _answer(mind: Memory, query: str, **asked: Any) -> Recall:
    """Return the answer of the process that serves this memory, else our own."""
    from hitherto.app.daemon.client import recall_resident  # noqa: PLC0415 - help asks nothing

    def say(remark: str) -> None:
        click.echo(f"-- {remark}", err=True)

    return recall_resident(mind.settings, query, say=say, **asked) or mind.recall(query, **asked)


def _filter(options: dict[str, Any]) -> Filter:
    from pathlib import Path  # noqa: PLC0415

    from hitherto.core.answer import Filter  # noqa: PLC0415

    for name in ("path", "source"):
        given = options[name]
        if given and (given.startswith((".", "~")) or Path(given).exists()) and given not in SOURCES:
            options[name] = str(Path(given).expanduser().resolve())
    return Filter(**options)


@click.command(
    short_help="Find what was said, written or coded.",
    epilog=examples(
        'hitherto recall "retry logic with backoff"',
        "hitherto recall --on 2026-11-24 budget",
        "hitherto recall --kind code --path src E_CONN_17",
        "hitherto recall -- --no-verify              (a query that begins with a dash)",
    ),
)
@click.argument("query", nargs=-1)
@restricting
def recall(query: tuple[str, ...], **options: Any) -> int:
    """Find what was said, written or coded: verbatim, with its place and time.

    By words, all of them first, then any, and by meaning, where there are vectors. With a date, hits come in the
    order of time.
    """
    return _recall(query, **options)


@click.command(short_help="The same as recall.", epilog=examples('hitherto search "what did we decide about leases"'))
@click.argument("query", nargs=-1)
@restricting
def search(query: tuple[str, ...], **options: Any) -> int:
    """Find something; the same as `hitherto recall`."""
    return _recall(query, **options)


@click.command(short_help="Show what is in the memory.", epilog=examples("hitherto status"))
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def status(*, as_json: bool) -> int:
    """Show what is in the memory: sources, counts, sizes, and anything left out."""
    from hitherto.app import upkeep  # noqa: PLC0415
    from hitherto.hosts.cli.show import reports  # noqa: PLC0415

    with memory() as mind:
        reports.show_status(upkeep.status(mind), as_json=as_json)
    return 0


@click.command(short_help="Make the index anew from the journal.", epilog=examples("hitherto rebuild"))
@click.option("--yes", is_flag=True, help="Go on although the code of a missing folder will be lost.")
@without_vectors
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def rebuild(**wanted: bool) -> int:
    """Make the index anew from the journal, read every source again, and make the vectors again."""
    from hitherto.hosts.cli.show.progress import Wanted, rebuild_all  # noqa: PLC0415

    return rebuild_all(memory(), Wanted(**wanted))


@click.command(short_help="Compare the index with the journal.", epilog=examples("hitherto verify"))
@click.option("--json", "as_json", is_flag=True, help="Print the differences as JSON.")
def verify(*, as_json: bool) -> int:
    """Compare the index with the journal, record by record, and name whatever differs."""
    from hitherto.app import upkeep  # noqa: PLC0415
    from hitherto.hosts.cli.show import reports  # noqa: PLC0415

    with memory() as mind:
        return reports.show_differences(upkeep.verify(mind), as_json=as_json)
