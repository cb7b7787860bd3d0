from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import apsw
import pytest
from tests.making import entry

from hitherto.core.errors import BusyError, DamagedError, NoSpaceError, SetupNeededError
from hitherto.stores.sqlite import database
from hitherto.stores.sqlite.database import discard, open_database, set_aside, transaction, translated
from hitherto.stores.sqlite.schema import SCHEMA_VERSION
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator

SRC = Path(__file__).parents[4] / "src"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the name of an index."""
    return tmp_path / "hitherto.db"


def changed(path: Path, statement: str) -> None:
    """Change an index from outside."""
    with closing(SqliteStore(path)) as store:
        store.db.execute(statement)


def test_a_newer_format_asks_for_an_upgrade(path: Path) -> None:
    """A file from a later version is not touched, and the way out is named."""
    changed(path, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    for read_only in (False, True):
        with pytest.raises(SetupNeededError, match="newer hitherto") as caught:
            open_database(path, read_only=read_only)
        assert "upgrade" in caught.value.hint


@pytest.mark.parametrize("statement", ["UPDATE meta SET value = value - 1", "DELETE FROM meta"])
def test_words_split_otherwise_ask_for_a_rebuild(path: Path, statement: str) -> None:
    """Tokens of another analysis would find nothing, so the index is not used."""
    changed(path, statement)
    for read_only in (False, True):
        with pytest.raises(SetupNeededError, match="older hitherto") as caught:
            open_database(path, read_only=read_only)
        assert "hitherto rebuild" in caught.value.hint


@pytest.mark.parametrize("version", [0, SCHEMA_VERSION, SCHEMA_VERSION + 5])
def test_a_foreign_database_is_left_alone(path: Path, version: int) -> None:
    """Whatever version another program gave its file, it is known as another's and keeps every byte."""
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE theirs(a)")
        other.execute(f"PRAGMA user_version = {version}")
        other.commit()
    for read_only in (False, True):
        with pytest.raises(DamagedError, match="not an index of ours") as caught:
            open_database(path, read_only=read_only)
        assert "rebuild" in caught.value.hint
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT name FROM sqlite_schema").fetchall() == [("theirs",)]


@pytest.mark.parametrize("garbage", [b"not a database at all, " * 90, b"SQLite format 3\0" + os.urandom(4096)])
def test_garbage_is_named_with_the_way_out(path: Path, garbage: bytes) -> None:
    """A file that is no database leads to a rebuild."""
    path.write_bytes(garbage)
    for read_only in (False, True):
        with pytest.raises(DamagedError) as caught:
            open_database(path, read_only=read_only)
        assert "hitherto rebuild" in caught.value.hint


def test_an_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Versions that can corrupt a shared file are not used."""
    monkeypatch.setattr(apsw, "sqlite_lib_version", lambda: "3.51.2")
    with pytest.raises(SetupNeededError, match=r"3\.51\.2"):
        open_database(path, read_only=False)
    assert not path.exists()


def test_files_are_private_whatever_the_umask(path: Path) -> None:
    """The index, its log and its shared memory can be read by their owner only."""
    before = os.umask(0)
    try:
        with closing(SqliteStore(path)) as store:
            store.put_file(entry("/proj/app/a.py"), [])
            modes = {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(["hitherto.db", "hitherto.db-wal", "hitherto.db-shm"], 0o600)


def test_first_openers_at_once_share_one_index(path: Path) -> None:
    """Several processes that open a home for the first time all succeed and find one set of tables."""
    program = (
        "import sys, time; from pathlib import Path; from hitherto.stores.sqlite.store import SqliteStore\n"
        "time.sleep(max(0, float(sys.argv[2]) - time.time()))\n"
        "s = SqliteStore(Path(sys.argv[1])); s.note(sys.argv[3], '1'); s.close()"
    )
    import time  # noqa: PLC0415

    for attempt in range(3):
        file = path.with_name(f"{attempt}.db")
        start = str(time.time() + 0.7)
        openers = [
            subprocess.Popen(
                [sys.executable, "-c", program, str(file), start, str(n)],
                env={**os.environ, "PYTHONPATH": str(SRC)},
                stderr=subprocess.PIPE,
            )
            for n in range(4)
        ]
        assert [opener.communicate()[1] for opener in openers] == [b""] * 4
        with closing(SqliteStore(file)) as store:
            assert [store.noted(str(n)) for n in range(4)] == ["1"] * 4


def test_a_second_connection_lets_go_of_no_lock_of_the_first(path: Path) -> None:
    """Opening an index twice in one process, and closing it once, leaves it locked against other processes."""
    # The bytes that SQLite locks in a database while it is open: https://sqlite.org/src/file/src/os.h.
    script = "import fcntl, sys; fcntl.lockf(open(sys.argv[1], 'r+b'), fcntl.LOCK_EX | fcntl.LOCK_NB, 510, 0x40000002)"
    take = [sys.executable, "-c", script, str(path)]
    with closing(SqliteStore(path)) as first:
        first.counts()
        SqliteStore(path).close()
        assert subprocess.run(take, check=False, stderr=subprocess.DEVNULL).returncode != 0
    assert subprocess.run(take, check=False).returncode == 0


def test_a_reader_makes_nothing(path: Path) -> None:
    """Opening for reading where there is nothing says so and leaves it so."""
    with pytest.raises(SetupNeededError, match="no index") as caught:
        open_database(path, read_only=True)
    assert "hitherto add" in caught.value.hint
    assert not path.exists()


def test_a_reader_cannot_write(path: Path) -> None:
    """A read-only index refuses every change in our words."""
    SqliteStore(path).close()
    with closing(SqliteStore(path, read_only=True)) as store, pytest.raises(SetupNeededError), store.transaction():
        store.note("a", "b")


@contextmanager
def read_only_mount(folder: Path) -> Iterator[None]:
    """Mount ``folder`` read-only over itself, or skip."""
    bind = subprocess.run(["mount", "--bind", folder, folder], capture_output=True, text=True, check=False)
    if bind.returncode:
        pytest.skip(f"cannot mount here: {bind.stderr.strip()}")
    try:
        made = subprocess.run(["mount", "-o", "remount,ro,bind", folder], capture_output=True, text=True, check=False)
        if made.returncode:
            pytest.skip(f"cannot mount read-only here: {made.stderr.strip()}")
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_reader_on_a_read_only_medium(tmp_path: Path) -> None:
    """Where not even shared memory can be made, a closed index is still read; its name may hold any character."""
    folder = tmp_path / "100%?#home"
    folder.mkdir()
    path = folder / "hitherto.db"
    with closing(SqliteStore(path)) as store:
        store.note("a", "b")
    with read_only_mount(folder), closing(SqliteStore(path, read_only=True)) as store:
        assert store.noted("a") == "b"


def test_an_index_that_was_not_closed_is_not_guessed_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a write-ahead log that cannot be read, an older state must not pass for the present one."""
    path = tmp_path / "hitherto.db"
    SqliteStore(path).close()
    Path(f"{path}-wal").write_bytes(b"x" * 99)

    class Unreadable(apsw.Connection):
        def execute(self, *_: object) -> None:  # type: ignore[override]
            raise apsw.CantOpenError("unable to open")

    monkeypatch.setattr(apsw, "Connection", Unreadable)
    with pytest.raises(SetupNeededError, match="cannot be opened"):
        open_database(path, read_only=True)


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        (apsw.BusyError, BusyError),
        (apsw.FullError, NoSpaceError),
        (apsw.ReadOnlyError, SetupNeededError),
        (apsw.CantOpenError, SetupNeededError),
        (apsw.PermissionsError, SetupNeededError),
        (apsw.CorruptError, DamagedError),
        (apsw.NotADBError, DamagedError),
        (apsw.IOError, SetupNeededError),
    ],
)
def test_every_trouble_has_our_name_and_a_way_out(path: Path, theirs: type[Exception], ours: type[Exception]) -> None:
    """SQLite's exceptions are told as ours."""
    with pytest.raises(ours) as caught, translated(path):
        raise theirs("trouble")
    assert caught.value.hint  # type: ignore[attr-defined]
    assert isinstance(caught.value.__cause__, theirs)


def test_a_mistake_of_ours_is_not_dressed_up(path: Path) -> None:
    """What is no trouble with the file passes unchanged."""
    with pytest.raises(ZeroDivisionError), translated(path):
        raise ZeroDivisionError


def test_a_second_writer_waits_and_then_says_so(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another process writes longer than we wait, nothing hangs and nothing is lost."""
    monkeypatch.setattr(database, "BUSY_MS", 50)
    with closing(SqliteStore(path)) as one, closing(SqliteStore(path)) as two:
        with one.transaction():
            one.note("a", "1")
            with pytest.raises(BusyError), two.transaction():
                two.note("a", "2")
        with two.transaction():
            two.note("b", "2")
        assert (one.noted("a"), one.noted("b")) == ("1", "2")


def test_a_transaction_that_rolled_itself_back_keeps_its_cause(path: Path) -> None:
    """SQLite undoes by itself on a full disk; the cause is told and not the second undoing."""
    with closing(SqliteStore(path)) as store:
        with pytest.raises(NoSpaceError), transaction(store.db, path):
            store.db.execute("ROLLBACK")
            raise apsw.FullError("full")
        store.note("a", "1")
        assert store.noted("a") == "1"


def test_a_full_disk_leaves_the_index_as_it_was(path: Path) -> None:
    """Nothing partial is kept, and the next write with room goes through."""
    with closing(SqliteStore(path)) as store:
        pages = store.db.pragma("page_count")
        store.db.pragma("max_page_count", pages + 2)
        with pytest.raises(NoSpaceError), store.transaction():
            for number in range(2000):
                store.note(str(number), "x" * 500)
        assert store.noted("0") is None
        store.db.pragma("max_page_count", 10**6)
        with store.transaction():
            store.note("0", "y")
        assert store.noted("0") == "y"


def test_setting_aside_moves_an_index_with_its_log(path: Path) -> None:
    """The log never lies beside another database."""
    for suffix in ("", "-wal", "-shm"):
        Path(f"{path}{suffix}").write_text(suffix or "db")
    target = set_aside(path)
    assert target is not None
    assert [Path(f"{target}{suffix}").read_text() for suffix in ("", "-wal", "-shm")] == ["db", "-wal", "-shm"]
    assert sorted(file.name for file in path.parent.iterdir()) == sorted(
        f"hitherto.db.set-aside{suffix}" for suffix in ("", "-wal", "-shm")
    )
    discard(target)
    assert list(path.parent.iterdir()) == []


def test_what_an_interrupted_rebuild_set_aside_is_kept(path: Path) -> None:
    """The half-made index goes, the complete older one stays."""
    path.write_text("half")
    aside = path.with_name("hitherto.db.set-aside")
    aside.write_text("whole")
    assert set_aside(path) == aside
    assert (aside.read_text(), path.exists()) == ("whole", False)


def test_nothing_is_set_aside_where_nothing_is(path: Path) -> None:
    """Without a database only a stray log is removed."""
    Path(f"{path}-wal").write_text("stray")
    assert set_aside(path) is None
    assert list(path.parent.iterdir()) == []
