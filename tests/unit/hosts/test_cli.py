from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
import pytest
from inline_snapshot import snapshot

from hitherto import __version__
from hitherto.core.errors import BusyError
from hitherto.hosts import cli
from hitherto.hosts.cli import run

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def raising(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run a command that ends with an exception; gives (exit code, standard error)."""
    monkeypatch.delenv("HITHERTO_DEBUG", raising=False)

    def call(error: BaseException | Callable[[], NoReturn], *before: str) -> tuple[int, str]:
        @click.command("fail")
        def fail() -> None:
            if isinstance(error, BaseException):
                raise error
            error()

        monkeypatch.setitem(cli.cli.commands, "fail", fail)
        code = run([*before, "fail"])
        return code, capsys.readouterr().err

    return call


def terminate() -> NoReturn:
    os.kill(os.getpid(), signal.SIGTERM)
    raise AssertionError("the signal was not handled")


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BusyError("Another process writes.", hint="wait"), 4, "hitherto: Another process writes.\n  -> wait\n"),
        (KeyboardInterrupt(), 130, "hitherto: interrupted.\n  -> nothing that was taken in is lost"),
        (click.Abort(), 130, "hitherto: interrupted."),
        (terminate, 143, "hitherto: told to stop."),
        (BrokenPipeError(), 0, ""),
        (OSError(28, "No space left on device", "/x/\x1by"), 3, "hitherto: the system refused at /x/␛y: No space left"),
        (OSError(5, "Input/output error"), 3, "hitherto: the system refused: Input/output error.\n"),
        (OSError("odd"), 1, "hitherto: something went wrong that should not: OSError: odd"),
        (ZeroDivisionError("by zero"), 1, "hitherto: something went wrong that should not: ZeroDivisionError: by zero"),
        (RecursionError(), 1, "hitherto: something went wrong that should not: RecursionError"),
        (click.UsageError("No such thing."), 2, "hitherto: No such thing.\n  -> see `hitherto fail --help`\n"),
    ],
)
def test_every_failure_has_a_sentence_and_a_code(
    raising: Callable[..., Any], error: BaseException, code: int, said: str
) -> None:
    """Whatever happens, the person gets one sentence, the way out, and the exit code, and no trace."""
    ended, told = raising(error)
    assert ended == code
    assert told.lstrip("\n").startswith(said)
    assert "Traceback" not in told
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


@pytest.mark.parametrize("error", [BusyError("Busy.", hint="wait"), ZeroDivisionError("by zero")])
def test_the_trace_is_shown_on_demand(raising: Callable[..., Any], error: Exception) -> None:
    """With --debug the trace comes before the sentence, and the exit code stays."""
    code, told = raising(error, "--debug")
    assert code == (4 if isinstance(error, BusyError) else 1)
    assert told.startswith("Traceback (most recent call last):")
    assert "\nhitherto: " in told


def test_alone_it_prints_the_help(shell: Callable[..., Any]) -> None:
    """`hitherto` alone prints what there is, as data, and ends well."""
    code, out, err = shell()
    assert (code, err) == (0, "")
    assert out == snapshot("""\
Usage: hitherto [OPTIONS] [COMMAND] [ARGS]...

  Everything said hitherto, found by when and by meaning, quoted exactly.

Options:
  -V, --version  Show the version and exit.
  --debug        Show where an error comes from (as HITHERTO_DEBUG=1 does).
  -h, --help     Show this message and exit.

Commands:
  add       Take in folders, repositories, notes or chat logs.
  rebuild   Make the index anew from the journal.
  recall    Find what was said, written or coded.
  search    The same as recall.
  serve     Keep the memory fresh and answer at once.
  status    Show what is in the memory.
  timeline  Count by day what was said, written or coded.
  topics    Show where we are, and write it down.
  verify    Compare the index with the journal.
  watch     Serve, and say what happens.

  Examples:
    hitherto add ~/projects/lantern         take in a folder, a repository, or chat logs
    hitherto recall "retry with backoff"    find it again, with file, line and time
""")
    assert shell("--help") == (0, out, "")


def test_version(shell: Callable[..., Any]) -> None:
    """The version is told in both ways."""
    assert shell("--version") == shell("-V") == (0, f"hitherto {__version__}\n", "")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("recal",), "No such command 'recal'. Did you mean 'recall'?\n  -> see `hitherto --help`"),
        (("recall", "--limt", "3"), "Did you mean"),
        (("recall", "--no-verify"), "to look for it as a word: `hitherto recall -- --no-verify`"),
        (("search", "-x"), "to look for it as a word: `hitherto search -- -x`"),
        (("add", "--quick"), "No such option '--quick'.\n  -> see `hitherto add --help`"),
        (("recall", "--limit", "many", "x"), "'many' is not a valid integer"),
        (("recall", "--limit"), "Option '--limit' requires an argument."),
    ],
)
def test_mistakes_on_the_command_line(shell: Callable[..., Any], arguments: tuple[str, ...], told: str) -> None:
    """A mistake is said in one sentence with what was probably meant; nothing goes to standard output."""
    code, out, err = shell(*arguments)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 2


def test_output_that_cannot_be_written(shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk behind `>` is an error of its own, not a fault."""
    with Path("/dev/full").open("w", encoding="utf-8") as full, monkeypatch.context() as patch:
        patch.setattr(sys, "stdout", full)
        code, _, err = shell("--help")
    assert code == 3
    assert "No space left on device" in err
