"""Logs come from programs that change weekly: whatever JSON a line holds, no reader may stumble over it."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hitherto.core.model import Position, Record
from hitherto.core.seen import Item
from hitherto.sources.agents.claude_code import ClaudeCode
from hitherto.sources.agents.openclaw import OpenClaw
from hitherto.sources.agents.plain import PlainJsonl

NAMES = [
    "type",
    "message",
    "content",
    "role",
    "id",
    "uuid",
    "text",
    "thinking",
    "input",
    "name",
    "kind",
    "origin",
    "source",
    "data",
    "media_type",
    "timestamp",
    "ts",
    "sessionId",
    "agentId",
    "isSidechain",
    "attachment",
    "commandMode",
    "prompt",
    "provenance",
    "tool_use_id",
    "toolCallId",
    "arguments",
    "apiBlockIndex",
    "subtype",
    "summary",
    "cwd",
    "model",
    "gitBranch",
    "command",
]
WORDS = [
    *["user", "assistant", "system", "attachment", "message", "toolResult", "toolCall", "tool_use", "tool_result"],
    *["text", "thinking", "image", "queued_command", "compact_boundary", "session", "compaction", "custom_message"],
    *["prompt", "human", "", "hello", "2026-07-19T12:00:00Z", "\ud800", "<system-reminder>", "AAEC"],
]
LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(WORDS))
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(NAMES), inner, max_size=5)),
    max_leaves=12,
)
LINES = st.one_of(
    VALUES,
    st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6),
    st.builds(
        lambda kind, message, more: more | {"type": kind, "message": message},
        st.sampled_from(WORDS),
        st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=5),
        st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=4),
    ),
)
ODD = [None, True, 1e300, -1, [], {}, ["x"], {"kind": ["x"], "type": {}}, [[]], [{"type": [], "text": {}}], "\ud800"]


@settings(deadline=None, max_examples=60)
@given(st.lists(LINES, max_size=6))
@pytest.mark.parametrize("source_class", [ClaudeCode, OpenClaw, PlainJsonl])
def test_no_line_stops_a_reader(
    tmp_path_factory: pytest.TempPathFactory,
    source_class: type[ClaudeCode | OpenClaw | PlainJsonl],
    lines: list[object],
) -> None:
    """Any JSON is a record or left out; ids stay unique, data can be written as JSON, and reading twice agrees."""
    check(source_class, tmp_path_factory.mktemp("any") / "a.jsonl", lines)


@pytest.mark.parametrize("source_class", [ClaudeCode, OpenClaw, PlainJsonl])
@pytest.mark.parametrize("name", NAMES)
def test_no_field_stops_a_reader(
    tmp_path: Path, source_class: type[ClaudeCode | OpenClaw | PlainJsonl], name: str
) -> None:
    """Every field may hold a value of the wrong kind, at the top of a line and within its message."""
    lines: list[object] = []
    for odd in ODD:
        for kind in ("user", "assistant", "attachment", "message"):
            whole = {
                "type": kind,
                "message": {"role": "user", "content": "x"},
                "attachment": {"type": "queued_command"},
            }
            lines += [whole | {name: odd}, whole | {"message": {"role": "assistant", name: odd}}]
        lines.append({"type": "attachment", "attachment": {"type": "queued_command", name: odd}})
        for block in ("text", "tool_use", "image"):
            for kind in ("user", "assistant"):
                lines.append({"type": kind, "message": {"role": kind, "content": [{"type": block, name: odd}]}})
    check(source_class, tmp_path / "a.jsonl", lines)


def check(source_class: type[ClaudeCode | OpenClaw | PlainJsonl], path: Path, lines: list[object]) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    source = source_class(str(path), b"key")
    (item,) = [found for found in source.items() if isinstance(found, Item)]
    outs = list(source.records(item, Position()))
    ids = [out.id for out in outs if isinstance(out, Record)]
    assert len(ids) == len(set(ids))
    assert outs == list(source.records(item, Position()))
    for out in outs:
        if isinstance(out, Record):
            json.dumps(dict(out.data), allow_nan=False)
            assert all(isinstance(word, str) for word in (out.actor, out.text, out.session))
