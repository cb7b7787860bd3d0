"""The coverage gate: ``python -m tools.coverage_gate REPORT.json`` holds every room to its floor.

Reads what ``coverage json`` wrote and counts as coverage does: statements and branches together.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

PURE_ROOMS = ("core", "engine", "text")
PURE_FLOOR = 95.0
FLOOR = 85.0
COUNTED = ("covered_lines", "num_statements", "covered_branches", "num_branches")


def by_room(report: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, int]]:
    """Add up the files of ``report`` by room; what stands outside every room is ``(top)``."""
    rooms: dict[str, dict[str, int]] = defaultdict(lambda: dict.fromkeys(COUNTED, 0))
    for name, entry in report["files"].items():
        inside = PurePath(name).parts[PurePath(name).parts.index("hitherto") + 1 :]
        room = inside[0] if len(inside) > 1 else "(top)"
        for key in COUNTED:
            rooms[room][key] += entry["summary"][key]
    return dict(rooms)


def percent(counts: Mapping[str, int]) -> float:
    """Return the share of statements and branches that ran; 100 where there are none."""
    total = counts["num_statements"] + counts["num_branches"]
    return 100 * (counts["covered_lines"] + counts["covered_branches"]) / total if total else 100.0


def main(report: Path) -> int:
    """Print a row a room; return 1 when any is under its floor, or when nothing was measured."""
    rooms = by_room(json.loads(report.read_text(encoding="utf-8")))
    short = not rooms
    print(f"{'room':10}{'covered':>9}{'floor':>7}{'statements':>12}{'branches':>10}")
    for room, counts in sorted(rooms.items()):
        floor = PURE_FLOOR if room in PURE_ROOMS else FLOOR
        under = percent(counts) < floor
        short = short or under
        row = f"{room:10}{percent(counts):8.1f}%{floor:6.0f}%{counts['num_statements']:12}{counts['num_branches']:10}"
        print(row + "  UNDER" * under)
    return int(short)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
