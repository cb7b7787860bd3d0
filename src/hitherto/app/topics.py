"""The board of a home: from the index, and from the journal whatever the index does not have yet."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from hitherto.app import adapters
from hitherto.core.errors import BusyError, NoSpaceError
from hitherto.core.topics import Board
from hitherto.engine.topics.replay import board_of
from hitherto.stores.journal_files import device_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from hitherto.app.config import Settings
    from hitherto.core.model import Record
    from hitherto.core.ports import Journal, Store


# A reader waits this long for the index to follow the journal; what it does not have by then is read from there.
CATCH_UP_SECONDS = 2.0


def board_now(
    settings: Settings,
    reading: Callable[[], AbstractContextManager[Store]],
    follow: Callable[[Callable[[], bool]], bool] | None,
) -> Board:
    """Return the board as the journal has it at this moment; makes nothing where there is no home.

    ``follow`` lets the index follow the journal as long as it may, and says whether it has reached the end; None where
    nothing can be written.
    """
    if not adapters.has_home(settings):
        return Board()
    complete = follow is not None and _followed(follow)
    with reading() as store:
        return board_of(store.topics() if complete else lines_of(adapters.open_journal(settings), store))


def _followed(follow: Callable[[Callable[[], bool]], bool]) -> bool:
    end = time.monotonic() + CATCH_UP_SECONDS
    try:
        return follow(lambda: time.monotonic() < end)
    except (BusyError, NoSpaceError):
        return False


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
