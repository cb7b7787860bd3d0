"""The commands about the process that keeps a home fresh: serve and watch."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from hitherto.hosts.cli.options import examples

if TYPE_CHECKING:
    from hitherto.app.config import Settings

ENDING_SECONDS = 10.0
NOBODY = 1


@click.command(
    short_help="Keep the memory fresh and answer at once.",
    epilog=examples(
        "hitherto serve &                        until it is stopped",
        "hitherto serve --stop",
        "hitherto serve --install --dry-run      see what would start it at every login",
    ),
)
@click.option("--stop", is_flag=True, help="End the process that serves the memory.")
@click.option("--status", is_flag=True, help="Show what that process does, and what it could not do.")
@click.option("--install", is_flag=True, help="Write what starts it at every login, and say how to switch that on.")
@click.option("--uninstall", is_flag=True, help="Remove what --install wrote.")
@click.option("--dry-run", is_flag=True, help="With --install: only show what would be written, and where.")
@click.option("--json", "as_json", is_flag=True, help="With --status: print it as JSON.")
def serve(*, as_json: bool, dry_run: bool, **wanted: bool) -> int:
    """Keep the memory fresh in the background, and answer every other command at once, until stopped.

    It says nothing; `hitherto watch` is the same and says what it does. One process serves a memory.
    """
    from hitherto.app.config import load_settings  # noqa: PLC0415 - help needs no settings

    chosen = [name for name, is_wanted in wanted.items() if is_wanted]
    if len(chosen) > 1:
        raise click.UsageError(f"--{chosen[0]} and --{chosen[1]} exclude each other.")
    if (dry_run and chosen != ["install"]) or (as_json and chosen != ["status"]):
        raise click.UsageError("--dry-run goes with --install, and --json with --status.")
    settings = load_settings()
    if not chosen:
        return _serve(settings, aloud=False)
    if chosen == ["stop"]:
        return _stop(settings)
    if chosen == ["status"]:
        return _status(settings, as_json=as_json)
    from hitherto.hosts.cli.units import install, uninstall  # noqa: PLC0415 - only for these two

    return install(settings, dry_run=dry_run) if chosen == ["install"] else uninstall(settings)


@click.command(short_help="Serve, and say what happens.", epilog=examples("hitherto watch"))
def watch() -> int:
    """Keep the memory fresh and answer, as `hitherto serve` does, and say on standard error what happens."""
    from hitherto.app.config import load_settings  # noqa: PLC0415 - help needs no settings

    return _serve(load_settings(), aloud=True)


def _serve(settings: Settings, *, aloud: bool) -> int:
    from hitherto.app.daemon.residence import serve as live  # noqa: PLC0415 - only the server needs all of it

    live(settings, say=_say if aloud else lambda _: None)
    return 0


def _say(text: str) -> None:
    from hitherto.hosts.cli.show.terminal import printable  # noqa: PLC0415 - as above

    lines = "\n".join(map(printable, text.split("\n")))
    click.echo(f"{time.strftime('%H:%M:%S')} {lines}", err=True)


def _stop(settings: Settings) -> int:
    from hitherto.app.daemon import client, lease  # noqa: PLC0415 - only here
    from hitherto.core.errors import BusyError  # noqa: PLC0415 - only here

    holder = lease.stated(settings.home)
    if holder is None or not client.is_served(settings):
        click.echo(f"No process serves {settings.home}.", err=True)
        return NOBODY
    client.ask(settings, {"ask": "stop"})
    deadline = time.monotonic() + ENDING_SECONDS
    while client.is_served(settings):
        if time.monotonic() > deadline:
            raise BusyError(f"Process {holder.pid} does not end.", hint=f"end it with `kill -9 {holder.pid}`")
        time.sleep(0.05)
    click.echo(f"Process {holder.pid} ended.", err=True)
    return 0


def _status(settings: Settings, *, as_json: bool) -> int:
    from hitherto.app.daemon import client  # noqa: PLC0415 - only here
    from hitherto.hosts.cli.show.json_output import echo_json  # noqa: PLC0415 - only here

    said: list[str] = []
    response = client.ask(settings, {"ask": "status"}, say=said.append)
    status = response and response.get("status")
    if as_json:
        echo_json({"hitherto": 1, "serving": status})
    elif status:
        for line in _status_lines(status):
            click.echo(line)
    else:
        click.echo("; ".join(said) or f"No process serves {settings.home}.", err=True)
    return 0 if status else NOBODY


def _status_lines(status: dict[str, Any]) -> list[str]:
    from hitherto.hosts.cli.show.terminal import counted, printable  # noqa: PLC0415 - only here

    lines = [
        f"process   {status['pid']}, version {status['version']}, since {status['started']}",
        f"answered  {counted(status['questions'], 'question')}",
    ]
    if night := status.get("night"):
        faults = f"{night['faults']} faults, see `hitherto verify`" if night["faults"] else "no fault"
        lines.append(f"night     last on {night['day']}: {faults}")
    for one in status["troubles"]:
        times = f" ({one['times']} times since {one['since']})" if one["times"] > 1 else f" (since {one['since']})"
        lines += [
            f"trouble   {printable(one['what'])}: {printable(one['error'])}{times}",
            f"  -> {printable(one['hint'])}",
        ]
    return lines
