"""The command line: data on standard output, talk on standard error, exit codes as documented."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from hitherto.core.errors import HithertoError
from hitherto.hosts.cli.commands import add, rebuild, recall, search, status, verify

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name=None, version="", message="%(version)s")
def cli() -> None:
    r"""Everything said hitherto, found by when and by meaning, quoted exactly.

    \b
    hitherto add ~/projects/lantern          take in a folder, a repository, or chat logs
    hitherto recall "retry with backoff"     find it again, with file, line and time
    """


for command in (add, recall, search, status, rebuild, verify):
    cli.add_command(command)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; every expected failure is one sentence with its way out."""
    try:
        code = cli.main(list(arguments), prog_name="hitherto", standalone_mode=False)
        sys.stdout.flush()
    except HithertoError as error:
        if os.environ.get("HITHERTO_DEBUG"):
            raise
        return failed(str(error), error.hint, error.exit_code)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (KeyboardInterrupt, click.Abort):
        click.echo("\nInterrupted. What was read is kept; repeat the same command to go on.", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        # The reader went away, as `| head` does; pointing stdout elsewhere keeps the interpreter quiet at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code if isinstance(code, int) else 0


def failed(message: str, hint: str, code: int) -> int:
    """Say what went wrong and what to do, and return the exit code."""
    click.echo(f"hitherto: {message}\n  -> {hint}", err=True)
    return code
