"""Why a hit stands where it stands, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hitherto.core.answer import Hit

# What ranking names its addends; a name that is not here is shown as it is.
_ADDENDS = {
    "words": "for the words in it",
    "moment": "for gathering them in one moment",
    "file": "for the words its file gathers",
    "path": "for the words in its path",
    "definition": "for defining what is named",
    "meaning": "for its meaning",
}
# What it names its factors.
_FACTORS = {"less": "for the kind of text it is", "when": "for lying in the time that is mentioned"}
_TIMES = {
    "said": "when it was said",
    "name": "the date in the name of the file",
    "front-matter": "the date at the top of the note",
    "git": "the last commit that changed the file",
    "mtime": "the last change of the file",
    "recorded": "when it was taken in",
}


def explained(hit: Hit) -> list[str]:
    """Return the arithmetic of a hit's score, where its time comes from, and where a log has it."""
    lines = [_score(hit.score, hit.why)] if hit.why else []
    lines += [f"time: {_TIMES[hit.time_from]}", f"id: {hit.id}"]
    if hit.place.session is not None and hit.place.path:
        line = f":{hit.place.lines[0]}" if hit.place.lines else ""
        lines.append(f"in {hit.place.path}{line}, session {hit.place.session}")
    return lines


def _score(score: float, why: Mapping[str, float]) -> str:
    addends = [
        f"{value:.2f} {_ADDENDS.get(name, name)}" for name, value in why.items() if value and name not in _FACTORS
    ]
    factors = [f"times {why[name]:.2f} {told}" for name, told in _FACTORS.items() if name in why]
    return ", ".join([f"score {score:.2f} = {' + '.join(addends)}", *factors])
