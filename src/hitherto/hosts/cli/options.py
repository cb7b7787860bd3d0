"""What several commands share: the options that restrict, and the memory they are asked of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hitherto.app.memory import Memory
    from hitherto.core.answer import Filter

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
        click.option("--as-of", metavar="DATE", help="From what was recorded by then; without code."),
        click.option("--literal", is_flag=True, help="Read no time in QUERY: look for all its words."),
        click.option("--json", "as_json", is_flag=True, help="Print the whole answer as JSON."),
    )
    return with_options(command, options)


def with_options(command: Callable[..., Any], options: Sequence[Callable[..., Any]]) -> Callable[..., Any]:
    """Add options to a command, which shows them in this order."""
    for option in reversed(options):
        command = option(command)
    return command


def filter_of(options: dict[str, Any]) -> Filter:
    """Return the restriction of the options that are no times."""
    from pathlib import Path  # noqa: PLC0415

    from hitherto.core.answer import Filter  # noqa: PLC0415

    for name in ("path", "source"):
        given = options[name]
        if given and (given.startswith((".", "~")) or Path(given).exists()) and given not in SOURCES:
            options[name] = str(Path(given).expanduser().resolve())
    return Filter(**options)
