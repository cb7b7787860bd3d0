import hashlib
import json
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from hitherto.core.errors import UsageError
from hitherto.core.ids import native_id
from hitherto.core.model import LeftOut, Position, Record
from hitherto.core.seen import Item
from hitherto.sources import folder as folder_module
from hitherto.sources import git
from hitherto.sources.folder import Folder

COMMITTED = datetime(2024, 5, 6, 7, 8, 9, tzinfo=UTC)


def documents(source: Folder) -> dict[str, Record]:
    found = {}
    for item in source.items():
        if isinstance(item, Item):
            for out in source.records(item, Position()):
                if isinstance(out, Record):
                    found[item.name] = out
    return found


def document(path: Path, **options: object) -> Record:
    (record,) = documents(Folder(str(path), **options)).values()  # type: ignore[arg-type]
    return record


def left_out(source: Folder) -> dict[str, str]:
    found = {}
    for item in source.items():
        outs = [item] if isinstance(item, LeftOut) else source.records(item, Position())
        found |= {os.path.relpath(out.path, source.root): out.reason for out in outs if isinstance(out, LeftOut)}
    return found


def commit(top: Path, when: str = "2024-05-06T07:08:09Z") -> None:
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    if not (top / ".git").exists():
        subprocess.run(["git", "init", "-q", str(top)], check=True)
    subprocess.run(["git", "-C", str(top), "add", "."], check=True)
    dates = {"GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": when}
    subprocess.run(["git", "-C", str(top), *who, "commit", "-qm", "x"], check=True, env=os.environ | dates)


def test_the_odd_tree(shared: Path, tmp_path: Path) -> None:
    """Every file that must be found is a document holding its text, none that must not be is one."""
    base = tmp_path / "odd"
    subprocess.run([sys.executable, str(shared / "cases/make_odd_tree.py"), str(base)], check=True)
    source = Folder(str(base / "tree"))
    found = documents(source)
    expected = json.loads((base / "expect.json").read_text())
    assert {path for _, path, _ in expected["found"]} <= set(found)
    assert not {path for _, path in expected["absent"]} & set(found)
    assert "蒸気タービン部品" in found["cp932.csv"].text
    assert found["utf16.txt"].text.startswith("The turbine")
    assert found["nul.txt"].text == "before the nul \0 after the nul marmoset\n"
    assert left_out(source) == {
        "blob.bin": "binary",
        "huge.json": "too-large",
        "dangling": "symlink",
        "escape": "symlink",
        "loop": "symlink",
    }
    assert found["src/main.go"].ts == COMMITTED
    assert found["untracked.py"].data["time_from"] == "mtime"
    assert (found["docs/front.md"].ts.date().isoformat(), found["docs/front.md"].data["time_from"]) == (
        "2024-03-05",
        "front-matter",
    )
    assert set(source.heads()) == {source.root}


def test_a_document_says_what_it_is(tmp_path: Path) -> None:
    """The record holds the text, its hash and where it comes from; its id is the path's and content's."""
    path = tmp_path / "a.py"
    path.write_bytes(b"x = 1\r\n")
    record = document(tmp_path)
    digest = hashlib.sha256(b"x = 1\r\n").hexdigest()
    assert record.id == native_id("folder", "", str(path), digest)
    assert (record.text, record.type, record.actor, record.role) == ("x = 1\r\n", "document", "file", "system")
    assert (record.origin.source, record.origin.path, record.origin.project) == ("folder", str(path), str(tmp_path))
    assert record.data == {
        "kind": "code",
        "language": "python",
        "encoding": "utf-8",
        "encoding_guessed": False,
        "sha256": digest,
        "size": 7,
        "time_from": "mtime",
    }
    assert document(path).id == record.id


@pytest.mark.parametrize(
    ("name", "text", "moment", "time_from"),
    [
        ("a.md", "---\ndate: 2024-03-05\n---\nx", "2024-03-04T15:00:00+00:00", "front-matter"),
        ("a.md", "---\ntitle: t\ncreated: '2024-03-05T10:00:00Z'\n---\n", "2024-03-05T10:00:00+00:00", "front-matter"),
        ("a.md", "---\nDate: 2024-03-05 about noon\n---\n", "2024-03-04T15:00:00+00:00", "front-matter"),
        ("2026-11-24 plan.md", "---\ndate: 2024-13-45\n---\n", "2026-11-23T15:00:00+00:00", "name"),
        ("20261124.txt", "x", "2026-11-23T15:00:00+00:00", "name"),
        ("log-2026-11-24.md", "date: 2024-03-05", "2026-11-23T15:00:00+00:00", "name"),
        ("2026-02-30.md", "x", None, "mtime"),
        ("202611241.md", "x", None, "mtime"),
        ("2026-11-24.py", "x", None, "mtime"),
        ("0001.md", "---\ndate: 0001-01-01\n---\n", None, "mtime"),
    ],
)
def test_where_a_time_comes_from(tmp_path: Path, name: str, text: str, moment: str | None, time_from: str) -> None:
    """Notes are dated by their front matter, then their name, in the person's zone; code never is."""
    (tmp_path / name).write_text(text)
    record = document(tmp_path, zone="Asia/Tokyo")
    assert record.data["time_from"] == time_from
    if moment:
        assert (record.ts.isoformat(), record.tz) == (moment, "Asia/Tokyo")


def test_times_from_git(tmp_path: Path) -> None:
    """A file as committed has the commit's time, one changed since has its own, touched or not."""
    for name in ("same.py", "touched.py", "changed.py"):
        (tmp_path / name).write_text(name)
    commit(tmp_path)
    (tmp_path / "changed.py").write_text("new words")
    (tmp_path / "new.py").write_text("new")
    os.utime(tmp_path / "same.py", (1, 1))
    found = documents(Folder(str(tmp_path)))
    assert {name: record.data["time_from"] for name, record in found.items()} == {
        "same.py": "git",
        "touched.py": "git",
        "changed.py": "mtime",
        "new.py": "mtime",
    }
    assert found["touched.py"].ts == COMMITTED
    assert found["same.py"].origin.project == str(tmp_path)


def test_times_of_a_part_of_a_work_tree(tmp_path: Path) -> None:
    """A folder inside a repository has the repository's times and is its project."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.py").write_text("a")
    commit(tmp_path)
    source = Folder(str(tmp_path / "sub"))
    found = documents(source)
    assert (found["a.py"].ts, found["a.py"].origin.project) == (COMMITTED, str(tmp_path))
    assert list(source.heads()) == [str(tmp_path)]


def test_a_file_history_did_not_reach_has_its_own_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time for reading history is up, the file's own time is taken."""
    (tmp_path / "a.py").write_text("a")
    commit(tmp_path)
    monkeypatch.setattr(git, "HISTORY_SECONDS", 0.0)
    assert document(tmp_path).data["time_from"] == "mtime"


def test_without_git_files_are_still_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without git reads by ignore files and says so."""
    (tmp_path / "a.py").write_text("a")
    commit(tmp_path)
    monkeypatch.setattr(git, "available", lambda: False)
    source = Folder(str(tmp_path))
    assert not source.uses_git
    assert documents(source)["a.py"].data["time_from"] == "mtime"
    assert source.heads() == {}


def test_heads_without_a_listing_and_before_a_first_commit(tmp_path: Path) -> None:
    """Heads make a listing of their own; a repository without a commit has none."""
    subprocess.run(["git", "init", "-q", str(tmp_path / "new")], check=True)
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "a.py").write_text("a")
    commit(tmp_path / "old")
    assert list(Folder(str(tmp_path)).heads()) == [str(tmp_path / "old")]


def test_one_path_at_a_time(tmp_path: Path) -> None:
    """A listed path gives the same item until it changes, vanishes, grows too large or becomes something else."""
    (tmp_path / "sub").mkdir()
    path = tmp_path / "sub" / "a.py"
    path.write_text("a")
    source = Folder(str(tmp_path), max_bytes=10)
    (item,) = source.items()
    assert isinstance(item, Item)
    assert source.one(item.path) == item
    assert source.one(str(tmp_path)) is None
    assert source.one("/etc/passwd") is None
    assert Folder(str(path)).one(str(path)) == Item(**{**vars_of(item), "name": "a.py"})  # type: ignore[arg-type]
    path.write_text("a" * 11)
    assert source.one(item.path) is None
    path.unlink()
    assert source.one(item.path) is None
    (tmp_path / "sub").rmdir()
    (tmp_path / "else").mkdir()
    (tmp_path / "else" / "a.py").write_text("a")
    (tmp_path / "sub").symlink_to("else")
    assert source.one(item.path) is None


def vars_of(item: Item) -> dict[str, object]:
    return {name: getattr(item, name) for name in ("path", "name", "size", "mtime_ns", "ctime_ns", "inode")}


def test_files_that_change_under_the_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A torn reading is done again; a file that never rests, grows, vanishes or turns into a link is left out."""
    path = tmp_path / "a.py"
    path.write_text("steady")
    source = Folder(str(tmp_path), max_bytes=100)
    (item,) = source.items()
    assert isinstance(item, Item)
    answers = [(b"torn", False), (b"whole", True)]
    with monkeypatch.context() as patch:
        patch.setattr(folder_module, "_read_once", lambda *_: answers.pop(0))
        (record,) = source.records(item, Position())
        assert isinstance(record, Record)
        assert record.text == "whole"
        patch.setattr(folder_module, "_read_once", lambda *_: (b"torn", False))
        assert [out.reason for out in source.records(item, Position()) if isinstance(out, LeftOut)] == ["unreadable"]

    def reason() -> str:
        (out,) = source.records(item, Position())
        assert isinstance(out, LeftOut)
        return out.reason

    path.write_text("x" * 101)
    assert reason() == "too-large"
    path.unlink()
    assert reason() == "vanished"
    path.symlink_to("/etc/passwd")
    assert reason() == "unreadable"
    path.unlink()
    os.mkfifo(path)
    assert reason() == "unreadable"


def test_a_huge_file_is_not_read(tmp_path: Path) -> None:
    """Size decides before any byte is read: a sparse terabyte costs nothing."""
    with (tmp_path / "big.txt").open("wb") as file:
        file.truncate(1 << 40)
    assert left_out(Folder(str(tmp_path))) == {"big.txt": "too-large"}


def test_a_root_that_is_a_link_is_resolved_once(tmp_path: Path) -> None:
    """What was added is what the link pointed to."""
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.py").write_text("a")
    (tmp_path / "link").symlink_to("real")
    source = Folder(str(tmp_path / "link"))
    assert source.root == str(tmp_path / "real")
    assert list(documents(source)) == ["a.py"]


def test_encoding_is_the_persons_word(tmp_path: Path) -> None:
    """A given encoding is used for every file; one that is none is the caller's mistake."""
    (tmp_path / "a.txt").write_bytes("да".encode("cp866"))
    assert document(tmp_path, encoding="CP866").text == "да"
    for wrong in ("no-such", "hex", ""):
        with pytest.raises(UsageError):
            Folder(str(tmp_path), encoding=wrong)


def test_times_in_a_sha256_repository(tmp_path: Path) -> None:
    """Object ids of either length are compared."""
    subprocess.run(["git", "init", "-q", "--object-format=sha256", str(tmp_path)], check=True)
    (tmp_path / "a.py").write_text("a")
    commit(tmp_path)
    assert document(tmp_path).data["time_from"] == "git"
