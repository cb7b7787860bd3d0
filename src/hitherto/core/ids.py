"""Record identities: the same utterance read twice, from any copy of its log, gets the same id."""

from __future__ import annotations

import re
from base64 import b32encode
from hashlib import blake2b

SURROGATES = re.compile("[\ud800-\udfff]")


def indexable(text: str) -> str:
    """Return ``text`` with lone surrogates as U+FFFD, one for one, so that positions stay true."""
    return text if text.isascii() else SURROGATES.sub("\ufffd", text)


def text_hash(text: str) -> bytes:
    """Return the 12-byte hash that stands for a text in the index."""
    return blake2b(indexable(text).encode(), digest_size=12).digest()


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
