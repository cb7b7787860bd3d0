import json
from pathlib import Path

import pytest

from hitherto.core.errors import UsageError
from hitherto.sources.detect import detect, sniff

PLAIN = {"ts": 1, "role": "user", "text": "x"}
CLAUDE = {"type": "user", "message": {"role": "user", "content": "x"}, "sessionId": "s", "uuid": "u"}


def write(path: Path, *lines: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


@pytest.mark.parametrize(
    ("place", "kind"),
    [
        ("cases/hosts/claude-code", "claude-code"),
        ("cases/hosts/claude-code/-home-ann-proj/00000000-0000-4000-8000-000000000001.jsonl", "claude-code"),
        ("cases/hosts/openclaw/legacy-session.jsonl", "openclaw"),
        ("cases/hosts/openclaw", "openclaw"),
        ("data/agentlogs/claude-code-viewer", "claude-code"),
        ("cases", "folder"),
        ("reference", "folder"),
        ("reference/hosts.md", "folder"),
    ],
)
def test_the_samples_are_what_they_are(shared: Path, place: str, kind: str) -> None:
    """Real logs are recognised by their content, everything else is a folder."""
    found = detect(str(shared / place))
    assert (found.kind, found.root) == (kind, str(shared / place))
    assert found.reason


@pytest.mark.parametrize(
    ("home", "inner", "kind"), [(".claude", "projects", "claude-code"), (".openclaw", "agents", "openclaw")]
)
def test_a_hosts_folder_leads_to_its_logs(tmp_path: Path, home: str, inner: str, kind: str) -> None:
    """The folder the host keeps everything in is not itself the source."""
    (tmp_path / home / inner).mkdir(parents=True)
    found = detect(str(tmp_path / home))
    assert (found.kind, found.root) == (kind, str(tmp_path / home / inner))


def test_a_folder_is_what_most_of_its_files_are(tmp_path: Path) -> None:
    """Half the files being logs of one dialect makes a log folder; the host's own small files do not count."""
    write(tmp_path / "a.jsonl", PLAIN)
    write(tmp_path / "sessions.json", PLAIN)
    write(tmp_path / "a.meta.json", PLAIN)
    write(tmp_path / ".last-cleanup", PLAIN)
    write(tmp_path / "note.md")
    assert detect(str(tmp_path)).kind == "jsonl"
    write(tmp_path / "other.md")
    assert detect(str(tmp_path)).kind == "folder"


def test_data_in_json_lines_is_no_conversation(tmp_path: Path) -> None:
    """Only lines somebody says something in make a log."""
    write(tmp_path / "data.jsonl", {"id": 1, "label": "x"}, {"id": 2, "label": "y"}, [1])
    assert detect(str(tmp_path)).kind == "folder"
    assert detect(str(tmp_path / "data.jsonl")).kind == "folder"


def test_one_odd_line_does_not_change_a_dialect(tmp_path: Path) -> None:
    """The majority of the first lines decides, broken ones included in the count."""
    path = write(
        tmp_path / "a.jsonl", CLAUDE, {"type": "summary", "leafUuid": "u"}, {"type": "mode", "sessionId": "s"}, PLAIN
    )
    path.write_text(path.read_text() + "{broken\n")
    assert sniff(str(path)) == "claude-code"
    assert sniff(str(write(tmp_path / "b.jsonl", {"type": "assistant", "message": {}}))) == "claude-code"
    assert sniff(str(write(tmp_path / "c.jsonl", {"type": "message", "message": {}}))) == "openclaw"
    assert sniff(str(write(tmp_path / "d.jsonl"))) is None
    assert sniff(str(tmp_path / "gone.jsonl")) is None


def test_copies_openclaw_left_are_logs(tmp_path: Path) -> None:
    """A reset copy is recognised though its name does not end like a log's."""
    events = [
        {"type": "session", "version": 4, "id": "s"},
        {"type": "message", "id": "e", "parentId": None, "message": {}},
    ]
    path = write(tmp_path / "s.jsonl.reset.2026", *events)
    assert detect(str(path)).kind == detect(str(tmp_path)).kind == "openclaw"


def test_nothing_there_is_the_callers_mistake(tmp_path: Path) -> None:
    """A missing path is an error with a way out, an empty folder is a folder."""
    with pytest.raises(UsageError):
        detect(str(tmp_path / "gone"))
    assert detect(str(tmp_path)).kind == "folder"


@pytest.mark.parametrize("kind", [None, True, 7, 1.5, [], ["user"], {}, {"a": 1}, ""])
@pytest.mark.parametrize("name", ["type", "message", "role", "sessionId", "parentId", "text", "version"])
def test_any_value_may_stand_under_any_name(tmp_path: Path, name: str, kind: object) -> None:
    """Lines of a data set that only share names with chat logs are looked at without stumbling."""
    for number, line in enumerate((PLAIN, CLAUDE)):
        path = write(tmp_path / f"{number}.jsonl", {**line, name: kind})
        assert sniff(str(path)) in {None, "jsonl", "claude-code", "openclaw"}
