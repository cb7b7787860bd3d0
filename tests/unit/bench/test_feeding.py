"""A set is laid out as a person would have it, and every hit finds its way back to the set's documents."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from bench.feeding import prepared, safe_name, ways_of, written
from bench.retrieval import main, memory_ranking
from bench.sets import Document, documents
from hypothesis import given
from hypothesis import strategies as st

if TYPE_CHECKING:
    from pathlib import Path

TALK = [
    ("c1/D1:1", "c1", "2024-03-01T10:00:00", "Ann", "We bought a green kayak at the harbour market yesterday morning."),
    ("c1/D1:2", "c1", "2024-03-01T10:00:01", "Bob", "Wonderful, did the seller throw in the paddles as well?"),
    ("c1/D2:1", "c1", "2024-03-05T10:00:00", "Ann", "The dentist moved my appointment to the second week of April."),
    (
        "c2/D1:1",
        "c2",
        "2024-03-02T10:00:00",
        "Cleo",
        "My cousin sold his green kayak and took up rock climbing instead.",
    ),
]
FILES = [
    ("f/1", "", None, "python", "def wait_longer(tries):\n    return 2 ** tries\n"),
    ("f:2", "", None, "", "雪山の写真を整理した。\n"),
]


def set_of(rows: list[tuple[str, str, str | None, str, str]]) -> list[Document]:
    """Return documents from (id, group, time, role, text)."""
    return [Document(id=i, group=g, text=text, time=time, role=role) for i, g, time, role, text in rows]


def saved(folder: Path, rows: list[tuple[str, str, str | None, str, str]], asked: list[dict[str, object]]) -> Path:
    """Write a set below ``folder`` and return where it is."""
    folder.mkdir()
    docs = [{"id": i, "group": g, "text": text, "time": time, "role": role} for i, g, time, role, text in rows]
    for name, lines in (("docs", docs), ("queries", asked)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    return folder


@given(st.text(min_size=1), st.text(min_size=1))
def test_safe_names(one: str, other: str) -> None:
    """Any id gives a short name without separators, and two ids never share one."""
    assert "/" not in safe_name(one)
    assert 0 < len(safe_name(one)) <= 130
    assert (safe_name(one) == safe_name(other)) == (one == other)


def test_layout(tmp_path: Path) -> None:
    """A group is a folder, a session a log, a text without a time a file with its language's ending, verbatim."""
    ways = written(set_of(TALK), tmp_path)
    assert sorted(path.relative_to(tmp_path).parts[0] for path in tmp_path.rglob("*.jsonl")) == [
        "g0000",
        "g0000",
        "g0001",
    ]
    assert ways.size == {"c1": 3, "c2": 1}
    plain = tmp_path / "plain"
    plain.mkdir()
    written(set_of(FILES), plain)
    assert {path.suffix: path.read_text() for path in plain.rglob("*.*")} == {
        ".py": FILES[0][-1],
        ".txt": FILES[1][-1],
    }


def test_ways_are_the_same_without_writing(tmp_path: Path) -> None:
    """What was written before is found by the same names."""
    assert ways_of(set_of(TALK + FILES), tmp_path) == written(set_of(TALK + FILES), tmp_path)


def test_hits_lead_back_to_turns_and_sessions(tmp_path: Path) -> None:
    """A turn is found by its words inside its own group only, and by its session where sessions are asked for."""
    folder = saved(tmp_path / "set", TALK, [])
    memory, ways = prepared(folder, tmp_path / "room")
    with memory:
        assert memory_ranking(memory, ways, "green kayak", "c1", wanted=10, unit="turn")[0] == "c1/D1:1"
        assert memory_ranking(memory, ways, "green kayak", "c1", wanted=10, unit="session")[0] == "c1/D1"
        assert memory_ranking(memory, ways, "green kayak", "c2", wanted=10, unit="turn") == ["c2/D1:1"]


def test_a_kept_room_is_used_again(tmp_path: Path) -> None:
    """The same documents are not taken in twice; other documents replace them; foreign folders are left alone."""
    folder, room = saved(tmp_path / "set", FILES, []), tmp_path / "room"
    prepared(folder, room)[0].close()
    before = (room / "home" / "hitherto.db").stat().st_ino
    memory, ways = prepared(folder, room)
    with memory:
        assert memory_ranking(memory, ways, "wait_longer", "", wanted=10, unit="turn") == ["f/1"]
        assert memory_ranking(memory, ways, "雪山", "", wanted=10, unit="turn") == ["f:2"]
    assert (room / "home" / "hitherto.db").stat().st_ino == before
    memory, ways = prepared(saved(tmp_path / "other", FILES[:1], []), room)
    with memory:
        assert memory_ranking(memory, ways, "雪山", "", wanted=10, unit="turn") == []
    foreign = tmp_path / "foreign"
    foreign.mkdir()
    (foreign / "thesis.txt").write_text("years of work")
    with pytest.raises(SystemExit, match="foreign"):
        prepared(folder, foreign)
    assert [path.name for path in foreign.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("extra", [[], ["--baseline"]])
def test_the_command_prints_the_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str], extra: list[str]) -> None:
    """One JSON object with all figures, by type, and what was left out and why; the baseline prints the same keys."""
    asked: list[dict[str, object]] = [
        {"id": "1", "group": "c1", "query": "green kayak?", "type": "single", "gold_docs": ["c1/D1:1"]},
        {"id": "2", "group": "c1", "query": "dentist", "type": "single", "gold_docs": ["c1/D2:1", "c1/D1:2"]},
        {"id": "3", "group": "c2", "query": "why?", "type": "other", "gold_docs": [], "answerable": False},
    ]
    folder = saved(tmp_path / "set", TALK, asked)
    main([str(folder), "--json", *extra])
    found = json.loads(capsys.readouterr().out)
    assert (found["all"]["n"], found["all"]["hit@1"], found["all"]["R@10"]) == (2, 1.0, 0.75)
    assert list(found["by_type"]) == ["single"]
    assert found["left_out"] == {"unanswerable": 1, "audit": 0, "no_gold": 0}
    assert len(list(documents(folder))) == 4
