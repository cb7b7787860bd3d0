from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
import pytest

from hitherto.hosts.cli import cli

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

COMMANDS = ["add", "rebuild", "recall", "search", "status", "verify"]


@pytest.mark.parametrize("name", COMMANDS)
def test_help(shell: Callable[..., Any], name: str) -> None:
    """Each command has a sentence, help for each option, and an example that is a call of it."""
    code, out, err = shell(name, "--help")
    assert (code, err) == (0, "")
    assert f"\n    hitherto {name}" in out.split("Examples:")[1]
    command = cli.commands[name]
    assert command.help
    assert command.get_short_help_str(limit=200).endswith(".")
    options = [one for one in command.params if isinstance(one, click.Option)]
    assert [one.name for one in options if not (one.help or "").endswith((".", ")."))] == []


def test_no_command_is_forgotten() -> None:
    """The commands are the documented ones."""
    assert sorted(cli.commands) == COMMANDS


def test_search_is_recall(filled: Path, shell: Callable[..., Any]) -> None:
    """The alias gives the very same."""
    assert filled.is_dir()
    assert shell("search", "wombat") == shell("recall", "wombat")
    assert cli.commands["search"].params[1:] != []
    assert [one.name for one in cli.commands["search"].params] == [one.name for one in cli.commands["recall"].params]


def test_words_need_no_quotes(filled: Path, shell: Callable[..., Any]) -> None:
    """Several words are one query."""
    assert filled.is_dir()
    assert json.loads(shell("recall", "--json", "wombat", "digs")[1])["query"] == "wombat digs"


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
