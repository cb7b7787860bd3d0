"""A folder of code and notes, or one such file: each file becomes one dated document record."""

from __future__ import annotations

import codecs
import os
import re
import stat
from datetime import UTC, datetime
from hashlib import new as new_hash
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from hitherto.core.errors import UsageError
from hitherto.core.ids import native_id
from hitherto.core.model import LeftOut, Origin, Record
from hitherto.core.seen import Item
from hitherto.sources import git
from hitherto.sources.decode import decode
from hitherto.sources.files import item_of, look, unreadable
from hitherto.sources.tree import Tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hitherto.core.model import Position, TimeFrom

DIALECT = "folder"
_CLOCK_SLACK_SECONDS = 2
_FRONT_MATTER = re.compile(r"\A﻿?---[ \t]*\r?\n(.*?)^---[ \t]*\r?$", re.DOTALL | re.MULTILINE)
_FRONT_DATE = re.compile(
    r"^(?:date|created)[ \t]*:[ \t]*[\"']?(\d{4}-\d\d-\d\d[^\"'\r\n#]*)", re.MULTILINE | re.IGNORECASE
)
_NAME_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)(-?)(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])(?!\d)")


class Folder:
    """The Source of a folder tree. Files above ``max_bytes`` are left out; ``encoding`` overrides every guess.

    ``zone`` is the IANA zone of dates in notes. ``uses_git`` says whether git lists the work trees; without it
    their ignore files are honoured by our own reading of them, and global excludes are not.

    Raises:
        UsageError: ``encoding`` is no text encoding.
    """

    kind = DIALECT

    def __init__(
        self, root: str, *, max_bytes: int = 5_000_000, encoding: str | None = None, zone: str = "UTC"
    ) -> None:
        self.root = os.path.realpath(root)
        self.uses_git = git.available()
        self._max_bytes = max_bytes
        self._encoding = _checked(encoding)
        self._zone = ZoneInfo(zone)
        self._zone_name = zone
        self._tree = Tree(self.root, uses_git=self.uses_git)
        self._committed: dict[str, dict[str, str]] = {}
        self._times: dict[str, dict[str, int]] = {}
        self._tops: dict[str, str | None] = {}

    def items(self) -> Iterator[Item | LeftOut]:
        """Yield every file git would list, or the ignore files allow where there is no git."""
        self._committed.clear()
        self._times.clear()
        self._tops.clear()
        for found in self._tree:
            yield self._limited(found)

    def one(self, path: str) -> Item | None:
        """Return the Item of a path that was listed before, None when it is gone or no longer readable as a file.

        Ignore rules are not asked again.
        """
        if not self._encloses(path):
            return None
        found = self._limited(look(path, os.path.relpath(path, self.root) if path != self.root else Path(path).name))
        return found if isinstance(found, Item) else None

    def records(self, item: Item, start: Position) -> Iterator[Record | LeftOut | Position]:
        """Yield the one document ``item`` is, or why it is none; files are read whole, so ``start`` does not matter."""
        _ = start
        try:
            raw = self._read(item)
        except OSError as error:
            yield unreadable(item, error)
            return
        if raw is None:
            yield LeftOut(path=item.path, reason="too-large", detail=f"over {self._max_bytes} bytes")
            return
        decoded = decode(raw, self._encoding)
        if decoded is None:
            yield LeftOut(path=item.path, reason="binary")
            return
        yield self._record(item, raw, decoded.text, {"encoding": decoded.encoding, "encoding_guessed": decoded.guessed})

    def heads(self) -> Mapping[str, str]:
        """Return the commit of every repository the last listing met (a listing is made when there was none)."""
        if not self._tree.repositories:
            for _ in self._tree:
                pass
        return {top: commit for top in self._tree.repositories if (commit := git.head(top))}

    @property
    def folders(self) -> frozenset[str]:
        """The folders the last listing went through: a new file in any of them may be one to take in."""
        return frozenset(self._tree.folders)

    @property
    def repositories(self) -> tuple[str, ...]:
        """The work trees the last listing met."""
        return tuple(self._tree.repositories)

    def _encloses(self, path: str) -> bool:
        """Return whether ``path`` is still below the root over real folders: one may have become a link meanwhile."""
        folder = str(Path(path).parent)
        return path == self.root or (path.startswith(self.root + os.sep) and os.path.realpath(folder) == folder)

    def _limited(self, found: Item | LeftOut) -> Item | LeftOut:
        if isinstance(found, Item) and found.size > self._max_bytes:
            return LeftOut(path=found.path, reason="too-large", detail=f"{found.size} bytes")
        return found

    def _read(self, item: Item) -> bytes | None:
        """Return the bytes of one moment of the file; a write during the first reading leads to a second."""
        if not self._encloses(item.path):
            raise OSError("no longer inside the folder")
        for _ in range(2):
            raw, steady = _read_once(item.path, self._max_bytes)
            if steady or raw is None:
                return raw
        raise OSError("it changes while it is read")

    def _record(self, item: Item, raw: bytes, text: str, about: dict[str, object]) -> Record:
        from hitherto.text.code import is_note, language_of_path  # noqa: PLC0415 sources start without the workshop

        note = is_note(item.name)
        moment, time_from, tz = self._moment(item, raw, text, note=note)
        digest = sha256(raw).hexdigest()
        data: dict[str, object] = {
            "kind": "note" if note else "code",
            "language": language_of_path(item.name),
            **about,
            "sha256": digest,
            "size": len(raw),
            "time_from": time_from,
        }
        return Record(
            id=native_id(DIALECT, "", item.path, digest),
            ts=moment,
            actor="file",
            role="system",
            type="document",
            text=text,
            origin=Origin(source=DIALECT, path=item.path, project=self._top(item) or self._project()),
            tz=tz,
            data=data,
        )

    def _moment(self, item: Item, raw: bytes, text: str, *, note: bool) -> tuple[datetime, TimeFrom, str | None]:
        if note:
            said = _front_matter_date(text, self._zone)
            if said:
                return said, "front-matter", self._zone_name
            named = _name_date(Path(item.name).name, self._zone)
            if named:
                return named, "name", self._zone_name
        seconds = self._commit_time(item, raw)
        if seconds is not None:
            return datetime.fromtimestamp(seconds, UTC), "git", None
        return datetime.fromtimestamp(item.mtime_ns / 1e9, UTC), "mtime", None

    def _commit_time(self, item: Item, raw: bytes) -> int | None:
        """Return when the content was committed, None for what is not in the last commit as it stands on disk.

        The content's own object id is compared, so nothing of git's that could start a filter is used. Where git
        converts on checkout (line ends, large files) the ids differ, and the file's own time is taken instead.
        """
        top = self._top(item)
        if top is None:
            return None
        below = "" if top == self.root or not self.root.startswith(top + os.sep) else os.path.relpath(self.root, top)
        if top not in self._committed:
            self._committed[top] = git.committed(top, below)
        name = os.path.relpath(item.path, top)
        known = self._committed[top].get(name)
        if known is None:
            return None
        if top not in self._times:
            self._times[top] = git.commit_times(top, set(self._committed[top]), below)
        seconds = self._times[top].get(name)
        if seconds is None:
            return None
        later = item.mtime_ns / 1e9 > seconds + _CLOCK_SLACK_SECONDS
        return None if later and _object_id(raw, known) != known else seconds

    def _top(self, item: Item) -> str | None:
        folder = str(Path(item.path).parent)
        if folder not in self._tops:
            self._tops[folder] = git.top_of(folder) if self.uses_git else None
        return self._tops[folder]

    def _project(self) -> str:
        return self.root if Path(self.root).is_dir() else str(Path(self.root).parent)


def _read_once(path: str, max_bytes: int) -> tuple[bytes | None, bool]:
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:  # noqa: PTH123 a descriptor, not a path
        before = os.fstat(descriptor)
        if not stat.S_ISREG(before.st_mode):
            raise OSError("not a regular file")
        if before.st_size > max_bytes:
            return None, True
        raw = file.read(max_bytes + 1)
        after = os.fstat(descriptor)
    return raw, item_of(path, "", before) == item_of(path, "", after) and len(raw) == after.st_size


def _object_id(raw: bytes, like: str) -> str:
    digest = new_hash("sha256" if len(like) == 64 else "sha1", usedforsecurity=False)
    digest.update(b"blob %d\0" % len(raw))
    digest.update(raw)
    return digest.hexdigest()


def _front_matter_date(text: str, zone: ZoneInfo) -> datetime | None:
    front = _FRONT_MATTER.match(text[:8192])
    found = _FRONT_DATE.search(front[1]) if front else None
    if not found:
        return None
    for value in (found[1].strip(), found[1][:10]):
        try:
            moment = datetime.fromisoformat(value)
            return (moment if moment.tzinfo else moment.replace(tzinfo=zone)).astimezone(UTC)
        except (ValueError, OverflowError):
            continue
    return None


def _name_date(name: str, zone: ZoneInfo) -> datetime | None:
    found = _NAME_DATE.search(name)
    try:
        return datetime(int(found[1]), int(found[3]), int(found[4]), tzinfo=zone).astimezone(UTC) if found else None
    except ValueError:
        return None


def _checked(encoding: str | None) -> str | None:
    if encoding is None:
        return None
    try:
        b"x".decode(encoding, "replace")
        return codecs.lookup(encoding).name
    except (LookupError, ValueError) as error:
        raise UsageError(f"{encoding!r} is no text encoding.", hint="Use a name such as cp932 or latin-1.") from error
