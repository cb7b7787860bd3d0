from __future__ import annotations

import json
import lzma
import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from bench.time_items import half_of, read_items
from bench.timephrase import main

from hitherto.core.answer import TimeRange
from hitherto.text.timephrase import parse

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from bench.timephrase import Parser


def row(name: str, text: str, start: str | None, end: str | None, **more: object) -> dict[str, object]:
    return {
        "id": name,
        "source": "made",
        "lang": "en",
        "text": text,
        "expr": text,
        "ref": "2026-11-30T12:00:00",
        "start": start,
        "end": end,
        "grain": "Day",
        "past": start is not None,
        "neg": start is None,
        **more,
    }


ROWS = [
    row("right", "yesterday", "2026-11-29T00:00:00", "2026-11-30T00:00:00"),
    row("wrong", "last week", "2026-11-20T00:00:00", "2026-11-27T00:00:00"),
    row("longer", "last 3 days", "2026-11-27T00:00:00", "2026-11-30T00:00:00"),
    row("open", "Monday", "2026-11-30T00:00:00", None),
    row("point", "an hour ago", "2026-11-30T11:00:00", "2026-11-30T11:00:00", grain="Minute"),
    row("future", "tomorrow", "2026-12-01T00:00:00", "2026-12-02T00:00:00", past=False),
    row("none", "what may we do", None, None, past=None),
]


def written(folder: Path, rows: list[dict[str, object]], name: str = "items.jsonl") -> Path:
    path = folder / name
    text = "\n".join(json.dumps(one) for one in rows) + "\n"
    path.write_bytes(lzma.compress(text.encode()) if name.endswith(".xz") else text.encode())
    return path


def result_of(path: Path, capsys: pytest.CaptureFixture[str], *options: str) -> dict[str, dict[str, dict[str, object]]]:
    main([str(path), "--json", *options])
    found: dict[str, dict[str, dict[str, object]]] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize("name", ["items.jsonl", "items.jsonl.xz"])
def test_what_is_right_is_counted(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """First days, whole ranges and overlaps are counted by language, plain and compressed alike."""
    result = result_of(written(tmp_path, ROWS, name), capsys)
    assert result["all"]["en"] == {"n": 6, "n_with_end": 5, "start": 0.8333, "range": 0.6, "iou50": 0.8}
    assert result["past"]["en"]["n"] == 5
    assert result["core"]["en"] == {"n": 5, "n_with_end": 4, "start": 0.8, "range": 0.5, "iou50": 0.75}
    assert result["by_source"]["made"]["en"] == result["past"]["en"]
    assert result["neg"] == {"en": {"n": 1, "hits": 0}}
    assert result["false_hits_per_1000"] is None


def test_false_hits_are_counted_beside_the_items(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Queries that hold no phrase and get one are counted in a thousand, and named."""
    queries = [{"id": str(n), "lang": "en", "text": "sort a list", "ref": "2026-06-10T12:00:00"} for n in range(3)]
    written(tmp_path, [*queries, {**queries[0], "text": "list of yesterday"}], "negative_queries.jsonl")
    result = result_of(written(tmp_path, ROWS), capsys)
    assert result["false_hits_per_1000"] == 250.0  # type: ignore[comparison-overlap]
    assert result["false_hits"] == ["list of yesterday"]  # type: ignore[comparison-overlap]


def test_halves_have_no_item_in_common(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The two halves are chosen by the hash of an item's id, and make the whole."""
    rows = [row(f"item-{number}", "yesterday", "2026-11-29T00:00:00", "2026-11-30T00:00:00") for number in range(40)]
    path = written(tmp_path, rows)
    dev, test = (result_of(path, capsys, half)["all"]["en"]["n"] for half in ("--dev", "--test"))
    assert dev == sum(half_of(item.id) == "dev" for item in read_items(path))
    assert (dev, test) == (dev, 40 - int(str(dev)))
    assert 0 < int(str(dev)) < 40


def test_a_parser_that_reads_nothing_gets_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What reads no time scores nothing, and hits nothing."""

    def blind(_: str, __: datetime, ___: str) -> list[TimeRange]:
        return []

    main([str(written(tmp_path, ROWS)), "--json"], parser=blind)
    result = json.loads(capsys.readouterr().out)
    assert result["past"]["en"] == {"n": 5, "n_with_end": 4, "start": 0.0, "range": 0.0, "iou50": 0.0}


def test_an_open_range_has_no_overlap(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A reading without an end has its first day and no more."""

    def since(text: str, _: datetime, zone: str) -> list[TimeRange]:
        return [TimeRange(start=datetime(2026, 11, 29, tzinfo=UTC), end=None, zone=zone, phrase=text)]

    main([str(written(tmp_path, ROWS[:1])), "--json"], parser=since)
    result = json.loads(capsys.readouterr().out)
    assert result["all"]["en"] == {"n": 1, "n_with_end": 1, "start": 1.0, "range": 0.0, "iou50": 0.0}


def reading(start: str, end: str) -> Parser:
    """Return a parser that reads every text as the same range."""
    first, last = (datetime.fromisoformat(moment).replace(tzinfo=UTC) for moment in (start, end))
    return lambda text, _, zone: [TimeRange(start=first, end=last, zone=zone, phrase=text)]


@pytest.mark.parametrize(
    ("start", "end", "grain", "iou50"),
    [
        ("2026-11-30T15:20:30", "2026-11-30T15:20:31", "Minute", 1.0),
        ("2026-11-30T15:22:00", "2026-11-30T15:23:00", "Minute", 0.0),
        ("2026-11-30T15:20:00", "2026-11-30T15:21:00", "Hour", 1.0),
        ("2026-11-30T16:00:00", "2026-11-30T17:00:00", "Hour", 0.0),
        ("2026-11-30T15:20:00", "2026-11-30T15:21:00", "Day", 0.0),
        ("2026-11-30T00:00:00", "2026-12-01T00:00:00", "Hour", 0.0),
    ],
)
def test_clock_times_are_compared_on_their_grain(
    start: str, end: str, grain: str, iou50: float, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A reading within the minute or hour that is meant overlaps, one beside it or of the whole day does not."""
    meant = {"Minute": ("15:20", "15:21"), "Hour": ("15:00", "16:00"), "Day": ("00:00", "23:59")}[grain]
    one = row("clock", "then", *(f"2026-11-30T{moment}:00" for moment in meant), grain=grain)
    main([str(written(tmp_path, [one])), "--json"], parser=reading(start, end))
    figures = json.loads(capsys.readouterr().out)["past"]["en"]
    assert (figures["start"], figures["iou50"]) == (1.0, iou50)


def test_a_parser_that_raises_costs_one_item(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A text on which the parser raises is read as nothing and named; the others count as ever."""

    def fragile(text: str, now: datetime, zone: str) -> Sequence[TimeRange]:
        if text == "last week":
            raise OverflowError("date value out of range")
        return parse(text, now, zone)

    main([str(written(tmp_path, ROWS)), "--json"], parser=fragile)
    result = json.loads(capsys.readouterr().out)
    assert result["raised"] == {"last week": "OverflowError('date value out of range')"}
    assert result["past"]["en"]["start"] == 0.8
    main([str(written(tmp_path, ROWS))], parser=fragile)
    assert "raised on 'last week': OverflowError" in capsys.readouterr().out


def test_what_counts_nowhere_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Items that mean something but have no start are no negatives: they are left out, and counted."""
    result = result_of(written(tmp_path, [*ROWS, row("until", "until Monday", None, None, neg=False)]), capsys)
    assert result["left_out"] == {"no_start": 1, "no_end": 1, "no_end_past": 1, "no_end_core": 1}
    assert result["neg"] == {"en": {"n": 1, "hits": 0}}
    assert result["all"]["en"]["n"] == 6


def test_clashes_are_listed_and_left_out_beside(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Items that sources read differently are named by their ids, and stand in all figures but one."""
    rows = [{**one, "source": "duckling"} for one in ROWS]
    result = result_of(written(tmp_path, rows), capsys)
    assert list(result["convention_items"].values()) == [["longer"]]
    assert list(result["conventions"].values()) == [1]
    assert result["past"]["en"]["n"] == 5
    assert result["without_conventions"]["past"]["en"]["n"] == 4  # type: ignore[index]
    assert result["by_source_core"]["duckling"]["en"] == result["core"]["en"]


def test_times_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The first call is timed before all others, and texts with and without a phrase apart."""
    calls: list[str] = []

    def slow_at_first(text: str, _: datetime, __: str) -> Sequence[TimeRange]:
        if not calls:
            time.sleep(0.02)
        calls.append(text)
        return []

    written(
        tmp_path, [{"id": "q", "lang": "en", "text": "sort", "ref": "2026-06-10T12:00:00"}], "negative_queries.jsonl"
    )
    main([str(written(tmp_path, ROWS)), "--json"], parser=slow_at_first)
    result = json.loads(capsys.readouterr().out)
    assert result["us_first_call"] >= 20_000
    assert result["us_p95"] >= result["us_p50"] > 0
    assert result["us_p95_negative_queries"] >= result["us_p50_negative_queries"] > 0
    assert result["ms_per_query_p50"] == pytest.approx(result["us_p50"] / 1000, abs=1e-3)
    assert result["negative_queries"] == 1


def test_failures_say_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """First day, overlap, last day and false hits are told apart, of one source where it is named."""
    days = ("2026-11-01T00:00:00", "2026-11-11T00:00:00")
    rows = [
        row("start", "a", "2026-11-02T00:00:00", days[1]),
        row("overlap", "b", days[0], "2026-11-02T00:00:00"),
        row("range", "c", days[0], "2026-11-10T00:00:00"),
        row("right", "d", *days),
        row("later", "e", "2027-01-01T00:00:00", None, past=False),
        row("hit", "f", None, None, past=None),
    ]
    named = [
        {**one, "id": next(name for n in range(99) if half_of(name := f"{one['id']}{n}") == "dev")} for one in rows
    ]
    path = written(tmp_path, [*named, {**named[0], "source": "other"}])
    main([str(path), "--dev", "--failures", "en", "--source", "made"], parser=reading(*days))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("\t")[0] for line in lines] == ["start", "overlap", "range", "hit"]
    assert "is 2026-11-02 00:00:00 to 2026-11-11 00:00:00\tgot 'a' 2026-11-01 00:00:00" in lines[0]
    assert "\tis nothing\t" in lines[3]


@pytest.mark.parametrize(
    ("options", "why"), [(["--test", "--failures", "en"], "spoil"), (["--source", "made"], "by_source")]
)
def test_the_test_half_stays_unseen(
    options: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Failures of the test half are refused, and an option that would do nothing, too."""
    with pytest.raises(SystemExit):
        main([str(written(tmp_path, ROWS)), *options])
    assert why in capsys.readouterr().err


def test_people_get_a_table_and_the_failures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Without --json there is a table; failures are listed from the dev half alone."""
    rows = [row(f"wrong-{number}", "last week", "2020-01-01T00:00:00", None) for number in range(20)]
    path = written(tmp_path, rows)
    main([str(path)])
    assert "en" in capsys.readouterr().out
    main([str(path), "--failures", "en"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == sum(half_of(f"wrong-{number}") == "dev" for number in range(20))
    assert "got 'last week' 2026-11-23" in lines[0]
