from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.story.conftest import Person

# Words of a line that find it again; enough to tell it from its neighbours.
WORDS_ASKED = 12
# Texts that hosts put into a user's mouth; nothing that starts so was said by a person.
NOT_SAID = ("<command-", "<local-command", "<system-reminder", "<bash-", "Caveat:", "[Request interrupted", "<task-")


def lines_of(path: Path) -> Iterator[Any]:
    for line in path.read_text("utf-8", "surrogateescape").splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            yield None


def said_in(path: Path) -> Iterator[tuple[str, str]]:
    """Yield who said what in a Claude Code transcript, read as simply as can be: plain user strings, text blocks."""
    for line in lines_of(path):
        if not isinstance(line, dict) or line.get("type") not in ("user", "assistant") or line.get("isMeta"):
            continue
        message = line.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        texts = (
            [content]
            if isinstance(content, str)
            else [block["text"] for block in content or [] if isinstance(block, dict) and block.get("type") == "text"]
        )
        for text in texts:
            if text.strip() and not text.lstrip().startswith(NOT_SAID) and not line.get("isCompactSummary"):
                yield line["type"], text


def spoken(person: Person) -> list[dict[str, Any]]:
    return [line for line in person.journal() if line["type"] == "text"]


@pytest.mark.slow
def test_claude_code_logs(person: Person, shared: Path) -> None:
    """Every line a person or the assistant said is kept verbatim; broken lines are named; again changes nothing."""
    for folder in (shared / "data/agentlogs", shared / "cases/hosts/claude-code"):
        done = person("add", "--as", "claude-code", folder)
        assert done.code == 0, done.err
    kept = "\n\0".join(line["text"] for line in spoken(person))
    files = [
        path
        for folder in ("data/agentlogs", "cases/hosts/claude-code")
        for path in (shared / folder).rglob("*.jsonl")
        if "codex" not in path.parts and "hooks-" not in path.name
    ]
    missing = [(path.name, text[:80]) for path in files for _, text in said_in(path) if text.strip() not in kept]
    assert missing == []
    assert not any(line["text"].lstrip().startswith(NOT_SAID) for line in spoken(person) if line["role"] == "user")

    before = person.journal()
    again = person("add")
    assert again.code == 0
    assert again.out.count("unchanged") == 2
    assert person.journal() == before


@pytest.mark.slow
def test_what_was_said_is_found_verbatim(person: Person, shared: Path) -> None:
    """Asked with some of its words, each line of a conversation comes back whole, marked as what its speaker said."""
    assert person("add", shared / "cases/hosts/claude-code/-home-ann-proj").code == 0
    assert person("add", shared / "cases/hosts/openclaw/legacy-session.jsonl").code == 0
    for line in spoken(person):
        words = " ".join(line["text"].split()[:WORDS_ASKED])
        hits = person.hits("--literal", "--limit", "20", "--session", line["session"], "--", words)
        shares = [(part["actor"], hit["text"][slice(*part["span"])]) for hit in hits for part in hit["parts"]]
        assert (line["actor"], line["text"]) in shares, words


@pytest.mark.slow
def test_tools_are_actions_and_not_speech(person: Person, shared: Path) -> None:
    """What a tool was told and answered can be found, and is never shown as what someone said."""
    assert person("add", shared / "cases/hosts/openclaw/legacy-session.jsonl").code == 0
    (hit, *_) = person.hits("--kind", "action", "exponential backoff")
    assert "exponential backoff" in hit["text"]
    assert "exponential backoff" not in "\n".join(line["text"] for line in spoken(person))


@pytest.mark.slow
def test_broken_lines_are_counted_and_named(person: Person, shared: Path, tmp_path: Path) -> None:
    """Half a line and a line of noise are named with file and number; everything else goes in."""
    original = next((shared / "cases/hosts/claude-code/-home-ann-proj").glob("*.jsonl"))
    whole = original.read_bytes()
    log = tmp_path / "logs" / original.name
    log.parent.mkdir()
    log.write_bytes(b"{broken\n" + whole + b'\xff\xfe nonsense\n{"type":"user","mess')
    done = person("add", "--as", "claude-code", log.parent)
    assert done.code == 0
    last = whole.count(b"\n") + 3
    for number in (1, last - 1, last):
        assert f"{log}:{number}" in done.err
    assert len(spoken(person)) > 0

    log.write_bytes(whole)
    shutil.rmtree(person.home)
    assert person("add", "--as", "claude-code", log.parent).code == 0
    alone = {line["text"] for line in spoken(person)}
    shutil.rmtree(person.home)
    log.write_bytes(b"{broken\n" + whole)
    assert person("add", "--as", "claude-code", log.parent).code == 0
    assert {line["text"] for line in spoken(person)} == alone


@pytest.mark.slow
def test_a_growing_log_is_followed(person: Person, tmp_path: Path) -> None:
    """Of a log that grew only what is new goes in, a half-written line once it is whole, and two “ok” stay two."""
    log = tmp_path / "talk.jsonl"
    line = '{{"ts":"2026-11-24T18:35:{:02}Z","role":"user","text":"{}"}}\n'
    log.write_text(line.format(1, "ok") + line.format(2, "ok") + line.format(3, "the wombat is late")[:40])
    assert "2 new records" in person("add", log).out
    log.write_text(line.format(1, "ok") + line.format(2, "ok") + line.format(3, "the wombat is late"))
    assert "1 new record\n" in person("add").out
    assert [one["text"] for one in spoken(person)] == ["ok", "ok", "the wombat is late"]
    assert person.hits("wombat")[0]["lines"] == [3, 3]
