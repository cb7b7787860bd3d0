from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tests.making import DAY_FILE, chunk, entry, recorded, said

if TYPE_CHECKING:
    from hitherto.stores.sqlite.store import SqliteStore


def test_any_sqlite_program_can_read_the_tables_and_views(store: SqliteStore) -> None:
    """The plain tables and the two views need nothing of ours."""
    store.put_records(recorded(said("apples"), said("pears", 1)), DAY_FILE)
    store.put_file(entry("/proj/app/a.py"), [chunk("plums"), chunk("quinces")])
    with closing(sqlite3.connect(store.path)) as plain:
        sessions = plain.execute("SELECT session, source, project, records, last_us - first_us FROM session")
        assert sessions.fetchall() == [("s", "jsonl", "/proj/app", 2, 60_000_000)]
        files = plain.execute("SELECT path, kind, language, chunks FROM indexed_file").fetchall()
        assert files == [("/proj/app/a.py", "code", "python", 2)]
