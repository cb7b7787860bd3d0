from __future__ import annotations

import os
import plistlib
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from inline_snapshot import snapshot

from hitherto.hosts.cli.units import unit_for

if TYPE_CHECKING:
    from collections.abc import Callable

HOME = Path("/home/mia/.local/share/hitherto")


@pytest.fixture(autouse=True)
def interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same interpreter on every machine."""
    monkeypatch.setattr(sys, "executable", "/usr/bin/python3")
    monkeypatch.setenv("HOME", "/home/mia")


def test_systemd() -> None:
    """The unit starts `serve` at low priority, again after a failure that trying again can mend, for this user only."""
    unit = unit_for("linux", HOME, {})
    assert unit.path == Path("/home/mia/.config/systemd/user/hitherto.service")
    assert unit.tested
    assert unit.on == ("systemctl --user daemon-reload", "systemctl --user enable --now hitherto")
    assert unit.text == snapshot("""\
[Unit]
Description=hitherto: keeps a memory fresh and answers at once

[Service]
ExecStart="/usr/bin/python3" "-m" "hitherto" "serve"
Nice=10
Restart=on-failure
RestartSec=30
RestartPreventExitStatus=3 4
NoNewPrivileges=true

[Install]
WantedBy=default.target
""")


def test_a_home_of_another_place_has_a_unit_of_its_own() -> None:
    """What a shell would have set is set in the unit, whatever signs are in it; two homes have two units."""
    environ = {"HITHERTO_HOME": "x", "HITHERTO_ZONE": "Europe/Berlin", "HITHERTO_DEBUG": "1", "XDG_CONFIG_HOME": "/c"}
    unit = unit_for("linux", Path('/data/50% "$x\\'), environ)
    lines = [line for line in unit.text.splitlines() if line.startswith("Environment")]
    assert lines == snapshot(
        ['Environment="HITHERTO_HOME=/data/50%% \\"$x\\\\"', 'Environment="HITHERTO_ZONE=Europe/Berlin"']
    )
    assert unit.path.parent == Path("/c/systemd/user")
    assert unit.path.name != unit_for("linux", HOME, environ).path.name


def test_launchd() -> None:
    """The agent runs `serve` at login, and again only after a crash."""
    unit = unit_for("darwin", HOME, {"HITHERTO_ZONE": "Europe/Berlin"})
    assert not unit.tested
    assert unit.path == Path("/home/mia/Library/LaunchAgents/local.hitherto.plist")
    assert plistlib.loads(unit.text.encode()) == snapshot(
        {
            "EnvironmentVariables": {"HITHERTO_ZONE": "Europe/Berlin"},
            "KeepAlive": {"Crashed": True},
            "Label": "local.hitherto",
            "ProcessType": "Background",
            "ProgramArguments": ["/usr/bin/python3", "-m", "hitherto", "serve"],
            "RunAtLoad": True,
        }
    )
    assert unit.off == (f"launchctl bootout gui/{os.getuid()}/local.hitherto",)


def test_task_scheduler() -> None:
    """The task is well-formed, starts at logon, and never runs twice."""
    unit = unit_for("win32", HOME, {"HITHERTO_OWNER": "M&M", "LOCALAPPDATA": "/local"})
    assert not unit.tested
    assert unit.path == Path("/local/hitherto/hitherto.xml")
    root = ET.fromstring(unit.text)  # noqa: S314 - our own
    space = {"t": "http://schemas.microsoft.com/windows/2004/02/mit/task"}
    assert root.findtext("t:Actions/t:Exec/t:Arguments", namespaces=space) == snapshot(
        '/c "set "HITHERTO_OWNER=M&M"&& "/usr/bin/python3" -m hitherto serve"'
    )
    assert root.findtext("t:Settings/t:MultipleInstancesPolicy", namespaces=space) == "IgnoreNew"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path / "config/systemd/user"


def test_dry_run_writes_nothing(shell: Callable[..., Any], config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be written is shown on standard output with its place, the commands beside it."""
    monkeypatch.setattr(sys, "platform", "linux")
    code, out, err = shell("serve", "--install", "--dry-run")
    assert code == 0
    assert out.startswith(f"# {config}/hitherto-")
    assert "ExecStart=" in out
    assert "systemctl --user enable --now hitherto-" in err
    assert not config.exists()


def test_installed_and_removed(shell: Callable[..., Any], config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The unit is written, and removed again; where there is none, that is said with code 1."""
    monkeypatch.setattr(sys, "platform", "linux")
    assert shell("serve", "--install")[0] == 0
    (unit,) = config.iterdir()
    assert f"HITHERTO_HOME={config.parents[2]}/home" in unit.read_text()
    code, _, err = shell("serve", "--uninstall")
    assert (code, list(config.iterdir())) == (0, [])
    assert "systemctl --user disable --now" in err
    assert shell("serve", "--uninstall")[0] == 1


def test_what_was_never_tried_says_so(shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """On a platform where the unit never ran, the person is told."""
    monkeypatch.setattr(sys, "platform", "darwin")
    assert "has not been tested" in shell("serve", "--install", "--dry-run")[2]


@pytest.mark.parametrize("broken", [False, True])
def test_systemd_takes_it(tmp_path: Path, broken: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Where systemd can check a unit, it finds nothing wrong with ours, whatever signs are in it."""
    unit = unit_for("linux", HOME, {"HITHERTO_HOME": "/x", "HITHERTO_OWNER": 'M "%n" $x \\'})
    file = tmp_path / "hitherto.service"
    file.write_text(unit.text.replace("/usr/bin/python3", "/bin/true").replace("Nice", "Nicer" if broken else "Nice"))
    try:
        done = subprocess.run(
            ["systemd-analyze", "verify", "--user", file],
            env=os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)},
            capture_output=True,
            check=False,
            encoding="utf-8",
        )
    except FileNotFoundError:
        pytest.skip("no systemd-analyze here")
    assert ("hitherto.service" in done.stderr) is broken
