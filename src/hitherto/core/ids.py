"""Record identities: the same utterance read twice, from any copy of its log, gets the same id."""

from __future__ import annotations

from base64 import b32encode
from hashlib import blake2b


def native_id(dialect: str, session: str, message: str, part: str) -> str:
    """Return the id of a message part that its host already identifies (24 lower-case characters)."""
    return _digest((dialect, session, message, part), key=b"")


def keyed_id(key: bytes, *fields: str) -> str:
    """Return the id of an item its source does not identify.

    Keyed with the home's secret, so that an id never lets anyone test a guess at the content.
    """
    return _digest(fields, key=key)


def _digest(fields: tuple[str, ...], *, key: bytes) -> str:
    h = blake2b(digest_size=15, key=key[:64])
    for value in fields:
        raw = value.encode("utf-8", "surrogatepass")
        h.update(len(raw).to_bytes(8, "big"))
        h.update(raw)
    return b32encode(h.digest()).decode("ascii").lower()
