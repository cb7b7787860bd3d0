"""Reading evaluation sets: a folder with docs.jsonl and queries.jsonl, plain or .xz, one JSON object a line."""

from __future__ import annotations

import json
import lzma
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

Unit = Literal["turn", "session"]
Part = Literal["all", "dev", "test"]
LeftOut = Literal["unanswerable", "audit", "no_gold"]
REASONS: tuple[LeftOut, ...] = ("unanswerable", "audit", "no_gold")


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One text of a set. ``time`` is an ISO 8601 local time in conversations and None elsewhere."""

    id: str
    group: str
    text: str
    time: str | None
    role: str

    @property
    def session(self) -> str:
        """The part of the id before its last colon, or the group where the id names no session."""
        return session_of(self.id) or self.group or "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """One question of a set, asked inside its group, and why it is left out of the figures, if it is."""

    id: str
    group: str
    text: str
    type: str
    gold: frozenset[str]
    left_out: LeftOut | None


def documents(folder: Path) -> Iterator[Document]:
    """Yield the documents of the set in ``folder``, one at a time. Raises FileNotFoundError where it has none."""
    for row in _rows(folder, "docs"):
        yield Document(
            id=str(row["id"]),
            group=str(row.get("group") or ""),
            text=str(row["text"]),
            time=row.get("time") or None,
            role=str(row.get("role") or ""),
        )


def queries(folder: Path) -> Iterator[Query]:
    """Yield the questions of the set in ``folder``. Raises FileNotFoundError where it has none."""
    for row in _rows(folder, "queries"):
        yield Query(
            id=str(row["id"]),
            group=str(row.get("group") or ""),
            text=str(row["query"]),
            type=str(row.get("type") or ""),
            gold=frozenset(map(str, row.get("gold_docs") or ())),
            left_out=_reason(row),
        )


def chosen(all_queries: Iterable[Query], part: Part) -> list[Query]:
    """Return the questions of ``part``: halves by hash of the group, or of the query id where there is one group."""
    found = list(all_queries)
    if part == "all":
        return found
    one_group = len({query.group for query in found}) < 2
    return [query for query in found if half_of(query.id if one_group else query.group) == part]


def half_of(key: str) -> Part:
    """Return the half a group or a query belongs to, whatever else the set holds."""
    return "test" if sha256(key.encode()).digest()[0] % 2 else "dev"


def session_of(document_id: str) -> str:
    """Return what stands before the last colon of a document id, "" where there is none."""
    return document_id.rpartition(":")[0]


def fingerprint(folder: Path) -> str:
    """Return the SHA-256 of the documents' file, in hexadecimal."""
    digest = sha256()
    with _path(folder, "docs").open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def _reason(row: dict[str, Any]) -> LeftOut | None:
    if not row.get("answerable", True):
        return "unanswerable"
    if row.get("audit"):
        return "audit"
    return None if row.get("gold_docs") else "no_gold"


def _rows(folder: Path, name: str) -> Iterator[dict[str, Any]]:
    path = _path(folder, name)
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def _path(folder: Path, name: str) -> Path:
    for path in (folder / f"{name}.jsonl.xz", folder / f"{name}.jsonl"):
        if path.exists():
            return path
    raise FileNotFoundError(f"{folder} has no {name}.jsonl or {name}.jsonl.xz")
