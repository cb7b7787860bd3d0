"""Write ``docs/reference/cli.md`` from the commands themselves; ``--check`` only compares."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = Path(__file__).resolve().parents[1] / "docs/reference/cli.md"
HEAD = """# Commands

Generated from the commands themselves by `make docs`; change the help texts, not this page.
"""


def render(command: click.Command, name: str) -> str:
    """Return the page for ``command`` and everything below it."""
    return "\n".join([HEAD, *_sections(command, _context(command, name, None))])


def _sections(command: click.Command, context: click.Context) -> Iterator[str]:
    if command.hidden:
        return
    level = "##" if context.parent is None else "###"
    yield f"{level} `{context.command_path}`\n\n```text\n{_help(command, context)}\n```\n"
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None:
                yield from _sections(below, _context(below, name, context))


def _context(command: click.Command, name: str, parent: click.Context | None) -> click.Context:
    # Made this way, the context has the settings the command itself asks for, such as `-h`.
    return command.make_context(name, [], parent, resilient_parsing=True)


def _help(command: click.Command, context: click.Context) -> str:
    formatter = click.HelpFormatter(width=100)
    command.format_help(context, formatter)
    return "\n".join(line.rstrip() for line in formatter.getvalue().rstrip().splitlines())


def main(arguments: list[str]) -> int:
    """Write the page, or with ``--check`` return 1 when the one that is there differs."""
    page = render(import_module("hitherto.hosts.cli").cli, "hitherto")
    if "--check" not in arguments:
        TARGET.write_text(page, encoding="utf-8")
        return 0
    if TARGET.is_file() and TARGET.read_text(encoding="utf-8") == page:
        return 0
    print(f"{TARGET.name} does not say what the commands do; run `make docs`.", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
