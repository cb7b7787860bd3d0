import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hitherto.core.errors import UsageError
from hitherto.core.ids import native_id
from hitherto.core.model import LeftOut, Position, Record
from hitherto.core.seen import Item
from hitherto.sources.agents.plain import PlainJsonl

Out = Record | LeftOut | Position
NOON = datetime(2026, 7, 19, 12, tzinfo=UTC)


def write(path: Path, lines: list[Any]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in lines))
    return path


def read(path: Path, start: Position | None = None, zone: str = "UTC") -> list[Out]:
    source = PlainJsonl(str(path), b"k", zone=zone)
    (item,) = [found for found in source.items() if isinstance(found, Item)]
    return list(source.records(item, start or Position()))


def records(path: Path, **more: Any) -> list[Record]:
    return [out for out in read(path, **more) if isinstance(out, Record)]


@pytest.mark.parametrize(
    ("moment", "zone", "tz"),
    [
        ("2026-07-19T12:00:00Z", "Asia/Tokyo", None),
        ("2026-07-19T21:00:00+09:00", "UTC", None),
        ("2026-07-19T21:00:00", "Asia/Tokyo", "Asia/Tokyo"),
        ("2026-07-19 14:00", "Europe/Berlin", "Europe/Berlin"),
        (1784462400, "Asia/Tokyo", None),
        (1784462400000, "UTC", None),
        ("1784462400", "UTC", None),
        (1784462400.0, "UTC", None),
    ],
)
def test_times_of_every_usual_form(tmp_path: Path, moment: Any, zone: str, tz: str | None) -> None:
    """ISO times with and without zone and epochs name the same noon; a time without zone is in the person's."""
    (record,) = records(write(tmp_path / "a.jsonl", [{"ts": moment, "role": "user", "text": "x"}]), zone=zone)
    assert (record.ts, record.tz) == (NOON, tz)
    assert record.data == {}


@pytest.mark.parametrize(
    ("value", "role", "actor"),
    [
        ({"role": "human"}, "user", "user"),
        ({"sender": "Me"}, "user", "user"),
        ({"author": "GPT"}, "assistant", "assistant"),
        ({"role": "ai", "actor": "claude"}, "assistant", "claude"),
        ({"role": "tool"}, "system", "tool"),
        ({"role": "system"}, "system", "system"),
        ({"speaker": "Bob"}, "user", "Bob"),
        ({"speaker": "U7", "name": "Bob"}, "user", "Bob"),
    ],
)
def test_roles_and_names(tmp_path: Path, value: dict[str, str], role: str, actor: str) -> None:
    """Usual role words are roles, anything else is the speaker's name."""
    (record,) = records(write(tmp_path / "a.jsonl", [{"timestamp": "2026-07-19T12:00Z", "content": "x"} | value]))
    assert (record.role, record.actor, record.text, record.type) == (role, actor, "x", "text")


def test_all_fields(tmp_path: Path) -> None:
    """Every optional field is taken under its other names too; blocks of text join."""
    value = {
        "created_at": "2026-07-19T12:00Z",
        "role": "model",
        "message": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}],
        "uuid": "x1",
        "chat_id": 7,
        "model": "m",
        "tz": "Asia/Tokyo",
        "project": "/p",
    }
    (record,) = records(write(tmp_path / "a.jsonl", [value]))
    assert (record.text, record.session, record.model, record.tz) == ("a\nb", "7", "m", "Asia/Tokyo")
    assert (record.origin.source, record.origin.line, record.origin.project) == ("jsonl", 1, "/p")
    assert record.id == native_id("jsonl", "7", "x1", "text")


def test_a_lines_own_zone_outranks_the_persons(tmp_path: Path) -> None:
    """A time without offset is read in the zone its line names, if that is one."""
    line = {"ts": "2026-07-19T21:00", "role": "user", "text": "x"}
    path = write(tmp_path / "a.jsonl", [line | {"tz": "Asia/Tokyo"}, line | {"tz": "../x", "id": "2"}])
    first, second = records(path, zone="Europe/Berlin")
    assert (first.ts, first.tz) == (NOON, "Asia/Tokyo")
    assert (second.ts.hour, second.tz) == (19, "Europe/Berlin")


def test_equal_lines_stay_apart_and_a_renamed_copy_adds_nothing(tmp_path: Path) -> None:
    """Two identical lines are two records, and the same two in any file with another name."""
    lines = [{"ts": 1784462400, "role": "user", "text": "ok"}] * 2
    first = [record.id for record in records(write(tmp_path / "a.jsonl", lines))]
    (tmp_path / "b").mkdir()
    again = [record.id for record in records(write(tmp_path / "b" / "copy.jsonl", lines))]
    assert len(set(first)) == 2
    assert first == again


def test_short_ids_of_two_files_do_not_collide(tmp_path: Path) -> None:
    """Files that number their lines belong to themselves; a long id is the same line wherever it stands."""
    ids = []
    for name, text in (("a", "x"), ("b", "y")):
        lines = [
            {"id": 1, "ts": 1784462400, "role": "user", "text": text},
            {"id": "5e550000-0000-4000", "ts": 1784462400, "role": "user", "text": "same"},
        ]
        ids.append([record.id for record in records(write(tmp_path / f"{name}.jsonl", lines).resolve())])
    assert ids[0][0] != ids[1][0]
    assert ids[0][1] == ids[1][1]


def test_lines_without_time(tmp_path: Path) -> None:
    """They take the last time seen or the file's, say so, and are told apart from another file's by its name."""
    lines = [
        {"role": "user", "text": "a"},
        {"ts": 1784462400, "role": "user", "text": "b"},
        {"ts": "soon", "role": "user", "text": "c"},
    ]
    path = write(tmp_path / "a.jsonl", lines)
    first, _, third = records(path)
    assert first.ts == datetime.fromtimestamp(path.stat().st_mtime_ns / 1e9, UTC)
    assert (third.ts, third.data, third.tz) == (NOON, {"time_guessed": True}, None)
    assert records(write(tmp_path / "b.jsonl", lines[:1]))[0].id != first.id


def test_what_is_no_conversation_is_named(tmp_path: Path) -> None:
    """Every line that is not taken in has its number or its count."""
    fenced = "<hitherto-memory>\nold\n</hitherto-memory>"
    path = write(
        tmp_path / "a.jsonl",
        [
            [1],
            {"a": 1},
            {"text": "x"},
            {"role": True, "text": {"a": 1}},
            {"role": "user", "text": " "},
            {"role": "user", "text": fenced},
        ],
    )
    path.write_bytes(path.read_bytes() + b'{"role":"user","text":"caf\xe9"}\n{"ro')
    outs = read(path)
    assert [out.data["bytes_replaced"] for out in outs if isinstance(out, Record)] == [1]
    left = [(out.reason, out.line) for out in outs if isinstance(out, LeftOut)]
    assert left == [
        ("broken-line", 1),
        ("unknown-type", 2),
        ("unknown-type", 3),
        ("unknown-type", 4),
        ("torn-line", 8),
        ("empty", None),
        ("injected", None),
    ]


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../etc/passwd", "", "Europe"])
def test_an_unknown_zone_is_the_callers_mistake(zone: str) -> None:
    """The error says what a zone looks like."""
    with pytest.raises(UsageError) as caught:
        PlainJsonl("/", zone=zone)
    assert "Europe/Berlin" in caught.value.hint


def test_a_vanished_file_is_reported(tmp_path: Path) -> None:
    """A file that goes between listing and reading is left out as vanished."""
    path = write(tmp_path / "a.jsonl", [])
    source = PlainJsonl(str(path))
    (item,) = source.items()
    assert isinstance(item, Item)
    path.unlink()
    assert [out.reason for out in source.records(item, Position()) if isinstance(out, LeftOut)] == ["vanished"]
    assert source.heads() == {}


LINES = st.fixed_dictionaries(
    {"role": st.sampled_from(["user", "ai", "Bob"]), "text": st.sampled_from(["ok", "no", ""])},
    optional={"ts": st.integers(0, 5), "id": st.integers(0, 9), "session": st.sampled_from(["s", "t"])},
)


@settings(deadline=None)
@given(st.lists(LINES, max_size=12), st.integers(0, 12))
def test_appending_adds_exactly_the_new_lines(
    tmp_path_factory: pytest.TempPathFactory, lines: list[dict[str, Any]], cut: int
) -> None:
    """Reading a file's beginning and later the whole gives the same ids as reading the whole at once."""
    path = write(tmp_path_factory.mktemp("grow") / "a.jsonl", lines[:cut])
    before = [record.id for record in records(path)]
    write(path, lines)
    whole = [record.id for record in records(path)]
    assert len(whole) == len(set(whole))
    assert whole[: len(before)] == before
