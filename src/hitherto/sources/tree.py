"""Walk a folder: repositories as git lists them, everything else by its ignore files, nothing outside it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.core.model import LeftOut
from hitherto.sources import git
from hitherto.sources.files import look

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pathspec import GitIgnoreSpec

    from hitherto.core.seen import Item

_IGNORE_FILES = (".git/info/exclude", ".gitignore", ".ignore")
_BARE_REPOSITORY = frozenset(("HEAD", "objects", "refs", "config"))
_NEVER_ENTERED = frozenset(
    (
        ".bzr",
        ".cache",
        ".eggs",
        ".git",
        ".gradle",
        ".hg",
        ".mypy_cache",
        ".next",
        ".nox",
        ".nuxt",
        ".pytest_cache",
        ".ruff_cache",
        ".svn",
        ".terraform",
        ".tox",
        ".trash",
        ".venv",
        "__pycache__",
        "bower_components",
        "node_modules",
        "venv",
    )
)


class Tree:
    """The files below one resolved ``root``.

    ``repositories`` fills with the work trees met on the way, ``folders`` with those that files may appear in.
    """

    def __init__(self, root: str, *, uses_git: bool) -> None:
        self._root = root
        self._uses_git = uses_git
        self._inside: dict[str, bool] = {}
        self.repositories: list[str] = []
        self.folders: set[str] = set()

    def __iter__(self) -> Iterator[Item | LeftOut]:
        """Yield every file that is to be read and every one that cannot be, iteratively however deep."""
        self.repositories = []
        self.folders = set()
        if not Path(self._root).is_dir():
            yield look(self._root, Path(self._root).name)
            return
        waiting: list[tuple[str, tuple[_Rules, ...]]] = [(self._root, ())]
        while waiting:
            folder, rules = waiting.pop()
            if not self.encloses(folder):
                continue
            self.folders.add(folder)
            names = self._from_git(folder) if folder == self._root or git.is_top(folder) else None
            if names is None:
                yield from self._from_disk(folder, rules, waiting)
            else:
                yield from self._from_names(folder, names, waiting)

    def encloses(self, folder: str) -> bool:
        """Return whether ``folder`` is reached from the root over real folders, none of them a home of hitherto."""
        unknown = []
        place = folder
        while place not in self._inside and place != self._root:
            unknown.append(place)
            place = str(Path(place).parent)
            if len(place) < len(self._root):
                return False
        inside = self._inside.setdefault(place, not _is_home(place))
        for place in reversed(unknown):
            inside = inside and not Path(place).is_symlink() and not _is_home(place)
            self._inside[place] = inside
        return inside

    def _from_git(self, folder: str) -> list[str] | None:
        top = git.top_of(folder) if self._uses_git else None
        if top is None:
            return None
        below = "" if top == folder else os.path.relpath(folder, top)
        names = git.listed(top, below)
        # A folder git ignores as a whole was still asked for by name: it is walked like any other.
        if names is None or (below and not names):
            return None
        self.repositories.append(top)
        return [f"{top}{os.sep}{name}" for name in names]

    def _from_names(
        self, folder: str, paths: list[str], waiting: list[tuple[str, tuple[_Rules, ...]]]
    ) -> Iterator[Item | LeftOut]:
        for path in paths:
            if not self.encloses(str(Path(path).parent)):
                continue
            self._add_folders(str(Path(path).parent), folder)
            if Path(path).is_dir() and not Path(path).is_symlink():
                if path != folder:
                    waiting.append((path, ()))
                continue
            found = self._look(path)
            if not (isinstance(found, LeftOut) and found.reason == "vanished"):
                yield found

    def _from_disk(
        self, folder: str, rules: tuple[_Rules, ...], waiting: list[tuple[str, tuple[_Rules, ...]]]
    ) -> Iterator[Item | LeftOut]:
        try:
            with os.scandir(folder) as entries:
                found = sorted(entries, key=lambda entry: os.fsencode(entry.name))
        except OSError as error:
            yield LeftOut(path=folder, reason="unreadable", detail=error.strerror or "")
            return
        names = {entry.name for entry in found}
        # A repository without a work tree holds git's own files and none that a person wrote.
        if names >= _BARE_REPOSITORY:
            return
        own = _rules_of(folder, names)
        rules = (*rules, own) if own else rules
        for entry in found:
            if entry.name == ".git":
                continue
            is_folder = entry.is_dir(follow_symlinks=False)
            if _ignored(entry.path, rules, is_folder=is_folder):
                continue
            if not is_folder:
                yield self._look(entry.path)
            elif entry.name not in _NEVER_ENTERED:
                waiting.append((entry.path, rules))

    def _add_folders(self, place: str, top: str) -> None:
        """Remember a folder and those above it up to ``top``."""
        while place not in self.folders and place.startswith(top):
            self.folders.add(place)
            place = str(Path(place).parent)

    def _look(self, path: str) -> Item | LeftOut:
        return look(path, os.path.relpath(path, self._root))


_Rules = tuple[str, "GitIgnoreSpec"]


def _rules_of(folder: str, names: set[str]) -> _Rules | None:
    lines: list[str] = []
    for name in _IGNORE_FILES:
        path = Path(folder) / name
        if name.split("/")[0] in names and path.is_file() and not path.is_symlink():
            try:
                lines += path.read_text("utf-8", "replace").splitlines()
            except OSError:
                continue
    if not lines:
        return None
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 only plain folders with ignore files need it

    return folder, GitIgnoreSpec.from_lines(_valid(lines))


def _valid(lines: list[str]) -> list[str]:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 as above

    kept = []
    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError:
            continue
        kept.append(line)
    return kept


def _ignored(path: str, rules: tuple[_Rules, ...], *, is_folder: bool) -> bool:
    for base, spec in reversed(rules):
        verdict = spec.check_file(path[len(base) + 1 :] + ("/" if is_folder else "")).include
        if verdict is not None:
            return verdict
    return False


def _is_home(folder: str) -> bool:
    return (Path(folder) / "hitherto.db").is_file() and (Path(folder) / "journal").is_dir()
