"""Originals by content hash: compressed, write-once, checked on every reading."""

from __future__ import annotations

import re
import zlib
from hashlib import sha256
from typing import TYPE_CHECKING

from hitherto.core.errors import DamagedError, UsageError
from hitherto.stores.files import explaining, locked, make_private_folder, put_in_place, sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DIGEST = re.compile(r"[0-9a-f]{64}")


class FileBlobs:
    """The blobs in ``folder``, as ``ab/abcdef…``. Satisfies the port ``Blobs``.

    Any number of processes may put and get at once. Nothing is created before the first put.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def put(self, data: bytes) -> str:
        """Store ``data`` durably and return its sha256 in hex; a damaged copy is put right.

        Raises NoSpaceError or SetupNeededError when the disk refuses, BusyError when another process writes
        for too long.
        """
        digest = sha256(data).hexdigest()
        path = self._path(digest)
        with explaining(path):
            if _read(path) == data:
                sync_folder(path.parent)
                return digest
            packed = zlib.compress(data)
            make_private_folder(path.parent)
            with locked(self._folder / ".lock"):
                put_in_place(path, packed, through=self._folder / ".new")
            sync_folder(self._folder)
        return digest

    def get(self, digest: str) -> bytes:
        """Return what was stored as ``digest``; raises DamagedError when it is missing or altered."""
        path = self._path(digest)
        with explaining(path):
            data = _read(path)
        if data is None or sha256(data).hexdigest() != digest:
            raise DamagedError(
                f"The stored original {digest[:12]}… is {'missing or unreadable' if data is None else 'altered'}.",
                hint="Restore it from a backup, or add the file it came from again.",
            )
        return data

    def all(self) -> Iterator[str]:
        """Yield the digest of every stored blob, in order."""
        with explaining(self._folder):
            for path in sorted(self._folder.glob("[0-9a-f][0-9a-f]/*")):
                if _DIGEST.fullmatch(path.name) and path.name.startswith(path.parent.name):
                    yield path.name

    def _path(self, digest: str) -> Path:
        if not _DIGEST.fullmatch(digest):
            raise UsageError(f"{digest!r} is not a sha256 in hex.", hint="Use what put() returned.")
        return self._folder / digest[:2] / digest


def _read(path: Path) -> bytes | None:
    try:
        return zlib.decompress(path.read_bytes())
    except (FileNotFoundError, zlib.error):
        return None
