import os
from pathlib import Path

import pytest

from hitherto.core.model import LeftOut
from hitherto.core.seen import Item
from hitherto.sources.files import changed_at, log_files, look, unreadable


def test_files_come_sorted_and_links_are_reported(tmp_path: Path) -> None:
    """Wanted files of all depths are given, unwanted ones passed over, links to files and folders named."""
    (tmp_path / "b" / "c").mkdir(parents=True)
    for name in ("z.log", "b/y.log", "b/c/x.log", "b/note.txt"):
        (tmp_path / name).write_text("x")
    (tmp_path / "away").symlink_to("b")
    (tmp_path / "link.log").symlink_to("z.log")
    (tmp_path / "other.lnk").symlink_to("z.log")
    found = list(log_files(str(tmp_path), lambda name: name.endswith(".log")))
    assert [item.name for item in found if isinstance(item, Item)] == ["z.log", "b/y.log", "b/c/x.log"]
    left = {(Path(out.path).name, out.reason) for out in found if isinstance(out, LeftOut)}
    assert left == {("away", "symlink"), ("link.log", "symlink")}


def test_a_single_file_stands_for_itself(tmp_path: Path) -> None:
    """A root that is a file is its only item, whatever its name."""
    (tmp_path / "a.txt").write_text("abc")
    (item,) = log_files(str(tmp_path / "a.txt"), lambda _: False)
    assert isinstance(item, Item)
    assert (item.name, item.size) == ("a.txt", 3)
    assert changed_at(item).timestamp() == pytest.approx(item.mtime_ns / 1e9)


def test_what_cannot_be_an_item_has_a_reason(tmp_path: Path) -> None:
    """Missing and special files, and paths through a file, are told apart."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "file").write_text("")
    reasons = [look(str(tmp_path / name), name) for name in ("pipe", "gone", "file/below")]
    assert [out.reason for out in reasons if isinstance(out, LeftOut)] == ["special-file", "vanished", "unreadable"]
    item = look(str(tmp_path / "file"), "file")
    assert isinstance(item, Item)
    assert unreadable(item, PermissionError(13, "no")).reason == "unreadable"


def test_an_unreadable_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that may not be listed is left out and the others are still read."""
    (tmp_path / "shut").mkdir()
    (tmp_path / "a.log").write_text("")
    real = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = list(log_files(str(tmp_path), lambda _: True))
    assert [type(out) for out in found] == [Item, LeftOut]
