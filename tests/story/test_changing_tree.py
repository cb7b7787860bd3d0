from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.story.conftest import Person

OLD = "def wombat_delay():\n    return 'first burrow'\n"
NEW = "import time\n\n\ndef wombat_delay():\n    return 'second burrow'\n"
IDENTITY = {f"GIT_{who}_{what}": "t@example.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}


class Repository:
    """A small git work tree that changes under hitherto's eyes."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()
        self.git("init", "-q", "-b", "main")

    def git(self, *arguments: str) -> None:
        """Run git here as someone with a name."""
        subprocess.run(["git", *arguments], cwd=self.root, env=os.environ | IDENTITY, check=True, capture_output=True)

    def put(self, name: str, text: str) -> Path:
        """Write a file and return its path."""
        path = self.root / name
        path.write_text(text, encoding="utf-8")
        return path

    def commit(self) -> None:
        """Commit everything there is."""
        self.git("add", "-A")
        self.git("commit", "-qm", "change")


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "burrow")
    made.put("wombat.py", OLD)
    made.put("other.py", "def unrelated():\n    return 'pouch'\n")
    made.commit()
    return made


@pytest.mark.slow
def test_an_edited_file_is_read_again(person: Person, repository: Repository) -> None:
    """After an edit, the hit shows the new lines at their new numbers, and the old ones are gone."""
    person("add", repository.root)
    repository.put("wombat.py", NEW)
    (hit, *_) = person.hits("wombat_delay")
    assert "second burrow" in hit["text"]
    assert hit["lines"][0] <= 4 <= hit["lines"][1]
    assert hit["state"] == "current"
    assert all("first burrow" not in hit["text"] for hit in person.hits("first burrow"))


@pytest.mark.slow
def test_a_renamed_file_is_found_where_it_is(person: Person, repository: Repository) -> None:
    """After a rename, no hit points at the old path; the next add finds the new one."""
    person("add", repository.root)
    repository.git("mv", "wombat.py", "marsupial.py")
    assert all(not hit["path"].endswith("wombat.py") for hit in person.hits("wombat_delay"))
    done = person("add")
    assert "1 new or changed" in done.out
    assert person.hits("wombat_delay")[0]["path"] == str(repository.root / "marsupial.py")


@pytest.mark.slow
def test_a_deleted_file_is_never_served(person: Person, repository: Repository) -> None:
    """What is deleted is no hit any more, even before the next add."""
    person("add", repository.root)
    (repository.root / "wombat.py").unlink()
    assert person.hits("first burrow") == []


@pytest.mark.slow
def test_a_branch_switch_is_followed(person: Person, repository: Repository) -> None:
    """After switching the branch, only what is checked out is served, and switching back brings the old text back."""
    person("add", repository.root)
    repository.git("switch", "-qc", "deeper")
    repository.put("wombat.py", NEW)
    repository.put("tunnel.py", "def tunnel():\n    return 'third burrow'\n")
    repository.commit()
    person("add")
    assert "second burrow" in person.hits("wombat_delay")[0]["text"]
    assert person.hits("third burrow")[0]["path"].endswith("tunnel.py")
    repository.git("switch", "-q", "main")
    assert "first burrow" in person.hits("wombat_delay")[0]["text"]
    assert all(not hit["path"].endswith("tunnel.py") for hit in person.hits("third burrow"))


@pytest.mark.slow
def test_an_empty_mount_forgets_nothing(person: Person, repository: Repository, tmp_path: Path) -> None:
    """A folder that is suddenly gone is asked about and its hits say so; nothing is forgotten unasked."""
    person("add", repository.root)
    away = repository.root.rename(tmp_path / "away")
    done = person("add", *())
    assert done.code == 2
    assert "missing or empty" in done.err
    (hit, *_) = person.hits("wombat_delay")
    assert hit["state"] == "unreachable"
    page = person("recall", "wombat_delay")
    assert "[unreachable]" in page.out
    assert "1 not current" in page.err
    away.rename(repository.root)
    assert person.hits("wombat_delay")[0]["state"] == "current"


@pytest.mark.slow
def test_the_same_text_in_two_places(person: Person, repository: Repository) -> None:
    """A text that stands in two files is one hit that names both."""
    repository.put("copy.py", OLD)
    person("add", repository.root)
    (hit, *_) = person.hits("first burrow")
    places = {hit["path"], *(place["path"] for place in hit["also_in"])}
    assert {str(repository.root / "wombat.py"), str(repository.root / "copy.py")} <= places
    assert "    also in burrow/" in person("recall", "first burrow").out


@pytest.mark.slow
def test_adding_again_reads_nothing(person: Person, repository: Repository) -> None:
    """With nothing changed, a second add finds nothing new and the journal stays as it is."""
    repository.put("note.md", "# Burrow\n\nthe plan\n")
    os.utime(repository.root / "note.md", (1_700_000_000, 1_700_000_000))
    person("add", repository.root)
    before = person.journal()
    assert "unchanged" in person("add", repository.root).out
    assert person.journal() == before
