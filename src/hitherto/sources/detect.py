"""Tell what kind of source a path is by looking at a few lines of what lies there."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hitherto.core.errors import UsageError
from hitherto.core.model import Position
from hitherto.sources.agents.jsonl import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

SourceKind = Literal["folder", "claude-code", "openclaw", "jsonl"]
_LINES_SNIFFED = 50
_FILES_LOOKED_AT = 400
_FILES_SNIFFED = 40
_HOMES: dict[str, tuple[str, SourceKind]] = {
    ".claude": ("projects", "claude-code"),
    ".openclaw": ("agents", "openclaw"),
}
_NOT_COUNTED = frozenset({"sessions.json"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Detected:
    """The kind of source, the path to give to its class, and in a few words why."""

    kind: SourceKind
    root: str
    reason: str


def detect(path: str) -> Detected:
    """Return what kind of source ``path`` is; a host's own folder leads to its logs.

    Raises:
        UsageError: there is nothing at ``path``.
    """
    root = os.path.realpath(path)
    if not Path(root).exists():
        raise UsageError(f"There is nothing at {path}.", hint="Check the spelling, or whether a drive is connected.")
    if not Path(root).is_dir():
        kind = sniff(root) if root.endswith(".jsonl") or ".jsonl." in Path(root).name else None
        reason = f"its lines are {kind}" if kind else "a single file"
        return Detected(kind=kind or "folder", root=root, reason=reason)
    inner = _HOMES.get(Path(root).name)
    if inner and Path(root, inner[0]).is_dir():
        return Detected(kind=inner[1], root=str(Path(root, inner[0])), reason=f"the logs of {inner[1]}")
    return _of_folder(root)


def sniff(path: str) -> SourceKind | None:
    """Return the dialect most of the first lines of a file are written in, None when it is no conversation."""
    votes: dict[SourceKind, int] = {}
    seen = 0
    try:
        for line in islice(read_lines(path, Position()), _LINES_SNIFFED):
            seen += 1
            kind = _dialect(line.value) if isinstance(line.value, dict) else None
            if kind:
                votes[kind] = votes.get(kind, 0) + 1
    except OSError:
        return None
    best, count = max(votes.items(), key=lambda vote: vote[1], default=(None, 0))
    return best if count * 2 >= seen else None


def _of_folder(root: str) -> Detected:
    names = list(islice(_files(root), _FILES_LOOKED_AT))
    logs = [name for name in names if name.endswith(".jsonl") or ".jsonl." in Path(name).name]
    if logs and len(logs) * 2 >= len(names):
        step = max(1, len(logs) // _FILES_SNIFFED)
        votes = [kind for name in logs[::step] if (kind := sniff(name))]
        for kind in sorted(set(votes)):
            if votes.count(kind) * 2 >= len(logs[::step]):
                return Detected(kind=kind, root=root, reason=f"most of its files are {kind} logs")
    return Detected(kind="folder", root=root, reason="files of several kinds")


def _files(root: str) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not (name.startswith(".") or name.endswith(".meta.json") or name in _NOT_COUNTED):
                yield str(Path(folder) / name)


def _dialect(value: dict[str, Any]) -> SourceKind | None:
    kind = value["type"] if isinstance(value.get("type"), str) else None
    if "sessionId" in value and (isinstance(kind, str) or isinstance(value.get("message"), dict)):
        return "claude-code"
    if kind in {"user", "assistant"} and isinstance(value.get("message"), dict):
        return "claude-code"
    if kind == "summary" and "leafUuid" in value:
        return "claude-code"
    if (kind == "session" and "version" in value) or (isinstance(kind, str) and "parentId" in value and "id" in value):
        return "openclaw"
    if kind == "message" and isinstance(value.get("message"), dict):
        return "openclaw"
    spoken = any(isinstance(value.get(name), str | list) for name in ("text", "content", "message"))
    return "jsonl" if spoken and any(name in value for name in ("role", "sender", "author", "speaker")) else None
