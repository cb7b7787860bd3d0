from __future__ import annotations

import json
import subprocess
import sys

import pytest

import hitherto


@pytest.mark.parametrize("name", hitherto.__all__)
def test_each_public_name_can_be_had(name: str) -> None:
    """Each public name is there, and is called what it is called."""
    found = getattr(hitherto, name)
    assert name in ("__version__", getattr(found, "__name__", ""))


def test_other_names_are_not_there() -> None:
    """What is not public is an AttributeError, as of any module."""
    with pytest.raises(AttributeError, match="no attribute 'Daemon'"):
        hitherto.Daemon  # noqa: B018 - asking is the point


def loaded_by(script: str) -> list[str]:
    """Return the modules that are loaded after ``script``, besides those of a bare interpreter."""
    tell = "import json; print(json.dumps(sorted(loaded - before)))"
    whole = f"import sys; before = set(sys.modules)\n{script}\nloaded = set(sys.modules)\n{tell}"
    done = subprocess.run([sys.executable, "-c", whole], capture_output=True, check=True, encoding="utf-8")
    return json.loads(done.stdout.splitlines()[-1])


def test_importing_alone_is_light() -> None:
    """`import hitherto` loads no other module of ours, and hardly any at all."""
    loaded = loaded_by("import hitherto")
    assert [name for name in loaded if name.startswith("hitherto")] == ["hitherto"]
    assert {"dataclasses", "typing"} & set(loaded) == set()
