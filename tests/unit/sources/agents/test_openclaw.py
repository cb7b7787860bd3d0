import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from hitherto.core.ids import native_id
from hitherto.core.model import LeftOut, Position, Record
from hitherto.core.seen import Item
from hitherto.sources.agents.openclaw import OpenClaw, person_words

Out = Record | LeftOut | Position
HEADER = {"type": "session", "version": 4, "id": "s1", "timestamp": "2026-07-19T12:00:00Z", "cwd": "/home/ann/ws"}


def event(number: int, role: str, content: Any, **more: Any) -> dict[str, Any]:
    message = {"role": role, "content": content} | more
    return {"type": "message", "id": f"e{number}", "timestamp": f"2026-07-19T12:00:{number:02}Z", "message": message}


def write(path: Path, events: list[Any]) -> Path:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in events))
    return path


def read(path: Path, start: Position | None = None) -> list[Out]:
    source = OpenClaw(str(path), b"k")
    (item,) = [found for found in source.items() if isinstance(found, Item)]
    return list(source.records(item, start or Position()))


def records(path: Path, start: Position | None = None) -> list[Record]:
    return [out for out in read(path, start) if isinstance(out, Record)]


def test_the_sample_session_is_read(shared: Path) -> None:
    """Prompts, replies, thoughts, calls, results and notices come out, the rest is counted."""
    outs = read(shared / "cases/hosts/openclaw/legacy-session.jsonl")
    got = [(out.type, out.actor, out.text) for out in outs if isinstance(out, Record)]
    assert got == [
        ("text", "user", "What did we decide about retries?"),
        ("meta", "assistant", "look"),
        ("text", "assistant", "Checking."),
        ("action", "assistant", 'read {"path":"retry.md"}'),
        ("action", "read", "exponential backoff"),
        ("text", "assistant", "Exponential backoff, cap 30 s."),
        ("meta", "openclaw", "Retries: exponential backoff."),
        ("meta", "openclaw", "reset"),
    ]
    first = outs[0]
    assert isinstance(first, Record)
    assert first.id == native_id("openclaw", "s1", "e4", "text")
    assert (first.session, first.origin.project) == ("s1", "/home/ann/ws")
    reasons = Counter(out.detail for out in outs if isinstance(out, LeftOut))
    assert reasons == Counter(["custom", "model_change", "session", "thinking_level_change"])


def test_copies_of_a_session_give_the_same_ids(tmp_path: Path) -> None:
    """What a reset or a deletion left behind is the session it was; the list of sessions is no log."""
    names = ["s1.jsonl", "s1.jsonl.reset.2026-07-19T13", "s1.jsonl.deleted.2026-07-20"]
    for name in [*names, "sessions.json", ".hidden.jsonl"]:
        write(tmp_path / name, [HEADER, event(1, "user", "hi")])
    source = OpenClaw(str(tmp_path))
    items = [item for item in source.items() if isinstance(item, Item)]
    assert [item.name for item in items] == sorted(names)
    ids = {out.id for item in items for out in source.records(item, Position()) if isinstance(out, Record)}
    assert len(ids) == 1
    assert source.heads() == {}


def test_sessions_in_another_form_are_not_passed_over_in_silence(tmp_path: Path) -> None:
    """The newer database and compressed archives are named as not read."""
    for name in ("openclaw-agent.sqlite", "old.jsonl.zst", "sessions.json"):
        (tmp_path / name).write_bytes(b"x")
    found = list(OpenClaw(str(tmp_path)).items())
    assert [out.reason for out in found if isinstance(out, LeftOut)] == ["unknown-type", "unknown-type"]
    assert len(found) == 2


def test_resuming_knows_the_session_and_the_time(tmp_path: Path) -> None:
    """Lines behind a Position belong to the session named at the top and keep its last time."""
    timeless = event(2, "user", "later")
    del timeless["timestamp"]
    path = write(tmp_path / "x.jsonl", [HEADER, event(1, "user", "hi")])
    position = read(path)[-1]
    assert isinstance(position, Position)
    write(path, [HEADER, event(1, "user", "hi"), timeless])
    assert records(path, position) == records(path)[1:]
    assert records(path)[1].data == {"time_guessed": True}


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\n\nhello", "hello"),
        ('Conversation info (untrusted metadata):\n```json\n{"a": 1}\n```\n\nhello', "hello"),
        (
            "Chat (untrusted metadata):\n```json\n{}\n```\n\nSender (untrusted metadata):\n```json\n{}\n```\n\nhi",
            "hi",
        ),
        ("[Wed 2026-03-04 10:00 UTC] hello", "hello"),
        ("[Sat 2026-02-14 18:49 GMT-3] hello", "hello"),
        ("<memory-context>old</memory-context>\nhello", "hello"),
        ("[note] hello", "[note] hello"),
        ("see Sender (untrusted metadata):", "see Sender (untrusted metadata):"),
    ],
)
def test_the_hosts_wrapping_is_taken_off(said: str, words: str) -> None:
    """Only what the host puts in front of a message is removed."""
    assert person_words(said) == words


@pytest.mark.parametrize(
    ("content", "more"),
    [
        ("A new session was started via /new or /reset. Greet the user.", {}),
        ("Read HEARTBEAT.md if it exists.", {}),
        ("task done", {"provenance": {"kind": "internal_system"}}),
    ],
)
def test_prompts_of_the_hosts_are_no_persons(tmp_path: Path, content: str, more: dict[str, Any]) -> None:
    """What the host sends in the user's name is meta."""
    (record,) = records(write(tmp_path / "s.jsonl", [HEADER, event(1, "user", content, **more)]))
    assert (record.type, record.role, record.data["kind"]) == ("meta", "system", "host")


def test_parts_of_an_answer(tmp_path: Path) -> None:
    """Texts join, a reply tag is no speech, a command keeps its arguments, unknown parts are counted."""
    content = [
        {"type": "text", "text": "[[reply_to_current]] One."},
        {"type": "toolCall", "id": "c", "name": "exec", "arguments": {"command": "ls", "cwd": "/"}},
        {"type": "text", "text": "Two."},
        {"type": "hologram"},
    ]
    outs = read(write(tmp_path / "s.jsonl", [HEADER, event(1, "assistant", content, model="m")]))
    text, call = (out for out in outs if isinstance(out, Record))
    assert (text.text, text.model) == ("One.\n\nTwo.", "m")
    assert (call.text, call.data["input"]) == ("exec: ls", {"command": "ls", "cwd": "/"})
    assert any(isinstance(out, LeftOut) and out.detail == "assistant block hologram" for out in outs)


def test_attachments_and_context_messages(tmp_path: Path) -> None:
    """Images leave their hash, in prompts and results; messages a plugin put into context are meta."""
    image = {"type": "image", "data": "AAEC", "mimeType": "image/png"}
    custom = {
        "type": "custom_message",
        "id": "e3",
        "customType": "plugin",
        "content": "context",
        "timestamp": 1784462401000,
    }
    got = records(
        write(
            tmp_path / "s.jsonl",
            [
                HEADER,
                event(1, "user", [{"type": "text", "text": "see"}, image]),
                event(2, "toolResult", [image], toolName="shot"),
                custom,
            ],
        )
    )
    assert [len(record.data.get("attachments", ())) for record in got] == [1, 1, 0]  # type: ignore[arg-type]
    assert (got[2].type, got[2].data["kind"], got[2].text) == ("meta", "plugin", "context")


def test_what_is_not_taken_in_is_named(tmp_path: Path) -> None:
    """Broken lines have their number; unknown events, empty wrappers and unnamed roles are counted."""
    wrapped = "<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>\nx\n<<<END_OPENCLAW_INTERNAL_CONTEXT>>>"
    path = write(
        tmp_path / "s.jsonl",
        [
            HEADER,
            [1],
            {"type": "hologram"},
            {},
            event(1, "user", wrapped),
            event(2, "oracle", "x"),
            event(3, "user", ""),
        ],
    )
    path.write_bytes(path.read_bytes() + b'{"type":"message","id":"e9","message":{"role":"user","content":"\xff"}}')
    outs = read(path)
    (record,) = [out for out in outs if isinstance(out, Record)]
    assert record.data == {"bytes_replaced": 1, "time_guessed": True}
    left = [(out.reason, out.detail, out.line) for out in outs if isinstance(out, LeftOut)]
    assert left == [
        ("broken-line", "not an object", 2),
        ("empty", "text", None),
        ("housekeeping", "session", None),
        ("no-person", "host context", None),
        ("unknown-type", "hologram", None),
        ("unknown-type", "message of oracle", None),
        ("unknown-type", "no type", None),
    ]


def test_events_without_ids_allow_no_resuming(tmp_path: Path) -> None:
    """Equal events without an id stay two, and no Position lies behind the first of them."""
    bare = {"type": "message", "timestamp": "2026-07-19T12:00:00Z", "message": {"role": "user", "content": "ok"}}
    outs = read(write(tmp_path / "s.jsonl", [HEADER, bare, bare]))
    assert len({out.id for out in outs if isinstance(out, Record)}) == 2
    assert [out.line for out in outs if isinstance(out, Position)] == [1]


def test_a_vanished_file_is_reported(tmp_path: Path) -> None:
    """A file that goes between listing and reading is left out as vanished."""
    path = write(tmp_path / "s.jsonl", [HEADER])
    source = OpenClaw(str(path))
    (item,) = source.items()
    assert isinstance(item, Item)
    path.unlink()
    assert [out.reason for out in source.records(item, Position()) if isinstance(out, LeftOut)] == ["vanished"]
