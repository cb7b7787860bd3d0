import os
import subprocess
import sys
from pathlib import Path

import pytest

from hitherto.sources import git


def run(folder: Path, *command: str, when: str = "2024-05-06T07:08:09Z") -> None:
    who = {f"GIT_{role}_{what}": "t@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    dates = {"GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
    quiet = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null"}
    subprocess.run(
        ["git", "-C", str(folder), *command], check=True, capture_output=True, env=os.environ | who | dates | quiet
    )


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    top = tmp_path / "repo"
    (top / "sub").mkdir(parents=True)
    run(top, "init", "-q")
    (top / "a.py").write_text("a\n")
    (top / "sub" / "b.py").write_text("b\n")
    run(top, "add", ".")
    run(top, "commit", "-qm", "one", when="2024-01-01T00:00:00Z")
    (top / "a.py").write_text("aa\n")
    run(top, "commit", "-qam", "two", when="2024-02-02T00:00:00Z")
    return top


def test_tops_are_found_without_git(repository: Path, tmp_path: Path) -> None:
    """The nearest work tree above a folder is its top; a folder named .git alone makes none."""
    assert git.top_of(str(repository / "sub")) == str(repository)
    (tmp_path / "fake" / ".git").mkdir(parents=True)
    assert git.top_of(str(tmp_path / "fake")) is None
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / ".git").write_text("gitdir: /nowhere")
    assert git.is_top(str(tmp_path / "linked"))


def test_listing_is_what_git_lists(repository: Path) -> None:
    """Tracked and untracked files are listed, ignored ones by any of git's ways are not, a part is only itself."""
    (repository / ".gitignore").write_text("*.log\n")
    (repository / ".git" / "info" / "exclude").write_text("mine.txt\n")
    for name in ("x.log", "mine.txt", "new é\n.py", "sub/c.py"):
        (repository / name).write_text("")
    assert git.listed(str(repository)) == [".gitignore", "a.py", "new é\n.py", "sub/b.py", "sub/c.py"]
    assert git.listed(str(repository), "sub") == ["sub/b.py", "sub/c.py"]
    assert git.listed(str(repository), "*") == []


def test_an_index_made_by_hand_leads_nowhere(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that climb out of the work tree are not listed; dots within a name are only dots."""
    monkeypatch.setattr(git, "_names", lambda *_: ["../x", "/etc/passwd", "a/../../x", "a..b", "..", "ok", ""])
    assert git.listed(str(repository)) == ["a..b", "ok"]


def test_commit_times_are_each_files_last(repository: Path) -> None:
    """The newest commit that touched a path counts; unknown paths are missing."""
    times = git.commit_times(str(repository), {"a.py", "sub/b.py", "gone"})
    assert times == {"a.py": 1706832000, "sub/b.py": 1704067200}
    assert git.commit_times(str(repository), {"a.py"}, "sub") == {}


def test_history_is_read_within_a_time(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time is up the answer is what was found, and git is no longer running."""
    monkeypatch.setattr(git, "HISTORY_SECONDS", 0.0)
    assert git.commit_times(str(repository), {"a.py"}) == {}


def test_committed_objects_and_head(repository: Path, tmp_path: Path) -> None:
    """Object ids and the commit are those git names; before a first commit there are none."""
    assert set(git.committed(str(repository))) == {"a.py", "sub/b.py"}
    assert git.committed(str(repository), "sub")["sub/b.py"] == "61780798228d17af2d34fce4cfbdf35556832472"
    found = git.head(str(repository))
    assert found is not None
    assert len(found) == 40
    run(tmp_path, "init", "-q")
    assert git.head(str(tmp_path)) is None
    assert git.committed(str(tmp_path)) == {}
    assert git.commit_times(str(tmp_path), {"x"}) == {}


def test_a_damaged_repository_is_no_repository_of_its_parents(repository: Path) -> None:
    """Git does not look above a work tree that it cannot read."""
    inner = repository / "inner"
    inner.mkdir()
    (inner / ".git").write_text("gitdir: /nowhere")
    assert git.listed(str(inner)) is None


def test_no_git_at_all(monkeypatch: pytest.MonkeyPatch, repository: Path) -> None:
    """Without git there is no answer, not an error."""
    monkeypatch.setenv("PATH", "/nonexistent")
    assert not git.available()
    assert git.listed(str(repository)) is None


# {trap} stands for a program that leaves a trace when it runs, {hooks} for a folder of such programs.
TRAPPED = {
    "core.fsmonitor": "{trap}",
    "core.sshCommand": "{trap}",
    "core.pager": "{trap}",
    "core.editor": "{trap}",
    "core.askPass": "{trap}",
    "core.gitProxy": "{trap}",
    "core.alternateRefsCommand": "{trap}",
    "core.hooksPath": "{hooks}",
    "credential.helper": "{trap}",
    "gpg.program": "{trap}",
    "gpg.ssh.program": "{trap}",
    "log.showSignature": "true",
    "pager.log": "{trap}",
    "pager.ls-files": "{trap}",
    "diff.external": "{trap}",
    "diff.trap.textconv": "{trap}",
    "diff.trap.command": "{trap}",
    "filter.trap.clean": "{trap}",
    "filter.trap.smudge": "{trap}",
    "filter.trap.process": "{trap}",
    "filter.trap.required": "true",
    "remote.origin.url": "ext::{trap}",
    "remote.origin.promisor": "true",
    "remote.origin.uploadpack": "{trap}",
    "alias.ls-files": "!{trap}",
}


def trap_configuration(repository: Path, trap: Path, hooks: Path) -> None:
    """Name the trap wherever git's configuration may name a program."""
    with (repository / ".git" / "config").open("a") as config:
        for name, value in TRAPPED.items():
            *section, key = name.split(".")
            head = f'[{section[0]} "{section[1]}"]' if len(section) > 1 else f"[{section[0]}]"
            config.write(f"{head}\n\t{key} = {value.format(trap=trap, hooks=hooks)}\n")


def sign_head(repository: Path) -> str:
    """Put a signature into the newest commit and return its id."""
    signed = subprocess.run(
        ["git", "-C", str(repository), "cat-file", "commit", "HEAD"], check=True, capture_output=True
    ).stdout.replace(b"\n\n", b"\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n", 1)
    made = subprocess.run(
        ["git", "-C", str(repository), "hash-object", "-t", "commit", "-w", "--stdin"],
        input=signed,
        check=True,
        capture_output=True,
    ).stdout.decode()
    branch = Path((repository / ".git" / "HEAD").read_text().strip()).name
    (repository / ".git" / "refs" / "heads" / branch).write_text(made)
    return made.strip()


def test_nothing_a_repository_names_is_run(repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No program starts that the repository's configuration, hooks or attributes name, or the caller's variables."""
    ran = tmp_path / "ran"
    trap = tmp_path / "trap"
    trap.write_text(f"#!{sys.executable}\nopen({str(ran)!r}, 'a').write(repr(__import__('sys').argv))\n")
    trap.chmod(0o755)
    (repository / ".gitattributes").write_text("* filter=trap diff=trap merge=trap\n")
    (tmp_path / "hooks").mkdir()
    for hook in ("post-index-change", "fsmonitor-watchman", "pre-auto-gc", "reference-transaction"):
        (tmp_path / "hooks" / hook).symlink_to(trap)
    trap_configuration(repository, trap, tmp_path / "hooks")
    made = sign_head(repository)
    for name in ("GIT_EXTERNAL_DIFF", "GIT_SSH_COMMAND", "GIT_PAGER", "GIT_PROXY_COMMAND", "GIT_ASKPASS"):
        monkeypatch.setenv(name, str(trap))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    (repository / "a.py").write_text("changed, so a filter would be asked\n")
    ran.unlink(missing_ok=True)
    before = snapshot(repository)
    top = str(repository)
    assert git.listed(top) == [".gitattributes", "a.py", "sub/b.py"]
    assert git.committed(top)
    assert git.commit_times(top, {"a.py", "sub/b.py", ".gitattributes"})
    assert git.head(top) == made
    assert not ran.exists(), ran.read_text()
    assert snapshot(repository) == before


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def test_the_trap_would_spring(repository: Path, tmp_path: Path) -> None:
    """The planted watcher does run under a plain git, so its silence above means something."""
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\n")
    trap.chmod(0o755)
    run(repository, "config", "core.fsmonitor", str(trap))
    run(repository, "ls-files", "--others")
    run(repository, "status")
    assert (tmp_path / "ran").exists()
