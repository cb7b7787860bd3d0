from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.making import memory_in, write

from hitherto.app import adapters
from hitherto.core.errors import SetupNeededError, UsageError

if TYPE_CHECKING:
    from pathlib import Path


def test_a_root_is_present_when_it_holds_anything(tmp_path: Path) -> None:
    """A file is, a folder with something in it is, an empty or missing one is not."""
    (tmp_path / "empty").mkdir()
    file = write(tmp_path / "full/a.py", "")
    assert adapters.present(str(file))
    assert adapters.present(str(tmp_path / "full"))
    assert not adapters.present(str(tmp_path / "empty"))
    assert not adapters.present(str(tmp_path / "never"))


def test_a_root_that_cannot_be_read_is_not_present(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be listed tells nothing about what is in it."""

    def refused(_: Path) -> None:
        raise PermissionError

    monkeypatch.setattr(type(tmp_path), "iterdir", refused)
    assert not adapters.present(str(tmp_path))


def test_a_look_tells_a_files_signature(tmp_path: Path) -> None:
    """Of a plain file; links, folders and impossible names have none."""
    file = write(tmp_path / "a.py", "12345")
    seen = adapters.look(str(file))
    assert seen is not None
    assert (seen.size, seen.mtime_ns) == (5, file.stat().st_mtime_ns)
    (tmp_path / "link").symlink_to(file)
    for path in (tmp_path / "link", tmp_path, tmp_path / "never", "a\0b"):
        assert adapters.look(str(path)) is None


def test_a_home_is_required_where_there_is_none(tmp_path: Path) -> None:
    """A journal or an index makes a home; nothing does not."""
    settings = memory_in(tmp_path).settings
    with pytest.raises(SetupNeededError):
        adapters.require_home(settings)
    (settings.home / "journal").mkdir(parents=True)
    adapters.require_home(settings)


def test_an_unknown_kind_of_source_is_refused(tmp_path: Path) -> None:
    """The known ones are named."""
    with pytest.raises(UsageError) as caught:
        adapters.source_for("telegram", "/", {}, memory_in(tmp_path).settings)
    assert "jsonl" in caught.value.hint


def test_an_unknown_encoding_is_refused(tmp_path: Path) -> None:
    """Before anything is read."""
    with pytest.raises(UsageError, match="no text encoding"):
        adapters.folder_for(str(tmp_path), {"encoding": "klingon"}, memory_in(tmp_path).settings)


def test_the_clock_is_in_utc() -> None:
    """There is one clock, and it names its zone."""
    assert str(adapters.now().tzinfo) == "UTC"
