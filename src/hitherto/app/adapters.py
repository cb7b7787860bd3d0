"""Choosing the adapters of one home: which source reads a root, and the house that takes in."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.core.errors import EmbedderError, SetupNeededError, UsageError
from hitherto.core.seen import Item
from hitherto.stores.files import explaining, locked
from hitherto.stores.glance import mark_of
from hitherto.stores.journal_files import day_files

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hitherto.app.config import Settings
    from hitherto.core.answer import Filter
    from hitherto.core.ports import Embedder, Source, Store
    from hitherto.engine.house import House
    from hitherto.engine.intake.versions import EarlierNotes
    from hitherto.sources.folder import Folder
    from hitherto.stores.home import Home
    from hitherto.stores.journal import FileJournal
    from hitherto.stores.sqlite.store import SqliteStore

DATABASE = "hitherto.db"
JOURNAL = "journal"
# The remark that holds the journal's mark at the last time the index had followed it to its end.
FOLLOWED = "followed"
BUILT_IN = "all-MiniLM-L6-v2"
OLLAMA = "ollama/"


def now() -> datetime:
    """Return the current instant; the only clock there is."""
    return datetime.now(UTC)


def open_house(settings: Settings, store: Store | None) -> House:
    """Return the adapters of a home that may be written; makes the home where there is none yet."""
    from hitherto.engine.house import House  # noqa: PLC0415 - asking alone needs none of this
    from hitherto.stores.blobs import FileBlobs  # noqa: PLC0415

    home = home_of(settings)
    root = home.ensure()
    return House(
        journal=open_journal(settings),
        blobs=FileBlobs(root / "blobs"),
        store=store or open_store(settings),
        clock=now,
        key=home.key(),
        zone=settings.zone,
        owner=settings.owner,
        present=present,
        importing=lambda: _importing(root),
    )


def open_store(settings: Settings, *, read_only: bool = False) -> SqliteStore:
    """Return the index of a home that is there."""
    from hitherto.stores.sqlite.store import SqliteStore  # noqa: PLC0415 - who asks a resident process opens no index

    return SqliteStore(settings.home / DATABASE, read_only=read_only)


def earlier_notes(settings: Settings, store: Store, where: Filter) -> EarlierNotes | None:
    """Return the versions of notes that stood when ``where`` goes back to and do not any more, None if it does not."""
    if where.recorded_by is None:
        return None
    from hitherto.engine.intake.versions import EarlierNotes  # noqa: PLC0415 - only as of a day
    from hitherto.stores.blobs import FileBlobs  # noqa: PLC0415

    return EarlierNotes(store, FileBlobs(settings.home / "blobs"), home_of(settings).key(), where)


def home_of(settings: Settings) -> Home:
    """Return the home, made or not."""
    from hitherto.stores.home import Home  # noqa: PLC0415 - asking alone needs no key

    return Home(settings.home)


def journal_mark(settings: Settings) -> str:
    """Return what changes whenever the journal does."""
    folder = settings.home / JOURNAL
    with explaining(folder):
        return mark_of(str(folder))


def unread(settings: Settings, store: Store) -> bool:
    """Return whether the journal holds lines that the index does not."""
    if store.noted(FOLLOWED) == journal_mark(settings):
        return False
    known = store.journal_state()
    folder = settings.home / JOURNAL
    with explaining(folder):
        return any(known.get(file.name) != (file.generation, file.size) for file in day_files(folder))


def open_journal(settings: Settings) -> FileJournal:
    """Return the journal of a home; reading it creates nothing."""
    from hitherto.stores.home import device_name  # noqa: PLC0415 - where nothing is new, sizes tell it
    from hitherto.stores.journal import FileJournal  # noqa: PLC0415

    return FileJournal(settings.home / JOURNAL, device_name(os.environ), now)


@contextmanager
def _importing(root: Path) -> Iterator[None]:
    with locked(root / ".importing.lock"):
        yield


def give_memory_back() -> None:
    """Let the system have the memory that is free, where the C library would keep it: of 120 MB, glibc kept 45."""
    import ctypes  # noqa: PLC0415 - only a process that stays needs it

    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)


def has_home(settings: Settings) -> bool:
    """Return whether anything was ever written here."""
    return (settings.home / DATABASE).exists() or (settings.home / JOURNAL).exists()


def require_home(settings: Settings) -> None:
    """Raise SetupNeededError where nothing has been taken in yet."""
    if not has_home(settings):
        raise SetupNeededError(
            f"There is nothing in {settings.home} yet.", hint="take something in first: `hitherto add FOLDER`"
        )


def present(root: str) -> bool:
    """Return whether ``root`` is there to be read and, if a folder, holds anything."""
    path = Path(root)
    try:
        return path.is_file() or (path.is_dir() and any(path.iterdir()))
    except OSError:
        return False


def look(path: str) -> Item | None:
    """Return what a file looks like now, None where there is no plain file."""
    try:
        found = os.lstat(path)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    return Item(
        path=path,
        name="",
        size=found.st_size,
        mtime_ns=found.st_mtime_ns,
        ctime_ns=found.st_ctime_ns,
        inode=found.st_ino,
    )


def folder_for(root: str, options: Mapping[str, object], settings: Settings) -> Folder:
    """Return the source that reads the folder or file ``root``."""
    from hitherto.sources.folder import Folder  # noqa: PLC0415 - conversations need no folder

    encoding = options.get("encoding")
    return Folder(
        root,
        max_bytes=settings.max_file_bytes,
        encoding=None if encoding is None else str(encoding),
        zone=settings.zone,
    )


def source_for(kind: str, root: str, options: Mapping[str, object], settings: Settings) -> Source:
    """Return the source that reads ``root`` as ``kind``."""
    if kind == "folder":
        return folder_for(root, options, settings)
    if kind == "claude-code":
        from hitherto.sources.agents.claude_code import ClaudeCode  # noqa: PLC0415 - as above

        return ClaudeCode(root, key=home_of(settings).key())
    if kind == "openclaw":
        from hitherto.sources.agents.openclaw import OpenClaw  # noqa: PLC0415 - as above

        return OpenClaw(root, home_of(settings).key())
    if kind == "jsonl":
        from hitherto.sources.agents.plain import PlainJsonl  # noqa: PLC0415 - as above

        return PlainJsonl(root, home_of(settings).key(), zone=settings.zone)
    raise UsageError(f"{kind!r} is no kind of source.", hint="use folder, claude-code, openclaw or jsonl")


def wanted_embedder(settings: Settings) -> str:
    """Return the name of the model that the settings ask for."""
    return f"{OLLAMA}{settings.ollama_model}" if settings.embedder == "ollama" else BUILT_IN


def missing_runtime(settings: Settings) -> str:
    """Return what this installation lacks to find by meaning, nothing where it lacks nothing."""
    if settings.embedder != "builtin":
        return ""
    from hitherto.embedders.minilm import available  # noqa: PLC0415 - words alone need no embedder

    return "" if available() else "onnxruntime is not installed here"


def embedder_named(name: str, settings: Settings) -> Embedder:
    """Return the embedder whose model has this name, nothing of it loaded yet.

    Raises EmbedderError for a name that no embedder has.
    """
    if name == BUILT_IN:
        from hitherto.embedders.minilm import MiniLM  # noqa: PLC0415 - words alone need no embedder

        return MiniLM()
    if name.startswith(OLLAMA):
        from hitherto.embedders.ollama import Ollama  # noqa: PLC0415 - as above

        return Ollama(name.removeprefix(OLLAMA), address=settings.ollama_url)
    raise EmbedderError(f"No embedder makes vectors of {name}.", hint="`hitherto add` makes new ones")
