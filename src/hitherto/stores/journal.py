"""The journal on disk: append-only day files, one per device, acknowledged only after fsync.

Each device writes its own files under one lock, ``.<device>.lock``. That file also holds the next sequence number
and the last time of recording. Both are brought to the disk before the lines that use them, so neither is ever
given out twice, even after a power loss; numbers that were taken and not used leave gaps. Where the lock file is
missing or damaged, the device's own lines say where to go on.
"""

from __future__ import annotations

import os
import re
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, BinaryIO

from hitherto.core.errors import UsageError
from hitherto.core.ids import native_id
from hitherto.core.model import Origin, Record
from hitherto.stores.files import (
    create_private,
    explaining,
    locked,
    locked_for_reading,
    make_private_folder,
    sync_folder,
    write_all,
)
from hitherto.stores.journal_files import (
    GENERATION,
    append_durably,
    copy_bytes,
    cut,
    day_files,
    device_of,
    entries,
    generation_of,
    is_day_file,
    set_torn_aside,
)
from hitherto.stores.journal_line import instant, lines_of, settle, stamp

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from hitherto.core.model import JournalLine
    from hitherto.core.ports import Clock
    from hitherto.core.seen import JournalFile

_DEVICE = re.compile(r"[A-Za-z0-9_-]{1,100}")
_TURN = re.compile(rb"(\d{20}) (\S{27})\n")
_TURN_SIZE = 49


@dataclass(frozen=True, slots=True, kw_only=True)
class _Turn:
    """What the next line gets: its number, and the earliest time of recording."""

    seq: int
    rec: datetime


class FileJournal:
    """The journal in ``folder``, written as ``device``. Satisfies the port ``Journal``.

    Files are ``YYYY/YYYY-MM-DD.<device>.jsonl`` by the UTC day of ``ts``. Any number of processes and threads
    may append, read and rewrite at once. Nothing is created before the first append.
    """

    def __init__(self, folder: Path, device: str, clock: Clock) -> None:
        if not _DEVICE.fullmatch(device):
            raise UsageError(
                f"{device!r} cannot name a device.",
                hint="Use letters, digits, hyphens and underscores only, at most 100.",
            )
        self._folder = folder
        self._device = device
        self._clock = clock

    def append(self, records: Sequence[Record]) -> list[Record]:
        """Write ``records`` and return them as they will be read back, with ``rec`` and ``seq``.

        Durable when this returns. Raises UsageError for what cannot be written, NoSpaceError or SetupNeededError
        when the disk refuses (then none of ``records`` was kept), BusyError when the lock is not to be had.
        """
        if not records:
            return []
        with explaining(self._folder), self._writing() as (lock, turn):
            rec = max(self._clock().astimezone(UTC), turn.rec)
            settled = [
                settle(replace(_unreserved(record), rec=rec, seq=seq)) for seq, record in enumerate(records, turn.seq)
            ]
            _take(lock, _Turn(seq=turn.seq + len(records), rec=rec))
            days: dict[Path, list[bytes]] = {}
            for line, record in settled:
                days.setdefault(self._file_for(record), []).append(line)
            self._write_days(days)
        return [record for _, record in settled]

    def files(self) -> list[JournalFile]:
        """Return every day file of every device, oldest day first; copies made by sync programs too."""
        with explaining(self._folder):
            return day_files(self._folder)

    def read(self, name: str, start: int) -> Iterator[JournalLine]:
        """Stream the complete lines of ``name`` from byte ``start`` on; a line that is no record has a fault.

        A torn last line is not yielded, nor what a writer at work may still take back. Raises UsageError for a
        file that is not there, BusyError when a writer does not finish.
        """
        path = self._path(name)
        with explaining(path), self._settled(path) as (file, end):
            yield from lines_of(file, start, end)

    def rewrite(self, name: str, change: Callable[[Record], Record | None], reason: str) -> int:
        """Replace (or, with None, remove) lines of this device's file ``name``; return how many changed.

        ``change`` gets every record and must not use this journal. All other lines keep their bytes, broken ones
        too; a changed one keeps its ``rec``, ``seq`` and day. A crash leaves the old file or the new one. The new
        file starts with a ``meta`` line that carries its generation and ``reason``; where nothing changed, the
        file is left alone. Raises UsageError for another device's file, and what ``append`` raises.
        """
        path = self._path(name)
        if device_of(name) != self._device:
            raise UsageError(
                f"{name} belongs to the device {device_of(name)!r}, and this is {self._device!r}.",
                hint="Rewrite it on the device that wrote it.",
            )
        with explaining(path), self._writing() as (lock, turn):
            if not path.exists():
                raise _missing(path)
            set_torn_aside(path, self._torn)
            rec = max(self._clock().astimezone(UTC), turn.rec)
            head = self._generation_line(name, reason, _Turn(seq=turn.seq, rec=rec))
            try:
                changed = self._write_changed(path, head, change)
                if changed:
                    _take(lock, _Turn(seq=turn.seq + 1, rec=rec))
                    self._scratch.replace(path)
                    sync_folder(path.parent)
            finally:
                self._scratch.unlink(missing_ok=True)
        return changed

    def torn(self) -> list[str]:
        """Return the names, within the journal folder, of the files that keep half-written last lines."""
        with explaining(self._folder):
            return sorted(f"{self._torn.name}/{entry.name}" for entry in entries(self._torn))

    @property
    def _torn(self) -> Path:
        return self._folder / "torn"

    @property
    def _scratch(self) -> Path:
        return self._folder / f".{self._device}.new"

    @property
    def _lock(self) -> Path:
        return self._folder / f".{self._device}.lock"

    def _path(self, name: str) -> Path:
        if not is_day_file(name):
            raise UsageError(f"{name!r} does not name a file of the journal.", hint="Use a name that files() gives.")
        return self._folder / name

    def _file_for(self, record: Record) -> Path:
        day = stamp(record.ts)[:10]
        return self._folder / day[:4] / f"{day}.{self._device}.jsonl"

    @contextmanager
    def _writing(self) -> Iterator[tuple[int, _Turn]]:
        make_private_folder(self._folder)
        with locked(self._lock) as lock:
            self._scratch.unlink(missing_ok=True)
            yield lock, _turn_in(lock) or self._first_turn()

    def _first_turn(self) -> _Turn:
        sync_folder(self._folder)
        sync_folder(self._folder.parent)
        seq, rec = 0, datetime.min.replace(tzinfo=UTC)
        for name in [file.name for file in self.files() if device_of(file.name) == self._device]:
            with (self._folder / name).open("rb") as file:
                for line in lines_of(file, 0, os.fstat(file.fileno()).st_size):
                    if line.record and line.record.rec and line.record.seq is not None:
                        seq, rec = max(seq, line.record.seq), max(rec, line.record.rec)
        return _Turn(seq=seq + 1, rec=rec)

    def _write_days(self, days: dict[Path, list[bytes]]) -> None:
        before: list[tuple[Path, int]] = []
        try:
            for path, lines in days.items():
                make_private_folder(path.parent)
                before.append((path, set_torn_aside(path, self._torn)))
                append_durably(path, b"".join(lines))
        except BaseException:
            for path, size in before:
                with suppress(OSError):
                    cut(path, size)
            raise

    @contextmanager
    def _settled(self, path: Path) -> Iterator[tuple[BinaryIO, int]]:
        # A writer that fails takes its lines back, so what it has not finished must not be read yet.
        with locked_for_reading(self._folder / f".{device_of(path.name)}.lock"):
            try:
                file = path.open("rb")
            except FileNotFoundError as error:
                raise _missing(path) from error
            end = os.fstat(file.fileno()).st_size
        with file:
            yield file, end

    def _generation_line(self, name: str, reason: str, turn: _Turn) -> bytes:
        generation = generation_of(str(self._folder / name)) + 1
        unique = native_id("hitherto", self._device, name, str(generation))
        record = Record(
            id=f"{GENERATION}{generation}-{unique}",
            ts=datetime.fromisoformat(name[5:15]).replace(tzinfo=UTC),
            actor="hitherto",
            role="system",
            type="meta",
            text="",
            origin=Origin(source="journal"),
            data={"generation": generation, "reason": reason},
            rec=turn.rec,
            seq=turn.seq,
        )
        return settle(record)[0]

    def _write_changed(self, path: Path, head: bytes, change: Callable[[Record], Record | None]) -> int:
        changed = start = 0
        fd = create_private(self._scratch, os.O_WRONLY)
        with os.fdopen(fd, "wb") as new, path.open("rb") as old, path.open("rb") as again:
            new.write(head)
            for line in lines_of(old, 0, os.fstat(old.fileno()).st_size):
                if not (line.record and line.record.id.startswith(GENERATION)):
                    then = change(line.record) if line.record else None
                    if line.record is None or then == line.record:
                        copy_bytes(again, start, line.end, new)
                    else:
                        changed += 1
                        new.write(_changed(line.record, then) if then else b"")
                start = line.end
            new.flush()
            os.fsync(fd)
        return changed


def state_order(record: Record, device: str) -> tuple[datetime, str, int]:
    """Return the key that puts lines of any devices, arriving in any order, into the one order of replay.

    Raises UsageError for a record that has not been in a journal.
    """
    if record.rec is None or record.seq is None:
        raise UsageError(f"The record {record.id!r} was never recorded.", hint="Order what read() gives.")
    return record.rec, device, record.seq


def _missing(path: Path) -> UsageError:
    return UsageError(f"The journal has no file {path.name}.", hint="List its files again.")


def _unreserved(record: Record) -> Record:
    if record.id.startswith(GENERATION):
        raise UsageError(f"The id {record.id!r} is the journal's own.", hint="Make ids with hitherto.core.ids.")
    return record


def _changed(old: Record, new: Record) -> bytes:
    line, settled = settle(replace(_unreserved(new), rec=old.rec, seq=old.seq))
    if stamp(settled.ts)[:10] != stamp(old.ts)[:10]:
        raise UsageError(f"A rewrite cannot move {old.id!r} to another day.", hint="Keep its time as it is.")
    return line


def _turn_in(lock: int) -> _Turn | None:
    found = _TURN.fullmatch(os.pread(lock, _TURN_SIZE + 1, 0))
    with suppress(ValueError):
        return _Turn(seq=int(found[1]), rec=instant(found[2].decode("ascii"))) if found else None
    return None


def _take(lock: int, turn: _Turn) -> None:
    os.lseek(lock, 0, os.SEEK_SET)
    write_all(lock, f"{turn.seq:020d} {stamp(turn.rec)}\n".encode("ascii"))
    os.ftruncate(lock, _TURN_SIZE)
    os.fsync(lock)
