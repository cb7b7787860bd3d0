"""Opening hitherto.db, transactions, and SQLite's errors in our words."""

from __future__ import annotations

import os
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw

from hitherto.core.errors import BusyError, DamagedError, NoSpaceError, SetupNeededError
from hitherto.stores.sqlite.rows import REBUILD
from hitherto.stores.sqlite.schema import SCHEMA_VERSION, TABLES, full_text
from hitherto.text.words import ANALYSIS_VERSION, FTS_TOKENIZE

if TYPE_CHECKING:
    from collections.abc import Iterator

# 3.51.3 is the first release whose write-ahead log is free of the reset race between processes.
OLDEST_SQLITE = (3, 51, 3)
BUSY_MS = 10_000


def open_database(path: Path, *, read_only: bool) -> apsw.Connection:
    """Return a connection to the index at ``path``, creating it unless ``read_only``.

    Raises SetupNeededError where the folder cannot be written or the file is from a newer version,
    DamagedError where it is not a database of ours.
    """
    if tuple(int(part) for part in apsw.sqlite_lib_version().split(".")) < OLDEST_SQLITE:
        raise SetupNeededError(
            f"SQLite {apsw.sqlite_lib_version()} can corrupt a database that several processes share.",
            hint="install apsw 3.54.1 or newer",
        )
    with translated(path):
        connection = _connect_to_read(path) if read_only else _connect_to_write(path)
        try:
            if not read_only:
                # Without auto_vacuum the pages that merging the text index frees would stay in the file; to a file
                # that is there it does nothing but write its first page at every opening.
                if not connection.pragma("page_count"):
                    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
                _use_write_ahead_log(connection)
                connection.execute("PRAGMA synchronous = NORMAL; PRAGMA cache_size = -32000")
            _check_version(connection, read_only=read_only)
        except BaseException:
            connection.close()
            raise
    # SQLite's own comparison without case knows no letter beyond ASCII.
    connection.create_scalar_function("folded", _folded, 1, deterministic=True)
    return connection


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn SQLite's exceptions into ours, each with the way out."""
    try:
        yield
    except apsw.BusyError as error:
        raise BusyError("Another process is writing to the index.", hint="try again in a moment") from error
    except apsw.FullError as error:
        raise NoSpaceError(f"The disk that holds {path.parent} is full.", hint="free some space and repeat") from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as error:
        raise SetupNeededError(f"{path} cannot be opened: {error}.", hint="check the folder and its rights") from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise DamagedError(f"{path} is damaged: {error}.", hint=REBUILD) from error
    except apsw.IOError as error:
        raise SetupNeededError(f"{path} cannot be read or written: {error}.", hint="check the disk") from error


@contextmanager
def transaction(connection: apsw.Connection, path: Path) -> Iterator[None]:
    """Take the write lock at once, commit at the end, leave nothing behind on an exception."""
    with translated(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            yield
            connection.execute("COMMIT")
        finally:
            # A full disk has already rolled back by itself; a second ROLLBACK would hide the cause.
            if connection.in_transaction:
                connection.execute("ROLLBACK")


def _connect_to_write(path: Path) -> apsw.Connection:
    # Made here and not by SQLite, so that it is never wider than 0600; -wal and -shm inherit its mode. One that is
    # there is not opened: closing it again would let go of every lock that another connection of this process holds.
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    connection = apsw.Connection(str(path))
    connection.set_busy_timeout(BUSY_MS)
    return connection


def _use_write_ahead_log(connection: apsw.Connection) -> None:
    """Switch to the write-ahead log; of several first openers each waits until one of them has done it."""
    deadline = time.monotonic() + BUSY_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL").fetchall()
        except apsw.BusyError:
            # SQLite does not wait here by itself: two that wait for each other would wait for ever.
            if time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def _connect_to_read(path: Path) -> apsw.Connection:
    if not path.exists():
        raise SetupNeededError(f"There is no index at {path}.", hint="take something in first: `hitherto add FOLDER`")
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    connection.set_busy_timeout(BUSY_MS)
    try:
        connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
    except apsw.CantOpenError:
        connection.close()
        # On a read-only medium no shared memory can be made; without a write-ahead log none is needed.
        log = Path(f"{path}-wal")
        if log.exists() and log.stat().st_size:
            raise
        uri = f"file:{str(path).replace('%', '%25').replace('?', '%3f').replace('#', '%23')}?immutable=1"
        connection = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    return connection


def _check_version(connection: apsw.Connection, *, read_only: bool) -> None:
    version = connection.pragma("user_version")
    if version == 0 and not read_only:
        version = create_tables(connection)
    if not connection.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'meta'").get:
        raise _not_ours()
    if version > SCHEMA_VERSION:
        raise SetupNeededError(
            f"This index was written by a newer hitherto (format {version}, this one knows {SCHEMA_VERSION}).",
            hint="upgrade hitherto",
        )
    if version < SCHEMA_VERSION or analysis_of(connection) != ANALYSIS_VERSION:
        raise SetupNeededError("This index was written by an older hitherto.", hint=REBUILD)


def create_tables(connection: apsw.Connection) -> int:
    """Create the tables unless another process just did; return the version that is there now."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        if connection.pragma("user_version") == 0:
            if connection.execute("SELECT count(*) FROM sqlite_schema").get:
                raise _not_ours()
            connection.execute(TABLES + full_text(FTS_TOKENIZE))
            connection.execute("INSERT INTO meta VALUES('analysis', ?)", (str(ANALYSIS_VERSION),))
            connection.pragma("user_version", SCHEMA_VERSION)
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
    return int(connection.pragma("user_version"))


def _folded(*values: Any) -> str:
    return str(values[0]).casefold()


def _not_ours() -> DamagedError:
    return DamagedError("hitherto.db is not an index of ours.", hint=f"move it away if you need it, then {REBUILD}")


def analysis_of(connection: apsw.Connection) -> int:
    """Return the version of the word analysis the index was made with."""
    value = connection.execute("SELECT value FROM meta WHERE key = 'analysis'").get
    return int(value) if value is not None else 0


def set_aside(path: Path) -> Path | None:
    """Move a database and its log out of the way and return its new name; None where there is no database.

    Raises DamagedError for a folder of that name. A name that is taken is what an interrupted rebuild left: the
    older file there is the more complete one.
    """
    target = path.with_name(f"{path.name}.set-aside")
    if path.is_dir():
        raise DamagedError(f"{path} is a folder, where the index should be.", hint=f"move it away, then {REBUILD}")
    if not path.exists() or target.exists():
        discard(path)
        return target if target.exists() else None
    for suffix in ("-wal", "-shm", ""):
        file = Path(f"{path}{suffix}")
        if file.exists():
            file.rename(f"{target}{suffix}")
    return target


def discard(path: Path) -> None:
    """Remove a database together with its log, which must never lie beside another one."""
    for suffix in ("-wal", "-shm", ""):
        Path(f"{path}{suffix}").unlink(missing_ok=True)
