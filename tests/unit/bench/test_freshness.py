"""Changes are made where the process that serves looks for them, each findable by a word of its own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from bench.freshness import watched, words

from hitherto.app.config import Settings
from hitherto.app.memory import Memory

if TYPE_CHECKING:
    from pathlib import Path


def test_words_are_all_different() -> None:
    """No two changes are found by the same word, of one kind or of two."""
    made = [*words("new", 60), *words("changed", 60)]
    assert len(set(made)) == len(made)


def test_each_change_is_findable_only_after_it(tmp_path: Path) -> None:
    """No word is found before its change, each is once its source was gone through again."""
    with Memory(Settings(home=tmp_path / "home", zone="UTC", embedder="none")) as memory:
        ways = watched(memory, tmp_path / "watched", 2)
        for tokens, write in ways.values():
            for token in tokens:
                assert not any(token in hit.text for hit in memory.recall(token).hits)
                write(token)
                memory.again()
                assert any(token in hit.text for hit in memory.recall(token).hits)
    log = (tmp_path / "watched" / "log" / "log.jsonl").read_text().splitlines()
    assert len({json.loads(line)["id"] for line in log}) == len(log) == 3
