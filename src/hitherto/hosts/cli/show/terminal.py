"""Putting text on a terminal: nothing in it acts, colours only where they are wanted, times in the person's zone."""

from __future__ import annotations

import os
import sys
import time
from io import TextIOWrapper
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import click

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from typing import TextIO

# Characters that turn the direction of text or say nothing a reader can see, so that a line looks like another one.
_MISLEADING = (0x061C, 0x200E, 0x200F, 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
_ACTING = (*range(0x09), *range(0x0A, 0x20), *range(0x7F, 0xA0))
_SHOWN = {
    **{code: f"<U+{code:04X}>" for code in (*range(0x80, 0xA0), *_MISLEADING)},
    **{code: chr(0x2400 + code) for code in range(0x20) if code != 0x09},
    0x7F: "\u2421",
    **dict.fromkeys(range(0xD800, 0xE000), "\ufffd"),
}
QUIET_SECONDS = 1.0
BEGINNING_OF_LINE = "\r\x1b[K"
JSON_ESCAPES = {code: f"\\u{code:04x}" for code in (*_ACTING, *_MISLEADING, *range(0xD800, 0xE000))}


class Line:
    """One line on standard error that is written over, from the first second on; nothing where that is no terminal."""

    def __init__(self) -> None:
        self._begun = time.monotonic()
        self._wanted = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._shown = False

    def show(self, text: str) -> None:
        """Show how far it is."""
        if self._wanted and time.monotonic() - self._begun > QUIET_SECONDS:
            click.echo(f"{BEGINNING_OF_LINE}  {text}", nl=False, err=True)
            self._shown = True

    def clear(self) -> None:
        """Remove the line."""
        if self._shown:
            click.echo(BEGINNING_OF_LINE, nl=False, err=True)
        self._shown = False


def printable(text: str) -> str:
    """Return ``text`` as one line that a terminal only shows: what would act on it stands there as a sign."""
    return text if text.isascii() and text.isprintable() else text.translate(_SHOWN)


def colours_wanted(stream: TextIO, environ: Mapping[str, str]) -> bool:
    """Return whether to write colours to ``stream``: NO_COLOR, then FORCE_COLOR, then whether it is a terminal."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environ.get("TERM") != "dumb"


def say(text: str = "") -> None:
    """Write a line to standard output, with its colours if they are wanted there."""
    click.echo(text, color=colours_wanted(sys.stdout, os.environ))


def speaks_unicode(stream: TextIO) -> bool:
    """Return whether ``stream`` can take every character."""
    return (stream.encoding or "").lower().replace("-", "").startswith("utf")


def never_fail_on_characters() -> None:
    """Let both streams write what their encoding lacks as an escape, instead of stopping half-way."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def counted(number: int, thing: str) -> str:
    """Return a number with its thing in the right form."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def local(moment: datetime, zone: str) -> datetime:
    """Return an instant in a zone, in UTC where the zone is unknown here."""
    try:
        return moment.astimezone(ZoneInfo(zone))
    except (ZoneInfoNotFoundError, ValueError, OSError, OverflowError):
        return moment
