"""A journal without a disk, for tests that need the port and not the files."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from typing import TYPE_CHECKING

from hitherto.core.errors import UsageError
from hitherto.core.model import JournalLine, Origin, Record
from hitherto.core.ports import Clock
from hitherto.core.seen import JournalFile
from hitherto.stores.journal_line import lines_of, settle, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from hitherto.core.ports import Clock


class MemoryJournal:
    """Keeps the bytes a day file would have; everything else is as the port says."""

    def __init__(self, device: str, clock: Clock) -> None:
        self._device = device
        self._clock = clock
        self._days: dict[str, bytes] = {}
        self._generations: dict[str, int] = {}
        self._seq = 0
        self._rec = datetime.min.replace(tzinfo=UTC)

    def append(self, records: Sequence[Record]) -> list[Record]:
        """Keep ``records``."""
        self._rec = max(self._rec, self._clock())
        settled = [settle(replace(record, rec=self._rec, seq=seq)) for seq, record in enumerate(records, self._seq + 1)]
        self._seq += len(records)
        for line, record in settled:
            day = stamp(record.ts)[:10]
            name = f"{day[:4]}/{day}.{self._device}.jsonl"
            self._days[name] = self._days.get(name, b"") + line
        return [record for _, record in settled]

    def files(self) -> list[JournalFile]:
        """List the days."""
        return [
            JournalFile(name=name, size=len(data), generation=self._generations.get(name, 0))
            for name, data in sorted(self._days.items())
        ]

    def read(self, name: str, start: int) -> Iterator[JournalLine]:
        """Stream the lines."""
        if name not in self._days:
            raise UsageError(f"no {name}", hint="List the files.")
        yield from lines_of(BytesIO(self._days[name]), start, len(self._days[name]))

    def rewrite(self, name: str, change: Callable[[Record], Record | None], reason: str) -> int:
        """Change lines."""
        if f".{self._device}." not in name:
            raise UsageError(f"{name} is not ours", hint="Rewrite it where it was written.")
        generation = self._generations.get(name, 0) + 1
        self._seq += 1
        head = Record(
            id=f"generation-{generation}-{name}",
            ts=datetime.fromisoformat(name[5:15]).replace(tzinfo=UTC),
            actor="hitherto",
            role="system",
            type="meta",
            text="",
            origin=Origin(source="journal"),
            data={"generation": generation, "reason": reason},
            rec=self._rec,
            seq=self._seq,
        )
        lines, changed = [settle(head)[0]], 0
        for line in self.read(name, 0):
            if line.record is None or line.record.id.startswith("generation-"):
                continue
            new = change(line.record)
            changed += new != line.record
            if new is not None:
                lines.append(settle(replace(new, rec=line.record.rec, seq=line.record.seq))[0])
        if changed:
            self._days[name] = b"".join(lines)
            self._generations[name] = generation
        return changed
