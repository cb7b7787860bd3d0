"""The floor: SQLite FTS5 as it comes, any of the words, on the same sets and counted by the same code.

Porter stems for scripts with spaces, character bigrams for Chinese, Japanese and Korean.
"""

from __future__ import annotations

import re
import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bench.sets import Document

UNSPACED = re.compile("[\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
WORD = re.compile(r"\w+")


def filled(given: Iterable[Document]) -> sqlite3.Connection:
    """Return a database in a temporary file that holds the documents, one row each."""
    db = sqlite3.connect("")
    db.execute("CREATE TABLE doc(row INTEGER PRIMARY KEY, name TEXT, grp TEXT)")
    db.execute("CREATE VIRTUAL TABLE fts USING fts5(body, content='', tokenize='porter unicode61')")
    with db:
        for row, document in enumerate(given):
            db.execute("INSERT INTO doc VALUES (?, ?, ?)", (row, document.id, document.group))
            db.execute("INSERT INTO fts(rowid, body) VALUES (?, ?)", (row, bigrams(document.text)))
    return db


def ranking(db: sqlite3.Connection, query: str, group: str, limit: int) -> list[str]:
    """Return the best ``limit`` documents of ``group`` that hold any of the words, best first."""
    words = dict.fromkeys(WORD.findall(bigrams(query)))
    if not words:
        return []
    rows = db.execute(
        "SELECT d.name FROM fts JOIN doc d ON d.row = fts.rowid WHERE fts MATCH ? AND d.grp = ?"
        " ORDER BY bm25(fts), d.row LIMIT ?",
        (" OR ".join(f'"{word}"' for word in words), group, limit),
    )
    return [name for (name,) in rows]


def bigrams(text: str) -> str:
    """Return ``text`` with every run of Chinese, Japanese or Korean characters as its overlapping pairs."""
    return UNSPACED.sub(lambda run: f" {_pairs(run[0])} ", text)


def _pairs(run: str) -> str:
    return " ".join(run[at : at + 2] for at in range(max(1, len(run) - 1)))
