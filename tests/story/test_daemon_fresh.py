"""What changes on disk is found within seconds, by the process that serves the home alone."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest
from tests.making import chat, line, write
from tests.serving import serving, short_folder, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.story.conftest import Person

pytestmark = pytest.mark.slow


@pytest.fixture
def app(person: Person) -> Iterator[Path]:
    """A folder that is added and kept fresh."""
    app = person.room / "app"
    write(app / "lease.py", "def renew_lease(job):\n    return job.backoff(1)\n")
    write(app / "deep/er/plan.md", "# Plan\n\nThe wombat digs at night.\n")
    (app / "empty").mkdir()
    assert person("add", app).code == 0
    with short_folder() as runtime:
        person.environ["XDG_RUNTIME_DIR"] = str(runtime)
        with serving(person):
            settled(person)
            yield app


def settled(person: Person) -> None:
    """Wait until every source was looked at, and every folder of it is watched."""
    probe = person.room / "app" / "probe.md"
    write(probe, "# Probe\n\nzzprobe\n")
    until(lambda: counted(person, "zzprobe"))
    probe.unlink()
    until(lambda: not counted(person, "zzprobe"))


def counted(person: Person, query: str) -> int:
    """Return how many hits there are."""
    return len(person.hits(query))


def files(person: Person) -> int:
    """Return how many files are in the index; asking that looks at no file."""
    return int(person.json("status")["counts"].get("files", 0))


def new(app: Path) -> None:
    """Write a new file."""
    write(app / "new.md", "# New\n\nA quokka smiles.\n", at=None)


def new_deep(app: Path) -> None:
    """Write a new file in new folders."""
    write(app / "a/b/c/new.py", "def quokka():\n    return 'smile'\n", at=None)


def new_in_empty(app: Path) -> None:
    """Write a file in a folder that was empty."""
    write(app / "empty/new.md", "# New\n\nA quokka smiles.\n", at=None)


def edited(app: Path) -> None:
    """Write new words into a known file."""
    write(app / "lease.py", "def quokka(job):\n    return job\n", at=None)


def exchanged(app: Path) -> None:
    """Put another file in the place of a known one, as editors do."""
    write(app / "lease.new", "def quokka(job):\n    return job\n", at=None).replace(app / "lease.py")


def came_back(app: Path) -> None:
    """Remove a folder and make it again."""
    shutil.rmtree(app / "deep")
    write(app / "deep/er/plan.md", "# Plan\n\nThe quokka smiles.\n", at=None)


@pytest.mark.parametrize(
    "change", [new, new_deep, new_in_empty, edited, exchanged, came_back], ids=lambda one: one.__name__
)
def test_what_is_written_is_found(person: Person, app: Path, change: Callable[[Path], None]) -> None:
    """However something comes to be in a folder, it is found without being added."""
    assert counted(person, "quokka") == 0
    change(app)
    until(lambda: counted(person, "quokka"))


def test_a_folder_that_came_back_is_watched_again(person: Person, app: Path) -> None:
    """A second change in a folder that was exchanged is noticed as the first was."""
    came_back(app)
    until(lambda: counted(person, "quokka"))
    write(app / "deep/er/later.md", "# Later\n\nThe numbat hides.\n", at=None)
    until(lambda: counted(person, "numbat"))


def test_what_is_deleted_is_gone(person: Person, app: Path) -> None:
    """A deleted file leaves the index, though nobody asks for it."""
    before = files(person)
    (app / "lease.py").unlink()
    until(lambda: files(person) == before - 1)
    assert counted(person, "renew_lease") == 0


def test_what_is_ignored_stays_out(person: Person, app: Path) -> None:
    """The rules that hold for adding hold for watching."""
    write(app / ".gitignore", "*.secret.md\n", at=None)
    write(app / "a.secret.md", "# Secret\n\nthe bilby\n", at=None)
    write(app / "node_modules/x/index.js", "function bilby() {}\n", at=None)
    new(app)
    until(lambda: counted(person, "quokka"))
    assert counted(person, "bilby") == 0


def test_a_root_that_is_away_empties_nothing(person: Person, app: Path) -> None:
    """A root that is renamed away or not mounted stays in the index, is named, and is read when it is back."""
    before = files(person)
    app.rename(person.room / "away")
    until(lambda: str(app) in person("serve", "--status").out)
    assert files(person) == before
    write(person.room / "away/while.md", "# While\n\nA quokka smiles.\n", at=None)
    (person.room / "away").rename(app)
    until(lambda: counted(person, "quokka"))
    until(lambda: "trouble" not in person("serve", "--status").out)
    new_deep(app)
    until(lambda: counted(person, "smile") == 2)


def test_a_line_in_a_log_is_found(person: Person, app: Path) -> None:
    """A line that is appended to a chat log, and a log that is new beside it, are found; so are logs added later."""
    assert app.is_dir()
    log = chat(person.room / "logs/talk.jsonl", line("where does the wombat dig?"))
    assert person("add", log.parent).code == 0
    chat(log, line("and the quokka?", 5), append=True)
    until(lambda: counted(person, "quokka"))
    chat(log.with_name("other.jsonl"), line("what of the numbat?", 7))
    until(lambda: counted(person, "numbat"))
    assert person("verify").code == 0


def git(top: Path, *arguments: str) -> None:
    """Run git as someone who has a name."""
    who = ("-c", "user.name=Mia", "-c", "user.email=mia@example.org")
    subprocess.run(["git", *who, "-C", str(top), *arguments], check=True, capture_output=True)


def test_another_branch_is_found(person: Person, app: Path) -> None:
    """After a checkout what the branch holds is found, and what it does not is gone."""
    repo = person.room / "repo"
    write(repo / "main.py", "def numbat():\n    return 1\n")
    git(person.room, "init", "-q", "-b", "main", str(repo))
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "one")
    git(repo, "checkout", "-qb", "side")
    write(repo / "side/bilby.py", "def bilby():\n    return 2\n")
    git(repo, "rm", "-q", "main.py")
    git(repo, "add", ".")
    git(repo, "commit", "-qm", "two")
    git(repo, "checkout", "-q", "main")
    assert app.is_dir()
    assert person("add", repo).code == 0
    assert counted(person, "bilby") == 0
    git(repo, "checkout", "-q", "side")
    until(lambda: counted(person, "bilby"))
    until(lambda: counted(person, "numbat") == 0)
    git(repo, "checkout", "-q", "main")
    until(lambda: counted(person, "numbat"))
    heads = {source["root"]: source["heads"] for source in person.json("status")["sources"]}
    assert list(heads[str(repo)]) == [str(repo)]


def test_one_sources_trouble_stops_no_other(person: Person, app: Path) -> None:
    """While one source cannot be read, the others are kept fresh."""
    gone = person.room / "gone"
    write(gone / "a.md", "# A\n\nthe bilby\n")
    assert person("add", gone).code == 0
    shutil.rmtree(gone)
    until(lambda: str(gone) in person("serve", "--status").out)
    new(app)
    until(lambda: counted(person, "quokka"))
    assert counted(person, "bilby") == 1
