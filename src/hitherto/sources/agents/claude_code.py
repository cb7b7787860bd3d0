"""Claude Code transcripts: a projects folder, one project's folder, or a single session file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from hitherto.sources.agents.claude_reader import Reader
from hitherto.sources.agents.jsonl import read_lines
from hitherto.sources.files import log_files, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hitherto.core.model import LeftOut, Position, Record
    from hitherto.core.seen import Item

_POSITION_EVERY = 256 * 1024


class ClaudeCode:
    """The Source of Claude Code's session files; ``key`` is the home's, for lines older logs do not identify.

    Records come out one per assistant message, person's message, tool call and tool result; the host's own lines
    are counted, not kept. A Position is given only where no message is half read and every tool call is answered.
    """

    kind = "claude-code"

    def __init__(self, root: str, key: bytes = b"") -> None:
        self.root = os.path.realpath(root)
        self._key = key

    def items(self) -> Iterator[Item | LeftOut]:
        """Yield every session file, subagents' included, in the order of their paths."""
        return log_files(self.root, _is_transcript)

    def records(self, item: Item, start: Position) -> Iterator[Record | LeftOut | Position]:
        """Yield the records of one session file behind ``start``."""
        reader = Reader(item, self._key, start)
        given = start.offset
        try:
            for line in read_lines(item.path, start):
                yield from reader.take(line)
                if reader.settled - given >= _POSITION_EVERY:
                    given = reader.settled
                    yield from reader.checkpoint()
        except OSError as error:
            yield unreadable(item, error)
            return
        yield from reader.finish()

    def heads(self) -> Mapping[str, str]:
        """Return nothing: logs are no repositories."""
        return {}


def _is_transcript(name: str) -> bool:
    return name.endswith(".jsonl") and not name.startswith(".")
