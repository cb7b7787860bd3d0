import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.sources.decode import decode


@pytest.mark.parametrize(
    ("raw", "text", "encoding", "guessed"),
    [
        (b"plain\r\n", "plain\r\n", "utf-8", False),
        (b"", "", "utf-8", False),
        ("日本".encode("utf-8-sig"), "日本", "utf-8-sig", False),
        ("日本\n".encode("utf-16"), "日本\n", "utf-16", False),
        (b"\xfe\xff" + "日本\n".encode("utf-16-be"), "日本\n", "utf-16", False),
        ("日本\n".encode("utf-32"), "日本\n", "utf-32", False),
        ("plain text\n".encode("utf-16-le"), "plain text\n", "utf-16-le", True),
        ("plain text\n".encode("utf-16-be"), "plain text\n", "utf-16-be", True),
        ("plain text\n".encode("utf-32-le"), "plain text\n", "utf-32-le", True),
        ("plain text\n".encode("utf-32-be"), "plain text\n", "utf-32-be", True),
        ("最初の行\n灯台守の日記\n".encode("utf-16-le"), "最初の行\n灯台守の日記\n", "utf-16-le", True),
        ("첫 줄\n등대지기 3명\n".encode("utf-16-be"), "첫 줄\n등대지기 3명\n", "utf-16-be", True),
        ("電子メールは七ビット\n".encode("iso2022_jp"), "電子メールは七ビット\n", "iso2022_jp", True),
        (b"\x1b[31mred\x1b[0m $B (B\n", "\x1b[31mred\x1b[0m $B (B\n", "utf-8", False),
        (b"old file\x0b\r\n\x1a", "old file\x0b\r\n\x1a", "utf-8", False),
        (b"before \0 after the nul\n", "before \0 after the nul\n", "utf-8", False),
        (
            "# -*- coding: latin-1 -*-\n# café\n".encode("latin-1"),
            "# -*- coding: latin-1 -*-\n# café\n",
            "latin-1",
            True,
        ),
        ("#!/bin/sh\n# vim: set fileencoding=cp1251 :\nда\n".encode("cp1251"), None, "cp1251", True),
        ('<?xml version="1.0" encoding="koi8-r"?>\n<a>да</a>'.encode("koi8-r"), None, "koi8-r", True),
        ('<meta charset="euc-jp"><p>会議'.encode("euc-jp"), None, "euc-jp", True),
        ('@charset "cp1250";\n/* ř */'.encode("cp1250"), None, "cp1250", True),
        ("line\n/* é */\n# vim: fileencoding=cp850\n".encode("cp850"), None, "cp850", True),
        ("; -*- coding: latin-1-unix -*-\né".encode("latin-1"), None, "latin-1", True),
    ],
)
def test_what_the_bytes_say_is_believed(raw: bytes, text: str | None, encoding: str, *, guessed: bool) -> None:
    """Marks and strict UTF-8 are certain; patterns and declarations are guesses; newlines stay as they are."""
    got = decode(raw)
    assert got is not None
    assert (got.encoding, got.guessed) == (encoding, guessed)
    assert got.text == (raw.decode(encoding) if text is None else text)


def test_the_persons_own_word_outranks_everything() -> None:
    """A given encoding is used even where the bytes look like another one, and never fails."""
    got = decode("да é".encode(), "cp932")
    assert got is not None
    assert (got.encoding, got.guessed) == ("cp932", False)


@pytest.mark.parametrize("name", ["unicode_escape", "utf-7", "rot13", "hex", "no-such-thing", "idna"])
def test_a_file_cannot_choose_a_codec_that_is_no_alphabet(name: str) -> None:
    """Codecs that would rewrite the text are not taken from a declaration."""
    got = decode(f"# coding: {name}\n# caf\\x41 ".encode() + b"caf\xe9 cr\xe8me\n")
    assert got is not None
    assert got.encoding == "cp1252"
    assert "caf\\x41 café crème" in got.text


def test_utf8_with_a_few_foreign_bytes_stays_utf8() -> None:
    """A log two programs wrote to is not turned into another alphabet by one wrong byte."""
    got = decode("来年の予算は三百万円に決めた。\n".encode() + b"caf\xe9\n")
    assert got is not None
    assert (got.encoding, got.guessed) == ("utf-8", True)
    assert got.text == "来年の予算は三百万円に決めた。\ncaf�\n"


@pytest.mark.parametrize(
    "raw",
    [
        bytes(range(256)) * 400 + b"walrus",
        b"\x89PNG\r\n\x1a\nrest",
        b"%PDF-1.7\ntext text text",
        b"PK\x03\x04text",
        b"\x7fELF",
        gzip.compress(b"text"),
        b"SQLite format 3\x00text",
        b"\x00asm\x01",
        b"\0" * 500,
        b"\1\2\3\4 text",
    ],
)
def test_binaries_are_told_from_text(raw: bytes) -> None:
    """Known formats and many control characters are no text."""
    assert decode(raw) is None


@given(st.binary(max_size=400), st.sampled_from([None, "cp932", "utf-16"]))
def test_any_bytes_are_text_or_not_but_never_an_error(raw: bytes, encoding: str | None) -> None:
    """No exception whatever the bytes; what was proven encodes back to them."""
    got = decode(raw, encoding)
    if got is not None and not got.guessed and encoding is None and not got.encoding.startswith("utf-32"):
        assert got.text.encode(got.encoding) == raw or got.encoding == "utf-16"


@given(st.text(min_size=1))
def test_utf8_text_is_never_misread(text: str) -> None:
    """Any text written as UTF-8 comes back as it was, unless it is control characters."""
    got = decode(text.encode())
    assert got is None or got.text == text or text.startswith("﻿") or "\0" in text
