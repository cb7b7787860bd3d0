"""From write to findable: sources that the process that serves a home looks after, and how late it finds a change."""

from __future__ import annotations

import json
import subprocess
import time
from typing import TYPE_CHECKING

from bench.filling import moment
from bench.metrics import percentile
from hitherto.app.daemon import client

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from hitherto.app.config import Settings
    from hitherto.app.memory import Memory

    # The words that make each change findable, and what makes a change, by its word.
    Way = tuple[Sequence[str], Callable[[str], object]]

LOOK_SECONDS = 0.05
LONGEST_SECONDS = 120.0
# Far later than any session of the memory itself, so that it is a session of its own.
SESSION = 90_000
GIT = ("git", "-c", "user.name=bench", "-c", "user.email=bench@localhost", "-c", "init.defaultBranch=main")


def watched(memory: Memory, room: Path, tries: int) -> Mapping[str, Way]:
    """Add a folder of notes, a chat log and a repository in ``room``; return the ways to change them."""
    notes, log, repository = room / "notes", room / "log", room / "repository"
    for folder in (notes, log, repository):
        folder.mkdir(parents=True)
    (notes / "changing.md").write_text("# A note that changes\n\nNothing yet.\n", encoding="utf-8")
    said(log, "nothing yet")
    branches = words("branch", tries)
    branched(repository, branches)
    memory.add(str(notes), kind="folder")
    memory.add(str(log), kind="jsonl")
    memory.add(str(repository), kind="folder")
    memory.embed()
    return {
        "new_file": (words("newfile", tries), lambda word: noted(notes / f"{word}.md", word)),
        "changed_file": (words("changed", tries), lambda word: noted(notes / "changing.md", word)),
        "log_line": (words("logline", tries), lambda word: said(log, word)),
        "branch_change": (branches, lambda word: git(repository, "checkout", "-q", word)),
    }


def delays(settings: Settings, tokens: Sequence[str], write: Callable[[str], object]) -> dict[str, float]:
    """Return how many seconds after each change its word was found, p50 and most."""
    taken = [delay(settings, token, write) for token in tokens]
    return {"tries": len(taken), "p50": round(percentile(taken, 0.5), 2), "max": round(max(taken), 2)}


def delay(settings: Settings, token: str, write: Callable[[str], object]) -> float:
    """Change something and return the seconds until the process that serves the home finds it, by words."""
    write(token)
    begun = time.perf_counter()
    while True:
        answer = client.recall_resident(settings, token, timeout=30, limit=3, words_only=True)
        late = time.perf_counter() - begun
        if answer is None or late > LONGEST_SECONDS:
            raise SystemExit(f"{token} was not found in {late:.0f} seconds.")
        if any(token in hit.text for hit in answer.hits):
            return late
        time.sleep(LOOK_SECONDS)


def words(kind: str, count: int) -> list[str]:
    """Return so many words that stand nowhere else and have no part that is a word."""
    return [f"zq{kind}{chr(97 + number // 26)}{chr(97 + number % 26)}" for number in range(count)]


def noted(path: Path, word: str) -> None:
    """Write a note that holds a word."""
    path.write_text(f"# A note\n\nThe word is {word}, and it stands here alone.\n", encoding="utf-8")


def said(folder: Path, word: str) -> None:
    """Add a line that holds a word to a chat log."""
    path = folder / "log.jsonl"
    turn = path.read_text(encoding="utf-8").count("\n") if path.exists() else 0
    line = {"id": f"w{turn}", "session": "watched", "ts": moment(SESSION, turn), "role": "user", "text": f"Say {word}."}
    with path.open("a", encoding="utf-8") as log:
        log.write(json.dumps(line) + "\n")


def branched(repository: Path, branches: Sequence[str]) -> None:
    """Make a repository with these branches, one file different in each, and stand on another one."""
    git(repository, "init", "-q")
    source = repository / "module.py"
    for number, branch in enumerate(["first", *branches]):
        git(repository, "checkout", "-q", "-b", branch)
        source.write_text(f"def answer():\n    # {branch}\n    return {number}\n", encoding="utf-8")
        git(repository, "add", "module.py")
        git(repository, "commit", "-q", "-m", f"Answer {number}")
    git(repository, "checkout", "-q", "first")


def git(repository: Path, *arguments: str) -> None:
    """Run git; raises CalledProcessError where it fails."""
    subprocess.run([*GIT, *arguments], cwd=repository, check=True)
