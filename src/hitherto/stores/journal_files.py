"""The day files of a journal as bytes: their names, their generations, and their ends."""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING, BinaryIO

from hitherto.core.seen import JournalFile
from hitherto.stores.files import create_private, make_private_folder, open_private, sync_folder, write_all

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DAY_FILE = re.compile(r"\d{4}-\d\d-\d\d(?:\.([A-Za-z0-9_-]+))?[^/\0]*\.jsonl")
GENERATION = "generation-"
"""How the id of a rewritten file's first line starts; the generation and a hyphen follow."""

_BLOCK = 1024 * 1024
_YEAR = re.compile(r"\d{4}")
_GENERATION_LINE = re.compile(rb'\{"v":1,"id":"generation-(\d{1,12})-')
_GENERATION_LINE_SIZE = 48


def is_day_file(name: str) -> bool:
    """Tell whether ``name`` is a day file's, relative to the journal folder, and leads nowhere else."""
    year, _, base = name.partition("/")
    return bool(_YEAR.fullmatch(year) and DAY_FILE.fullmatch(base))


def device_of(name: str) -> str:
    """Return the device that wrote the day file ``name``, empty if the name does not say.

    What sync programs add to the name of a conflicted copy is not part of it.
    """
    found = DAY_FILE.fullmatch(name.rpartition("/")[2])
    return (found and found[1]) or ""


def day_files(folder: Path) -> list[JournalFile]:
    """Return every day file in ``folder``, oldest day first; none where there is no folder yet."""
    years = [entry.name for entry in entries(folder) if _YEAR.fullmatch(entry.name)]
    found = [file for year in years for file in _in_year(folder, year)]
    return sorted(found, key=lambda file: (file.name[5:], file.name))


def entries(folder: Path) -> list[os.DirEntry[str]]:
    """Return what is in ``folder``; nothing where it is not there."""
    try:
        with os.scandir(folder) as found:
            return list(found)
    except (FileNotFoundError, NotADirectoryError):
        return []


def generation_of(path: str) -> int:
    """Return how many times the day file ``path`` has been rewritten."""
    return _size_and_generation(path)[1]


def append_durably(path: Path, data: bytes) -> None:
    """Add ``data`` to the end of ``path``, created if need be; durable on return. Raises OSError."""
    fd = open_private(path, os.O_WRONLY | os.O_APPEND)
    try:
        # Before the first byte, so that a file with lines in it is always one whose name is on disk.
        if not os.fstat(fd).st_size:
            sync_folder(path.parent)
            sync_folder(path.parent.parent)
        write_all(fd, data)
        os.fsync(fd)
    finally:
        os.close(fd)


def cut(path: Path, size: int) -> None:
    """Shorten ``path`` to ``size`` bytes; durable on return."""
    with path.open("r+b", buffering=0) as file:
        file.truncate(size)
        os.fsync(file.fileno())


def copy_bytes(source: BinaryIO, start: int, end: int, target: BinaryIO) -> None:
    """Copy the bytes from ``start`` to ``end`` of ``source`` to where ``target`` stands."""
    source.seek(start)
    while start < end and (block := source.read(min(_BLOCK, end - start))):
        target.write(block)
        start += len(block)


def set_torn_aside(path: Path, folder: Path) -> int:
    """Move what follows the last newline of ``path`` to a new file in ``folder``; return the size that is left."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return 0
    with file:
        size = os.fstat(file.fileno()).st_size
        whole = _end_of_lines(file, size)
        if whole < size:
            make_private_folder(folder)
            _keep(file, whole, size, folder / path.name)
            cut(path, whole)
    return whole


def _in_year(folder: Path, year: str) -> Iterator[JournalFile]:
    for entry in entries(folder / year):
        if DAY_FILE.fullmatch(entry.name) and entry.is_file():
            try:
                size, generation = _size_and_generation(entry.path)
            except FileNotFoundError:
                continue
            yield JournalFile(name=f"{year}/{entry.name}", size=size, generation=generation)


def _size_and_generation(path: str) -> tuple[int, int]:
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        head = os.read(fd, _GENERATION_LINE_SIZE)
        # A seek tells the size in half the time of a stat, and a journal has thousands of files.
        size = os.lseek(fd, 0, os.SEEK_END)
    finally:
        os.close(fd)
    found = _GENERATION_LINE.match(head)
    return size, int(found[1]) if found else 0


def _keep(file: BinaryIO, start: int, end: int, target: Path) -> None:
    for number in count(1):
        with suppress(FileExistsError):
            fd = create_private(target.with_name(f"{target.name}.{number}"), os.O_WRONLY)
            break
    with os.fdopen(fd, "wb") as kept:
        copy_bytes(file, start, end, kept)
        kept.flush()
        os.fsync(fd)
    sync_folder(target.parent)


def _end_of_lines(file: BinaryIO, size: int) -> int:
    at = size
    while at:
        start = max(0, at - _BLOCK)
        file.seek(start)
        newline = file.read(at - start).rfind(b"\n")
        if newline >= 0:
            return start + newline + 1
        at = start
    return 0
