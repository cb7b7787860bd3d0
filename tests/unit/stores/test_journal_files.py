from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

import pytest

from hitherto.stores import journal_files
from hitherto.stores.journal_files import (
    append_durably,
    copy_bytes,
    cut,
    day_files,
    generation_of,
    is_day_file,
    set_torn_aside,
)

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("2026/2026-11-30.laptop.jsonl", True),
        ("2026/2026-11-30.laptop (conflicted copy).jsonl", True),
        ("2026/2026-11-30.laptop.jsonl.new", False),
        ("2026/../2026-11-30.laptop.jsonl", False),
        ("2026/2026-11-30.a/../../../x.jsonl", False),
        ("2026/2026-11-30.a\0.jsonl", False),
        ("26/2026-11-30.laptop.jsonl", False),
        ("2026-11-30.laptop.jsonl", False),
    ],
)
def test_a_name_of_a_day_file_leads_nowhere_else(name: str, *, holds: bool) -> None:
    """Only a year folder and a day file in it make a name of the journal."""
    assert is_day_file(name) is holds


def test_the_generation_is_read_from_the_first_bytes(tmp_path: Path) -> None:
    """A file that was never rewritten, even an empty one, has generation 0."""
    for head, generation in ((b"", 0), (b'{"v":1,"id":"abc"', 0), (b'{"v":1,"id":"generation-123-x"', 123)):
        (tmp_path / "day").write_bytes(head)
        assert generation_of(str(tmp_path / "day")) == generation


def test_no_folder_has_no_files(tmp_path: Path) -> None:
    """A journal that was never written to is empty, not an error."""
    assert day_files(tmp_path / "none") == []


def test_bytes_are_added_and_cut(tmp_path: Path) -> None:
    """Adding goes to the end, cutting leaves the beginning."""
    path = tmp_path / "day"
    append_durably(path, b"one\n")
    append_durably(path, b"two\n")
    cut(path, 4)
    assert path.read_bytes() == b"one\n"


def test_copying_ends_with_the_source(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exactly the asked bytes are copied, in pieces, and never more than there are."""
    monkeypatch.setattr(journal_files, "_BLOCK", 3)
    target = BytesIO()
    copy_bytes(BytesIO(b"0123456789"), 2, 9, target)
    copy_bytes(BytesIO(b"0123456789"), 8, 99, target)
    assert target.getvalue() == b"234567889"


def test_only_what_is_torn_is_set_aside(tmp_path: Path) -> None:
    """Whole files and missing ones are left as they are."""
    path, torn = tmp_path / "day", tmp_path / "torn"
    assert set_torn_aside(path, torn) == 0
    path.write_bytes(b"one\n")
    assert set_torn_aside(path, torn) == 4
    assert not torn.exists()
    path.write_bytes(b"one\ntw")
    assert set_torn_aside(path, torn) == 4
    assert (torn / "day.1").read_bytes() == b"tw"
    assert path.read_bytes() == b"one\n"
