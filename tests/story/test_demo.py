from __future__ import annotations

import json
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
SESSIONS = sorted((ROOT / "demo/claude").rglob("*.jsonl"))
PARROT = """#!{python}
import os, sys
from pathlib import Path

root = Path(os.environ["HITHERTO_HOME"])
if sys.argv[1] == "add":
    assert Path(sys.argv[2]).exists(), sys.argv
elif "--words" in sys.argv:
    sys.exit({by_words})
elif sys.argv[1] == "recall":
    print({said!r})
    sys.exit({ends})
"""


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def demo(tmp_path: Path, said: str, ends: int = 0, by_words: str = "1") -> subprocess.CompletedProcess[str]:
    """Run the demo with a program in place of hitherto that answers every question with ``said``."""
    program = tmp_path / "hitherto"
    parrot = PARROT.format(python=sys.executable, said=said, ends=ends, by_words=by_words)
    program.write_text(parrot, encoding="utf-8")
    program.chmod(0o755)
    command = [sys.executable, ROOT / "demo/run.py", program]
    return subprocess.run(command, capture_output=True, check=False, encoding="utf-8")


def everything() -> str:
    """Return all that the questions look for, as the parrot would have to say it."""
    files = [*SESSIONS, *(ROOT / "demo/notes").iterdir()]
    return " ".join(["wal-mode.md src/hitherto/stores", *(path.read_text(encoding="utf-8") for path in files)])


def test_demo_shows_commands_and_counts_answers(tmp_path: Path) -> None:
    """Each command is printed before its output; the answers looked for stand in the demo's own files."""
    done = demo(tmp_path, everything())
    assert done.returncode == 0, done.stderr
    assert "\n$ hitherto add demo/notes\n" in done.stdout
    assert "\n$ hitherto recall --on 2026-11-24 budget\n" in done.stdout
    assert "\n$ hitherto status\n" in done.stdout
    assert done.stdout.endswith("9 questions asked, 9 answered; 2 of them by meaning alone.\n")


@pytest.mark.parametrize(("said", "ends"), [("something else", 0), ("", 1), (everything(), 4)])
def test_demo_fails_when_an_answer_is_missing(tmp_path: Path, said: str, ends: int) -> None:
    """The demo ends with an error when the right line does not come back or a command fails."""
    done = demo(tmp_path, said, ends)
    assert done.returncode == 1
    assert done.stderr.startswith("demo: ")


@pytest.mark.parametrize("by_words", ["print({said!r})", "4"])
def test_demo_fails_when_words_find_what_only_meaning_should(tmp_path: Path, by_words: str) -> None:
    """An answer that words find shows nothing of meaning; nor does a search by words that fails otherwise."""
    done = demo(tmp_path, everything(), by_words=by_words.format(said=everything()))
    assert done.returncode == 1
    assert done.stderr.startswith("demo: ")


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem[:8])
def test_conversations_have_the_shape_of_the_host(path: Path) -> None:
    """Each line is a JSON object of its session, chained to the one before, and time never runs backwards."""
    rows = lines(path)
    assert {row["sessionId"] for row in rows} == {path.stem}
    messages = [row for row in rows if "uuid" in row]
    assert [row["parentUuid"] for row in messages] == [None, *(row["uuid"] for row in messages[:-1])]
    assert len({row["uuid"] for row in messages}) == len(messages)
    times = [datetime.fromisoformat(row["timestamp"]) for row in messages]
    assert times == sorted(times)


def test_every_tool_result_answers_a_tool_call() -> None:
    """Tool results point at a call made just before in the same session."""
    for path in SESSIONS:
        called: set[str] = set()
        for row in lines(path):
            content = row.get("message", {}).get("content", "")
            for block in content if isinstance(content, list) else []:
                if block["type"] == "tool_use":
                    called.add(block["id"])
                assert block["type"] != "tool_result" or block["tool_use_id"] in called


def test_conversations_span_days_and_languages() -> None:
    """There are several days of talk, with English and Japanese among it."""
    rows = [row for path in SESSIONS for row in lines(path) if row["type"] in {"user", "assistant"}]
    assert len({row["timestamp"][:10] for row in rows}) >= 5
    assert any("締切" in json.dumps(row, ensure_ascii=False) for row in rows)
