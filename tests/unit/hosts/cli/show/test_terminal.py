from __future__ import annotations

import io
import json
import sys
import unicodedata
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.unit.hosts.cli.hits import Terminal

from hitherto.hosts.cli.show import terminal
from hitherto.hosts.cli.show.terminal import (
    JSON_ESCAPES,
    Line,
    colours_wanted,
    counted,
    local,
    never_fail_on_characters,
    printable,
    speaks_unicode,
)


@given(st.text(st.characters()))
def test_nothing_stored_acts_on_a_terminal(text: str) -> None:
    """Whatever was stored, what is shown has no control characters but tabs, no surrogates and no turning of lines."""
    shown = printable(text)
    assert {unicodedata.category(char) for char in shown if char != "\t"} & {"Cc", "Cs", "Zl", "Zp"} == set()
    assert not any(
        unicodedata.bidirectional(char) in {"RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI"} for char in shown
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("日本語 é 🙂", "日本語 é 🙂"),
        ("a\tb", "a\tb"),
        ("\x1b[31mred", "␛[31mred"),
        ("\x9b31m", "<U+009B>31m"),
        ("a\u202eb", "a<U+202E>b"),
        ("a\nb\x7f", "a␊b␡"),
        ("bad\udcff", "bad\ufffd"),
    ],
)
def test_what_would_act_stands_there_as_a_sign(text: str, shown: str) -> None:
    """Each character that would act is shown as a sign a reader can see, everything else as itself."""
    assert printable(text) == shown


@given(st.text(st.characters()))
def test_escaped_json_says_the_same(text: str) -> None:
    """With the escapes, JSON has nothing that acts and still says exactly the same."""
    escaped = json.dumps(text, ensure_ascii=False).translate(JSON_ESCAPES)
    assert json.loads(escaped) == text
    assert printable(escaped) == escaped


@pytest.mark.parametrize(
    ("environ", "terminal", "wanted"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
    ],
)
def test_colours(environ: dict[str, str], *, terminal: bool, wanted: bool) -> None:
    """NO_COLOR beats FORCE_COLOR, that beats what the output is."""
    assert colours_wanted(Terminal() if terminal else io.StringIO(), environ) is wanted


@pytest.mark.parametrize(
    ("encoding", "speaks"), [("utf-8", True), ("UTF8", True), ("latin-1", False), ("ascii", False)]
)
def test_which_outputs_take_everything(encoding: str, *, speaks: bool) -> None:
    """Only a Unicode encoding takes every character."""
    assert speaks_unicode(io.TextIOWrapper(io.BytesIO(), encoding=encoding)) is speaks


def test_characters_an_output_lacks_stop_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the encoding of an output lacks is written as an escape."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    never_fail_on_characters()
    sys.stdout.write("é 日")
    sys.stdout.flush()
    assert raw.getvalue() == b"\xe9 \\u65e5"


def test_times_are_shown_in_the_zone() -> None:
    """An instant is shown in its zone, with summer time; in UTC where the zone is unknown."""
    noon = datetime(2026, 7, 1, 12, tzinfo=UTC)
    assert local(noon, "Europe/Berlin").isoformat() == "2026-07-01T14:00:00+02:00"
    assert local(noon, "Mars/Base") == noon
    assert local(noon, "../etc/passwd") == noon


def test_numbers_and_things() -> None:
    """One thing is one thing."""
    assert [counted(n, "log") for n in (0, 1, 2)] == ["0 logs", "1 log", "2 logs"]


@pytest.mark.parametrize(
    ("stream", "term", "seconds", "shown"),
    [
        (Terminal, "xterm", 2.0, "\r\x1b[K  half of it\r\x1b[K"),
        (Terminal, "xterm", 0.5, ""),
        (Terminal, "dumb", 2.0, ""),
        (io.StringIO, "xterm", 2.0, ""),
    ],
)
def test_a_line_of_progress(
    monkeypatch: pytest.MonkeyPatch, stream: type[io.StringIO], term: str, seconds: float, shown: str
) -> None:
    """A line of progress is shown on a terminal only, after a second, and removed at the end."""
    error = stream()
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setenv("TERM", term)
    clock = iter([0.0, seconds])
    monkeypatch.setattr(terminal.time, "monotonic", lambda: next(clock))
    line = Line()
    line.show("half of it")
    line.clear()
    assert error.getvalue() == shown
