from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tools import licences

if TYPE_CHECKING:
    from pathlib import Path


def plant(site: Path, name: str, *lines: str) -> None:
    """Put a distribution called ``name`` on the path ``site``, with these metadata lines."""
    info = site / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    text = "\n".join(["Metadata-Version: 2.4", f"Name: {name}", "Version: 1.0", *lines, ""])
    (info / "METADATA").write_text(text, encoding="utf-8")


def faults(site: Path, root: str = "app") -> dict[str, str]:
    return {verdict.name: verdict.fault for verdict in licences.judge(root, [str(site)]) if verdict.fault}


@pytest.mark.parametrize(
    "stated",
    [
        "License-Expression: GPL-3.0-only",
        "License-Expression: AGPL-3.0-or-later",
        "License-Expression: MIT AND GPL-2.0-only",
        "License-Expression: GPL-2.0-only AND (MIT OR BSD-3-Clause)",
        "Classifier: License :: OSI Approved :: GNU General Public License v3 (GPLv3)",
        "Classifier: License :: OSI Approved :: GNU Affero General Public License v3",
        "License: GPLv2+",
    ],
)
def test_forbidden_licence_is_refused(tmp_path: Path, stated: str) -> None:
    """A planted distribution under AGPL or GPL fails the gate, wherever it states its licence."""
    plant(tmp_path, "app", "License-Expression: MIT", "Requires-Dist: planted")
    plant(tmp_path, "planted", stated)
    assert faults(tmp_path) == {"planted": "forbidden licence"}


@pytest.mark.parametrize(
    "stated",
    [
        "License-Expression: MIT",
        "License-Expression: LGPL-3.0-or-later",
        "License-Expression: MIT OR GPL-2.0-only",
        "Classifier: License :: OSI Approved :: GNU Lesser General Public License v3 (LGPLv3)",
        "Classifier: License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)",
    ],
)
def test_allowed_licence_passes(tmp_path: Path, stated: str) -> None:
    """Permissive licences, LGPL, MPL and a free choice that includes one of them are let through."""
    plant(tmp_path, "app", "License-Expression: MIT", "Requires-Dist: planted")
    plant(tmp_path, "planted", stated)
    assert faults(tmp_path) == {}


def test_what_is_pulled_in_indirectly_and_by_extras_counts(tmp_path: Path) -> None:
    """The walk goes through extras of ours, extras we ask of others, and as deep as they go."""
    plant(tmp_path, "app", "License: MIT", "Provides-Extra: more", 'Requires-Dist: one[fast]; extra == "more"')
    plant(tmp_path, "one", "License: MIT", "Provides-Extra: fast", 'Requires-Dist: two; extra == "fast"')
    plant(tmp_path, "two", "License: MIT", "Requires-Dist: app", "Requires-Dist: Three_Deep")
    plant(tmp_path, "Three_Deep", "License: GPL")
    assert faults(tmp_path) == {"three-deep": "forbidden licence"}


def test_what_is_not_pulled_in_does_not_count(tmp_path: Path) -> None:
    """Other people's optional extras, other platforms and strangers in the environment are left alone."""
    plant(
        tmp_path,
        "app",
        "License: MIT",
        "Requires-Dist: one",
        'Requires-Dist: elsewhere; sys_platform == "plan9"',
    )
    plant(tmp_path, "one", "License: MIT", "Provides-Extra: dev", 'Requires-Dist: stranger; extra == "dev"')
    plant(tmp_path, "stranger", "License: GPL")
    plant(tmp_path, "elsewhere", "License: GPL")
    assert [verdict.name for verdict in licences.judge("app", [str(tmp_path)])] == ["app", "one"]


def test_torch_is_refused_whatever_its_licence(tmp_path: Path) -> None:
    """PyTorch fails the gate by name."""
    plant(tmp_path, "app", "License: MIT", "Requires-Dist: torch")
    plant(tmp_path, "torch", "License-Expression: BSD-3-Clause")
    assert faults(tmp_path) == {"torch": "PyTorch"}


def test_silence_and_absence_are_refused(tmp_path: Path) -> None:
    """What states no licence, or is not there to be asked, fails until a person has looked."""
    plant(tmp_path, "app", "License: MIT", "Requires-Dist: silent", "Requires-Dist: missing")
    plant(tmp_path, "silent")
    assert faults(tmp_path) == {"missing": "not installed, so it cannot be judged", "silent": "states no licence"}


def test_the_real_thing_passes(capsys: pytest.CaptureFixture[str]) -> None:
    """What hitherto pulls in today is allowed, and the table names each of its direct dependencies."""
    assert licences.main() == 0
    table = capsys.readouterr().out
    for name in ("apsw", "charset-normalizer", "click", "pathspec", "platformdirs", "pystemmer"):
        assert f"\n{name} " in f"\n{table}"


def test_gate_ends_with_an_error(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One refused distribution makes the gate fail and is named."""
    bad = licences.Verdict(name="planted", version="1.0", licence="GPL", fault="forbidden licence")
    monkeypatch.setattr(licences, "judge", lambda _root: [bad])
    assert licences.main() == 1
    assert "REFUSED: forbidden licence" in capsys.readouterr().out
