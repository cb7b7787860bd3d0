"""What several commands share: the options that restrict, and the memory they are asked of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from hitherto.app.memory import Memory
    from hitherto.core.answer import Filter

NOTHING = 1
KINDS = ("conversation", "action", "code", "note")
SOURCES = ("folder", "claude-code", "openclaw", "jsonl")

# Made once for all commands that have them: an option costs as much as a small module. They restrict a search before
# anything is ranked.
QUERY = click.Argument(["query"], nargs=-1)
RESTRICTING = (
    click.Option(["--source"], metavar="NAME", help="Only this source: folder, claude-code, … or its path."),
    click.Option(["--path"], metavar="PATH", help="Only this file or folder; * and ? make it a pattern."),
    click.Option(["--project"], metavar="NAME", help="Only this project: its folder, or the folder's name."),
    click.Option(["--session"], metavar="ID", help="Only the session that begins with this."),
    click.Option(["--actor"], metavar="NAME", help="Only what this one said."),
    click.Option(["--kind"], type=click.Choice(KINDS), help="Only this kind of thing."),
    click.Option(["--since"], metavar="DATE", help="From this day, month, year or time on."),
    click.Option(["--until"], metavar="DATE", help="Up to and with this day, month, year or time."),
    click.Option(["--on"], metavar="DATE", help="On this day, in this month or year."),
    click.Option(["--as-of"], metavar="DATE", help="From what was recorded by then; without code."),
    click.Option(["--literal"], is_flag=True, help="Read no time in QUERY: look for all its words."),
    click.Option(["--json", "as_json"], is_flag=True, help="Print the whole answer as JSON."),
)


def examples(*lines: str) -> str:
    """Return an epilog of commands that are shown as they are."""
    return "\b\n" + "\n".join(["Examples:", *(f"  {line}" for line in lines)])


def memory() -> Memory:
    """Return the memory of this person on this machine."""
    from hitherto.app.config import load_settings  # noqa: PLC0415 - help needs no settings
    from hitherto.app.memory import Memory  # noqa: PLC0415

    return Memory(load_settings())


def filter_of(options: dict[str, Any]) -> Filter:
    """Return the restriction of the options that are no times."""
    from pathlib import Path  # noqa: PLC0415

    from hitherto.core.answer import Filter  # noqa: PLC0415

    for name in ("path", "source"):
        given = options[name]
        if given and (given.startswith((".", "~")) or Path(given).exists()) and given not in SOURCES:
            options[name] = str(Path(given).expanduser().resolve())
    return Filter(**options)
