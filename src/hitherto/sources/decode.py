"""From the bytes of a file to its text, or the decision that it is not text at all."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

from hitherto.sources.guess import guess_encoding

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# First bytes of formats that can hold stretches of text; the numbers are those of the formats themselves.
_MAGIC = (
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF87a",
    b"GIF89a",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"%PDF-",
    b"\x7fELF",
    b"\x1f\x8b\x08",
    b"BZh",
    b"\xfd7zXZ\x00",
    b"7z\xbc\xaf\x27\x1c",
    b"\x28\xb5\x2f\xfd",
    b"SQLite format 3\x00",
    b"\xca\xfe\xba\xbe",
    b"\x00asm",
    b"OggS",
    b"fLaC",
    b"wOFF",
    b"wOF2",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
)
_NOT_CONTROL = bytes(b for b in range(256) if b >= 32 and b != 127) + b"\t\n\v\f\r\b\x1a\x1b"
_CONTROL_SHARE_UTF8 = 0.1
_CONTROL_SHARE_OTHER = 0.02
_DECLARED = (
    re.compile(rb"^(?:[^\n]*\n)?[ \t\f]*(?:#|//|--|;|%|/\*|<!--|\"|\.\.).*?coding[:=][ \t]*([-\w.]+)"),
    re.compile(rb"^\s*<\?xml[^>]*\bencoding=[\"']([-\w.]+)"),
    re.compile(rb"<meta[^>]*\bcharset=[\"']?([-\w.]+)", re.IGNORECASE),
    re.compile(rb"^\s*@charset \"([-\w.]+)\""),
    re.compile(rb"\bvim?:[^\n]*\bfileencoding=([-\w.]+)"),
)
_TO_KANJI = re.compile(rb"\x1b\$[@B][^\x1b]+\x1b\([BJ]")
_NOT_EAST_ASIAN = re.compile(
    "[^\t\n\r -~\u2010-\u2027\u2190-\u25ff\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff00-\uffef]"
)
# Codecs that rewrite text instead of reading an alphabet: a file must not choose them for itself.
_NOT_ALPHABETS = frozenset({"unicode_escape", "raw_unicode_escape", "undefined", "idna", "punycode", "utf_7"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """A text, the encoding it was read in, and whether that was guessed rather than marked or proven."""

    text: str
    encoding: str
    guessed: bool


def decode(raw: bytes, encoding: str | None = None) -> Decoded | None:
    """Return the text of a file with its newlines as they are, or None when it is not text.

    ``encoding`` is the person's own word and is believed; without it come byte order marks, UTF-16 and UTF-32 by
    their pattern of NULs, ISO-2022-JP by its escapes, strict UTF-8, what the file declares about itself, and a guess.
    A few control characters do not make a text binary.
    """
    if encoding is not None:
        return Decoded(text=raw.decode(encoding, "replace"), encoding=encoding, guessed=False)
    if raw.startswith(_MAGIC):
        return None
    marked = _by_mark(raw) or _by_nul_pattern(raw) or _by_escapes(raw) or _strict(raw, "utf-8", guessed=False)
    if marked is not None:
        return None if _control_share(marked.text.encode("utf-8", "replace")) > _CONTROL_SHARE_UTF8 else marked
    wide = _by_few_nuls(raw)
    if wide is not None:
        return wide
    if _control_share(raw) > _CONTROL_SHARE_OTHER:
        return None
    return _by_declaration(raw) or _damaged_utf8(raw) or _strict(raw, guess_encoding(raw), guessed=True)


def _by_mark(raw: bytes) -> Decoded | None:
    for mark, encoding in _BOMS:
        if raw.startswith(mark):
            return _strict(raw, encoding, guessed=False)
    return None


def _strict(raw: bytes, encoding: str, *, guessed: bool) -> Decoded | None:
    try:
        return Decoded(text=raw.decode(encoding), encoding=encoding, guessed=guessed)
    except (LookupError, ValueError):
        return None


def _control_share(raw: bytes) -> float:
    return len(raw.translate(None, _NOT_CONTROL)) / len(raw) if raw else 0.0


def _by_nul_pattern(raw: bytes) -> Decoded | None:
    """Read UTF-16 and UTF-32 without a mark: in most alphabets' texts the same bytes are nearly always NUL."""
    if len(raw) < 4 or len(raw) % 2:
        return None
    if len(raw) % 4 == 0 and raw.count(0) * 2 >= len(raw):
        for encoding, last in (("utf-32-le", raw[3::4]), ("utf-32-be", raw[0::4])):
            wide = None if last.strip(b"\0") else _strict(raw, encoding, guessed=True)
            if wide and not _control_share(wide.text.encode("utf-8")) > _CONTROL_SHARE_OTHER:
                return wide
    pairs = len(raw) // 2
    first, second = raw[0::2].count(0) / pairs, raw[1::2].count(0) / pairs
    if max(first, second) < 0.4 or min(first, second) > 0.05:
        return None
    found = _strict(raw, "utf-16-le" if second > first else "utf-16-be", guessed=True)
    return found if found and _control_share(found.text.encode("utf-8", "replace")) <= _CONTROL_SHARE_OTHER else None


def _by_few_nuls(raw: bytes) -> Decoded | None:
    """Read UTF-16 without a mark in scripts that need both bytes: NUL is then only in line ends, digits and such."""
    if len(raw) < 8 or len(raw) % 2 or 0 not in raw:
        return None
    for encoding in ("utf-16-le", "utf-16-be"):
        found = _strict(raw, encoding, guessed=True)
        if found and len(_NOT_EAST_ASIAN.findall(found.text)) * 50 <= len(found.text):
            return found
    return None


def _by_escapes(raw: bytes) -> Decoded | None:
    return _strict(raw, "iso2022_jp", guessed=True) if raw.isascii() and _TO_KANJI.search(raw) else None


def _by_declaration(raw: bytes) -> Decoded | None:
    for place in (raw[:1024], raw[-512:]):
        for pattern in _DECLARED:
            found = pattern.search(place)
            name = found[1].decode("ascii") if found else ""
            if found and name.lower().replace("-", "_") not in _NOT_ALPHABETS:
                declared = _strict(raw, name.removesuffix("-unix").removesuffix("-dos"), guessed=True)
                if declared:
                    return declared
    return None


def _damaged_utf8(raw: bytes) -> Decoded | None:
    """Read UTF-8 with a few foreign bytes in it, such as a log two programs wrote to."""
    text = raw.decode("utf-8", "replace")
    damaged = text.count("�")
    whole = sum(ord(character) > 127 for character in text) - damaged
    return Decoded(text=text, encoding="utf-8", guessed=True) if whole >= 10 * damaged else None
