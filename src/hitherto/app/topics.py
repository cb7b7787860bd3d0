"""The board of a home: from the index, and from the journal whatever the index does not have yet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hitherto.app import adapters
from hitherto.engine.topics.replay import board_of
from hitherto.stores.journal_files import device_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hitherto.app.config import Settings
    from hitherto.core.model import Record
    from hitherto.core.ports import Journal, Store
    from hitherto.core.topics import Board


def board_in(settings: Settings, store: Store, *, complete: bool) -> Board:
    """Return the board; ``complete`` says that the index has followed the journal to its end."""
    lines = store.topics() if complete else lines_of(adapters.open_journal(settings), store)
    return board_of(lines)


def lines_of(journal: Journal, store: Store) -> list[tuple[str, Record]]:
    """Return every line about a topic with its device, those that the index does not have yet too."""
    known = store.journal_state()
    files = journal.files()
    rewritten = any(
        known[file.name][0] != file.generation or known[file.name][1] > file.size
        for file in files
        if file.name in known
    )
    # What was rewritten may have lost lines that the index still has, so then the journal alone tells.
    lines = [] if rewritten else list(store.topics())
    for file in files:
        start = 0 if rewritten else known.get(file.name, (0, 0))[1]
        if start < file.size:
            lines += _unread(journal, file.name, start)
    return lines


def _unread(journal: Journal, name: str, start: int) -> Iterator[tuple[str, Record]]:
    device = device_of(name)
    for line in journal.read(name, start):
        if line.record is not None and line.record.type == "topic":
            yield device, line.record
