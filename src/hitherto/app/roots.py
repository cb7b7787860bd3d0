"""What may be added: a path that is there, can be read, and is not far more than was meant."""

from __future__ import annotations

import os
from pathlib import Path

from hitherto.core.errors import ConsentNeededError, SetupNeededError, UsageError


def existing(path: str) -> Path:
    """Return the real path of a file or folder that is there.

    Raises UsageError for what is not there or is neither, SetupNeededError for what may not be read.
    """
    try:
        real = Path(path).expanduser().resolve(strict=True)
        plain = real.is_file() or real.is_dir()
    except (OSError, RuntimeError, ValueError) as error:
        raise UsageError(f"There is nothing to read at {path}.", hint="check the path") from error
    if not plain:
        raise UsageError(f"{path} is neither a file nor a folder.", hint="add the files it stands for")
    if not os.access(real, os.R_OK | (os.X_OK if real.is_dir() else 0)):
        raise SetupNeededError(f"{path} may not be read.", hint="make it readable for you and repeat")
    return real


def ask_about(path: Path) -> None:
    """Raise ConsentNeededError for a whole home folder or drive, which is rarely meant."""
    home = Path.home()
    if path == home or path in home.parents or (path.is_mount() and path.parent == path):
        raise ConsentNeededError(
            f"{path} holds far more than one project: everything in it would be indexed.",
            hint="add the folders you work in, or repeat with --yes",
        )
