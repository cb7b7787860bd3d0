"""An index to ask, filled with as few words as possible."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from tests.contract.memory_journal import MemoryJournal
from tests.making import NOON, Ticking, answered, chunk, entry, said

from hitherto.core.answer import Filter, TimeRange
from hitherto.core.model import Origin
from hitherto.engine.by_words import Question
from hitherto.engine.house import always
from hitherto.engine.intake.following import catch_up
from hitherto.engine.recall import recall

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from hitherto.core.answer import HitState, Recall
    from hitherto.core.model import Chunk, Record
    from hitherto.stores.sqlite.store import SqliteStore


class Files:
    """What stands on disk: which files were looked at, what looking at each says, and what happens as one looks."""

    def __init__(self, meanwhile: Callable[[str], None] | None = None, **says: tuple[HitState, bool]) -> None:
        self.asked: list[str] = []
        self._meanwhile = meanwhile
        self._says = says

    def __call__(self, path: str) -> tuple[HitState, bool]:
        """Look at one file."""
        self.asked.append(path)
        if self._meanwhile is not None:
            self._meanwhile(path)
        return self._says.get(path.rpartition("/")[2].partition(".")[0], ("current", False))


def put(store: SqliteStore, name: str, *texts: str | Chunk) -> None:
    """Index a file, each text on its own line."""
    pieces = [chunk(text, lines=(n, n)) if isinstance(text, str) else text for n, text in enumerate(texts, 1)]
    with store.transaction():
        store.put_file(entry(f"/proj/app/{name}"), pieces)


def put_each(store: SqliteStore, *texts: str) -> None:
    """Index one file per text: ``f0.py``, ``f1.py`` and so on."""
    for n, text in enumerate(texts):
        put(store, f"f{n}.py", text)


def put_common(store: SqliteStore, *, rare: int) -> None:
    """Index a word that is everywhere, and one that is in ``rare`` chunks."""
    put(store, "all.py", *(f"data {n}" for n in range(60)))
    put(store, "rare.py", *(f"lease {n}" for n in range(rare)))


def talk(store: SqliteStore, *records: Record) -> None:
    """Index what was said."""
    journal = MemoryJournal("laptop", Ticking())
    journal.append(list(records))
    catch_up(journal, store, always)


def exchange() -> tuple[Record, Record]:
    """Return what is one chunk: a question, and the answer half an hour later."""
    log = Origin(source="jsonl", path="/logs/s.jsonl", line=7, project="/proj/app")
    question = said("When is the lease due?", 0, origin=log)
    return question, answered("On Monday the queue is paid.", 30, origin=log, actor="Claude")


def at(minute: float) -> datetime:
    """Return the instant some minutes after noon."""
    return NOON + timedelta(minutes=minute)


def ask(store: SqliteStore, text: str, files: Files | None = None, *, limit: int = 10, **where: Any) -> Recall:
    """Ask, with a time range where one is given by ``since`` or ``until``."""
    timed = "since" in where or "until" in where
    reading = TimeRange(start=where.get("since"), end=where.get("until"), zone="UTC", phrase="") if timed else None
    question = Question(
        text=text, where=Filter(**where), limit=limit, reading=reading, order="time" if timed else "rank"
    )
    return recall(store, question, files or Files())
