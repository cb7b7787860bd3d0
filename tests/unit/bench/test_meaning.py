"""Questions by meaning are measured end to end on a few chunks, beside the other designs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from bench import meaning

if TYPE_CHECKING:
    from pathlib import Path

DESIGNS = ("hitherto", "words_only", "article", "resident_float32", "sqlite_vec", "while_indexing")


@pytest.mark.slow
def test_every_design_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every design finds something, the figures are in order, a writer writes, and what is kept is used again."""
    monkeypatch.setattr(meaning, "COLD_RUNS", 1)
    arguments = ["--chunks", "200", "--queries", "2", "--embedded", "20", "--keep", str(tmp_path), "--json"]
    meaning.main(arguments)
    (found,) = json.loads(capsys.readouterr().out)["sizes"]
    assert 200 <= found["chunks"] < 400
    assert 0 < found["with_vectors"] <= found["chunks"]
    assert found["vectors"] == "20 embedded, the rest perturbed copies"
    assert found["by_meaning"]["question"] == 1
    assert found["by_meaning"]["cjk"] == 0
    for design in DESIGNS:
        assert found[design]["question"]["hits"] == 10
        every = found[design]["all"]
        assert 0 < every["cpu_p50"] <= every["cpu_p99"]
        assert 0 < every["wall_p50"] <= every["wall_p99"]
    assert "cjk" in found["hitherto"]
    assert "cjk" not in found["article"]
    assert set(found["share_of_article"]) == set(found["article"]) - {"all"}
    assert found["while_indexing"]["chunks_added"] >= 0
    assert 0 < found["cold"]["words"]["cpu_min"] < found["cold"]["meaning"]["cpu_min"]
    room = tmp_path / "200"
    assert meaning.prepared(room, 200, 999)["vectors"] == found["vectors"]


def test_shares_are_kind_by_kind() -> None:
    """A kind is compared with itself alone, and one that the other way was not asked is left out."""
    mine = {kind: {"cpu_p50": half, "cpu_p99": 2 * half} for kind, half in (("all", 1), ("cjk", 2), ("question", 3))}
    other = {"all": {"cpu_p50": 1, "cpu_p99": 1}, "question": {"cpu_p50": 30, "cpu_p99": 24}}
    assert meaning.shares(mine, other) == {"question": {"cpu_p50": 0.1, "cpu_p99": 0.25}}


def test_nothing_is_kept_unasked(tmp_path: Path) -> None:
    """Without a folder to keep it in, the room is gone afterwards; with one it stays."""
    with meaning.room_for(None, 7) as room:
        assert room.is_dir()
    assert not room.exists()
    with meaning.room_for(tmp_path, 7) as room:
        assert room == tmp_path / "7"
