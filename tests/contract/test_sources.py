"""What every Source promises, whichever dialect it reads; a small fake in memory keeps the suite honest."""

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hitherto.core.ids import native_id
from hitherto.core.model import LeftOut, Origin, Position, Record
from hitherto.core.ports import Source
from hitherto.core.seen import Item
from hitherto.sources.agents import claude_code
from hitherto.sources.agents.claude_code import ClaudeCode
from hitherto.sources.agents.openclaw import OpenClaw
from hitherto.sources.agents.plain import PlainJsonl
from hitherto.sources.folder import Folder

Out = Record | LeftOut | Position
WHEN = "2026-07-19T12:00:0"


class InMemory:
    """The smallest Source: two files of lines, of which one line is left out."""

    kind = "fake"

    def __init__(self, root: str) -> None:
        self.root = root
        self._files = {"a": ["one", "two", ""], "b": ["three"]}

    def items(self) -> Iterator[Item | LeftOut]:
        """Yield both files and something left out."""
        for name in self._files:
            yield Item(path=f"{self.root}/{name}", name=name, size=1, mtime_ns=1, ctime_ns=1, inode=1)
        yield LeftOut(path=f"{self.root}/link", reason="symlink")

    def records(self, item: Item, start: Position) -> Iterator[Out]:
        """Yield the lines behind ``start``, each followed by a Position."""
        for number, text in enumerate(self._files[item.name][start.line :], start.line + 1):
            if text:
                yield Record(
                    id=native_id("fake", item.name, str(number), "text"),
                    ts=datetime(2026, 1, 1, tzinfo=UTC),
                    actor="user",
                    role="user",
                    type="text",
                    text=text,
                    origin=Origin(source="fake", path=item.path, line=number),
                )
            else:
                yield LeftOut(path=item.path, reason="empty", line=number)
            yield Position(offset=number, line=number)

    def heads(self) -> Mapping[str, str]:
        """Return nothing: there is no repository in memory."""
        return {}


def write(path: Path, lines: list[dict[str, object]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines) + "{torn")


def claude(root: Path) -> Source:
    def line(number: int, kind: str, content: object) -> dict[str, object]:
        message = {"role": kind, "content": content, "id": f"m{number // 2}"}
        return {
            "type": kind,
            "uuid": f"u{number}",
            "timestamp": f"{WHEN}{number}Z",
            "sessionId": "s",
            "message": message,
        }

    said = [{"type": "text", "text": "hi"}]
    lines = [line(1, "user", "hello"), line(2, "assistant", said), line(4, "user", "more"), {"type": "mode"}, {"x": 1}]
    write(root / "-home-ann" / "s.jsonl", lines)
    write(root / "-home-ann" / "t.jsonl", [line(6, "user", "next"), line(8, "assistant", said)])
    (root / "-home-ann" / "l.jsonl").symlink_to("s.jsonl")
    return ClaudeCode(str(root), b"key")


def openclaw(root: Path) -> Source:
    def event(number: int, role: str) -> dict[str, object]:
        message = {"role": role, "content": f"said {number}"}
        return {"type": "message", "id": f"e{number}", "timestamp": f"{WHEN}{number}Z", "message": message}

    header = {"type": "session", "version": 4, "id": "s", "timestamp": f"{WHEN}0Z", "cwd": "/w"}
    write(root / "main" / "sessions" / "s.jsonl", [header, event(1, "user"), event(2, "assistant"), {"type": "custom"}])
    return OpenClaw(str(root), b"key")


def plain(root: Path) -> Source:
    ok = {"ts": f"{WHEN}0", "role": "user", "text": "ok"}
    write(root / "a.jsonl", [ok, ok, {"role": "Bob", "content": "no time"}, {"a": 1}])
    return PlainJsonl(str(root), b"key", zone="Asia/Tokyo")


def folder(root: Path) -> Source:
    (root / "src").mkdir(parents=True)
    (root / "src" / "a.py").write_text("x = 1\n")
    (root / "note.md").write_text("# Note\n")
    (root / "blob.bin").write_bytes(bytes(range(256)))
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", "-C", str(root), "add", "."], check=True)
    subprocess.run(["git", "-C", str(root), *who, "commit", "-qm", "x"], check=True)
    (root / "escape").symlink_to("/etc")
    return Folder(str(root))


def fake(root: Path) -> Source:
    root.mkdir()
    return InMemory(str(root))


@pytest.fixture(params=[claude, openclaw, plain, folder, fake], ids=lambda make: make.__name__)
def source(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    """One filled source of every class, giving Positions as often as it can."""
    monkeypatch.setattr(claude_code, "_POSITION_EVERY", 1)
    make: Callable[[Path], Source] = request.param
    return make(tmp_path / "root")


def items(source: Source) -> list[Item]:
    return [found for found in source.items() if isinstance(found, Item)]


def everything(source: Source) -> list[Out]:
    return [out for item in items(source) for out in source.records(item, Position())]


def test_it_says_what_it_is(source: Source) -> None:
    """The kind is a word and the root an absolute path."""
    assert source.kind in {"folder", "claude-code", "openclaw", "jsonl", "fake"}
    assert os.path.isabs(source.root)  # noqa: PTH117 a string is promised


def test_items_are_stable_and_lie_below_the_root(source: Source) -> None:
    """Listing twice gives the same items in the same order, each once, named relative to the root."""
    first = list(source.items())
    assert first == list(source.items())
    paths = [item.path for item in items(source)]
    assert paths
    assert len(paths) == len(set(paths))
    assert all(item.path == f"{source.root}/{item.name}" for item in items(source))


def test_reading_twice_gives_the_same(source: Source) -> None:
    """Records are deterministic, down to their ids."""
    first = everything(source)
    assert any(isinstance(out, Record) for out in first)
    assert everything(source) == first


def test_ids_are_unique(source: Source) -> None:
    """No two records of a source share an id."""
    ids = [out.id for out in everything(source) if isinstance(out, Record)]
    assert len(ids) == len(set(ids))


def test_records_say_when_and_where(source: Source) -> None:
    """Times are in UTC, and the origin names the dialect and the file."""
    for item in items(source):
        for out in source.records(item, Position()):
            if isinstance(out, Record):
                assert out.ts.tzinfo is UTC
                assert (out.origin.source, out.origin.path) == (source.kind, item.path)
                assert out.text


def test_every_line_is_placed_in_file_order(source: Source) -> None:
    """Records come in the order they began in the file."""
    for item in items(source):
        lines = [out.origin.line for out in source.records(item, Position()) if isinstance(out, Record)]
        assert lines == sorted(lines, key=lambda line: line or 0)


def test_resuming_gives_exactly_the_remainder(source: Source) -> None:
    """From any Position on, reading gives what the whole reading gave from the lines behind it."""
    for item in items(source):
        outs = list(source.records(item, Position()))
        for position in [out for out in outs if isinstance(out, Position)]:
            rest = [out for out in outs if (line_of(out) or 0) > position.line]
            assert [out for out in source.records(item, position) if line_of(out)] == rest


def line_of(out: Out) -> int | None:
    return out.origin.line if isinstance(out, Record) else out.line if isinstance(out, LeftOut) else None


def test_what_is_left_out_has_a_reason(source: Source) -> None:
    """Something of every source is left out, and each such thing has its path, reason and a count."""
    left = [out for out in [*source.items(), *everything(source)] if isinstance(out, LeftOut)]
    assert left
    assert all(out.path.startswith(source.root) and out.reason and out.count >= 1 for out in left)


def test_reading_changes_nothing(source: Source) -> None:
    """Not a byte, a time or a name in the source's tree is different afterwards."""
    before = snapshot(Path(source.root))
    everything(source)
    source.heads()
    assert snapshot(Path(source.root)) == before


def test_heads_are_commits(source: Source) -> None:
    """Each repository is named with a full commit id; logs have none."""
    assert all(len(commit) in {40, 64} for commit in source.heads().values())
    assert bool(source.heads()) == (source.kind == "folder")


def snapshot(root: Path) -> dict[str, tuple[int, int, bytes]]:
    found = {}
    for path in sorted(root.rglob("*")):
        facts = path.lstat()
        content = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
        found[str(path)] = (facts.st_mtime_ns, facts.st_ctime_ns, content)
    return found
