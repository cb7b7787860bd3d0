from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import lock


def pins(name: str) -> dict[str, str]:
    """Return the version pinned for each distribution in one of the requirement files."""
    text = (lock.ROOT / "requirements" / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([\w.-]+)==([^ \\]+)", text, flags=re.MULTILINE))


@pytest.mark.parametrize("name", lock.FILES)
def test_everything_is_pinned_with_hashes(name: str) -> None:
    """Every line that asks for something pins one version and lists at least one hash, and options are absent."""
    text = (lock.ROOT / "requirements" / name).read_text(encoding="utf-8")
    lines = [
        line for line in text.replace("\\\n", " ").splitlines() if line.strip() and not line.strip().startswith("#")
    ]
    assert [line[:60] for line in lines if not re.match(r"[\w.-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", line)] == []


@pytest.mark.parametrize("name", ["grammars.txt", "base.txt"])
def test_the_files_agree(name: str) -> None:
    """What the smaller files pin, the widest one pins to the same version."""
    assert pins(name).items() <= pins("dev.txt").items()


@pytest.mark.parametrize(("name", "extra"), [("base.txt", None), ("grammars.txt", "grammars")])
def test_pins_satisfy_the_package(name: str, extra: str | None) -> None:
    """Each dependency the package declares is pinned to a version it accepts."""
    project = tomllib.loads(Path(lock.ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["dependencies"] + (project["optional-dependencies"][extra] if extra else [])
    pinned = {canonicalize_name(key): version for key, version in pins(name).items()}
    for need in map(Requirement, wanted):
        assert need.specifier.contains(pinned[canonicalize_name(need.name)]), need
