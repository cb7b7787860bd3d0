"""OpenClaw's session files from before it kept sessions in SQLite, their reset and deleted copies included.

Wrappers and event types as of OpenClaw 2026.9; ``compaction`` and ``reset`` from its shipped documentation.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hitherto.core.model import LeftOut, Position
from hitherto.core.seen import Item
from hitherto.sources.agents.drafts import Binder, Draft, Line
from hitherto.sources.agents.jsonl import read_lines
from hitherto.sources.agents.parts import Tally, attachments_of, blocks_of, call_text, instant, text_of, word
from hitherto.sources.files import changed_at, log_files, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from hitherto.core.model import Record, RecordType, Role
    from hitherto.sources.agents.jsonl import JsonLine

DIALECT = "openclaw"
_FILE = re.compile(r"[^.].*\.jsonl(?:\.(?:reset|deleted|bak)\b.*)?$")
_OTHER_STORE = re.compile(r"openclaw-agent\.sqlite$|\.jsonl\.zst$")
_NOTICES = {"compaction": "summary", "reset": "", "branch_summary": "summary"}
_HOUSEKEEPING = frozenset({"custom", "model_change", "thinking_level_change", "label", "session_info"})

_INTERNAL = re.compile(r"<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>.*?<<<END_OPENCLAW_INTERNAL_CONTEXT>>>\n*", re.DOTALL)
_REMINDER = re.compile(r"<(system-reminder|memory-context)>.*?</\1>\n*", re.DOTALL)
_METADATA = re.compile(
    r"\s*[A-Z][\w ,/-]{2,60} \(untrusted(?: metadata|, for context)\):\s*```json\n.*?\n```\s*", re.DOTALL
)
_STAMP = re.compile(r"\[(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?[^\]\n]{0,20}\] ")
_REPLY_TAG = re.compile(r"\[\[\s*(?:reply_to_current|reply_to:[^\]\n]*)\s*\]\]\s*")
_HOST_PROMPT = re.compile(r"A new session was started via /|Read HEARTBEAT\.md|System: \[|\[Subagent Context\]|\[cron:")


class OpenClaw:
    """The Source of OpenClaw's session files: its ``agents`` folder, one ``sessions`` folder, or one file.

    Copies that a reset or a deletion left behind give the same ids as the session they were. ``key`` is the
    home's, for events without an id.
    """

    kind = DIALECT

    def __init__(self, root: str, key: bytes = b"") -> None:
        self.root = os.path.realpath(root)
        self._key = key

    def items(self) -> Iterator[Item | LeftOut]:
        """Yield every session file in the order of their paths, and the stores that are not read as left out."""
        for found in log_files(self.root, lambda name: bool(_FILE.match(name) or _OTHER_STORE.search(name))):
            if isinstance(found, Item) and _OTHER_STORE.search(found.path):
                yield LeftOut(path=found.path, reason="unknown-type", detail="sessions kept in another form")
            else:
                yield found

    def records(self, item: Item, start: Position) -> Iterator[Record | LeftOut | Position]:
        """Yield the records of one session file behind ``start``."""
        reader = _Reader(item, self._key)
        end = None
        try:
            if start.offset:
                reader.learn_header(start)
            for line in read_lines(item.path, start):
                yield from reader.take(line)
                if line.end is not None and reader.resumable:
                    end = Position(offset=line.end, line=line.number)
        except OSError as error:
            yield unreadable(item, error)
            return
        yield from reader.tally.flush()
        if end:
            yield end

    def heads(self) -> Mapping[str, str]:
        """Return nothing: logs are no repositories."""
        return {}


class _Reader:
    """Takes the events of one file in order; each event stands alone but for the session named at the top."""

    def __init__(self, item: Item, key: bytes) -> None:
        self.tally = Tally(item.path)
        self._item = item
        self._binder = Binder(DIALECT, item.path, key, self.tally)
        self._session = Path(item.path).name.split(".jsonl")[0]
        self._project: str | None = None
        self._time: datetime | None = None
        self._drafts: list[Draft] = []

    @property
    def resumable(self) -> bool:
        return not self._binder.counted

    def learn_header(self, before: Position) -> None:
        """Take session, folder and last time from the lines before ``before`` without giving records."""
        for line in read_lines(self._item.path, Position()):
            if line.end is None or line.end > before.offset:
                return
            if isinstance(line.value, dict):
                self._header(line.value)

    def take(self, line: JsonLine) -> Iterator[Record | LeftOut]:
        if line.fault or not isinstance(line.value, dict):
            reason = line.fault or "broken-line"
            yield LeftOut(path=self._item.path, reason=reason, detail=line.detail or "not an object", line=line.number)
            return
        self._header(line.value)
        self._event(line.value, self._line(line))
        drafts, self._drafts = self._drafts, []
        for draft in drafts:
            record = self._binder.record(draft)
            if record is not None:
                yield record

    def _header(self, event: dict[str, Any]) -> None:
        self._time = _time_of(event) or self._time
        if event.get("type") == "session":
            self._session = str(event.get("id") or self._session)
            self._project = event["cwd"] if isinstance(event.get("cwd"), str) else self._project

    def _line(self, line: JsonLine) -> Line:
        return Line(
            number=line.number,
            ts=self._time or changed_at(self._item),
            guessed=_time_of(line.value) is None,
            session=self._session,
            project=self._project,
            about={"bytes_replaced": line.replaced} if line.replaced else {},
        )

    def _event(self, event: dict[str, Any], where: Line) -> None:
        kind, owner = word(event, "type"), str(event.get("id") or "")
        if kind == "message" and isinstance(event.get("message"), dict):
            self._message(where, owner, event["message"])
        elif kind in _NOTICES:
            text = event.get(_NOTICES[kind])
            self._notice(where, owner, kind, text if isinstance(text, str) and text else kind)
        elif kind == "custom_message":
            self._notice(where, owner, str(event.get("customType") or kind), text_of(event.get("content")))
        elif kind in _HOUSEKEEPING or kind == "session":
            self.tally.add("housekeeping", kind)
        else:
            self.tally.add("unknown-type", kind[:40] or "no type")

    def _message(self, where: Line, owner: str, message: dict[str, Any]) -> None:
        role = message.get("role")
        if role == "user":
            self._user(where, owner, message)
        elif role == "assistant":
            self._assistant(where, owner, message)
        elif role == "toolResult":
            call = str(message.get("toolCallId") or "")
            speaker: tuple[Role, str] = ("system", str(message.get("toolName") or "tool"))
            draft = self._draft(where, owner, f"result:{call}", "action", speaker)
            draft.put(0, text_of(message.get("content")))
            draft.data |= {"tool_use_id": call, "is_error": bool(message.get("isError"))}
            _attach(draft, message.get("content"))
        else:
            self.tally.add("unknown-type", f"message of {str(role)[:40]}")

    def _user(self, where: Line, owner: str, message: dict[str, Any]) -> None:
        said = "\n\n".join(b["text"] for b in blocks_of(message.get("content")) if isinstance(b.get("text"), str))
        words = person_words(said)
        sent_by_host = word(message.get("provenance"), "kind") in {"internal_system", "inter_session"}
        if said.strip() and not words.strip():
            self.tally.add("no-person", "host context")
        elif sent_by_host or _HOST_PROMPT.match(words):
            self._notice(where, owner, "host", words)
        else:
            draft = self._draft(where, owner, "text", "text", ("user", "user"))
            draft.put(0, words)
            _attach(draft, message.get("content"))

    def _assistant(self, where: Line, owner: str, message: dict[str, Any]) -> None:
        drafts: dict[str, Draft] = {}
        speaker: tuple[Role, str] = ("assistant", "assistant")
        for place, block in enumerate(blocks_of(message.get("content"))):
            kind = word(block, "type")
            if kind in {"text", "thinking"} and isinstance(block.get(kind), str):
                draft = drafts.get(kind) or self._draft(
                    where, owner, kind, "text" if kind == "text" else "meta", speaker
                )
                draft.put(place, _REPLY_TAG.sub("", block[kind], count=1) if kind == "text" else block[kind])
                if kind == "thinking":
                    draft.data["kind"] = "thinking"
                drafts[kind] = draft
            elif kind == "toolCall":
                call, name = str(block.get("id") or place), str(block.get("name") or "tool")
                draft = self._draft(where, owner, f"tool:{call}", "action", speaker)
                draft.put(0, call_text(name, block.get("arguments")))
                draft.data |= {"tool": name, "tool_use_id": call}
                if isinstance(block.get("arguments"), dict) and isinstance(block["arguments"].get("command"), str):
                    draft.data["input"] = block["arguments"]
                drafts[draft.part] = draft
            else:
                self.tally.add("unknown-type", f"assistant block {kind[:40]}")
        for draft in drafts.values():
            draft.model = message["model"] if isinstance(message.get("model"), str) else None

    def _notice(self, where: Line, owner: str, kind: str, text: str) -> None:
        draft = self._draft(where, owner, "text", "meta", ("system", DIALECT))
        draft.put(0, text)
        draft.data["kind"] = kind

    def _draft(self, where: Line, owner: str, part: str, kind: RecordType, speaker: tuple[Role, str]) -> Draft:
        draft = Draft(
            owner=owner,
            scope=where.session,
            part=part,
            type=kind,
            role=speaker[0],
            actor=speaker[1],
            where=where,
            data=dict(where.about),
        )
        if where.guessed:
            draft.data["time_guessed"] = True
        self._drafts.append(draft)
        return draft


def person_words(text: str) -> str:
    """Return a user message without what the host put around it: its own context, metadata and time stamps."""
    text = _REMINDER.sub("", _INTERNAL.sub("", text))
    while found := _METADATA.match(text):
        text = text[found.end() :]
    stamp = _STAMP.match(text)
    return text[stamp.end() :] if stamp else text


def _attach(draft: Draft, content: Any) -> None:
    attachments = attachments_of(content)
    if attachments:
        draft.data["attachments"] = attachments


def _time_of(event: dict[str, Any]) -> datetime | None:
    message = event.get("message")
    inner = instant(message.get("timestamp")) if isinstance(message, dict) else None
    return inner or instant(event.get("timestamp"))
