from __future__ import annotations

import json
import lzma
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from bench.timephrase import half_of, main, read_items

from hitherto.core.answer import TimeRange

if TYPE_CHECKING:
    from pathlib import Path


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
