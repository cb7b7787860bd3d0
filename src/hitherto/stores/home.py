"""The home folder: private to its owner, created at the first write, with one secret key."""

from __future__ import annotations

import os
import re
import stat
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.core.errors import DamagedError, SetupNeededError, UsageError
from hitherto.stores.files import explaining, locked, make_private_folder, put_in_place

if TYPE_CHECKING:
    from collections.abc import Mapping

_KEY_SIZE = 32
_OURS = {"key", "journal", "blobs", "backups", "hitherto.db", "ledger.db", "config.toml"}


class Home:
    """The folder ``root`` that everything of one person lives in."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def ensure(self) -> Path:
        """Make ``root`` ready for writing and return it: there, private (0700), ours, writable.

        Raises SetupNeededError where that cannot be: a folder of other things is never taken over.
        """
        with explaining(self.root):
            make_private_folder(self.root)
            _refuse_foreign(self.root)
            if stat.S_IMODE(self.root.stat().st_mode) & 0o077:
                self.root.chmod(0o700)
        if not os.access(self.root, os.W_OK | os.X_OK):
            raise SetupNeededError(
                f"hitherto cannot write to its home {self.root}.",
                hint="Make the folder writable for you, or set HITHERTO_HOME to one that is.",
            )
        return self.root

    def key(self) -> bytes:
        """Return the home's secret for keyed hashes (32 bytes), made at the first call.

        Raises DamagedError for a key that was cut short: ids made with it could not be made again.
        """
        path = self.root / "key"
        with explaining(path):
            if not path.exists():
                self._make_key(path)
            key = path.read_bytes()
        if len(key) != _KEY_SIZE:
            raise DamagedError(f"The key {path} is damaged.", hint="Restore it from a backup.")
        return key

    def _make_key(self, path: Path) -> None:
        root = self.ensure()
        with locked(root / ".lock"):
            # Of two first processes, the second finds the key of the first once it has the lock.
            if not path.exists():
                put_in_place(path, os.urandom(_KEY_SIZE), through=root / ".key.new")


def device_name(environ: Mapping[str, str]) -> str:
    """Return the name this device writes its journal under: HITHERTO_DEVICE, or one made from the host.

    The made one is the host name, cleaned, and 6 hex digits of a hash over machine id, host name and user id.
    Raises UsageError for a HITHERTO_DEVICE that cannot stand in a file name.
    """
    chosen = environ.get("HITHERTO_DEVICE", "")
    if chosen:
        if not re.fullmatch(r"[A-Za-z0-9_-]{1,100}", chosen):
            raise UsageError(
                f"HITHERTO_DEVICE={chosen!r} cannot name a device.",
                hint="Use letters, digits, hyphens and underscores only, at most 100.",
            )
        return chosen
    host = os.uname().nodename
    identity = "\0".join((_machine_id(), host, str(os.getuid())))
    digest = blake2b(identity.encode("utf-8", "surrogateescape"), digest_size=3).hexdigest()
    clean = re.sub(r"[^a-z0-9]+", "-", host.lower()).strip("-")[:40]
    return f"{clean or 'device'}-{digest}"


def _machine_id() -> str:
    try:
        return Path("/etc/machine-id").read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def _refuse_foreign(root: Path) -> None:
    found = {path.name for path in root.iterdir() if not path.name.startswith(".")}
    if found and not found & _OURS:
        raise SetupNeededError(
            f"{root} holds other things ({min(found)}), so it is not made into hitherto's home.",
            hint="Set HITHERTO_HOME to a new or empty folder.",
        )
