"""The board: `hitherto topics` shows it to anyone, its other commands change it for a person at a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from hitherto.hosts.cli.options import examples, memory

if TYPE_CHECKING:
    from collections.abc import Callable

    from hitherto.app.memory import Memory
    from hitherto.core.topics import Change
    from hitherto.engine.topics.compact import Form

NOTHING = 1
COLOURS = ("red", "amber", "green", "none")
as_json = click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
which = click.argument("name", metavar="ID")


@click.group(
    short_help="Show where we are, and write it down.",
    invoke_without_command=True,
    epilog=examples(
        "hitherto topics                              the board",
        'hitherto topics add "the budget of the trip"',
        "hitherto topics colour k3fa red",
        "hitherto topics done k3fa",
        "hitherto topics --inject --full              for a model, at the start of a session",
    ),
)
@as_json
@click.option("--inject", is_flag=True, help="Print the compact form that goes in front of a model.")
@click.option("--turn", "form", flag_value="turn", help="With --inject: at most 120 tokens, for every turn.")
@click.option("--full", "form", flag_value="full", help="With --inject: at most 300, for the start of a session.")
@click.pass_context
def topics(context: click.Context, *, as_json: bool, inject: bool, form: Form | None) -> int | None:
    """Show where we are: the topics that you wrote down, the current one first, then by colour.

    Anyone may read the board; the commands below change it, and only for a person at a terminal. Every change stays
    in the history and can be undone.
    """
    if context.invoked_subcommand is not None:
        if as_json or inject or form:
            raise click.UsageError(f"these options do not go with {context.invoked_subcommand}.")
        return None
    if (form and not inject) or (inject and as_json):
        raise click.UsageError("--turn and --full go with --inject, and --inject does not go with --json.")
    with memory() as mind:
        if inject:
            from hitherto.app.board.injecting import injected  # noqa: PLC0415 - only a hook needs it

            click.echo(injected(mind, form or "full").encode(), nl=False)
            return 0
        from hitherto.hosts.cli.board import show_board  # noqa: PLC0415 - help shows no board

        return show_board(mind.topics(), mind.settings.zone, as_json=as_json)


@topics.command("add", short_help="Add a topic.", epilog=examples('hitherto topics add "the budget of the trip"'))
@click.argument("text", nargs=-1, required=True)
def add(text: tuple[str, ...]) -> int:
    """Add a topic: one short line that says what the conversation has turned to. It becomes the current one."""
    from hitherto.app.board import changing  # noqa: PLC0415 - reading changes nothing

    return _changed(lambda mind: changing.add(mind, " ".join(text)))


@topics.command("edit", short_help="Let a topic say something else.", epilog=examples("hitherto topics edit k3fa …"))
@which
@click.argument("text", nargs=-1, required=True)
def edit(name: str, text: tuple[str, ...]) -> int:
    """Let a topic say something else; the history keeps what it said."""
    from hitherto.app.board import changing  # noqa: PLC0415 - as in add

    return _changed(lambda mind: changing.edit(mind, name, " ".join(text)))


@topics.command("done", short_help="Close a topic.", epilog=examples("hitherto topics done k3fa"))
@which
def done(name: str) -> int:
    """Close a topic. ID is the beginning of its id, as the board shows it."""
    from hitherto.app.board import changing  # noqa: PLC0415 - as in add

    return _changed(lambda mind: changing.close(mind, name))


@topics.command("reopen", short_help="Open a topic again.", epilog=examples("hitherto topics reopen k3fa"))
@which
def reopen(name: str) -> int:
    """Open a topic again that was done. It becomes the current one."""
    from hitherto.app.board import changing  # noqa: PLC0415 - as in add

    return _changed(lambda mind: changing.reopen(mind, name))


@topics.command("colour", short_help="Give a topic a colour.", epilog=examples("hitherto topics colour k3fa red"))
@which
@click.argument("colour", type=click.Choice(COLOURS), metavar="red|amber|green|none")
def colour(name: str, colour: Any) -> int:
    """Give a topic a colour, which is also its priority: red comes first, none last."""
    from hitherto.app.board import changing  # noqa: PLC0415 - as in add

    return _changed(lambda mind: changing.colour(mind, name, colour))


topics.add_command(
    click.Command("color", callback=colour.callback, params=colour.params, help=colour.help, hidden=True)
)


@topics.command(
    "undo",
    short_help="Undo a change.",
    epilog=examples(
        "hitherto topics undo          the last change", "hitherto topics undo k3fa     the last one of a topic"
    ),
)
@click.argument("name", metavar="[ID]", required=False)
def undo(name: str | None) -> int:
    """Undo the last change, the last one of a topic, or any one by its id in the history; an undoing too."""
    from hitherto.app.board import changing  # noqa: PLC0415 - as in add

    return _changed(lambda mind: changing.undo(mind, name))


@topics.command("history", short_help="Show every change.", epilog=examples("hitherto topics history k3fa"))
@click.argument("name", metavar="[ID]", required=False)
@as_json
def history(name: str | None, *, as_json: bool) -> int:
    """Show every change, oldest first, or those of one topic: when, by whom, from which device, and what was undone."""
    from hitherto.hosts.cli.board import show_history  # noqa: PLC0415 - help shows no history

    with memory() as mind:
        return show_history(mind.topics(), name, mind.settings.zone, as_json=as_json)


def _changed(change: Callable[[Memory], Change | None]) -> int:
    from hitherto.core.errors import HithertoError  # noqa: PLC0415 - as in history
    from hitherto.hosts.cli.board import show_change  # noqa: PLC0415 - as in history

    with memory() as mind:
        made = change(mind)
        try:
            board = mind.topics()
        except HithertoError:
            click.echo("-- it is written down, but the board cannot be shown now", err=True)
            raise
        show_change(board, made, mind.settings.zone)
    return 0
