from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tools import coverage_gate

if TYPE_CHECKING:
    from pathlib import Path


def report(tmp_path: Path, files: dict[str, tuple[int, int]]) -> Path:
    """Write a report in which each file has 80 statements and 20 branches, of which so many ran."""
    summary = {
        name: {
            "summary": {
                "covered_lines": lines,
                "num_statements": 80,
                "covered_branches": branches,
                "num_branches": 20,
            }
        }
        for name, (lines, branches) in files.items()
    }
    path = tmp_path / "coverage.json"
    path.write_text(json.dumps({"files": summary}), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("name", "ran", "ends"),
    [
        ("core/model.py", (80, 15), 0),
        ("core/model.py", (80, 14), 1),
        ("engine/recall.py", (79, 15), 1),
        ("text/words.py", (74, 20), 1),
        ("stores/journal.py", (70, 15), 0),
        ("stores/journal.py", (70, 14), 1),
        ("hosts/cli/main.py", (60, 20), 1),
        ("__main__.py", (60, 20), 1),
    ],
)
def test_each_room_has_its_floor(tmp_path: Path, name: str, ran: tuple[int, int], ends: int) -> None:
    """The pure rooms need 95 of 100, all others 85, counting branches with statements."""
    assert coverage_gate.main(report(tmp_path, {f"src/hitherto/{name}": ran})) == ends


def test_a_room_is_judged_as_a_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A weak module is carried by the strong ones of its own room, never by another room."""
    files = {"src/hitherto/core/a.py": (80, 20), "src/hitherto/core/b.py": (74, 17), "src/hitherto/app/c.py": (60, 0)}
    assert coverage_gate.main(report(tmp_path, files)) == 1
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines() if line.endswith("UNDER")] == ["app"]


def test_measuring_nothing_is_an_error(tmp_path: Path) -> None:
    """An empty report fails the gate instead of passing it."""
    assert coverage_gate.main(report(tmp_path, {})) == 1


def test_a_room_without_statements_passes() -> None:
    """Where there is nothing to run, nothing is missing."""
    assert coverage_gate.percent(dict.fromkeys(coverage_gate.COUNTED, 0)) == 100
