from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from hitherto.text.timephrase.languages import telling
from tools import time_words

if TYPE_CHECKING:
    from pathlib import Path


def test_the_words_that_tell_a_time_are_current() -> None:
    """What is written down about the languages is what their tables hold."""
    assert time_words.main(["--check"]) == 0


def test_a_changed_table_is_noticed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """A word that is missing from what is written down is an error that says what to do."""
    monkeypatch.setattr(telling, "TELLING", telling.TELLING | {"en": "yesterday"})
    assert time_words.main(["--check"]) == 1
    assert "make docs" in capsys.readouterr().err


def test_what_is_written_says_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module that is written holds the words it was written from."""
    monkeypatch.setattr(time_words, "PAGE", tmp_path / "telling.py")
    assert time_words.main([]) == 0
    found: dict[str, dict[str, str]] = {}
    exec((tmp_path / "telling.py").read_text(encoding="utf-8"), found)  # noqa: S102 - what was just written
    assert (found["TELLING"], found["COMMON"]) == (telling.TELLING, telling.COMMON)


@pytest.mark.parametrize("word", ["yesterday", "monday", "ago", "the", "last"])
def test_which_words_tell(word: str) -> None:
    """Days tell a time; words that only join do not."""
    assert (word in time_words.telling("en")) == (word in ("yesterday", "monday"))
