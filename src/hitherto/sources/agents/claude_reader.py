"""Put one Claude Code transcript back together: its lines are pieces of messages, several messages at a time."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hitherto.core.model import LeftOut, Position
from hitherto.sources.agents.claude_words import queued_prompt, utterances
from hitherto.sources.agents.drafts import Binder, Draft, Line
from hitherto.sources.agents.parts import (
    Tally,
    attachments_of,
    blocks_of,
    call_text,
    instant,
    text_of,
    time_before,
    word,
)
from hitherto.sources.files import changed_at

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from hitherto.core.model import Record, RecordType, Role
    from hitherto.core.seen import Item
    from hitherto.sources.agents.jsonl import JsonLine

DIALECT = "claude-code"
_HOUSEKEEPING = frozenset(
    [
        "system",
        "attachment",
        "queue-operation",
        "last-prompt",
        "mode",
        "tools-used",
        "cost-state",
        "atis-latch",
        "api-request",
        "api-request-shape",
        "api-request-blob",
        "summary",
        "file-history-snapshot",
        "progress",
        "ai-title",
        "custom-title",
        "agent-name",
        "permission-mode",
        "pr-link",
    ],
)
_MESSAGE_OPEN_LINES = 64


@dataclass(slots=True, kw_only=True)
class _Message:
    id: str
    last_line: int
    drafts: dict[str, Draft] = field(default_factory=dict)


class Reader:
    """Takes the lines of one file in order and gives records in the order they began."""

    def __init__(self, item: Item, key: bytes, start: Position) -> None:
        self._item = item
        self._start = start
        self._last_time: datetime | None = None
        self._open: dict[str, _Message] = {}
        self._tools: dict[str, str] = {}
        self._drafts: deque[Draft] = deque()
        self._before, self._since = Tally(item.path), Tally(item.path)
        self._binder = Binder(DIALECT, item.path, key, self._since)
        self._clean: Position | None = None
        self._last: Position | None = None

    def take(self, line: JsonLine) -> Iterator[Record | LeftOut]:
        """Read one line; yield what became complete by it."""
        if line.fault or not isinstance(line.value, dict):
            reason = line.fault or "broken-line"
            yield LeftOut(path=self._item.path, reason=reason, detail=line.detail or "not an object", line=line.number)
            return
        self._close(line.number, line.value)
        yield from self._finished()
        self._settle()
        self._read(line.number, line.value, line.replaced)
        yield from self._finished()
        self._last = Position(offset=line.end, line=line.number) if line.end is not None else None

    @property
    def settled(self) -> int:
        """The byte up to which nothing is half read, no call unanswered, nothing told apart only by counting."""
        return self._clean.offset if self._clean else 0

    def checkpoint(self) -> Iterator[LeftOut | Position]:
        """Yield the counts up to the last settled position, and that position."""
        if self._clean:
            yield from self._before.flush()
            yield self._clean
            self._clean = None

    def finish(self) -> Iterator[Record | LeftOut | Position]:
        """Yield the rest, the unfinished last message included: it is taken again when it has grown."""
        self._settle()
        yield from self.checkpoint()
        self._open.clear()
        yield from self._finished()
        self._before.merge(self._since)
        yield from self._before.flush()

    def _close(self, number: int, value: dict[str, Any]) -> None:
        """Close the messages that this line shows to be whole: another begins in their place, or they are long past."""
        begun = None
        if value.get("type") == "assistant" and isinstance(value.get("message"), dict):
            begun = self._session(value), word(value["message"], "id") or word(value, "uuid")
        for session, message in list(self._open.items()):
            replaced = begun is not None and session == begun[0] and message.id != begun[1]
            if replaced or number - message.last_line > _MESSAGE_OPEN_LINES:
                del self._open[session]

    def _settle(self) -> None:
        if self._last and not (self._open or self._tools or self._binder.counted):
            self._clean, self._last = self._last, None
            self._before.merge(self._since)

    def _read(self, number: int, value: dict[str, Any], replaced: int) -> None:
        self._last_time = _time_of(value) or self._last_time
        kind = value.get("type")
        if kind == "assistant":
            self._assistant(self._line(number, value, replaced), value)
        elif kind == "user":
            self._user(self._line(number, value, replaced), value)
        elif kind == "attachment" and (queued := queued_prompt(value)):
            self._user(self._line(number, queued, replaced), queued)
        elif kind == "system" and value.get("subtype") == "compact_boundary":
            self._boundary(self._line(number, value, replaced), value)
        elif isinstance(kind, str) and kind in _HOUSEKEEPING:
            self._since.add("housekeeping", f"system:{value.get('subtype')}" if kind == "system" else kind)
        else:
            self._since.add("unknown-type", str(kind)[:40] if kind is not None else "no type")

    def _line(self, number: int, value: dict[str, Any], replaced: int) -> Line:
        about: dict[str, object] = {}
        if word(value, "gitBranch"):
            about["gitBranch"] = value["gitBranch"]
        if replaced:
            about["bytes_replaced"] = replaced
        if value.get("isSidechain"):
            about |= {"sidechain": True, "parent": self._parent(value)}
        own = _time_of(value)
        return Line(
            number=number,
            ts=own or self._guess_time(),
            guessed=own is None,
            session=self._session(value),
            project=word(value, "cwd") or _project_of(self._item.path),
            about=about,
        )

    def _parent(self, value: dict[str, Any]) -> str:
        return word(value, "sessionId") or _stem(self._item.path).removeprefix("agent-")

    def _session(self, value: dict[str, Any]) -> str:
        parent = self._parent(value)
        return f"{parent}/{_agent(value, self._item.path)}" if value.get("isSidechain") else parent

    def _guess_time(self) -> datetime:
        if self._last_time is None and self._start.offset:
            self._last_time = time_before(self._item.path, self._start, _time_of)
        return self._last_time or changed_at(self._item)

    def _assistant(self, where: Line, value: dict[str, Any]) -> None:
        message = value.get("message")
        if not isinstance(message, dict):
            self._since.add("unknown-type", "assistant line without a message")
            return
        identity = word(message, "id") or word(value, "uuid")
        current = self._open.get(where.session)
        if current is None or current.id != identity or not identity:
            current = self._open[where.session] = _Message(id=identity, last_line=where.number)
        current.last_line = where.number
        model = word(message, "model") or None
        host_made = model == "<synthetic>" or bool(value.get("isApiErrorMessage"))
        for place, block in enumerate(blocks_of(message.get("content"))):
            index = value.get("apiBlockIndex")
            draft = self._assistant_block(current, where, block, (index, place) if isinstance(index, int) else None)
            if draft is not None:
                draft.model = model
                if host_made:
                    draft.type, draft.data["kind"] = "meta", "host"

    def _assistant_block(self, message: _Message, where: Line, block: dict[str, Any], key: object) -> Draft | None:
        kind = str(block.get("type"))
        if kind in {"text", "thinking"}:
            if not isinstance(block.get(kind), str) or not block[kind].strip():
                self._since.add("empty", kind)
                return None
            draft = self._part(message, where, kind, "text" if kind == "text" else "meta")
            if kind == "thinking":
                draft.data["kind"] = "thinking"
            draft.put(key, block[kind])
            return draft
        if kind.endswith("tool_use"):
            return self._call(message, where, block)
        if kind.endswith("tool_result"):
            self._result(where, block, message.id)
        elif kind == "redacted_thinking":
            self._since.add("housekeeping", kind)
        else:
            self._since.add("unknown-type", f"assistant block {kind[:40]}")
        return None

    def _call(self, message: _Message, where: Line, block: dict[str, Any]) -> Draft:
        name, call, given = word(block, "name") or "tool", word(block, "id"), block.get("input")
        draft = self._part(message, where, f"tool:{call}", "action")
        text = call_text(name, given)
        draft.blocks = [(call, text)]
        draft.data |= {"tool": name, "tool_use_id": call}
        if isinstance(given, dict) and len(given) > 1 and text.startswith(f"{name}: "):
            draft.data["input"] = given
        if call:
            self._tools[call] = name
        return draft

    def _part(self, message: _Message, where: Line, part: str, kind: Literal["text", "meta", "action"]) -> Draft:
        draft = message.drafts.get(part)
        if draft is None:
            draft = self._draft(where, message.id, part, kind, ("assistant", "assistant"))
            message.drafts[part] = draft
        return draft

    def _user(self, where: Line, value: dict[str, Any]) -> None:
        message = value.get("message")
        if not isinstance(message, dict):
            self._since.add("unknown-type", "user line without a message")
            return
        owner = word(value, "uuid")
        blocks = blocks_of(message.get("content"))
        results = [block for block in blocks if str(block.get("type")).endswith("tool_result")]
        for block in results:
            self._result(where, block, owner)
        spoken = [block for block in blocks if block not in results]
        if not spoken and not results:
            self._since.add("empty", "user line")
        line = {**value, "toolUseResult": True} if results else value
        self._words(where, line, owner, spoken)

    def _words(self, where: Line, value: dict[str, Any], owner: str, blocks: list[dict[str, Any]]) -> None:
        texts = [block["text"] for block in blocks if isinstance(block.get("text"), str)]
        attachments = attachments_of(blocks)
        by_kind: dict[str | None, Draft] = {}
        for said in utterances(value, texts):
            if said.kind and not said.text.strip():
                self._since.add("no-person", said.kind)
                continue
            draft = by_kind.get(said.kind) or self._spoken(where, owner, said.kind)
            by_kind[said.kind] = draft
            draft.put(len(draft.blocks), said.text)
            if said.command:
                draft.data["command"] = said.command
        if attachments:
            draft = by_kind.get(None) or self._spoken(where, owner, "attachment")
            draft.data["attachments"] = attachments
        if value.get("type") == "user" and any(draft.role == "user" for draft in by_kind.values()):
            self._open.pop(where.session, None)
            self._tools.clear()

    def _spoken(self, where: Line, owner: str, kind: str | None) -> Draft:
        sidechain = bool(where.about.get("sidechain"))
        if kind is None:
            speaker: tuple[Role, str] = ("system", "agent") if sidechain else ("user", "user")
            return self._draft(where, owner, "text", "text", speaker)
        draft = self._draft(where, owner, kind, "meta", ("system", DIALECT))
        draft.data["kind"] = kind
        return draft

    def _result(self, where: Line, block: dict[str, Any], owner: str) -> None:
        call = word(block, "tool_use_id")
        tool = self._tools.pop(call, "tool")
        draft = self._draft(where, owner, f"result:{call}", "action", ("system", tool))
        draft.put(None, text_of(block.get("content")))
        draft.data |= {"tool_use_id": call, "is_error": bool(block.get("is_error"))}
        attachments = attachments_of(block.get("content"))
        if attachments:
            draft.data["attachments"] = attachments

    def _boundary(self, where: Line, value: dict[str, Any]) -> None:
        draft = self._spoken(where, word(value, "uuid"), "compact-boundary")
        draft.put(None, word(value, "content") or "Conversation compacted")

    def _draft(self, where: Line, owner: str, part: str, kind: RecordType, speaker: tuple[Role, str]) -> Draft:
        role, actor = speaker
        draft = Draft(
            owner=owner,
            scope=where.session if where.guessed and not owner else "",
            part=part,
            type=kind,
            role=role,
            actor=actor,
            where=where,
            data=dict(where.about),
        )
        if where.guessed:
            draft.data["time_guessed"] = True
        self._drafts.append(draft)
        return draft

    def _finished(self) -> Iterator[Record]:
        """Yield what stands before the first draft of a message that may still grow."""
        growing = {id(draft) for message in self._open.values() for draft in message.drafts.values()}
        while self._drafts and id(self._drafts[0]) not in growing:
            draft = self._drafts.popleft()
            record = self._binder.record(draft)
            if record is not None:
                yield record


def _stem(path: str) -> str:
    return Path(path).name.removesuffix(".jsonl")


def _agent(value: dict[str, Any], path: str) -> str:
    stem = _stem(path)
    return word(value, "agentId") or (stem.removeprefix("agent-") if stem.startswith("agent-") else "sidechain")


def _project_of(path: str) -> str | None:
    """Return the folder the host's own folder name stands for; its dashes cannot be told from slashes."""
    for name in reversed(Path(path).parent.parts):
        if name.startswith("-"):
            return name.replace("-", "/")
    return None


def _time_of(value: Any) -> datetime | None:
    return instant(value.get("timestamp")) if isinstance(value, dict) else None
