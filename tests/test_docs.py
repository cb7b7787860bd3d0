"""The documents: what they point at is there."""

from __future__ import annotations

import re
from pathlib import Path

import apsw
import pytest

from hitherto.stores.sqlite.schema import TABLES

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
# Written by `make docs`, which `make check` compares on its own.
GENERATED = {ROOT / "docs/reference/cli.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """Every relative link points at a file of this repository."""
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    targets = [(page.parent / link).resolve() for link in links if "://" not in link]
    assert [target for target in targets if not target.exists() and target not in GENERATED] == []


def test_readme_opens_with_the_two_commands() -> None:
    """The first thing a reader sees is how to run the demo and the tests."""
    opening = (ROOT / "README.md").read_text(encoding="utf-8")[:300]
    assert opening.index("make demo") < opening.index("make test")


def test_decisions_are_numbered_without_clash() -> None:
    """Each decision record has a number of its own, and its title carries it."""
    pages = sorted((ROOT / "docs/decisions").glob("*.md"))
    numbers = [int(page.name[:4]) for page in pages]
    assert len(set(numbers)) == len(numbers)
    assert [page.name for page in pages if not page.read_text("utf-8").startswith(f"# {int(page.name[:4])}. ")] == []


def test_the_schema_page_has_every_column() -> None:
    """Each table and view of the index is on its page with all its columns, in order."""
    page = (ROOT / "docs/reference/schema.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \|(?:[^|]*\|)? ([^|]*) \|$", page, flags=re.MULTILINE)
    documented = {table: re.findall(r"`(\w+)`", columns) for table, columns in rows}
    db = apsw.Connection(":memory:")
    db.execute(TABLES)
    names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")]
    real = {name: [row[1] for row in db.execute(f'PRAGMA table_info("{name}")')] for name in names}
    db.close()
    assert documented == real
