"""What starts `hitherto serve` at every login: written into the person's own folder, switched on by the person."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from hitherto.app.config import Settings

NOBODY = 1
# What decides where the memory is and how it is read; a login starts without a shell's settings.
KEPT = ("HITHERTO_HOME", "HITHERTO_CONFIG", "HITHERTO_ZONE", "HITHERTO_OWNER", "HITHERTO_DEVICE")


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """One file, what it says, and the commands that switch it on and off; ``tested`` says whether it ever ran."""

    path: Path
    text: str
    on: Sequence[str]
    off: Sequence[str]
    tested: bool


def install(settings: Settings, *, dry_run: bool) -> int:
    """Write the unit of this platform, or with ``dry_run`` show it; say how to switch it on."""
    unit = unit_for(sys.platform, settings.home, os.environ)
    if dry_run:
        click.echo(f"# {unit.path}\n{unit.text}", nl=False)
    else:
        unit.path.parent.mkdir(parents=True, exist_ok=True)
        unit.path.write_text(unit.text, encoding="utf-8")
        click.echo(f"wrote {unit.path}", err=True)
    if not unit.tested:
        click.echo("This has not been tested on this platform; please report how it went.", err=True)
    click.echo("To switch it on:", err=True)
    for command in unit.on:
        click.echo(f"  {command}", err=True)
    return 0


def uninstall(settings: Settings) -> int:
    """Remove the unit of this platform; say how to switch it off."""
    unit = unit_for(sys.platform, settings.home, os.environ)
    if not unit.path.exists():
        click.echo(f"There is no {unit.path}.", err=True)
        return NOBODY
    unit.path.unlink()
    click.echo(f"removed {unit.path}\nTo switch off what may still run:", err=True)
    for command in unit.off:
        click.echo(f"  {command}", err=True)
    return 0


def unit_for(platform: str, home: Path, environ: Mapping[str, str]) -> Unit:
    """Return the unit for ``sys.platform``; each home that was chosen by name has one of its own."""
    kept = {name: environ[name] for name in KEPT if environ.get(name)}
    name = "hitherto"
    if "HITHERTO_HOME" in kept:
        from hashlib import blake2b  # noqa: PLC0415 - most have one home

        kept["HITHERTO_HOME"] = str(home)
        name = f"hitherto-{blake2b(os.fsencode(home), digest_size=4).hexdigest()}"
    command = [sys.executable, "-m", "hitherto", "serve"]
    if platform == "darwin":
        return _launchd(name, command, kept, environ)
    return _task(name, command, kept, environ) if platform == "win32" else _systemd(name, command, kept, environ)


def _systemd(name: str, command: Sequence[str], kept: Mapping[str, str], environ: Mapping[str, str]) -> Unit:
    lines = [
        "[Unit]",
        "Description=hitherto: keeps a memory fresh and answers at once",
        "",
        "[Service]",
        # Only here a dollar sign begins a variable.
        f"ExecStart={' '.join(map(_quoted, command)).replace('$', '$$')}",
        *(f"Environment={_quoted(f'{key}={value}')}" for key, value in kept.items()),
        "Nice=10",
        "Restart=on-failure",
        "RestartSec=30",
        # Another process serves this home, or something is to be set up first: trying again changes nothing.
        "RestartPreventExitStatus=3 4",
        "NoNewPrivileges=true",
        "",
        "[Install]",
        "WantedBy=default.target",
    ]
    folder = Path(environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    return Unit(
        path=folder / "systemd/user" / f"{name}.service",
        text="\n".join(lines) + "\n",
        on=("systemctl --user daemon-reload", f"systemctl --user enable --now {name}"),
        off=(f"systemctl --user disable --now {name}", "systemctl --user daemon-reload"),
        tested=True,
    )


def _quoted(word: str) -> str:
    """Return a word as systemd reads it back: quoted, with its sign for specifiers doubled."""
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%")
    return f'"{escaped}"'


def _launchd(name: str, command: Sequence[str], kept: Mapping[str, str], environ: Mapping[str, str]) -> Unit:
    import plistlib  # noqa: PLC0415 - only on one platform

    _ = environ
    label = f"local.{name}"
    values = {
        "Label": label,
        "ProgramArguments": list(command),
        "EnvironmentVariables": dict(kept),
        "RunAtLoad": True,
        "KeepAlive": {"Crashed": True},
        "ProcessType": "Background",
    }
    path = Path.home() / "Library/LaunchAgents" / f"{label}.plist"
    return Unit(
        path=path,
        text=plistlib.dumps(values).decode(),
        on=(f"launchctl bootstrap gui/{os.getuid()} '{path}'",),
        off=(f"launchctl bootout gui/{os.getuid()}/{label}",),
        tested=False,
    )


def _task(name: str, command: Sequence[str], kept: Mapping[str, str], environ: Mapping[str, str]) -> Unit:
    from xml.sax.saxutils import escape  # noqa: PLC0415 - as above

    settings = "".join(f'set "{key}={value}"&& ' for key, value in kept.items())
    arguments = escape(f'/c "{settings}"{command[0]}" {" ".join(command[1:])}"')
    text = f"""<?xml version="1.0" encoding="UTF-8"?>
<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">
  <Triggers><LogonTrigger><Enabled>true</Enabled></LogonTrigger></Triggers>
  <Settings>
    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>
    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>
    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>
    <Hidden>true</Hidden>
  </Settings>
  <Actions><Exec><Command>cmd.exe</Command><Arguments>{arguments}</Arguments></Exec></Actions>
</Task>
"""
    path = Path(environ.get("LOCALAPPDATA") or Path.home()) / "hitherto" / f"{name}.xml"
    return Unit(
        path=path,
        text=text,
        on=(f'schtasks /create /tn {name} /xml "{path}"', f"schtasks /run /tn {name}"),
        off=(f"schtasks /end /tn {name}", f"schtasks /delete /tn {name} /f"),
        tested=False,
    )
