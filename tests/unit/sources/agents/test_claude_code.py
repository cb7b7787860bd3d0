import json
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.claude_logs import SESSION, calls, left_out, line, read, records, result, says, write

from hitherto.core.ids import native_id
from hitherto.core.model import LeftOut, Position, Record
from hitherto.core.seen import Item
from hitherto.sources.agents.claude_code import ClaudeCode


def test_the_sample_transcript_is_read_as_its_people_spoke(shared: Path) -> None:
    """The two persons' prompts and every reply come out as text, in order, and nothing of the host's does."""
    outs = read(shared / "cases/hosts/claude-code/-home-ann-proj/00000000-0000-4000-8000-000000000001.jsonl")
    texts = [(out.role, out.text) for out in outs if isinstance(out, Record) and out.type == "text"]
    assert texts == [
        ("user", "When is the budget due? 予算の締切は?"),
        ("assistant", "Let me check the note."),
        ("assistant", "Monday, per note.txt."),
        ("user", "what is this?"),
        ("assistant", "The helper counted 3 files."),
        ("user", "Actually it is due Tuesday, not Monday. Remember this."),
        ("assistant", "Noted: Tuesday."),
    ]
    kinds = Counter(out.data.get("kind") for out in outs if isinstance(out, Record) and out.type == "meta")
    assert kinds == Counter(
        ["thinking", "task-notification", "compact-boundary", "compact-summary", "command", "local-command-stdout"]
    )
    assert left_out(outs)["housekeeping", "attachment"] == 2
    assert not any("wire copy" in out.text for out in outs if isinstance(out, Record))


def test_other_peoples_samples_are_read_without_loss(shared: Path) -> None:
    """Every line of the collected transcripts is a record or counted as left out, and ids are unique per file."""
    source = ClaudeCode(str(shared / "data/agentlogs"), b"k")
    read_files = 0
    for item in source.items():
        if isinstance(item, Item):
            outs = list(source.records(item, Position()))
            ids = [out.id for out in outs if isinstance(out, Record)]
            assert len(ids) == len(set(ids))
            assert any(not isinstance(out, Position) for out in outs)
            read_files += 1
    assert read_files >= 10


def test_lines_of_one_message_become_one_record(tmp_path: Path) -> None:
    """Texts of a message are joined though results stand between them; the first time and line count."""
    path = write(
        tmp_path / "a.jsonl",
        [
            says(1, "First.", apiBlockIndex=0),
            calls(2, "t1", {"command": "git status"}, apiBlockIndex=1),
            result(3, "t1", "clean"),
            says(4, "Second.", apiBlockIndex=2),
        ],
    )
    text, call, answer = records(path)
    assert (text.text, text.origin.line, text.ts) == (
        "First.\n\nSecond.",
        1,
        datetime(2026, 7, 19, 12, 0, 1, tzinfo=UTC),
    )
    assert (call.type, call.text, call.actor) == ("action", "Bash: git status", "assistant")
    assert (answer.type, answer.text, answer.actor, answer.role) == ("action", "clean", "Bash", "system")
    assert answer.data == {"tool_use_id": "t1", "is_error": False}
    assert text.id == native_id("claude-code", "", "m1", "text:2")
    assert call.id == native_id("claude-code", "", "m1", "tool:t1")


def test_streaming_copies_of_a_block_count_once(tmp_path: Path) -> None:
    """The last copy of a growing block wins, and a repeated call is one call."""
    path = write(
        tmp_path / "a.jsonl",
        [says(1, "I"), says(2, "I will"), calls(3, "t", {"command": "l"}), calls(4, "t", {"command": "ls"})],
    )
    assert [record.text for record in records(path)] == ["I will", "Bash: ls"]


def test_forked_sessions_repeat_the_same_ids(tmp_path: Path) -> None:
    """A copy of old lines under a new session id adds nothing new."""
    lines = [line("user", 1, "hello"), says(2, "hi")]
    first = records(write(tmp_path / "a.jsonl", lines))
    again = records(write(tmp_path / "b/b.jsonl", [{**entry, "sessionId": "other"} for entry in lines]))
    assert [record.id for record in first] == [record.id for record in again]


@pytest.mark.parametrize(
    ("content", "more", "kind", "text"),
    [
        ("<command-name>/compact</command-name>\n<command-args></command-args>", {}, "command", "/compact"),
        ("<local-command-stdout>Done</local-command-stdout>", {}, "local-command-stdout", "Done"),
        ("<bash-input>ls</bash-input>", {}, "bash-input", "ls"),
        ("[Request interrupted by user for tool use]", {}, "interrupted", "[Request interrupted by user for tool use]"),
        ("the summary", {"isCompactSummary": True}, "compact-summary", "the summary"),
        ("a skill", {"isMeta": True}, "host", "a skill"),
        ("a note", {"isVisibleInTranscriptOnly": True}, "host", "a note"),
        ("done", {"promptSource": "system"}, "task-notification", "done"),
        ("hi", {"origin": {"kind": "channel"}}, "channel", "hi"),
        ("<task-notification>x</task-notification>", {}, "task-notification", "x"),
        ("more", {"toolUseResult": "Error"}, "beside-tool-result", "more"),
    ],
)
def test_what_no_person_wrote_is_meta(tmp_path: Path, content: str, more: dict[str, Any], kind: str, text: str) -> None:
    """A user line of the host's keeps its words but not the person's name."""
    (record,) = records(write(tmp_path / "a.jsonl", [line("user", 1, content, **more)]))
    assert (record.type, record.role, record.data["kind"], record.text) == ("meta", "system", kind, text)


@pytest.mark.parametrize(
    ("content", "more", "detail"),
    [
        ("<system-reminder>be good</system-reminder>", {}, "system-reminder"),
        ("<local-command-caveat>x</local-command-caveat>", {"isMeta": True}, "local-command-caveat"),
        (
            "Caveat: The messages below were generated by the user while running local commands. X",
            {},
            "local-command-caveat",
        ),
    ],
)
def test_what_carries_nothing_is_counted(tmp_path: Path, content: str, more: dict[str, Any], detail: str) -> None:
    """A host's notice without content is left out as no person's."""
    outs = read(write(tmp_path / "a.jsonl", [line("user", 1, content, **more)]))
    assert left_out(outs) == Counter({("no-person", detail): 1})


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<command-name>/plan</command-name>\n<command-args>a budget app</command-args>", "a budget app"),
        (
            [{"type": "text", "text": "<system-reminder>x</system-reminder>"}, {"type": "text", "text": "hello"}],
            "hello",
        ),
        ("hello\n<system-reminder>x</system-reminder>", "hello"),
        ("<system-reminder>x</system-reminder>\nhello", "hello"),
        ("what is <system-reminder>x</system-reminder> for?", "what is <system-reminder>x</system-reminder> for?"),
        ("<user-memory-input>I like tea</user-memory-input>", "I like tea"),
        ([{"type": "text", "text": "a"}, "b"], "a\n\nb"),
        ("<b>bold</b>", "<b>bold</b>"),
    ],
)
def test_a_persons_words_survive_their_wrapping(tmp_path: Path, content: Any, text: str) -> None:
    """What a person typed is kept verbatim, the host's additions are not."""
    (record,) = records(write(tmp_path / "a.jsonl", [line("user", 1, content)]))
    assert (record.type, record.role, record.actor, record.text) == ("text", "user", "user", text)
    assert record.id == native_id("claude-code", "", "u1", "text")


def test_a_command_keeps_its_name(tmp_path: Path) -> None:
    """The slash command the words were typed after is in the data."""
    content = "<command-message>…</command-message>\n<command-name>/plan</command-name>\n<command-args>x</command-args>"
    (record,) = records(write(tmp_path / "a.jsonl", [line("user", 1, content, gitBranch="main")]))
    assert record.data == {"command": "/plan", "gitBranch": "main"}


def queued(number: int, prompt: str, **more: Any) -> dict[str, Any]:
    base = line("attachment", number, None)
    del base["message"]
    return base | {"attachment": {"type": "queued_command", "prompt": prompt} | more}


def test_words_typed_while_the_agent_worked_are_kept(tmp_path: Path) -> None:
    """A queued prompt has no user line of its own; a queued notice of the host's is no person's."""
    first, second = records(
        write(
            tmp_path / "a.jsonl",
            [
                queued(1, "and add tests", commandMode="prompt", origin={"kind": "human"}, source_uuid="q"),
                queued(2, "task done", commandMode="task-notification"),
            ],
        )
    )
    assert (first.role, first.type, first.text) == ("user", "text", "and add tests")
    assert first.id == native_id("claude-code", "", "q", "text")
    assert (second.type, second.data["kind"]) == ("meta", "task-notification")


def test_thinking_and_errors_are_meta(tmp_path: Path) -> None:
    """Thoughts are marked as such, and what the host put in the assistant's mouth is not the assistant's."""
    thought = line(
        "assistant", 1, [{"type": "thinking", "thinking": "hm"}, {"type": "redacted_thinking"}], message_id="m"
    )
    error = line("assistant", 2, [{"type": "text", "text": "API Error"}], message_id="e")
    error["message"]["model"] = "<synthetic>"
    outs = read(write(tmp_path / "a.jsonl", [thought, error]))
    kinds = [(out.type, out.data["kind"], out.text) for out in outs if isinstance(out, Record)]
    assert kinds == [("meta", "thinking", "hm"), ("meta", "host", "API Error")]
    assert left_out(outs)["housekeeping", "redacted_thinking"] == 1


def test_images_leave_a_hash_and_no_bytes(tmp_path: Path) -> None:
    """An attachment is named by the hash of its bytes, in prompts and in results."""
    image = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": "AAEC"}}
    broken = {"type": "document", "source": {"type": "base64", "data": "é"}}
    path = write(
        tmp_path / "a.jsonl",
        [
            line("user", 1, [image, {"type": "text", "text": "see"}]),
            line("user", 2, [image]),
            result(3, "t", [image, broken]),
        ],
    )
    seen, alone, answer = records(path)
    digest = "ae4b3280e56e2faf83f414a6e3dabe9d5fbe18976544c05fed121accb85b53fc"
    assert seen.data["attachments"] == [{"sha256": digest, "media_type": "image/png"}]
    assert (alone.type, alone.text, alone.data["kind"]) == ("meta", "", "attachment")
    assert len(answer.data["attachments"]) == 2  # type: ignore[arg-type]
    assert "AAEC" not in path.name


def test_calls_keep_what_their_text_does_not_say(tmp_path: Path) -> None:
    """A command's other arguments are in the data; any other call is spelled out as JSON; a nameless one is a tool."""
    other = {"type": "mcp_tool_use", "id": "t2", "name": "find", "input": {"q": "予算"}}
    bare = {"type": "tool_use", "id": "", "input": {}}
    path = write(
        tmp_path / "a.jsonl",
        [calls(1, "t1", {"command": "ls", "timeout": 5}), line("assistant", 2, [other, bare], message_id="m1")],
    )
    first, second, third = records(path)
    assert first.data == {"tool": "Bash", "tool_use_id": "t1", "input": {"command": "ls", "timeout": 5}}
    assert second.text == 'find {"q":"予算"}'
    assert third.text == "tool"


def test_a_subagents_file_is_a_session_of_its_own(tmp_path: Path) -> None:
    """The prompt in a sidechain was written by the agent, and its session names its parent."""
    prompt = line("user", 1, "count files", isSidechain=True)
    reply = says(2, "3 files", isSidechain=True, agentId="a1")
    first, second = records(write(tmp_path / "agent-a1.jsonl", [prompt, reply]))
    assert (first.role, first.actor, first.session) == ("system", "agent", f"{SESSION}/a1")
    assert (second.role, second.session) == ("assistant", f"{SESSION}/a1")
    assert second.data == {"sidechain": True, "parent": SESSION}
    (inline,) = records(write(tmp_path / "b/x.jsonl", [prompt]))
    assert inline.session == f"{SESSION}/sidechain"


def test_older_lines_without_ids_are_counted_apart(tmp_path: Path) -> None:
    """Two equal lines without ids stay two, the same ones on every reading, and nothing resumes behind them."""
    bare = {"type": "user", "timestamp": "2026-07-19T12:00:00Z", "message": {"content": "ok"}}
    path = write(tmp_path / "a.jsonl", [bare, bare])
    outs = read(path)
    ids = [out.id for out in outs if isinstance(out, Record)]
    assert len(set(ids)) == 2
    assert not any(isinstance(out, Position) for out in outs)
    assert ids == [record.id for record in records(path)]
    assert ids != [out.id for out in read(path, key=b"other") if isinstance(out, Record)]
    assert records(path)[0].session == "a"


def test_missing_times_are_taken_from_the_line_before(tmp_path: Path) -> None:
    """A line without a time has the last one seen, the file's own where there is none, and says that it is guessed."""
    timeless = line("user", 1, "when?")
    del timeless["timestamp"]
    path = write(tmp_path / "a.jsonl", [timeless, line("user", 2, "now"), {**timeless, "uuid": "u3"}])
    first, second, third = records(path)
    assert first.ts == datetime.fromtimestamp(path.stat().st_mtime_ns / 1e9, UTC)
    assert third.ts == second.ts
    assert first.data["time_guessed"] is third.data["time_guessed"] is True
    resumed = records(path, Position(offset=len(b"".join(path.read_bytes().splitlines(keepends=True)[:2])), line=2))
    assert [record.ts for record in resumed] == [second.ts]


def test_one_id_for_two_texts_loses_neither(tmp_path: Path) -> None:
    """A repeated line is counted; another text under the same id becomes a record of its own."""
    outs = read(write(tmp_path / "a.jsonl", [line("user", 1, "a"), line("user", 1, "a"), line("user", 1, "b")]))
    got = [out for out in outs if isinstance(out, Record)]
    assert [record.text for record in got] == ["a", "b"]
    assert len({record.id for record in got}) == 2
    assert left_out(outs)["housekeeping", "repeated line"] == 1


def test_lines_of_no_known_kind_are_named(tmp_path: Path) -> None:
    """Unknown types, lines without a message and broken ones are counted or named, and reading goes on."""
    path = write(
        tmp_path / "a.jsonl",
        [
            {"type": "hologram"},
            {"no": "type"},
            {"type": "user", "message": "x"},
            {"type": "assistant"},
            line("user", 1, None),
            says(2, " "),
            line("assistant", 3, [{"type": "video"}], message_id="v"),
            {"type": "system", "subtype": "turn_duration"},
            {"type": "attachment", "attachment": {"type": "date"}},
        ],
    )
    path.write_bytes(path.read_bytes() + b"[1]\n{oops\n" + json.dumps(line("user", 9, "after")).encode())
    outs = read(path)
    assert [out.text for out in outs if isinstance(out, Record)] == ["after"]
    assert left_out(outs) == Counter(
        {
            ("unknown-type", "hologram"): 1,
            ("unknown-type", "no type"): 1,
            ("unknown-type", "user line without a message"): 1,
            ("unknown-type", "assistant line without a message"): 1,
            ("unknown-type", "assistant block video"): 1,
            ("empty", "user line"): 1,
            ("empty", "text"): 1,
            ("housekeeping", "system:turn_duration"): 1,
            ("housekeeping", "attachment"): 1,
            ("broken-line", "not an object"): 1,
            ("broken-line", "Expecting property name enclosed in double quotes"): 1,
        }
    )
    assert [out.line for out in outs if isinstance(out, LeftOut) and out.line] == [10, 11]


def test_what_hitherto_injected_is_not_learned_again(tmp_path: Path) -> None:
    """Text between the marker lines is taken out of speech and results; nothing left is counted as injected."""
    fenced = "<hitherto-memory n=1>\nold\n</hitherto-memory>\n"
    outs = read(write(tmp_path / "a.jsonl", [line("user", 1, fenced + "new"), result(2, "t", fenced)]))
    assert [out.text for out in outs if isinstance(out, Record)] == ["new"]
    assert left_out(outs) == Counter({("injected", "result"): 1})


def test_results_within_the_assistants_own_message(tmp_path: Path) -> None:
    """A result a server tool left in the assistant's message is an action of that tool."""
    use = {"type": "server_tool_use", "id": "s", "name": "web_search", "input": {"query": "x"}}
    answer = {"type": "web_search_tool_result", "tool_use_id": "s", "content": [{"type": "text", "text": "found"}]}
    _, got = records(write(tmp_path / "a.jsonl", [line("assistant", 1, [use, answer], message_id="m")]))
    assert (got.actor, got.text) == ("web_search", "found")


def test_a_folder_name_stands_for_a_missing_working_folder(tmp_path: Path) -> None:
    """Without cwd the project is the folder the host encoded in its own folder's name."""
    nameless = line("user", 1, "x")
    del nameless["cwd"]
    (record,) = records(write(tmp_path / "-home-ann/s.jsonl", [nameless]))
    assert record.origin.project == "/home/ann"
    (record,) = records(write(tmp_path / "other/s.jsonl", [nameless]))
    assert record.origin.project is None


def test_a_vanished_file_is_reported(tmp_path: Path) -> None:
    """A file that goes between listing and reading is left out as vanished."""
    path = write(tmp_path / "a.jsonl", [line("user", 1, "x")])
    source = ClaudeCode(str(tmp_path))
    (item,) = source.items()
    assert isinstance(item, Item)
    path.unlink()
    assert [out.reason for out in source.records(item, Position()) if isinstance(out, LeftOut)] == ["vanished"]
    assert source.heads() == {}
