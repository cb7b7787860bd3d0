from __future__ import annotations

import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING

import click
import pytest

from tools import cli_reference

if TYPE_CHECKING:
    from pathlib import Path


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def cli() -> None:
    """Remember."""


@cli.command()
@click.argument("query")
@click.option("--limit", help="At most so many.")
def recall(query: str, limit: str | None) -> None:
    """Find what was said."""


@cli.command(hidden=True)
def secret() -> None:
    """Not for show."""


@cli.group()
def more() -> None:
    """Rare things."""


@more.command()
def deep() -> None:
    """Down here."""


@pytest.fixture
def page(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setitem(sys.modules, "hitherto.hosts.cli", SimpleNamespace(cli=cli))
    monkeypatch.setattr(cli_reference, "TARGET", tmp_path / "cli.md")
    return tmp_path / "cli.md"


def test_every_visible_command_is_on_the_page(page: Path) -> None:
    """The page holds each command with its help, groups before what is in them, and nothing hidden."""
    assert cli_reference.main([]) == 0
    text = page.read_text(encoding="utf-8")
    headings = [line for line in text.splitlines() if line.startswith("##")]
    assert headings == [
        "## `hitherto`",
        "### `hitherto more`",
        "### `hitherto more deep`",
        "### `hitherto recall`",
    ]
    assert "At most so many." in text
    assert text.count("-h, --help") == len(headings)
    assert "Not for show" not in text


def test_check_notices_a_change(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A page that is missing or says something else fails the check, and the check writes nothing."""
    assert cli_reference.main(["--check"]) == 1
    assert not page.exists()
    cli_reference.main([])
    assert cli_reference.main(["--check"]) == 0
    page.write_text(page.read_text(encoding="utf-8") + "more\n", encoding="utf-8")
    assert cli_reference.main(["--check"]) == 1
    assert "make docs" in capsys.readouterr().err
