import os
import subprocess
from pathlib import Path

import pytest

from hitherto.core.model import LeftOut
from hitherto.core.seen import Item
from hitherto.sources.tree import Tree


def init(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def put(root: Path, *names: str) -> None:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("x\n")


def names(root: Path, *, uses_git: bool = True) -> list[str]:
    return sorted(found.name for found in Tree(os.path.realpath(root), uses_git=uses_git) if isinstance(found, Item))


def left_out(root: Path, *, uses_git: bool = True) -> dict[str, str]:
    found = Tree(os.path.realpath(root), uses_git=uses_git)
    return {os.path.relpath(out.path, root): out.reason for out in found if isinstance(out, LeftOut)}


def test_a_parent_of_repositories_is_walked(tmp_path: Path) -> None:
    """Each repository is found and listed by its own rules, loose files between them too."""
    put(init(tmp_path / "one"), "a.py", "x.log", ".gitignore")
    (tmp_path / "one" / ".gitignore").write_text("*.log\n")
    put(init(tmp_path / "deep" / "two"), "b.py", "x.log")
    put(tmp_path, "note.md", "node_modules/dep/index.js", ".venv/lib.py")
    tree = Tree(str(tmp_path), uses_git=True)
    found = sorted(item.name for item in tree if isinstance(item, Item))
    assert found == ["deep/two/b.py", "deep/two/x.log", "note.md", "one/.gitignore", "one/a.py"]
    assert sorted(tree.repositories) == [str(tmp_path / "deep" / "two"), str(tmp_path / "one")]


def test_submodules_worktrees_and_nested_repositories_are_entered(tmp_path: Path) -> None:
    """A work tree inside a work tree is listed as its own, once."""
    inner, outer = init(tmp_path / "inner"), init(tmp_path / "outer")
    put(inner, "in.py")
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "protocol.file.allow=always"]
    for folder in (inner, outer):
        put(outer, "out.py")
        subprocess.run(["git", "-C", str(folder), "add", "."], check=True)
        subprocess.run(["git", "-C", str(folder), *who, "commit", "-qm", "x"], check=True)
    git = ["git", "-C", str(outer), *who]
    subprocess.run([*git, "submodule", "--quiet", "add", str(inner), "sub"], check=True)
    subprocess.run([*git, "worktree", "add", "-q", "tree", "-b", "other"], check=True, capture_output=True)
    put(init(outer / "nested" / "empty"), "n.py")
    assert names(outer) == [".gitmodules", "nested/empty/n.py", "out.py", "sub/in.py", "tree/out.py"]


def test_a_part_of_a_work_tree_is_only_that_part(tmp_path: Path) -> None:
    """The rules of the whole hold for the part, and names are relative to what was added."""
    put(init(tmp_path), "a.py", "sub/b.py", "sub/x.log", ".gitignore")
    (tmp_path / ".gitignore").write_text("*.log\n/ignored/\n")
    assert names(tmp_path / "sub") == ["b.py"]
    put(tmp_path, "ignored/note.md")
    assert names(tmp_path / "ignored") == ["note.md"], "a folder git ignores was still asked for by name"


@pytest.mark.parametrize("uses_git", [True, False])
def test_ignore_files_hold_outside_git(tmp_path: Path, *, uses_git: bool) -> None:
    """Deeper ignore files outrank those above, negation works, and a bad pattern costs only itself."""
    put(tmp_path, "a.log", "keep.log", "sub/b.log", "sub/c.txt", "build/x.py", "sub/build/y.py", "d.tmp")
    (tmp_path / ".gitignore").write_text("*.log\n!keep.log\n/build/\n!\n")
    (tmp_path / ".ignore").write_text("*.tmp\n")
    (tmp_path / "sub" / ".gitignore").write_text("!b.log\nc.txt\n")
    expected = [".gitignore", ".ignore", "keep.log", "sub/.gitignore", "sub/b.log", "sub/build/y.py"]
    assert names(tmp_path, uses_git=uses_git) == expected


def test_without_git_a_repositorys_own_excludes_hold(tmp_path: Path) -> None:
    """.git/info/exclude is read even when there is no git to read it."""
    put(init(tmp_path), "a.py", "mine.txt")
    (tmp_path / ".git" / "info" / "exclude").write_text("mine.txt\n")
    assert names(tmp_path, uses_git=False) == names(tmp_path) == ["a.py"]


def test_an_unreadable_repository_is_walked_as_a_folder(tmp_path: Path) -> None:
    """A .git that git cannot use does not hide the files."""
    put(tmp_path, "a.py")
    (tmp_path / ".git").write_text("gitdir: /nowhere")
    assert names(tmp_path) == ["a.py"]


@pytest.mark.parametrize("in_git", [True, False])
def test_nothing_outside_the_root_is_reached(tmp_path: Path, *, in_git: bool) -> None:
    """Links to files and folders are named and never followed, even where git still lists a path behind one."""
    root = tmp_path / "root"
    put(tmp_path, "outside/secret.txt")
    put(root, "real/secret.txt", "a.py")
    if in_git:
        init(root)
        subprocess.run(["git", "-C", str(root), "add", "."], check=True)
    (root / "real" / "secret.txt").unlink()
    (root / "real").rmdir()
    (root / "real").symlink_to(tmp_path / "outside")
    (root / "loop").symlink_to("..")
    (root / "dangling").symlink_to("missing")
    (root / "file").symlink_to(tmp_path / "outside" / "secret.txt")
    assert names(root) == ["a.py"]
    assert left_out(root) == dict.fromkeys(["dangling", "file", "loop", "real"], "symlink")


def test_special_files_are_named(tmp_path: Path) -> None:
    """A FIFO in a folder is left out as what it is."""
    os.mkfifo(tmp_path / "pipe")
    assert left_out(tmp_path) == {"pipe": "special-file"}


@pytest.mark.parametrize("in_git", [True, False])
def test_names_of_any_bytes_survive(tmp_path: Path, *, in_git: bool) -> None:
    """Spaces, quotes, newlines and bytes that are no UTF-8 stay as they are."""
    odd = [
        'we ird/na\'me "q" ü.md',
        "new\nline.md",
        " lead.md",
        "-dash.md",
        os.fsdecode(b"caf\xe9.md"),
        "a\\b.md",
        "#h.md",
    ]
    put(tmp_path, *odd)
    if in_git:
        init(tmp_path)
    assert names(tmp_path) == sorted(odd)


def test_very_deep_trees_are_walked(tmp_path: Path) -> None:
    """Depth is no recursion."""
    folder = tmp_path
    for _ in range(400):
        folder = folder / "dd"
    folder.mkdir(parents=True)
    (folder / "leaf.txt").write_text("x")
    assert [name[-8:] for name in names(tmp_path)] == ["leaf.txt"]


@pytest.mark.parametrize("in_git", [True, False])
def test_a_home_of_hitherto_is_never_entered(tmp_path: Path, *, in_git: bool) -> None:
    """What hitherto keeps is no source, wherever it lies."""
    if in_git:
        init(tmp_path)
    put(tmp_path, "a.py", "mem/hitherto.db", "mem/journal/2026/x.jsonl", "journal/day.md")
    assert names(tmp_path) == ["a.py", "journal/day.md"]
    assert names(tmp_path / "mem") == []


def test_a_single_file_is_its_own_tree(tmp_path: Path) -> None:
    """A root that is a file gives that file."""
    put(tmp_path, "a.py", "b.py")
    assert names(tmp_path / "a.py") == ["a.py"]


def test_files_that_are_tracked_but_gone_are_not_listed(tmp_path: Path) -> None:
    """A deleted file is no item and nothing to report."""
    put(init(tmp_path), "a.py", "b.py")
    subprocess.run(["git", "-C", str(tmp_path), "add", "."], check=True)
    (tmp_path / "b.py").unlink()
    assert names(tmp_path) == ["a.py"]
    assert left_out(tmp_path) == {}


def test_an_unreadable_folder_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder or an ignore file that may not be read does not stop the others."""
    put(tmp_path, "shut/x.md", "a.md", ".gitignore")
    real = os.scandir

    def scandir(path: str) -> object:
        if path.endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return real(path)

    def read_text(*_: object) -> str:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.setattr(Path, "read_text", read_text)
    assert names(tmp_path) == [".gitignore", "a.md"]
    assert left_out(tmp_path) == {"shut": "unreadable"}


def test_a_repository_without_a_work_tree_is_passed_over(tmp_path: Path) -> None:
    """Git's own files in a bare repository were written by no person; what only looks a bit like one is read."""
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "mirror.git")], check=True)
    put(tmp_path, "note.md", "app/HEAD", "app/objects/a.py")
    assert names(tmp_path) == ["app/HEAD", "app/objects/a.py", "note.md"]
    assert names(tmp_path / "app") == ["HEAD", "objects/a.py"]


def test_the_persons_own_excludes_hold_wherever_they_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A configuration file named by GIT_CONFIG_GLOBAL counts like the one in the home folder."""
    (tmp_path / "config").write_text(f"[core]\n\texcludesFile = {tmp_path / 'ignored'}\n")
    (tmp_path / "ignored").write_text("*.bak\n")
    put(init(tmp_path / "repo"), "a.py", "a.py.bak")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "config"))
    assert names(tmp_path / "repo") == ["a.py"]


@pytest.mark.parametrize("in_git", [True, False])
def test_folders_are_those_a_new_file_may_appear_in(tmp_path: Path, *, in_git: bool) -> None:
    """Every folder that is gone through is named, with those above it; what is ignored is not."""
    put(init(tmp_path) if in_git else tmp_path, "a.py", "x/y/z.py", "out/o.py", "node_modules/m.js", ".gitignore")
    (tmp_path / ".gitignore").write_text("out/\nnode_modules/\n")
    (tmp_path / "empty").mkdir()
    tree = Tree(str(tmp_path), uses_git=True)
    for _ in range(2):
        assert list(tree)
        below = {os.path.relpath(folder, tmp_path) for folder in tree.folders}
        # git knows no empty folders.
        assert below == {".", "x", "x/y"} | (set() if in_git else {"empty"})
