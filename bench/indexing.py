"""How fast a tree of code is taken in and how much room it needs: ``python -m bench.indexing``. Prints JSON.

By default the standard library of the running Python, its .py files alone, which every machine has.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sysconfig
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from bench.machine import bytes_of, chunks_in, cpu_seconds, peak_megabytes
from hitherto.app.adapters import DATABASE
from hitherto.app.config import Settings
from hitherto.app.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hitherto.app.memory import Added

GOAL = {"cpu_seconds_for_30_mb": 30, "database_bytes_per_source_byte": 1.5, "again_share": 0.02}
SKIPPED = frozenset({"site-packages", "dist-packages", "__pycache__"})


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure one tree and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.indexing", description=__doc__)
    parser.add_argument("--tree", type=Path, help="another folder, taken whole and where it is")
    parser.add_argument("--json", action="store_true", help="on one line")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as room:
        tree = given.tree or standard_library(Path(room, "tree"))
        result = measured(tree.resolve(), Path(room, "home"))
    print(json.dumps(result, indent=None if given.json else 1))


def standard_library(target: Path) -> Path:
    """Copy the .py files of the running Python's standard library to ``target``, with their times."""
    source = sysconfig.get_path("stdlib")
    for at, folders, names in os.walk(source):
        folders[:] = sorted(set(folders) - SKIPPED)
        into = target / os.path.relpath(at, source)
        into.mkdir(parents=True, exist_ok=True)
        for name in names:
            if name.endswith(".py"):
                shutil.copy2(Path(at, name), into / name)
    return target


def measured(tree: Path, home: Path) -> dict[str, object]:
    """Add ``tree`` to a new home twice and return what that took."""
    source = bytes_of(tree)
    added, first, wall = timed_add(tree, home)
    peak = peak_megabytes()
    database = sum(path.stat().st_size for path in home.glob(f"{DATABASE}*"))
    _, second, _ = timed_add(tree, home)
    return {
        "files": added.files,
        "left_out": dict(Counter(one.reason for one in added.left_out)),
        "mb": round(source / 1e6, 2),
        "cpu_seconds": round(first, 2),
        "wall_seconds": round(wall, 2),
        "mb_per_cpu_second": round(source / 1e6 / first, 3),
        "cpu_seconds_for_30_mb": round(30e6 * first / source, 2),
        "chunks": chunks_in(home / DATABASE),
        "database_bytes_per_source_byte": round(database / source, 3),
        "home_bytes_per_source_byte": round(bytes_of(home) / source, 3),
        "again_cpu_seconds": round(second, 3),
        "again_share": round(second / first, 4),
        "peak_mb": round(peak, 1),
        "goal": GOAL,
    }


def timed_add(tree: Path, home: Path) -> tuple[Added, float, float]:
    """Add ``tree`` with a newly opened memory; return what it did, its CPU seconds and its wall seconds."""
    cpu, wall = cpu_seconds(), time.perf_counter()
    with Memory(Settings(home=home, zone="UTC")) as memory:
        added = memory.add(str(tree), kind="folder", consent=True)
    return added, cpu_seconds() - cpu, time.perf_counter() - wall


if __name__ == "__main__":
    main()
