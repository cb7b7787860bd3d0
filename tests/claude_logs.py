"""Claude Code transcripts for tests, made with few words."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

from hitherto.core.model import LeftOut, Position, Record
from hitherto.core.seen import Item
from hitherto.sources.agents.claude_code import ClaudeCode

Out = Record | LeftOut | Position
SESSION = "5e550000-0000-4000-8000-000000000001"


def line(kind: str, number: int, content: Any, **more: Any) -> dict[str, Any]:
    """One transcript line; ``message_id`` goes into the message."""
    message: dict[str, Any] = {"role": kind, "content": content}
    if "message_id" in more:
        message |= {"id": more.pop("message_id"), "model": "claude-x"}
    base = {"type": kind, "uuid": f"u{number}", "timestamp": f"2026-07-19T12:00:{number:02}Z", "sessionId": SESSION}
    return base | {"cwd": "/home/ann/proj", "message": message} | more


def says(number: int, text: str, message_id: str = "m1", **more: Any) -> dict[str, Any]:
    return line("assistant", number, [{"type": "text", "text": text}], message_id=message_id, **more)


def calls(number: int, call: str, given: dict[str, Any], message_id: str = "m1", **more: Any) -> dict[str, Any]:
    block = {"type": "tool_use", "id": call, "name": "Bash", "input": given}
    return line("assistant", number, [block], message_id=message_id, **more)


def result(number: int, call: str, content: Any, **more: Any) -> dict[str, Any]:
    block = {"type": "tool_result", "tool_use_id": call, "content": content}
    return line("user", number, [block], toolUseResult={"twin": 1}, **more)


def write(path: Path, lines: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(entry) + "\n" for entry in lines))
    return path


def read(path: Path, start: Position | None = None, key: bytes = b"k") -> list[Out]:
    source = ClaudeCode(str(path), key)
    (item,) = [found for found in source.items() if isinstance(found, Item)]
    return list(source.records(item, start or Position()))


def records(path: Path, start: Position | None = None) -> list[Record]:
    return [out for out in read(path, start) if isinstance(out, Record)]


def left_out(outs: list[Out]) -> Counter[tuple[str, str]]:
    return sum(
        (Counter({(out.reason, out.detail): out.count}) for out in outs if isinstance(out, LeftOut)),
        Counter[tuple[str, str]](),
    )
