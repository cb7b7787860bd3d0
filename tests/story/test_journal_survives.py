"""The journal under kills, full disks and rivals."""

from __future__ import annotations

import errno
import os
import random
import resource
import shutil
import signal
import subprocess
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hitherto.core.errors import BusyError, NoSpaceError, SetupNeededError
from hitherto.stores import files, journal_files
from hitherto.stores import journal as journal_module
from hitherto.stores.files import locked
from hitherto.stores.journal import FileJournal, state_order
from hitherto.stores.journal_line import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

from tests.journaling import NAME, NOON, REWRITER, said, start, start_writer, texts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return where the journal will be."""
    return tmp_path / "home" / "journal"


@pytest.fixture
def journal(folder: Path) -> FileJournal:
    """Return a journal whose clock stands still."""
    return FileJournal(folder, "laptop", lambda: NOON)


@pytest.mark.parametrize("step", ["write", "sync", "take", "replace"])
def test_a_rewrite_stopped_anywhere_leaves_old_or_new(
    folder: Path, journal: FileJournal, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """Whatever step fails, the file is the old one, whole, and the next rewrite works."""
    journal.append([said("a"), said("b")])
    before = (folder / NAME).read_bytes()

    def fail(*_: object, **__: object) -> None:
        raise OSError(errno.EIO, "broken disk")

    target = {"write": "copy_bytes", "sync": "os.fsync", "take": "_take", "replace": "Path.replace"}[step]
    with monkeypatch.context() as patch:
        if step == "replace":
            patch.setattr(type(folder), "replace", fail)
        elif step == "sync":
            patch.setattr(os, "fsync", fail)
        else:
            patch.setattr(journal_module, target, fail)
        with pytest.raises(SetupNeededError):
            journal.rewrite(NAME, lambda record: None if record.text == "b" else record, "erase")
    assert (folder / NAME).read_bytes() == before
    assert not (folder / ".laptop.new").exists()
    assert journal.rewrite(NAME, lambda record: None if record.text == "b" else record, "erase") == 1


def test_processes_and_threads_append_at_once(folder: Path, journal: FileJournal) -> None:
    """4 processes and 2 threads that append at once lose nothing, mix nothing and share no number."""
    writers = [start_writer(folder, f"p{n}", 200) for n in range(4)]
    threads = [
        threading.Thread(target=lambda who=who: [journal.append([said(f"{who}-{n}")]) for n in range(50)])
        for who in ("t1", "t2")
    ]
    for thread in threads:
        thread.start()
    acknowledged = {line for writer in writers for line in writer.communicate(timeout=120)[0].split()}
    for thread in threads:
        thread.join()
    assert [writer.returncode for writer in writers] == [0] * 4
    lines = list(journal.read(NAME, 0))
    found = [line.record for line in lines if line.record]
    assert len(found) == len(lines) == 900
    assert [record.seq for record in found] == list(range(1, 901))
    assert acknowledged <= {record.id for record in found}
    assert len(acknowledged) == 800
    assert [state_order(r, "laptop") for r in found] == sorted(state_order(r, "laptop") for r in found)


def test_what_was_acknowledged_survives_every_kill(folder: Path) -> None:
    """After 20 kills at random moments every acknowledged line is there, and no line is broken."""
    rng = random.Random(20261130)  # noqa: S311 - moments, not secrets
    acknowledged: list[str] = []
    for round_ in range(20):
        writer = start_writer(folder, f"r{round_}", 100_000)
        assert writer.stdout
        acknowledged.append(writer.stdout.readline().strip())
        time.sleep(rng.uniform(0, 0.08))
        writer.send_signal(signal.SIGKILL)
        # An id cut off by the kill was acknowledged all the same, but its name is not known here.
        acknowledged += [line.strip() for line in writer.communicate()[0].splitlines(keepends=True) if line[-1] == "\n"]
    journal = FileJournal(folder, "laptop", lambda: datetime.now(UTC))
    journal.append([said("after")])
    lines = list(journal.read(NAME, 0))
    assert [line.fault for line in lines if line.fault] == []
    found = [line.record for line in lines if line.record]
    assert set(acknowledged) <= {record.id for record in found}
    assert len(acknowledged) > 40
    numbers = [record.seq for record in found]
    assert numbers == sorted(set(numbers))


def test_a_killed_rewrite_leaves_old_or_new(folder: Path, journal: FileJournal) -> None:
    """After 15 kills of a process that only rewrites, no line is lost or mixed and every rewrite told of is there."""
    rng = random.Random(11)  # noqa: S311 - moments, not secrets
    others = [f"{n} " * 500 for n in range(300)]
    journal.append([said("count"), *map(said, others)])
    told = 0
    for _ in range(15):
        rewriter = start(REWRITER, str(folder), NAME)
        assert rewriter.stdout
        told += len(rewriter.stdout.read(1))
        time.sleep(rng.uniform(0, 0.05))
        rewriter.send_signal(signal.SIGKILL)
        told += len(rewriter.communicate()[0])
        _, count, *rest = texts(journal)
        assert rest == others
        assert journal.files()[0].generation == count.count("+") >= told
    journal.append([said("after")])
    assert sorted(path.name for path in folder.iterdir()) == [".laptop.lock", "2026"]


def test_a_rewrite_racing_appends_loses_nothing(folder: Path, journal: FileJournal) -> None:
    """Appends of other processes during rewrites are all kept, and readers see whole lines only."""
    journal.append([said(f"drop{n}") for n in range(20)])
    writer = start_writer(folder, "p", 150)
    seen = 0
    for n in range(20):
        assert journal.rewrite(NAME, lambda record, n=n: None if record.text == f"drop{n}" else record, "erase") == 1
        seen = len(texts(journal))
    acknowledged = writer.communicate(timeout=120)[0].split()
    ids = [line.record.id for line in journal.read(NAME, 0) if line.record]
    assert len(acknowledged) == 150
    assert ids[1:] == acknowledged
    assert seen
    assert journal.files()[0].generation == 20


@contextmanager
def small_files(limit: int) -> Iterator[None]:
    """Let no file grow beyond ``limit`` bytes."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)


def test_a_full_disk_keeps_nothing_half(folder: Path, journal: FileJournal) -> None:
    """When the lines do not fit, the files are as before, in every day of the batch."""
    journal.append([said("a"), said("b", days=1)])
    before = {file.name: (folder / file.name).read_bytes() for file in journal.files()}
    with small_files(20_000), pytest.raises(NoSpaceError) as caught:
        journal.append([said("c"), said("x" * 30_000, days=1), said("d", days=2)])
    assert caught.value.hint
    assert {file.name: (folder / file.name).read_bytes() for file in journal.files()} == before
    assert journal.append([said("e")])[0].seq == 6
    assert texts(journal) == ["a", "e"]


def test_a_full_disk_stops_a_rewrite(folder: Path, journal: FileJournal) -> None:
    """A rewrite that does not fit leaves the old file."""
    journal.append([said("x" * 30_000), said("b")])
    before = (folder / NAME).read_bytes()
    with small_files(20_000), pytest.raises(NoSpaceError):
        journal.rewrite(NAME, lambda record: None if record.text == "b" else record, "erase")
    assert (folder / NAME).read_bytes() == before
    assert not (folder / ".laptop.new").exists()


def test_a_really_full_disk_keeps_nothing_half(tmp_path: Path) -> None:
    """On a file system that fills up, every acknowledged line is kept and the refused one leaves no trace."""
    if not shutil.which("mount"):
        pytest.skip("a small disk cannot be mounted here: no mount program")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"a small disk cannot be mounted here: {mounted.stderr.decode().strip()}")
    try:
        journal = FileJournal(disk / "journal", "laptop", lambda: NOON)
        kept = 0

        def fill() -> None:
            nonlocal kept
            for _ in range(1000):
                journal.append([said("x" * 10_000)])
                kept += 1

        with pytest.raises(NoSpaceError):
            fill()
        assert kept > 5
        assert texts(journal) == ["x" * 10_000] * kept
        assert not (disk / "journal" / NAME).read_bytes().endswith(b"x")
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, NoSpaceError),
        (errno.EDQUOT, NoSpaceError),
        (errno.EIO, SetupNeededError),
        (errno.EROFS, SetupNeededError),
    ],
)
def test_a_refused_sync_takes_the_lines_back(
    journal: FileJournal, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[SetupNeededError]
) -> None:
    """What could not be brought to the disk is not kept, and the error says why and what to do."""
    journal.append([said("a")])

    def refuse(path: Path, data: bytes) -> None:
        real(path, data)
        raise OSError(number, os.strerror(number))

    real = journal_files.append_durably
    monkeypatch.setattr(journal_module, "append_durably", refuse)
    with pytest.raises(kind) as caught:
        journal.append([said("b")])
    assert type(caught.value) is kind
    assert os.strerror(number) in str(caught.value)
    assert caught.value.hint
    assert texts(journal) == ["a"]


def test_an_interrupt_takes_the_lines_back(journal: FileJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of an append leaves none of its lines."""
    journal.append([said("a")])

    def interrupt(path: Path, data: bytes) -> None:
        real(path, data)
        raise KeyboardInterrupt

    real = journal_files.append_durably
    monkeypatch.setattr(journal_module, "append_durably", interrupt)
    with pytest.raises(KeyboardInterrupt):
        journal.append([said("b")])
    assert texts(journal) == ["a"]


def test_lines_are_on_disk_before_they_are_acknowledged(
    folder: Path, journal: FileJournal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An append syncs the number it takes, then the names of new files, then their lines."""
    synced: list[str] = []
    real = os.fsync

    def note(fd: int) -> None:
        synced.append(os.path.relpath(Path(f"/proc/self/fd/{fd}").readlink(), folder))
        real(fd)

    monkeypatch.setattr(os, "fsync", note)
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("this system does not tell the names of open files")
    journal.append([said("a")])
    assert synced[-3:] == ["2026", ".", NAME]
    assert {"..", ".laptop.lock"} < set(synced)
    synced.clear()
    journal.append([said("b")])
    assert synced == [".laptop.lock", NAME]


def test_a_reader_waits_for_the_writer_at_work(folder: Path, journal: FileJournal) -> None:
    """Lines that a writer may still take back are not read; without end it is not waited."""
    journal.append([said("a")])
    result: list[list[str]] = []
    with locked(folder / ".laptop.lock"):
        with (folder / NAME).open("ab") as file:
            file.write(encode(replace(said("b"), rec=NOON, seq=2)))
        reader = threading.Thread(target=lambda: result.append(texts(journal)))
        reader.start()
        reader.join(0.1)
        assert result == []
        os.truncate(folder / NAME, (folder / NAME).read_bytes().index(b"\n") + 1)
    reader.join()
    assert result == [["a"]]


def test_waiting_ends(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock that is held too long makes append, rewrite and read say that they are kept waiting."""
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    journal = FileJournal(folder, "laptop", lambda: NOON)
    journal.append([said("a")])
    with locked(folder / ".laptop.lock"):
        for use in (
            lambda: journal.append([said("b")]),
            lambda: journal.rewrite(NAME, lambda _: None, "erase"),
            lambda: list(journal.read(NAME, 0)),
        ):
            with pytest.raises(BusyError) as caught:
                use()
            assert caught.value.hint
    assert texts(journal) == ["a"]
