"""The licence gate: ``python -m tools.licences`` fails on AGPL, GPL and PyTorch, directly or not.

It walks what the installed ``hitherto`` and its extras pull in and believes what each distribution states
about itself: the SPDX expression, else the classifiers, else the licence field. LGPL and MPL may be used
and are marked in the table; a distribution that states nothing fails until a person has looked.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib.metadata import Distribution, distributions
from typing import TYPE_CHECKING

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# The lookbehind keeps LGPL out: its "GPL" follows a letter.
FORBIDDEN = re.compile(r"(?<![A-Za-z])A?GPL|Affero|GNU General Public", re.IGNORECASE)
MARKED = re.compile(r"LGPL|Lesser General Public|MPL|Mozilla Public", re.IGNORECASE)
FORBIDDEN_NAMES = re.compile(r"(py)?torch")


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What one distribution states, and why it is refused (empty when it is not)."""

    name: str
    version: str
    licence: str
    fault: str


def judge(root: str, path: Sequence[str] | None = None) -> list[Verdict]:
    """Return a verdict on everything ``root`` and all its extras pull in, by name.

    Looks among the distributions on ``path`` (default: those of this interpreter).
    """
    found = distributions() if path is None else distributions(path=list(path))
    installed: dict[str, Distribution] = {canonicalize_name(item.name): item for item in found}
    return [_verdict(name, installed.get(name)) for name in sorted(_pulled_in(canonicalize_name(root), installed))]


def stated_licence(item: Distribution) -> str:
    """Return what ``item`` says its licence is, in one line; empty when it says nothing."""
    fields = item.metadata.get_all
    classifiers = [
        line.removeprefix("License ::").removeprefix(" OSI Approved ::").strip()
        for line in fields("Classifier", [])
        if line.startswith("License ::")
    ]
    stated = fields("License-Expression") or classifiers or fields("License", [])
    return " ".join("; ".join(stated).split())


def refused(licence: str) -> bool:
    """Tell whether ``licence`` binds us to a forbidden one; a plain ``A OR B`` leaves us the choice."""
    if not FORBIDDEN.search(licence):
        return False
    ways = licence.split(" OR ")
    return "(" in licence or " AND " in licence or all(FORBIDDEN.search(way) for way in ways)


def _pulled_in(root: str, installed: Mapping[str, Distribution]) -> set[str]:
    everything = [(root, extra) for extra in _extras(installed.get(root))]
    seen: set[tuple[str, str]] = set()
    while everything:
        name, extra = node = everything.pop()
        if node in seen:
            continue
        seen.add(node)
        item = installed.get(name)
        for line in (item.requires if item else None) or ():
            need = Requirement(line)
            if need.marker is None or need.marker.evaluate({"extra": extra}):
                everything += [(canonicalize_name(need.name), wanted) for wanted in {"", *need.extras}]
    return {name for name, _ in seen}


def _extras(item: Distribution | None) -> list[str]:
    return ["", *(item.metadata.get_all("Provides-Extra", []) if item else ())]


def _verdict(name: str, item: Distribution | None) -> Verdict:
    licence = stated_licence(item) if item else ""
    if FORBIDDEN_NAMES.match(name):
        fault = "PyTorch"
    elif item is None:
        fault = "not installed, so it cannot be judged"
    elif not licence:
        fault = "states no licence"
    else:
        fault = "forbidden licence" if refused(licence) else ""
    return Verdict(name=name, version=item.version if item else "?", licence=licence, fault=fault)


def main() -> int:
    """Print one row a distribution; return 1 when any is refused."""
    verdicts = judge("hitherto")
    for verdict in verdicts:
        note = f"  REFUSED: {verdict.fault}" if verdict.fault else "  (allowed)" * bool(MARKED.search(verdict.licence))
        print(f"{verdict.name:24}{verdict.version:12}{verdict.licence[:60]}{note}")
    return int(any(verdict.fault for verdict in verdicts))


if __name__ == "__main__":
    sys.exit(main())
