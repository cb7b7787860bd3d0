"""Sets are read as their README describes them."""

from __future__ import annotations

import json
import lzma
from typing import TYPE_CHECKING

import pytest
from bench.sets import Query, chosen, documents, fingerprint, half_of, queries, session_of

if TYPE_CHECKING:
    from pathlib import Path

DOCUMENT = {"id": "c/D1:2", "group": "c", "text": "Hé\u2028there", "time": "2024-01-02T03:04:05", "role": "Ann"}


def query(number: int, group: str = "") -> Query:
    """Return a query that matters by its id and group only."""
    return Query(id=f"q{number}", group=group, text="", type="", gold=frozenset("a"), left_out=None)


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.xz"])
def test_documents_plain_and_packed(tmp_path: Path, ending: str) -> None:
    """Both forms give the same documents, and a line separator inside a text does not end its line."""
    raw = (json.dumps(DOCUMENT, ensure_ascii=False) + "\n\n").encode()
    (tmp_path / f"docs.{ending}").write_bytes(lzma.compress(raw) if ending.endswith("xz") else raw)
    (found,) = documents(tmp_path)
    assert (found.id, found.group, found.text, found.time, found.role) == tuple(DOCUMENT.values())
    assert found.session == "c/D1"


def test_missing_set(tmp_path: Path) -> None:
    """A folder that is no set is named."""
    with pytest.raises(FileNotFoundError, match=r"docs\.jsonl"):
        list(documents(tmp_path))


def test_why_a_question_is_left_out(tmp_path: Path) -> None:
    """Unanswerable goes before a doubtful gold, that before none at all; a good question has no reason."""
    rows = [
        {"answerable": False, "audit": "WRONG", "gold_docs": []},
        {"answerable": True, "audit": "WRONG", "gold_docs": []},
        {"answerable": True, "gold_docs": []},
        {"answerable": True, "gold_docs": ["a", "b", "a"]},
    ]
    lines = [json.dumps({"id": str(at), "group": "", "query": "?", "type": "t", **row}) for at, row in enumerate(rows)]
    (tmp_path / "queries.jsonl").write_text("\n".join(lines))
    found = list(queries(tmp_path))
    assert [one.left_out for one in found] == ["unanswerable", "audit", "no_gold", None]
    assert found[-1].gold == {"a", "b"}


def test_halves_of_one_group_are_by_query() -> None:
    """With one group the halves are disjoint, complete and about equal."""
    every = [query(number) for number in range(400)]
    dev, test = chosen(every, "dev"), chosen(every, "test")
    assert {one.id for one in dev} | {one.id for one in test} == {one.id for one in every}
    assert not {one.id for one in dev} & {one.id for one in test}
    assert 150 < len(dev) < 250


def test_halves_of_several_groups_are_by_group() -> None:
    """With several groups a group is never torn, and stays in its half whatever else the set holds."""
    every = [query(number, f"g{number % 8}") for number in range(80)]
    dev = chosen(every, "dev")
    assert {one.group for one in dev} == {f"g{n}" for n in range(8) if half_of(f"g{n}") == "dev"}
    assert chosen(every[:40], "dev") == [one for one in dev if int(one.id[1:]) < 40]
    assert chosen(every, "all") == every


def test_session_of() -> None:
    """The session is what stands before the last colon."""
    assert session_of("conv-26/D1:12") == "conv-26/D1"
    assert session_of("c17") == ""


def test_fingerprint_tells_documents_apart(tmp_path: Path) -> None:
    """Another document gives another fingerprint; the questions do not enter it."""
    docs = tmp_path / "docs.jsonl"
    docs.write_text("{}")
    first = fingerprint(tmp_path)
    (tmp_path / "queries.jsonl").write_text("{}")
    assert fingerprint(tmp_path) == first
    docs.write_text("{ }")
    assert fingerprint(tmp_path) != first
