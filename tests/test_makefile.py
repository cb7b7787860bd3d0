"""Make finds a Python that works, or says what is missing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LACKS_VENV = "#!/bin/sh\necho 'No module named ensurepip' >&2\nexit 1\n"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder with the Makefile and a ``bin`` that is the whole PATH: the shell's tools, no Python."""
    shutil.copy(ROOT / "Makefile", tmp_path)
    (tmp_path / "bin").mkdir()
    for tool in ("make", "sh", "touch", "mkdir"):
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or tool)
    return tmp_path


def make(checkout: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": str(checkout / "bin"), "HOME": os.environ.get("HOME", "/")}
    command = [str(checkout / "bin/make"), *arguments]
    return subprocess.run(command, cwd=checkout, env=env, capture_output=True, check=False, encoding="utf-8")


def program(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    path.chmod(0o755)


def test_a_name_that_does_not_run_is_passed_over(checkout: Path) -> None:
    """Where python3.13 is an empty shim and python3.12 lacks venv, the next one that works is taken."""
    program(checkout / "bin/python3.13", "#!/bin/sh\nexit 127\n")
    program(checkout / "bin/python3.12", LACKS_VENV)
    program(checkout / "bin/python3.11", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    done = make(checkout, ".venv/made")
    assert done.returncode == 0, done.stderr
    assert (checkout / ".venv/bin/python").exists()


def test_no_python_is_said_plainly(checkout: Path) -> None:
    """Without any usable Python the message names what to install and how to name another one."""
    done = make(checkout, ".venv/made")
    assert done.returncode != 0
    assert "python3-venv" in done.stderr
    assert "make PYTHON=" in done.stderr
    assert not (checkout / ".venv").exists()


def test_a_named_python_without_venv_is_said_plainly(checkout: Path) -> None:
    """A Python the caller chose is not replaced silently; what it lacks is named."""
    program(checkout / "bin/mine", LACKS_VENV)
    done = make(checkout, ".venv/made", "PYTHON=mine")
    assert done.returncode != 0
    assert "mine is older than 3.11, or lacks venv" in done.stderr
