from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.story.conftest import Person

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [ROOT / name for name in ("demo/claude", "demo/notes", "src", "docs")]


@pytest.mark.slow
def test_first_day(person: Person) -> None:
    """Logs, notes and a repository go in with one command, and each of the questions gets its verbatim line."""
    done = person("add", *SOURCES)
    assert done.code == 0, done.err
    assert len(done.out.splitlines()) == len(SOURCES)

    def texts(*query: str) -> str:
        return "\n".join(hit["text"] for hit in person.hits(*query))

    assert "full jitter" in texts("retry logic with exponential backoff")
    assert "queue table with leases" in texts("what did we decide about task delegation")
    assert "One module per command" in texts("how do I structure CLI commands")
    assert "E_LEASE_4102" in person.hits("E_LEASE_4102")[0]["text"]
    assert "12月4日" in texts("予算の締切はいつ")
    paths = {Path(hit["path"]).suffix for hit in person.hits("SQLite WAL mode", "--limit", "20")}
    assert {".md", ".py"} <= paths

    day = person.hits("--on", "2026-11-24", "budget")
    assert "2,400 euros" in "\n".join(hit["text"] for hit in day)
    assert [hit["time"] for hit in day] == sorted(hit["time"] for hit in day)

    page = person("recall", "E_LEASE_4102")
    assert "lantern session " in page.out
    assert page.err.startswith("-- ")
    status = person("status")
    assert all(str(source) in status.out for source in SOURCES)
    assert status.err == ""


@pytest.mark.slow
def test_rebuild_and_verify_give_the_same_answers(person: Person) -> None:
    """With the index deleted, rebuild brings back the same answers, and verify finds nothing amiss."""
    assert person("add", *SOURCES[:2]).code == 0
    before = person.hits("jitter backoff")
    assert before
    person.home.joinpath("hitherto.db").unlink()
    assert person("rebuild").code == 0
    assert person.hits("jitter backoff") == before
    verified = person("verify")
    assert (verified.code, verified.out, verified.err) == (0, "", "Journal and index agree.\n")


@pytest.mark.slow
def test_a_changed_journal_is_named(person: Person) -> None:
    """A line of the journal that was tampered with is named with its file and line, and the exit code is 1."""
    assert person("add", SOURCES[1]).code == 0
    file = next(person.home.glob("journal/*/*.jsonl"))
    first, *rest = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([first.replace(b'"actor":"', b'"actor":"x', 1), *rest]))
    done = person("verify")
    assert done.code == 1
    assert f"{file.name}:1: checksum" in done.out
    assert person.json("verify")["differences"]
