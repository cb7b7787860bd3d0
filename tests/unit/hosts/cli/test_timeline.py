"""The timeline: a line a day, bars on a terminal, JSON for programs."""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from inline_snapshot import snapshot
from tests.unit.hosts.cli.show.test_json_output import documented

from hitherto.app import adapters
from hitherto.core.days import Day
from hitherto.hosts.cli.timeline import BAR, rows

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TALK = """\
{"ts":"2026-11-23T09:00:00Z","role":"user","text":"The budget of the trip is decided, and nobody objected to it."}
{"ts":"2026-11-24T17:35:12Z","role":"user","text":"Where does the wombat dig? Nobody has seen it anywhere."}
{"ts":"2026-11-24T17:36:00Z","role":"user","text":"Then leave the budget of the quokka alone, whatever it is."}
{"ts":"2026-11-26T23:30:00Z","role":"user","text":"It is Friday in Berlin already, and the budget is spent."}
"""


@pytest.fixture
def talked(tmp_path: Path, shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory of one conversation over some days, on the first of December."""
    monkeypatch.setattr(adapters, "now", lambda: datetime(2026, 12, 1, 9, tzinfo=UTC))
    (tmp_path / "talk.jsonl").write_text(TALK, encoding="utf-8")
    assert shell("add", "talk.jsonl")[0] == 0


@pytest.mark.usefixtures("talked")
def test_days_that_hold_something(shell: Callable[..., Any]) -> None:
    """Without a time, only days that hold something, each in the zone of the person, with plain numbers in a pipe."""
    assert shell("timeline") == snapshot(
        (0, "2026-11-23 Mon  1\n2026-11-24 Tue  2\n2026-11-27 Fri  1\n", "-- 4 pieces on 3 days\n")
    )
    assert shell("timeline", "budget", "quokka")[1] == "2026-11-24 Tue  1\n"


@pytest.mark.usefixtures("talked")
def test_of_a_time_the_empty_days_too(shell: Callable[..., Any]) -> None:
    """A time phrase restricts and is not looked for; each of its days has a line. `recall --group day` is the same."""
    code, out, err = shell("timeline", "budget", "last", "week")
    assert (code, out) == snapshot(
        (
            0,
            """\
2026-11-23 Mon  1
2026-11-24 Tue  1
2026-11-25 Wed  0
2026-11-26 Thu  0
2026-11-27 Fri  1
2026-11-28 Sat  0
2026-11-29 Sun  0
""",
        )
    )
    assert err == snapshot("-- 3 pieces on 3 days | last week = Mon 23 - Sun 29 Nov 2026 Europe/Berlin\n")
    assert shell("recall", "--group", "day", "budget last week") == (code, out, err)
    assert shell("timeline", "--on", "2026-11-24", "budget")[1] == "2026-11-24 Tue  1\n"


@pytest.mark.usefixtures("talked")
def test_nothing_then(shell: Callable[..., Any]) -> None:
    """A time that has nothing is exit code 1, with the days nearby that do."""
    code, out, err = shell("timeline", "--on", "2026-11-25", "budget")
    assert (code, out) == (1, "")
    assert "Tue 24 Nov 2026 (1): `hitherto recall --on 2026-11-24 budget`" in err
    assert "Fri 27 Nov 2026 (1)" in err
    assert shell("timeline", "walrus")[2] == "-- nothing found\n  -> try fewer words or restrictions\n"


@pytest.mark.usefixtures("talked")
def test_as_of_a_day(shell: Callable[..., Any]) -> None:
    """What was recorded later counts on no day, and the header says what is missing besides."""
    assert shell("timeline", "--as-of", "2026-11-30")[0] == 1
    code, out, err = shell("timeline", "--as-of", "2026-12-01")
    assert (code, len(out.splitlines())) == (0, 3)
    assert err == "-- 4 pieces on 3 days | as recorded until Tue 1 Dec 2026, without code\n"


@pytest.mark.usefixtures("talked")
def test_for_programs(shell: Callable[..., Any]) -> None:
    """--json prints exactly the documented keys."""
    code, out, err = shell("timeline", "--json", "budget", "on", "2026-11-24")
    answer = json.loads(out)
    assert (code, err) == (0, "")
    assert list(answer) == documented("## `timeline`, `recall --group day`")
    assert answer["reading"]["phrase"].endswith("2026-11-24")
    assert answer["days"] == snapshot(
        [
            {
                "day": "2026-11-24",
                "start": "2026-11-23T23:00:00+00:00",
                "end": "2026-11-24T23:00:00+00:00",
                "count": 1,
            }
        ]
    )
    nothing = json.loads(shell("timeline", "--json", "--on", "2026-11-25", "budget")[1])
    assert nothing["nearest"] == snapshot(
        [
            {
                "day": "2026-11-24",
                "start": "2026-11-23T23:00:00+00:00",
                "end": "2026-11-24T23:00:00+00:00",
                "count": 1,
                "by_words": True,
            },
            {
                "day": "2026-11-27",
                "start": "2026-11-26T23:00:00+00:00",
                "end": "2026-11-27T23:00:00+00:00",
                "count": 1,
                "by_words": True,
            },
        ]
    )
    assert list(nothing["nearest"][0]) == documented("Each of `nearest`:")


def test_bars(monkeypatch: pytest.MonkeyPatch) -> None:
    """The day with most has the longest bar, whatever is there at all has one, and nothing has none."""
    first = datetime(2026, 11, 23, 23, tzinfo=UTC)
    days = [
        Day(start=first + n * timedelta(days=1), end=first + (n + 1) * timedelta(days=1), count=count)
        for n, count in enumerate([1, 0, 1000])
    ]
    lines = rows(days, "Europe/Berlin", bars=True)
    assert [line.count("█") + line.count("#") for line in lines] == [1, 0, BAR]
    assert lines[1] == "2026-11-25 Wed     0"
    monkeypatch.setattr(sys, "stdout", sys.stderr)
    assert rows([], "UTC", bars=True) == []
