"""Folders: which files are new, changed or gone, and each brought up to date in one transaction."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple, cast

from hitherto.core.errors import ConsentNeededError, DamagedError
from hitherto.core.ids import native_id
from hitherto.core.model import LeftOut, Record
from hitherto.core.seen import FileEntry, Item
from hitherto.engine.intake.filing import file_chunks
from hitherto.engine.intake.indexing import START, Progress, entry_of, write_new
from hitherto.text import secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from hitherto.core.model import Chunk, LeftOutReason, TimeFrom
    from hitherto.core.ports import FileSource, Source, Store
    from hitherto.engine.house import House

CHARACTERS_A_STEP = 1_000_000
FILES_A_STEP = 200
# A transaction of this many chunks ends within 50 ms: whoever else writes does not wait longer.
CHUNKS_A_TRANSACTION = 250
# Left out for what the file is; anything else may be different at the next look.
LASTING = frozenset({"binary", "too-large"})
# More files without a commit than this are a history too long to be read to its end: it was not, and will not be.
MOST_DATED_AGAIN = 1000


class Read(NamedTuple):
    """A file's new entry, and its text unless the index has that already or it was left out."""

    entry: FileEntry
    record: Record | None


def take_folder(house: House, source: Source, progress: Progress, *, may_empty: bool) -> None:
    """Bring every file of ``source`` up to date and forget those that are gone.

    Raises ConsentNeededError when a root that held files is suddenly missing or empty, unless ``may_empty``.
    """
    known = dict(house.store.files(source.root))
    if known and not may_empty and not house.present(source.root):
        raise ConsentNeededError(
            f"{source.root} held {len(known)} files and is now missing or empty; nothing was forgotten.",
            hint="mount it again, or repeat with --yes if it really is empty now",
        )
    decoded_anew = _decoded_anew(house, source)
    seen: set[str] = set()
    unread: list[str] = []
    step: list[Read] = []
    undated: list[tuple[Item, FileEntry]] = []
    for item in source.items():
        if isinstance(item, LeftOut):
            progress.leave_out(item)
            if item.reason == "unreadable":
                unread.append(item.path)
            continue
        seen.add(item.path)
        progress.files += 1
        # A file that another, overlapping root already brought in stays that root's own.
        old = known.get(item.path) or house.store.file(item.path)
        if old is not None and not old.may_differ(item) and not decoded_anew(old):
            if old.left_out:
                progress.leave_out(LeftOut(path=item.path, reason=old.left_out))
            elif old.time_from == "mtime":
                undated.append((item, old))
            continue
        read = read_file(house, source, item, old, progress)
        if read is not None:
            step.append(read)
        if len(step) >= FILES_A_STEP or sum(len(one.record.text) for one in step if one.record) >= CHARACTERS_A_STEP:
            write_files(house, step)
            step = []
            progress.report(progress)
    write_files(house, step)
    _date_committed(house, source, undated, progress)
    _forget_gone(house, set(known) - seen, unread, progress)


def _date_committed(
    house: House, source: Source, undated: Sequence[tuple[Item, FileEntry]], progress: Progress
) -> None:
    """Read files again that were dated by their last change, where their repository has other commits since."""
    entry = entry_of(house.store, source.root)
    if not undated or entry is None or entry.indexed is None or len(undated) > MOST_DATED_AGAIN:
        return
    moved = tuple(f"{top}/" for top, head in source.heads().items() if entry.heads.get(top) != head)
    inside = [(item, old) for item, old in undated if item.path.startswith(moved)]
    for at in range(0, len(inside), FILES_A_STEP):
        read = [read_file(house, source, item, old, progress) for item, old in inside[at : at + FILES_A_STEP]]
        write_files(house, [one for one in read if one is not None])


def _decoded_anew(house: House, source: Source) -> Callable[[FileEntry], bool]:
    """Return whether a file must be read although it is the same, since another encoding is wanted than last time."""
    entry = entry_of(house.store, source.root)
    if entry is None or entry.indexed is not None:
        return lambda _: False
    wanted = entry.options.get("encoding") or "utf-8"
    return lambda old: old.encoding != wanted or old.left_out is not None


def _forget_gone(house: House, missing: set[str], unread: Sequence[str], progress: Progress) -> None:
    """Forget the files that are gone; what lies in a folder that cannot be read may still be there."""
    gone = sorted(path for path in missing if not any(path == one or path.startswith(f"{one}/") for one in unread))
    forget(house, gone)
    progress.removed += len(gone)


def forget(house: House, gone: Sequence[str]) -> None:
    """Drop files from the index, and say in the journal which notes are gone, so that no rebuild brings them back."""
    lines: list[Record] = []
    for path in gone:
        last = house.store.last_document("folder", path)
        if last is not None and not last.data.get("gone"):
            line = native_id("note gone", path, last.id, "")
            lines.append(replace(last, id=line, ts=house.clock(), data={"kind": "note", "gone": True}))
    write_new(house, lines)
    if gone:
        with house.store.transaction():
            house.store.drop_files(gone)


def read_file(house: House, source: Source, item: Item, old: FileEntry | None, progress: Progress) -> Read | None:
    """Read one file; return None when it cannot be read now, so that the next pass tries again."""
    for one in source.records(item, START):
        if isinstance(one, LeftOut):
            progress.leave_out(one)
            if one.reason in LASTING:
                return Read(_left_out_entry(house, source, item, one.reason), None)
            return None
        if isinstance(one, Record):
            entry = _entry(house, source.root, item, one)
            if old is not None and replace(old, item=item, read_at=entry.read_at) == entry:
                return Read(entry, None)
            progress.changed += 1
            return Read(entry, one)
    return None


def _entry(house: House, root: str, item: Item, record: Record) -> FileEntry:
    data = record.data
    return FileEntry(
        item=item,
        root=root,
        project=record.origin.project or root,
        sha256=str(data["sha256"]),
        kind="note" if data["kind"] == "note" else "code",
        language=None if data.get("language") is None else str(data["language"]),
        encoding=str(data["encoding"]),
        encoding_guessed=bool(data["encoding_guessed"]),
        ts=record.ts,
        time_from=cast("TimeFrom", data["time_from"]),
        read_at=house.clock(),
    )


def _left_out_entry(house: House, source: Source, item: Item, reason: LeftOutReason) -> FileEntry:
    now = house.clock()
    return FileEntry(
        item=item,
        root=source.root,
        project=source.root,
        sha256="",
        kind="code",
        language=None,
        encoding="",
        encoding_guessed=False,
        ts=now,
        time_from="mtime",
        read_at=now,
        left_out=reason,
    )


def write_files(house: House, step: Sequence[Read]) -> None:
    """Index a step's files, each in one transaction, after the notes among them are safe in journal and blobs."""
    if not step:
        return
    _keep_versions(house, [one.record for one in step if one.record and one.entry.kind == "note"])
    ready = [(entry, None if record is None else file_chunks(entry.item, record, house.key)) for entry, record in step]
    while ready:
        with house.store.transaction():
            written = 0
            while ready and written < CHUNKS_A_TRANSACTION:
                entry, chunks = ready.pop(0)
                _write_file(house.store, entry, chunks)
                written += len(chunks or ())


def _write_file(store: Store, entry: FileEntry, chunks: Sequence[Chunk] | None) -> None:
    if chunks is not None:
        store.put_file(entry, chunks)
    elif entry.left_out:
        store.put_file(entry, [])
    else:
        store.touch_file(entry)


def _keep_versions(house: House, notes: Iterable[Record]) -> None:
    """Write each note that differs from its last recorded version to the blobs, then to the journal."""
    lines: list[Record] = []
    for note in notes:
        path = note.origin.path or ""
        last = house.store.last_document(note.origin.source, path)
        if last is None or last.data.get("sha256") != note.data["sha256"]:
            text, hidden = secrets.redact(note.text, house.key)
            blob = house.blobs.put(text.encode("utf-8", "surrogatepass"))
            lines.append(
                replace(
                    note,
                    id=native_id("note", path, str(note.data["sha256"]), last.id if last else ""),
                    text="",
                    tz=house.zone,
                    data={**note.data, "blob": blob, "secrets": hidden},
                )
            )
    write_new(house, lines)


def refresh(house: House, source: FileSource, path: str) -> Literal["current", "changed", "gone", "unreachable"]:
    """Bring one indexed file up to date if it is not; say what it was before."""
    old = house.store.file(path)
    item = source.one(path)
    if item is None:
        if not house.present(source.root):
            return "unreachable"
        forget(house, [path])
        return "gone"
    if old is not None and not old.may_differ(item):
        return "current"
    read = read_file(house, source, item, old, Progress(report=lambda _: None))
    if read is None:
        return "unreachable"
    write_files(house, [read])
    return "changed" if read.record or read.entry.left_out else "current"


def restore_notes(house: House, root: str) -> None:
    """Index the newest kept version of every note under a root that cannot be read now.

    Their signature is empty, so that the first pass over the folder reads them again. Raises DamagedError for a
    version that is not what was kept, after all others are back.
    """
    damaged: DamagedError | None = None
    for note in house.store.documents(root):
        if note.data.get("gone"):
            continue
        try:
            text = house.blobs.get(str(note.data["blob"])).decode("utf-8", "surrogatepass")
        except DamagedError as error:
            damaged = error
            continue
        path = note.origin.path or ""
        item = Item(path=path, name=path[len(root) :].lstrip("/") or path, size=0, mtime_ns=0, ctime_ns=0, inode=0)
        record = replace(note, text=text, data={**note.data, "kind": "note"})
        entry = replace(_entry(house, root, item, record), encoding="utf-8", encoding_guessed=False)
        with house.store.transaction():
            house.store.put_file(replace(entry, time_from="recorded"), file_chunks(item, record, house.key))
    if damaged is not None:
        raise damaged
