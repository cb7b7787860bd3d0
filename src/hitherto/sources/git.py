"""Ask git about a repository without letting the repository run anything or reach the network.

A work tree is other people's data: its configuration names programs (a file watcher, filters, a signature checker,
an ssh command). Only commands that read the index and the history are used, none that compares file contents, and
whatever configuration could start is switched off on the command line, which outranks the repository's.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Iterator

LIST_SECONDS = 120.0
HISTORY_SECONDS = 10.0
HISTORY_COMMITS = 20_000
_READ_BYTES = 65536
_OFF = (
    "safe.directory=*",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    "core.hooksPath=/dev/null",
    "core.sshCommand=false",
    "credential.helper=",
    "protocol.allow=never",
    "log.showSignature=false",
    "log.follow=false",
    "log.mailmap=false",
    "log.showRoot=true",
    "diff.relative=false",
    "diff.external=",
    "diff.orderFile=/dev/null",
    "gpg.program=false",
    "submodule.recurse=false",
    "color.ui=false",
)
# The person's own configuration is honoured, wherever they keep it: it names what they want ignored everywhere.
_KEPT_FROM_CALLER = (
    "PATH",
    "HOME",
    "XDG_CONFIG_HOME",
    "TMPDIR",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_SYSTEM",
    "GIT_CONFIG_NOSYSTEM",
)


def available() -> bool:
    """Return whether there is a git to ask."""
    return any(os.access(Path(folder) / "git", os.X_OK) for folder in os.get_exec_path())


def top_of(folder: str) -> str | None:
    """Return the top of the work tree ``folder`` lies in, or None; found by looking for ``.git``, without git."""
    for place in (folder, *map(str, Path(folder).parents)):
        if is_top(place):
            return place
    return None


def is_top(folder: str) -> bool:
    """Return whether ``folder`` is the top of a work tree (a submodule's or a linked one included)."""
    dot_git = Path(folder) / ".git"
    return dot_git.is_file() or (dot_git / "HEAD").is_file()


def listed(top: str, below: str = "") -> list[str] | None:
    """Return what git lists under ``below`` (relative to ``top``), tracked or not ignored; None when git cannot.

    Nested repositories and submodules come as their folder's path. Paths are relative to ``top``.
    """
    command = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", *_limited_to(below))
    names = _names(top, command)
    return None if names is None else sorted({name.rstrip("/") for name in names if _stays_inside(name)})


def committed(top: str, below: str = "") -> dict[str, str]:
    """Return the object id of every file under ``below`` in the last commit; empty when there is none."""
    entries = _names(top, ("ls-tree", "-r", "-z", "--full-tree", "HEAD", *_limited_to(below))) or []
    found = {}
    for entry in entries:
        about, _, name = entry.partition("\t")
        if name:
            found[name] = about.split(" ")[2]
    return found


def commit_times(top: str, wanted: set[str], below: str = "") -> dict[str, int]:
    """Return when each of the ``wanted`` paths was last committed, in seconds since 1970.

    History is read newest first and only until all are found, for at most 20,000 commits and 10 seconds; paths
    not found by then are missing from the answer.
    """
    command = ("log", f"--max-count={HISTORY_COMMITS}", "--format=%x00%ct", "--name-only", "-z", "--no-renames")
    safe = ("--no-show-signature", "--no-ext-diff", "--no-textconv")
    found: dict[str, int] = {}
    missing = set(wanted)
    moment, after_mark = 0, False
    for token in _stream(top, (*command, *safe, "HEAD", *_limited_to(below)), HISTORY_SECONDS):
        if not token:
            after_mark = True
        elif after_mark and token.isdigit():
            moment, after_mark = int(token), False
        else:
            name = os.fsdecode(token.removeprefix(b"\n"))
            if name in missing:
                found[name] = moment
                missing.discard(name)
                if not missing:
                    break
    return found


def head(top: str) -> str | None:
    """Return the commit the work tree stands at, None before its first commit."""
    names = _names(top, ("rev-parse", "--verify", "-q", "HEAD"))
    return names[0].strip() if names and names[0].strip() else None


def _stays_inside(name: str) -> bool:
    """Return whether a listed name lies below the top: an index made by hand can hold any path."""
    return bool(name) and not name.startswith("/") and ".." not in name.split("/")


def _limited_to(below: str) -> tuple[str, ...]:
    return ("--", below) if below else ("--",)


def _names(top: str, command: tuple[str, ...]) -> list[str] | None:
    import subprocess  # noqa: PLC0415 reading one known file needs no git

    try:
        done = subprocess.run(  # noqa: S603 fixed arguments, no shell
            _command(top, command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=_environment(top),
            timeout=LIST_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return [os.fsdecode(name) for name in done.stdout.split(b"\0")]


def _stream(top: str, command: tuple[str, ...], seconds: float) -> Iterator[bytes]:
    import subprocess  # noqa: PLC0415 as above

    deadline = time.monotonic() + seconds
    process = subprocess.Popen(  # noqa: S603 fixed arguments, no shell
        _command(top, command),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=_environment(top),
    )
    with process:
        try:
            rest = b""
            while chunk := _read_until(process, deadline):
                *tokens, rest = (rest + chunk).split(b"\0")
                yield from tokens
            if rest:
                yield rest
        finally:
            process.kill()


def _read_until(process: subprocess.Popen[bytes], deadline: float) -> bytes:
    import select  # noqa: PLC0415 as above

    pipe = process.stdout
    left = deadline - time.monotonic()
    if pipe is None or left <= 0 or not select.select([pipe], [], [], left)[0]:
        return b""
    return os.read(pipe.fileno(), _READ_BYTES)


def _command(top: str, command: tuple[str, ...]) -> list[str]:
    options = [part for setting in _OFF for part in ("-c", setting)]
    return ["git", "--no-pager", "--literal-pathspecs", *options, "-C", top, *command]


def _environment(top: str) -> dict[str, str]:
    kept = {name: os.environ[name] for name in _KEPT_FROM_CALLER if name in os.environ}
    return kept | {
        "GIT_CEILING_DIRECTORIES": str(Path(top).parent),
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }
