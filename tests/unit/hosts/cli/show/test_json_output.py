from __future__ import annotations

import io
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inline_snapshot import snapshot

from hitherto.hosts.cli.show.json_output import echo_json

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

ROOT = Path(__file__).resolve().parents[5]


def documented(heading: str) -> list[str]:
    """Return the keys of a table in docs/reference/json.md, several of a row one by one."""
    page = (ROOT / "docs/reference/json.md").read_text(encoding="utf-8")
    table = page.split(heading, 1)[1].split("|---|---|\n", 1)[1].split("\n\n", 1)[0]
    return [key for row in table.splitlines() for key in re.findall(r"`(\w+)`", row.split("|")[1])]


def test_an_answer(filled: Path, shell: Callable[..., Any]) -> None:
    """One object on one line, with exactly the documented keys."""
    assert filled.is_dir()
    code, out, err = shell("recall", "--json", "--on", "2026-11-24", "--context", "1", "wombat")
    assert (code, err, out.count("\n")) == (0, "", 1)
    answer = json.loads(out)
    assert list(answer) == documented("## `recall`, `search`")
    assert answer["reading"] == snapshot(
        {
            "phrase": "on 2026-11-24",
            "range": ["2026-11-23T23:00:00+00:00", "2026-11-24T23:00:00+00:00"],
            "zone": "Europe/Berlin",
            "start": "2026-11-23T23:00:00+00:00",
            "end": "2026-11-24T23:00:00+00:00",
            "grain": "range",
            "reading": "",
            "span": None,
            "restricts": True,
            "others": [],
        }
    )
    assert list(answer["reading"]) == documented("\n`reading`:")
    assert answer["ran"] == snapshot(
        {
            "words": "all",
            "dropped": [],
            "vectors": False,
            "model": None,
            "coverage": 0.0,
            "no_vectors": "switched off",
            "resident": False,
            "fallback": None,
            "stale": 0,
            "pending": False,
            "read_only": False,
        }
    )
    assert sorted(answer["ran"]) == sorted(documented("\n`ran`:"))


def test_a_hit(filled: Path, shell: Callable[..., Any]) -> None:
    """A hit has exactly the documented keys, and its parts say who said which stretch of its text."""
    _, out, _ = shell("recall", "--json", "--on", "2026-11-24", "--context", "1", "wombat")
    hit = next(hit for hit in json.loads(out)["hits"] if hit["actor"] == "user")
    assert sorted(hit) == sorted(documented("\nEach hit:"))
    assert hit["path"] == str(filled / "talk.jsonl")
    hidden = {"path", "id", "parts", "score", "why", "project"}
    assert {key: value for key, value in hit.items() if key not in hidden} == snapshot(
        {
            "kind": "conversation",
            "text": """\
Where does the wombat dig?

Behind the shed, at night.\
""",
            "marks": [[15, 21]],
            "source": "jsonl",
            "lines": [1, 1],
            "session": "talk",
            "symbol": None,
            "heading": None,
            "page": None,
            "timecode": None,
            "actor": "user",
            "role": "user",
            "time": "2026-11-24T17:35:12+00:00",
            "time_from": "said",
            "tz": "Europe/Berlin",
            "also_in": [],
            "state": "current",
            "context": {
                "before": [],
                "after": [
                    {
                        "text": "Then leave the quokka alone.",
                        "line": 3,
                        "actor": "user",
                        "time": "2026-11-24T17:36:00+00:00",
                    }
                ],
            },
        }
    )
    assert [hit["text"][slice(*part["span"])] for part in hit["parts"]] == snapshot(
        ["Where does the wombat dig?", "Behind the shed, at night."]
    )


def test_hits_line_by_line(filled: Path, shell: Callable[..., Any]) -> None:
    """--jsonl prints each hit on its own line and nothing else."""
    assert filled.is_dir()
    code, out, err = shell("recall", "--jsonl", "wombat")
    assert (code, err) == (0, "")
    hits = [json.loads(line) for line in out.splitlines()]
    assert {hit["kind"] for hit in hits} == {"conversation", "note"}
    assert hits == json.loads(shell("recall", "--json", "wombat")[1])["hits"]


def test_context_of_a_file_has_line_numbers(filled: Path, shell: Callable[..., Any]) -> None:
    """The lines around a hit in a file come whole, each with its number."""
    assert filled.is_dir()
    hit, *_ = json.loads(shell("recall", "--json", "--kind", "note", "--context", "2", "wombat")[1])["hits"]
    before, after = hit["context"]["before"], hit["context"]["after"]
    lines = (filled / "notes/animals.md").read_text(encoding="utf-8").splitlines()
    assert before
    assert after
    assert all(lines[one["line"] - 1] == one["text"] for one in (*before, *after))
    assert before[-1]["line"] + 1 == hit["lines"][0]
    assert after[0]["line"] - 1 == hit["lines"][1]


def test_without_hits_the_answer_is_still_json(filled: Path, shell: Callable[..., Any]) -> None:
    """Nothing found is an empty list, exit code 1, and no talk."""
    assert filled.is_dir()
    code, out, err = shell("recall", "--json", "walrus")
    assert (code, json.loads(out)["hits"], err) == (1, [], "")
    assert shell("recall", "--jsonl", "walrus") == (1, "", "")


def test_an_output_without_unicode_gets_escapes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the output cannot take every character, everything beyond ASCII is escaped, as JSON does it."""
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="latin-1"))
    echo_json({"é": "日\udcff\x9b"})
    sys.stdout.flush()
    assert raw.getvalue().isascii()
    assert json.loads(raw.getvalue()) == {"é": "日\udcff\x9b"}
