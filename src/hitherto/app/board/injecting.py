"""The compact board for a model, made once and remembered by the index until something changes."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from hitherto.app import adapters
from hitherto.app.board.glance import remembered, to_remember
from hitherto.app.config import load_settings
from hitherto.core.errors import HithertoError
from hitherto.engine.topics import NOTED
from hitherto.engine.topics.compact import MOST_TOKENS, compact
from hitherto.engine.topics.replay import board_of

if TYPE_CHECKING:
    from hitherto.app.memory import Memory
    from hitherto.engine.topics.compact import Form


def injected(memory: Memory, form: Form) -> str:
    """Return the compact form of the board for a model, and let the index remember it for the next time."""
    board = memory.topics()
    # Where it cannot be remembered, it is made anew the next time.
    with suppress(HithertoError):
        _remember(memory)
    return compact(board, form, memory.settings.zone)


def _remember(memory: Memory) -> None:
    settings = memory.settings
    if not (settings.home / adapters.DATABASE).exists() or settings != load_settings():
        return
    with memory.reading() as store:
        if not remembered(store.noted(NOTED), os.environ):
            # Read again in one transaction: whoever indexes a newer line has to find this remark, to remove it.
            with store.transaction():
                board = board_of(store.topics())
                forms = [compact(board, form, settings.zone) for form in MOST_TOKENS]
                store.note(NOTED, to_remember(forms, os.environ))
