from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from hashlib import blake2b
from io import BytesIO
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.core.errors import UsageError
from hitherto.core.model import Origin, Record, RecordType, Role
from hitherto.stores import journal_line
from hitherto.stores.journal_line import decode, encode, instant, lines_of, settle, stamp

MOMENT = datetime(2026, 11, 30, 12, 34, 56, 789, tzinfo=UTC)
PLAIN = Record(
    id="abc",
    ts=MOMENT,
    actor="me",
    role="user",
    type="text",
    text="hello",
    origin=Origin(source="jsonl"),
    rec=MOMENT,
    seq=7,
)

# The two halves of a surrogate pair are the one thing JSON cannot keep apart from the character they make.
_texts = st.text(st.characters(codec=None, exclude_categories=())).filter(
    lambda text: text == text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
)
_maybe = st.none() | _texts
_times = st.datetimes(timezones=st.just(UTC))
_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | _texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(_texts, inner, max_size=3),
    max_leaves=5,
)
_origins = st.builds(Origin, source=_texts, path=_maybe, line=st.none() | st.integers(), project=_maybe)
_records = st.builds(
    Record,
    id=_texts,
    ts=_times,
    actor=_texts,
    role=st.sampled_from(get_args(Role)),
    type=st.sampled_from(get_args(RecordType)),
    text=_texts,
    origin=_origins,
    tz=_maybe,
    model=_maybe,
    session=_maybe,
    data=st.dictionaries(_texts, _json, max_size=3),
    rec=_times,
    seq=st.integers(0, 2**63),
)


def forged(**changes: Any) -> bytes:
    """Return a line with ``changes`` and a right checksum; ``...`` takes a key away."""
    members = {**json.loads(encode(PLAIN)), **changes}
    del members["sum"]
    members = {key: value for key, value in members.items() if value is not ...}
    return summed(json.dumps(members, separators=(",", ":"))[:-1].encode())


def summed(body: bytes) -> bytes:
    """Return ``body`` closed with its checksum."""
    return body + b',"sum":"' + blake2b(body, digest_size=8).hexdigest().encode() + b'"}\n'


@given(_records)
def test_any_record_round_trips(record: Record) -> None:
    """Whatever a record says comes back exactly, from one line of valid UTF-8."""
    line = encode(record)
    assert decode(line) == record
    assert line.count(b"\n") == 1
    line.decode("utf-8")


def test_the_line_is_as_documented() -> None:
    """Keys, their order, the form of times, and the checksum are the documented ones."""
    line = encode(replace(PLAIN, tz="Asia/Tokyo", origin=Origin(source="s", path="p", line=3, project="q")))
    body = (
        b'{"v":1,"id":"abc","ts":"2026-11-30T12:34:56.000789Z","rec":"2026-11-30T12:34:56.000789Z","seq":7,'
        b'"tz":"Asia/Tokyo","actor":"me","role":"user","type":"text","text":"hello","model":null,"session":null,'
        b'"origin":{"source":"s","path":"p","line":3,"project":"q"},"data":{}'
    )
    assert line == summed(body)


def test_every_character_stays() -> None:
    """NUL and lone surrogates are escaped, line separators and Japanese are kept as they are."""
    line = encode(replace(PLAIN, text="\0\ud800\u2028\x85日本"))
    assert b'"\\u0000\\ud800\xe2\x80\xa8\xc2\x85' + "日本".encode() + b'"' in line
    assert isinstance(found := decode(line), Record)
    assert found.text == "\0\ud800\u2028\x85日本"


def test_ten_megabytes_round_trip() -> None:
    """A line of 10 MB, even of characters that all need an escape, comes back."""
    for text in ("\0" * 10_000_000, "あ" * 3_400_000):
        line, found = settle(replace(PLAIN, text=text))
        assert found.text == text
        assert [row.record for row in lines_of(BytesIO(line), 0, len(line))] == [found]


def test_settling_gives_what_reading_will_give() -> None:
    """Tuples become lists and surrogate pairs their character already when written, not only when read."""
    line, found = settle(replace(PLAIN, text="\ud83d\ude00", data={"pair": (1, 2)}))
    assert (found.text, found.data) == ("😀", {"pair": [1, 2]})
    assert decode(line) == found


def test_times_are_written_in_utc() -> None:
    """A time of another zone is the same instant, written in UTC."""
    tokyo = datetime(2026, 12, 1, 8, tzinfo=timezone(timedelta(hours=9)))
    assert stamp(tokyo) == "2026-11-30T23:00:00.000000Z"
    assert instant("2026-11-30T23:00:00.000000Z") == tokyo


@pytest.mark.parametrize(
    "changes",
    [
        {"ts": datetime(2026, 11, 30, 12, tzinfo=UTC).replace(tzinfo=None)},
        {"ts": datetime.max.replace(tzinfo=timezone(timedelta(hours=-9)))},
        {"rec": None},
        {"seq": None},
        {"data": {"x": float("nan")}},
        {"data": {"x": object()}},
        {"data": {"x": 10**5000}},
        {"role": "robot"},
        {"type": "poem"},
        {"text": None},
        {"origin": Origin(source="s", line=True)},
    ],
)
def test_what_cannot_be_read_back_is_not_written(changes: dict[str, Any]) -> None:
    """A record that no reader would accept is refused, with the words for it."""
    with pytest.raises(UsageError, match="'abc' cannot be written"):
        settle(replace(PLAIN, **changes))


def test_a_line_beyond_the_limit_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """What reading would skip as too long is refused when it is written."""
    monkeypatch.setattr(journal_line, "LONGEST", 100)
    with pytest.raises(UsageError, match="more than 100"):
        settle(PLAIN)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"\n", "not a JSON object"),
        (b"[1]\n", "not a JSON object"),
        (b'{"v":1\n', "not a JSON object"),
        (b"\xff\xfe\n", "not a JSON object"),
        (b"[" * 100_000 + b"\n", "not a JSON object"),
        (b'{"v":' + b"1" * 5000 + b"}\n", "not a JSON object"),
        (b'{"x":NaN}\n', "not a JSON object"),
        (b"{}\n", "checksum"),
        (encode(PLAIN).replace(b"hello", b"hallo"), "checksum"),
        (encode(PLAIN).replace(b'"sum":"', b'"sum":"0'), "checksum"),
        (b'{"v":2,"other":true}\n', "version 2, newer than the version 1 that this program reads"),
        (forged(v=0), "unknown version 0"),
        (forged(v=True), "v has the wrong type"),
        (forged(mood="glad", sky=1), "unknown keys, perhaps from a newer program: ['mood', 'sky']"),
        (forged(model=..., tz=...), "missing keys: tz, model"),
        (summed(b'{"id":"x"' + encode(PLAIN).rpartition(b',"sum"')[0][len(b'{"v":1,"id":"abc"') :] + b',"v":1'),
         "keys out of order"),
        (forged(id=3), "id has the wrong type"),
        (forged(seq=1.0), "seq has the wrong type"),
        (forged(seq=True), "seq has the wrong type"),
        (forged(seq=-1), "seq is negative"),
        (forged(tz=1), "tz has the wrong type"),
        (forged(text=None), "text has the wrong type"),
        (forged(data=[]), "data has the wrong type"),
        (forged(role="robot"), "unknown role 'robot'"),
        (forged(type="poem"), "unknown type 'poem', perhaps from a newer program"),
        (forged(origin={}), "origin has no source"),
        (forged(origin={"source": 1}), "source in origin has the wrong type"),
        (forged(origin={"source": "s", "path": None}), "path in origin has the wrong type"),
        (forged(origin={"source": "s", "line": True}), "line in origin has the wrong type"),
        (forged(origin={"source": "s", "page": 3}), "unknown key 'page' in origin, perhaps from a newer program"),
    ],
)  # fmt: skip
def test_a_broken_line_says_why(line: bytes, fault: str) -> None:
    """A line that is no record gives clear words, never an exception."""
    assert decode(line) == fault


@pytest.mark.parametrize(
    "changes",
    [
        {"\ud800\x1b[31m": 1},
        {"role": "\ud800" * 10**6},
        {"ts": "\ud800" * 10**6},
        {"origin": {"source": "", "\ud800": 1}},
    ],
)
def test_a_fault_can_be_printed(changes: dict[str, Any]) -> None:
    """The words of a fault are short and printable, whatever the line holds."""
    fault = str(decode(forged(**changes)))
    assert fault.isprintable()
    assert len(fault) <= 200


@pytest.mark.parametrize(
    "time",
    [
        "2026-11-30",
        "yesterday",
        "2026-11-30T12:00:00Z",
        "2026-11-30T12:00:00.000000+00:00",
        "2026-11-30T12:00:00.000000",
        "2026-13-30T12:00:00.000000Z",
        "0001-01-01T00:00:00.000000+23:00",
    ],
)
def test_a_time_in_another_form_is_a_fault(time: str) -> None:
    """Only the one documented form of a time is read."""
    assert str(decode(forged(ts=time))).startswith("ts is no time")


@given(st.binary(max_size=200))
def test_any_bytes_are_read_without_an_exception(noise: bytes) -> None:
    """Garbage between good lines costs only itself."""
    noise = noise.replace(b"\n", b" ")
    data = encode(PLAIN) + noise + b"\n" + encode(PLAIN)
    first, middle, last = lines_of(BytesIO(data), 0, len(data))
    assert (first.record, last.record, last.line) == (PLAIN, PLAIN, 3)
    assert middle.record is None
    assert middle.fault


@given(st.data())
def test_no_flipped_byte_goes_unseen(data: st.DataObject) -> None:
    """A line with one byte changed is a fault (or, for the newline, a torn one)."""
    line = bytearray(encode(PLAIN))
    at = data.draw(st.integers(0, len(line) - 1))
    line[at] = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))
    assert not [row.record for row in lines_of(BytesIO(line), 0, len(line)) if row.record]


def test_a_torn_line_is_not_yielded() -> None:
    """What has no newline at the end is not a line."""
    line = encode(PLAIN)
    data = line + line[:-1]
    assert [row.end for row in lines_of(BytesIO(data), 0, len(data))] == [len(line)]


def test_a_file_that_shrank_ends_the_reading() -> None:
    """An end beyond the file is not waited for."""
    line = encode(PLAIN)
    assert len(list(lines_of(BytesIO(line + b"{"), 0, 10 * len(line)))) == 1


def test_a_line_beyond_the_limit_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """A monstrous line is passed over in pieces, and the next one is read."""
    monkeypatch.setattr(journal_line, "LONGEST", 1000)
    monkeypatch.setattr(journal_line, "_BLOCK", 64)
    data = b"x" * 5000 + b"\n" + encode(PLAIN) + b"y" * 5000
    monster, good = lines_of(BytesIO(data), 0, len(data))
    assert (monster.end, monster.fault) == (5001, "longer than 1000 bytes")
    assert (good.record, good.line) == (PLAIN, 2)


def test_lines_are_numbered_from_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading from the middle gives the line numbers of the file."""
    monkeypatch.setattr(journal_line, "_BLOCK", 64)
    line = encode(PLAIN)
    assert [row.line for row in lines_of(BytesIO(line * 5), 3 * len(line), 5 * len(line))] == [4, 5]
