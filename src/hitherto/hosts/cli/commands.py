"""The commands, each thin: options in, one call to the hall, output out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hitherto.hosts.cli.options import NOTHING, QUERY, RESTRICTING, SOURCES, examples, filter_of, memory

if TYPE_CHECKING:
    from hitherto.app.memory import Memory
    from hitherto.core.answer import Recall

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


# How hits are found, ordered and shown.
SHOWING = (
    click.Option(["--by"], type=click.Choice(("time", "rank")), help="Order: time (with a time) or rank (without)."),
    click.Option(
        ["-n", "--limit"],
        type=click.IntRange(1, 1000),
        default=10,
        metavar="N",
        help="Hits at most (10).",
    ),
    click.Option(["--words", "words_only"], is_flag=True, help="Find by words alone, not by meaning."),
    click.Option(["--jsonl", "as_jsonl"], is_flag=True, help="Print one hit a line as JSON."),
    click.Option(["--full"], is_flag=True, help="Show the whole text of every hit."),
    click.Option(["--explain"], is_flag=True, help="Show what each score is made of, and other readings of a time."),
    click.Option(
        ["--context"],
        type=click.IntRange(0, 100),
        metavar="N",
        help="Show N lines or utterances around each hit (with --around: 5).",
    ),
    click.Option(["--around"], metavar="ID", help="Show the hit or utterance with this ID, and what is around it."),
    click.Option(["--group"], type=click.Choice(("day",)), help="Count by day, as `hitherto timeline` does."),
)


def _recall(query: tuple[str, ...], **options: Any) -> int:
    as_json, as_jsonl = options.pop("as_json"), options.pop("as_jsonl")
    explain, context, full = (options.pop(name) for name in ("explain", "context", "full"))
    around, group = options.pop("around"), options.pop("group")
    if as_json and as_jsonl:
        raise click.UsageError("--json and --jsonl exclude each other.")
    when = {name: options.pop(name) for name in ("since", "until", "on", "as_of", "literal")}
    how = {name: options.pop(name) for name in ("by", "limit", "words_only")}
    if around is not None and (query or any(options.values()) or any(when.values())):
        raise click.UsageError("--around takes an ID alone, without a query or a restriction.")
    if group is not None:
        from hitherto.hosts.cli.timeline import show_timeline  # noqa: PLC0415 - a recall counts nothing

        return show_timeline(memory(), " ".join(query), filter_of(options), when, as_json=as_json or as_jsonl)
    again = [word for name, value in options.items() if value for word in (f"--{name}", str(value))]
    if when["as_of"]:
        again += ["--as-of", when["as_of"]]
    with memory() as mind:
        if around is None:
            answer = _answer(mind, " ".join(query), where=filter_of(options), **when, **how)
        else:
            answer = mind.one(around)
            context, full = 5 if context is None else context, True
        if as_json or as_jsonl:
            from hitherto.hosts.cli.show.json_output import show_json  # noqa: PLC0415 - a page needs none of it

            show_json(mind, answer, lines=as_jsonl, context=context or 0)
        else:
            from hitherto.hosts.cli.show.page import Shown, show_page  # noqa: PLC0415 - JSON needs none of it

            wanted = Shown(limit=how["limit"], explain=explain, context=context or 0, full=full, again=again)
            show_page(mind, answer, wanted)
    return 0 if answer.hits else NOTHING


def _answer(mind: Memory, query: str, **asked: Any) -> Recall:
    """Return the answer of the process that serves this memory, else our own."""
    from hitherto.app.daemon.client import recall_resident  # noqa: PLC0415 - help asks nothing

    def say(remark: str) -> None:
        click.echo(f"-- {remark}", err=True)

    return recall_resident(mind.settings, query, say=say, **asked) or mind.recall(query, **asked)


@click.command(
    params=[QUERY, *RESTRICTING, *SHOWING],
    short_help="Find what was said, written or coded.",
    epilog=examples(
        'hitherto recall "retry logic with backoff"',
        'hitherto recall "yesterday evening, about the budget"',
        "hitherto recall --on 2026-11-24 budget",
        "hitherto recall --kind code --path src E_CONN_17",
        "hitherto recall -- --no-verify              (a query that begins with a dash)",
    ),
)
def recall(query: tuple[str, ...], **options: Any) -> int:
    """Find what was said, written or coded: verbatim, with its place and time.

    A time in QUERY ("yesterday evening, about the budget") or a date restricts first, and hits then come in the order
    of time. By words, all of them first, then any, and by meaning, where there are vectors; within a time only where
    words find little. A time alone ("what happened last Tuesday") lists what there is, session by session.
    """
    return _recall(query, **options)


@click.command(
    params=recall.params,
    short_help="The same as recall.",
    epilog=examples('hitherto search "what did we decide about leases"'),
)
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
