"""A set as a person would have it on disk, added to a memory, and the way back from hits to the set's documents."""

from __future__ import annotations

import json
import os
import re
import shutil
from contextlib import ExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING

from bench.sets import documents, fingerprint
from hitherto.app.config import Settings
from hitherto.app.memory import Memory
from hitherto.core.ids import native_id

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import TextIO

    from bench.sets import Document
    from hitherto.core.answer import Hit

ENDINGS = {
    "python": ".py", "javascript": ".js", "typescript": ".ts", "go": ".go", "java": ".java", "ruby": ".rb",
    "php": ".php", "rust": ".rs", "c": ".c", "cpp": ".cpp", "c++": ".cpp", "csharp": ".cs", "shell": ".sh",
    "sql": ".sql",
}  # fmt: skip
LONGEST_NAME = 120
# Long before any run, so that no file looks freshly written and is read again by every search.
WRITTEN = 1_577_836_800
LAYOUT = "1"


@dataclass(slots=True, kw_only=True)
class Ways:
    """From what a hit names, a record id or a path, to the document, and from a group to its folder."""

    document: dict[str, str] = field(default_factory=dict)
    folder: dict[str, Path] = field(default_factory=dict)
    size: dict[str, int] = field(default_factory=dict)
    conversation: dict[str, bool] = field(default_factory=dict)


def prepared(set_folder: Path, room: Path, *, words: bool = False) -> tuple[Memory, Ways]:
    """Return a memory that holds the set, with its files and home in ``room``; what is there already is used again.

    With ``words``, no vectors are made.

    Raises SystemExit where ``room`` holds something else.
    """
    mark, stamp = room / "fingerprint", f"{LAYOUT} {fingerprint(set_folder)}"
    ready = mark.exists() and mark.read_text() == stamp
    if not ready:
        if room.exists() and any(room.iterdir()) and not mark.exists():
            raise SystemExit(f"{room} holds something that no bench left there; give an empty folder.")
        for name in ("files", "home"):
            shutil.rmtree(room / name, ignore_errors=True)
        (room / "files").mkdir(parents=True)
        mark.write_text("unfinished")
    files = (room / "files").resolve()
    memory = Memory(Settings(home=room / "home", zone="UTC", embedder="none" if words else "builtin"))
    if ready:
        memory.embed()
        return memory, ways_of(documents(set_folder), files)
    ways = written(documents(set_folder), files)
    for group, folder in ways.folder.items():
        memory.add(str(folder), kind="jsonl" if ways.conversation[group] else "folder")
    mark.write_text(stamp)
    memory.embed()
    return memory, ways


def written(given: Iterable[Document], files: Path) -> Ways:
    """Write the documents below ``files``: a folder a group, in it a log a session or a file a document."""
    ways = Ways()
    with ExitStack() as last:
        log: TextIO | None = None
        for document, path in _placed(given, files, ways):
            path.parent.mkdir(exist_ok=True)
            if document.time is None:
                path.write_text(document.text, encoding="utf-8", newline="")
                os.utime(path, (WRITTEN, WRITTEN))
                continue
            if log is None or log.name != str(path):
                last.close()
                log = last.enter_context(path.open("a", encoding="utf-8"))
            log.write(_line(document))
    return ways


def ways_of(given: Iterable[Document], files: Path) -> Ways:
    """Return the ways of a set that was written before."""
    ways = Ways()
    for _ in _placed(given, files, ways):
        pass
    return ways


def documents_of(hits: Iterable[Hit], ways: Ways) -> list[str]:
    """Return the documents the hits stand in, in rank order: the record a hit names, then the rest of its chunk."""
    found: dict[str, None] = {}
    for hit in hits:
        names = [hit.id, *(part.record for part in hit.parts)] if hit.parts else [hit.place.path or ""]
        found.update(dict.fromkeys(ways.document[name] for name in names if name in ways.document))
    return list(found)


def safe_name(document_id: str) -> str:
    """Return a file name for a document id, without an ending; two ids never share one."""
    name = re.sub(r"[^A-Za-z0-9._-]+", "_", document_id).strip("._")
    if name == document_id and len(name) <= LONGEST_NAME:
        return name
    return f"{name[:LONGEST_NAME]}-{sha256(document_id.encode()).hexdigest()[:8]}"


def _placed(given: Iterable[Document], files: Path, ways: Ways) -> Iterator[tuple[Document, Path]]:
    """Yield each document with its file, and note the way back to it."""
    for document in given:
        folder = ways.folder.setdefault(document.group, files / f"g{len(ways.folder):04d}")
        ways.size[document.group] = ways.size.get(document.group, 0) + 1
        ways.conversation.setdefault(document.group, document.time is not None)
        if document.time is None:
            path = folder / (safe_name(document.id) + ENDINGS.get(document.role.lower(), ".txt"))
            ways.document[str(path)] = document.id
        else:
            path = folder / (safe_name(document.session) + ".jsonl")
            ways.document[native_id("jsonl", document.session, document.id, "text")] = document.id
        yield document, path


def _line(document: Document) -> str:
    value = {
        "id": document.id,
        "session": document.session,
        "ts": document.time,
        "role": document.role or "user",
        "text": document.text,
    }
    return json.dumps(value, ensure_ascii=False) + "\n"
