"""Choose and pin every dependency with the hashes of all its files: ``python -m tools.lock``.

Needs pip-tools in the environment it runs in. The files it writes name no index, so each machine's own
pip configuration decides where packages come from; the hashes decide which ones are accepted.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
# The widest set goes first and holds the others to its versions.
FILES = {
    "dev.txt": ("--extra=grammars", "pyproject.toml", "requirements/dev.in"),
    "grammars.txt": ("--extra=grammars", "pyproject.toml"),
    "base.txt": ("pyproject.toml",),
    "embedder.txt": ("pyproject.toml", "requirements/embedder.in"),
}
OPTIONS = (
    "--quiet",
    "--generate-hashes",
    "--strip-extras",
    "--no-emit-index-url",
    "--no-emit-trusted-host",
    "--no-emit-find-links",
    "--annotation-style=line",
)


def main() -> int:
    """Rewrite ``requirements/*.txt``; versions already pinned there stay unless ``--upgrade`` is given.

    The oldest Python we support chooses, so that what it can install is what everybody gets.
    """
    if sys.version_info[:2] != (3, 11):
        print("Run this with Python 3.11, the oldest we support.", file=sys.stderr)
        return 2
    for name, inputs in FILES.items():
        held = [] if name == "dev.txt" else ["--constraint=requirements/dev.txt"]
        command = [sys.executable, "-m", "piptools", "compile", *OPTIONS, *sys.argv[1:], *held]
        command += ["--output-file", f"requirements/{name}", *inputs]
        env = os.environ | {"CUSTOM_COMPILE_COMMAND": "python -m tools.lock"}
        subprocess.run(command, cwd=ROOT, env=env, check=True, stdin=subprocess.DEVNULL)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
