from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
import pytest

from hitherto.hosts.cli import cli

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMMANDS = ["add", "rebuild", "recall", "search", "serve", "status", "timeline", "topics", "verify", "watch"]


def command_of(name: str) -> click.Command:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    return command


@pytest.mark.parametrize("name", COMMANDS)
def test_help(shell: Callable[..., Any], name: str) -> None:
    """Each command has a sentence, help for each option, and an example that is a call of it."""
    code, out, err = shell(name, "--help")
    assert (code, err) == (0, "")
    assert f"\n    hitherto {name}" in out.split("Examples:")[1]
    command = command_of(name)
    assert command.help
    assert command.get_short_help_str(limit=200).endswith(".")
    options = [one for one in command.params if isinstance(one, click.Option)]
    assert [one.name for one in options if not (one.help or "").endswith((".", ")."))] == []


def test_no_command_is_forgotten() -> None:
    """The commands are the documented ones."""
    names = cli.list_commands(click.Context(cli))
    assert [name for name in names if not command_of(name).hidden] == COMMANDS


def test_help_is_a_word_too(shell: Callable[..., Any]) -> None:
    """`hitherto help` is `--help`, of all or of one command; what is no command is said as elsewhere."""
    assert shell("help") == shell("--help")
    assert shell("help", "recall") == shell("recall", "--help")
    assert shell("help", "recal") == shell("recal")
    assert shell("help", "--help")[:1] == (0,)


def test_search_is_recall(filled: Path, shell: Callable[..., Any]) -> None:
    """The alias gives the very same."""
    assert filled.is_dir()
    assert shell("search", "wombat") == shell("recall", "wombat")
    assert command_of("search").params[1:] != []
    assert [one.name for one in command_of("search").params] == [one.name for one in command_of("recall").params]


def test_words_need_no_quotes(filled: Path, shell: Callable[..., Any]) -> None:
    """Several words are one query."""
    assert filled.is_dir()
    assert json.loads(shell("recall", "--json", "wombat", "digs")[1])["query"] == "wombat digs"


def test_the_number_of_hits(filled: Path, shell: Callable[..., Any]) -> None:
    """-n is --limit, and the page says that there may be more."""
    assert filled.is_dir()
    shown = shell("recall", "-n", "1", "wombat")
    assert shown == shell("recall", "--limit", "1", "wombat")
    assert shown[2] == "-- first 1 hit, more with --limit | all words\n"


def test_a_hit_in_full(filled: Path, shell: Callable[..., Any]) -> None:
    """--full shows every line and character of a hit, and so does --context; a page alone is cut."""
    line = "The quokka sleeps. " * 50
    lines = [f"{number} {line}".rstrip() for number in range(20)]
    (filled / "notes/long.md").write_text("\n".join(lines) + "\n")
    assert shell("add", "notes")[0] == 0
    asked = ("recall", "--kind", "note", "-n", "100", "quokka")
    whole = ["    " + one for one in lines]
    for given in (("--full",), ("--full", "--context", "1"), ("--context", "1")):
        assert set(whole) <= set(shell(*asked, *given)[1].splitlines())
    assert not set(whole) & set(shell(*asked)[1].splitlines())


@pytest.mark.parametrize(
    ("restriction", "kinds"),
    [
        (("--source", "jsonl"), {"conversation"}),
        (("--source", "notes"), {"note"}),
        (("--path", "notes"), {"note"}),
        (("--source", "folder"), {"note"}),
        (("--path", "./notes/animals.md"), {"note"}),
        (("--path", "*.md"), {"note"}),
        (("--kind", "note"), {"note"}),
        (("--session", "tal"), {"conversation"}),
        (("--actor", "user"), {"conversation"}),
        (("--on", "2026-11-24"), {"conversation"}),
        (("--until", "2026-11-23"), {"note"}),
        (("--since", "2026-11-24T18:00"), {"conversation"}),
        (("--project", "nowhere"), set()),
    ],
)
def test_restrictions(filled: Path, shell: Callable[..., Any], restriction: tuple[str, str], kinds: set[str]) -> None:
    """Each restriction leaves what it names; a path or a source may be given as it is seen from here."""
    assert filled.is_dir()
    answer = json.loads(shell("recall", "--json", *restriction, "wombat")[1])
    assert {hit["kind"] for hit in answer["hits"]} == kinds
