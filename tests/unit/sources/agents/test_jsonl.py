import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.core.model import Position
from hitherto.sources.agents import jsonl
from hitherto.sources.agents.jsonl import parse_line, read_lines


def lines_of(path: Path, raw: bytes, start: Position | None = None) -> list[jsonl.JsonLine]:
    path.write_bytes(raw)
    return list(read_lines(str(path), start or Position()))


def test_complete_lines_come_with_number_and_end(tmp_path: Path) -> None:
    """Blank lines count as lines but yield nothing; CRLF and a BOM are not part of a value."""
    got = lines_of(tmp_path / "a", b'\xef\xbb\xbf{"a":1}\r\n\r\n{"b":2}\n')
    assert [(line.number, line.end, line.value) for line in got] == [(1, 12, {"a": 1}), (3, 22, {"b": 2})]


def test_last_line_without_newline_is_taken_but_not_resumable(tmp_path: Path) -> None:
    """A last line that is whole JSON is given with no end."""
    (line,) = lines_of(tmp_path / "a", b'{"a":1}')
    assert (line.value, line.end, line.fault) == ({"a": 1}, None, None)


def test_torn_last_line_is_named(tmp_path: Path) -> None:
    """A last line cut in the middle is torn, one cut before its end is broken."""
    got = lines_of(tmp_path / "a", b'{"a":\n{"b":')
    assert [(line.number, line.fault) for line in got] == [(1, "broken-line"), (2, "torn-line")]


@pytest.mark.parametrize(
    ("raw", "value"),
    [
        (b'{"a":NaN,"b":Infinity,"c":1e999}', {"a": None, "b": None, "c": None}),
        (b'{"a":' + b"9" * 5000 + b"}", {"a": "9" * 5000}),
        (b'\0\0{"a":1}\0', {"a": 1}),
        (b'{"a":"x\x01y"}', {"a": "x\x01y"}),
        (b'{"a":"\\ud83d"}', {"a": "\ud83d"}),
        (b'{"a":1.5}', {"a": 1.5}),
    ],
)
def test_odd_values_are_tolerated(raw: bytes, value: object) -> None:
    """Numbers JSON has no place for, NUL padding, control characters and lone surrogates do not cost the line."""
    assert parse_line(raw) == value


def test_bytes_that_are_no_utf8_are_replaced_and_counted(tmp_path: Path) -> None:
    """Only the replaced bytes are counted, not replacement characters that were there."""
    (line,) = lines_of(tmp_path / "a", b'{"a":"\xff\xef\xbf\xbd\xe9"}\n')
    assert (line.value, line.replaced) == ({"a": "���"}, 2)


@pytest.mark.parametrize("depth", [201, 100_000])
def test_deep_nesting_is_a_fault(tmp_path: Path, depth: int) -> None:
    """Nesting beyond 200 levels is named as such and the next line is still read."""
    got = lines_of(tmp_path / "a", b"[" * depth + b"]" * depth + b"\n{}\n")
    assert [line.fault for line in got] == ["nested-too-deep", None]


def test_wide_but_flat_values_are_no_fault() -> None:
    """Many brackets beside each other are not depth."""
    assert parse_line(json.dumps([[]] * 500).encode()) == [[]] * 500


def test_only_nul_bytes_is_a_broken_line(tmp_path: Path) -> None:
    """A line a crash left as NULs is named."""
    got = lines_of(tmp_path / "a", b"\0\0\0\n{}\n")
    assert [(line.fault, line.value) for line in got] == [("broken-line", None), (None, {})]


@pytest.mark.parametrize("ending", [b"\n{}\n", b""])
def test_a_line_above_the_limit_is_skipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: bytes) -> None:
    """An over-long line is left out by number, and reading goes on behind it at the right offset."""
    monkeypatch.setattr(jsonl, "MAX_LINE_BYTES", 100)
    monkeypatch.setattr(jsonl, "_SKIP_BYTES", 64)
    got = lines_of(tmp_path / "a", b'"' + b"x" * 1000 + b'"' + ending)
    assert got[0].fault == "too-large"
    assert got[0].end == (1003 if ending else None)
    assert [line.value for line in got[1:]] == ([{}] if ending else [])


def test_reading_starts_over_when_the_file_was_rewritten(tmp_path: Path) -> None:
    """A start that is not just behind a newline belongs to an earlier file."""
    raw = b'{"a":1}\n{"b":2}\n'
    assert [line.number for line in lines_of(tmp_path / "a", raw, Position(offset=8, line=1))] == [2]
    assert [line.number for line in lines_of(tmp_path / "a", raw, Position(offset=5, line=1))] == [1, 2]
    assert [line.number for line in lines_of(tmp_path / "a", raw, Position(offset=99, line=7))] == [1, 2]


def test_links_and_special_files_are_refused(tmp_path: Path) -> None:
    """A symbolic link is not followed and a FIFO does not hang."""
    (tmp_path / "real").write_bytes(b"{}\n")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    os.mkfifo(tmp_path / "pipe")
    for name in ("link", "pipe"):
        with pytest.raises(OSError, match=r".+"):
            list(read_lines(str(tmp_path / name), Position()))


@given(st.lists(st.binary(max_size=30).map(lambda raw: raw.replace(b"\n", b"")), max_size=8))
def test_any_bytes_give_every_nonblank_line_once(tmp_path_factory: pytest.TempPathFactory, rows: list[bytes]) -> None:
    """Whatever the bytes, no exception; each line that is not blank is a value or a fault; resuming gives the rest."""
    path = tmp_path_factory.mktemp("any") / "a"
    got = lines_of(path, b"".join(row + b"\n" for row in rows))
    assert [line.number for line in got] == [place for place, row in enumerate(rows, 1) if row.strip(b" \t\r")]
    for at, line in enumerate(got):
        assert line.end is not None
        assert list(read_lines(str(path), Position(offset=line.end, line=line.number))) == got[at + 1 :]
