"""The command line: data on standard output, talk on standard error, exit codes as documented."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import TYPE_CHECKING, NoReturn

import click

from hitherto import __version__
from hitherto.core.errors import HithertoError
from hitherto.hosts.cli.options import examples
from hitherto.hosts.cli.show.terminal import never_fail_on_characters, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from types import FrameType

FAILED = 1
USAGE = 2
SET_UP = 3
INTERRUPTED = 130
TERMINATED = 143


# Which module beside this one has a command; it is loaded when it is asked for.
PLACES = {
    **dict.fromkeys(("add", "recall", "search", "status", "rebuild", "verify"), "commands"),
    **dict.fromkeys(("serve", "watch"), "serving"),
    "timeline": "timeline",
    "topics": "topics",
}


class _Commands(click.Group):
    """The commands of all modules, without loading those of the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return sorted({*super().list_commands(ctx), *PLACES})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, None where there is none of this name."""
        # A misspelt name is compared with those of all commands.
        wanted = [cmd_name] if cmd_name in {*PLACES, *self.commands} else PLACES
        for name in wanted:
            if name not in self.commands:
                self.add_command(getattr(import_module(f"{__name__}.{PLACES[name]}"), name))
        return super().get_command(ctx, cmd_name)


class _TerminatedError(BaseException):
    """SIGTERM came."""


@click.group(
    cls=_Commands,
    invoke_without_command=True,
    epilog=examples(
        "hitherto add ~/projects/lantern         take in a folder, a repository, or chat logs",
        'hitherto recall "retry with backoff"    find it again, with file, line and time',
    ),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, "-V", "--version", message="hitherto %(version)s")
@click.option("--debug", is_flag=True, help="Show where an error comes from (as HITHERTO_DEBUG=1 does).")
@click.pass_context
def cli(context: click.Context, *, debug: bool) -> None:
    """Everything said hitherto, found by when and by meaning, quoted exactly."""
    if debug:
        os.environ["HITHERTO_DEBUG"] = "1"
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command("help", hidden=True, epilog=examples("hitherto help recall"))
@click.argument("names", nargs=-1, metavar="[COMMAND]")
def show_help(names: tuple[str, ...]) -> None:
    """Show what there is, or how COMMAND is used; the same as `hitherto COMMAND --help`."""
    cli.main([*names[:1], "--help"], prog_name="hitherto", standalone_mode=False)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; every failure is one sentence with its way out."""
    never_fail_on_characters()
    try:
        with _termination_as_error():
            code = cli.main(list(arguments), prog_name="hitherto", standalone_mode=False)
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # The reader went away, as `| head` does; click makes a SystemExit of it.
        _let_go_of_output()
        return 0
    except (KeyboardInterrupt, click.Abort):
        return failed(
            "interrupted.", "nothing that was taken in is lost; repeat the same command to go on", INTERRUPTED
        )
    except _TerminatedError:
        return failed(
            "told to stop.", "nothing that was taken in is lost; repeat the same command to go on", TERMINATED
        )
    except Exception as error:  # noqa: BLE001 - the outermost place; whatever it is, the person is told what to do
        if os.environ.get("HITHERTO_DEBUG"):
            _show_trace(error)
        return failed(*_explained(error))
    return code if isinstance(code, int) else 0


def failed(message: str, hint: str, code: int) -> int:
    """Say what went wrong and what to do, and return the exit code."""
    click.echo(f"hitherto: {printable(message)}\n  -> {printable(hint)}", err=True)
    return code


def _explained(error: Exception) -> tuple[str, str, int]:
    """Return the sentence, the way out and the exit code of an error."""
    if isinstance(error, HithertoError):
        return str(error), error.hint, error.exit_code
    if isinstance(error, click.ClickException):
        return error.format_message(), _usage_hint(error), error.exit_code
    if isinstance(error, OSError) and error.errno is not None:
        _let_go_of_output()
        where = f" at {os.fsdecode(error.filename)}" if isinstance(error.filename, str | bytes) else ""
        return f"the system refused{where}: {error.strerror}.", "put that right and repeat the same command", SET_UP
    hint = "nothing that was taken in is lost; please report this with what HITHERTO_DEBUG=1 makes the command print"
    return f"something went wrong that should not: {type(error).__name__}: {error}", hint, FAILED


def _usage_hint(error: click.ClickException) -> str:
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context else "hitherto"
    if isinstance(error, click.NoSuchOption) and context and context.command.name in ("recall", "search"):
        return f"to look for it as a word: `{path} -- {error.option_name}`; for the options: `{path} --help`"
    return f"see `{path} --help`"


def _show_trace(error: Exception) -> None:
    import traceback  # noqa: PLC0415 - only to hunt a fault

    click.echo("".join(traceback.format_exception(error)), err=True, nl=False)


def _let_go_of_output() -> None:
    """Send what is still waiting to be written nowhere, so that the interpreter does not try again at its end."""
    # An output that is no file of the system has nothing waiting.
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


@contextmanager
def _termination_as_error() -> Iterator[None]:
    """Let SIGTERM unwind what is going on, so that transactions and locks end in order."""

    def stop(_number: int, _frame: FrameType | None) -> NoReturn:
        raise _TerminatedError

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
