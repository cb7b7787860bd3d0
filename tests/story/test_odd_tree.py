from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.story.conftest import Person

    from hitherto.app.memory import Memory

FIRST_HITS = 3
# An empty argument, NUL and 20,000 characters: what a shell cannot pass on is asked through Python.
UNPASSABLE = "\x00"


@pytest.fixture
def odd(shared: Path, tmp_path: Path) -> Path:
    """A work tree full of what breaks such tools, and beside it what must be found and what not."""
    base = tmp_path / "odd"
    subprocess.run([sys.executable, shared / "cases/make_odd_tree.py", base], check=True, capture_output=True)
    return base


def stands(hit: dict[str, Any], path: Path, line: int | None) -> bool:
    """Return whether a hit is in the file, with the line inside it."""
    first, last = hit["lines"]
    return hit["path"] == str(path) and (line is None or first <= line <= last)


@pytest.mark.slow
def test_every_row_holds(person: Person, odd: Path) -> None:
    """What must be found is among the first three hits with its line; what must not be found is not."""
    expected = json.loads((odd / "expect.json").read_text("utf-8"))
    added = person("add", odd / "tree")
    assert added.code == 0, added.err
    for name in ("huge.json", "blob.bin"):
        assert str(odd / "tree" / name) in added.err
    missed = []
    for query, path, line in expected["found"]:
        hits = person.hits("--", query)[:FIRST_HITS]
        if not any(stands(hit, odd / "tree" / path, line) for hit in hits):
            missed.append((query, path, [(hit["path"], hit["lines"]) for hit in hits]))
    assert missed == []
    intruders = []
    for query, path in expected["absent"]:
        hits = person.hits("--limit", "100", "--", query)
        intruders += [(query, path) for hit in hits if stands(hit, odd / "tree" / path, None)]
        assert not any("outside" in hit["path"] for hit in hits)
    assert intruders == []


@pytest.mark.slow
def test_no_query_is_an_error(person: Person, odd: Path, asking: Memory) -> None:
    """Whatever a person types, the answer is hits or none, never an error."""
    expected = json.loads((odd / "expect.json").read_text("utf-8"))
    assert person("add", odd / "tree/docs").code == 0
    for query in expected["no_error"]:
        if UNPASSABLE in query:
            asking.recall(query)
            continue
        done = person("recall", "--json", "--", query)
        assert done.code in (0, 1), (query, done.err)
        assert json.loads(done.out)["query"] == query
        assert done.err == ""


@pytest.fixture
def asking(person: Person) -> Memory:
    """The same memory in this process."""
    from hitherto.app.config import Settings  # noqa: PLC0415 - only where a process cannot be asked
    from hitherto.app.memory import Memory  # noqa: PLC0415

    return Memory(Settings(home=person.home))
