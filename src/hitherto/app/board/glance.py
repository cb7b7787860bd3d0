"""The compact board as it was last made, where it is certain that nothing has changed since.

This runs in every turn of a conversation: it loads no library but SQLite's, and leaves whatever is not simple to the
ordinary way, which gives the same bytes.
"""

from __future__ import annotations

import os
import sys
from hashlib import blake2b

from hitherto import __version__
from hitherto.engine.topics import NOTED
from hitherto.stores.glance import mark_of, remarks

# As in hitherto/__init__.py: typing takes longer to load than all of this takes to run.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

FORMS = {"--turn": 0, "--full": 1}
BETWEEN = "\x1e"
"""What stands between the parts of the remark; no compact form has a control character but the line break."""
_FOLDERS = {
    "linux": (("XDG_DATA_HOME", "~/.local/share"), ("XDG_CONFIG_HOME", "~/.config")),
    "darwin": (
        ("XDG_DATA_HOME", "~/Library/Application Support"),
        ("XDG_CONFIG_HOME", "~/Library/Application Support"),
    ),
}


def form_in(arguments: list[str]) -> int | None:
    """Return which form a command line asks for, None where it asks for anything else."""
    if len(arguments) == 3 and arguments[0] == "topics" and "--inject" in arguments:
        chosen = [FORMS[one] for one in arguments if one in FORMS]
        return chosen[0] if len(chosen) == 1 else None
    return None


def compact_at_a_glance(form: int, environ: Mapping[str, str]) -> str | None:
    """Return what ``hitherto topics --inject`` is to print, None where it takes more than a glance to know."""
    settings = _config(environ)
    home = None if settings is None else _home(environ, settings)
    if home is None:
        return None
    database, journal = f"{home}/hitherto.db", f"{home}/journal"
    if not os.path.exists(database):  # noqa: PTH110 - pathlib takes as long to load as Python itself
        return None if os.path.exists(journal) else ""  # noqa: PTH110 - as above
    noted = remarks(database, (NOTED, "followed", "rebuilding"))
    forms = remembered(noted.get(NOTED), environ)
    if not forms or "rebuilding" in noted:
        return None
    try:
        return forms[form] if noted.get("followed") == mark_of(journal) else None
    except OSError:
        return None


def to_remember(forms: list[str], environ: Mapping[str, str]) -> str:
    """Return the remark that holds the compact forms, as made by this version in these circumstances."""
    return BETWEEN.join([__version__, circumstances(environ), *forms])


def remembered(remark: str | None, environ: Mapping[str, str]) -> list[str]:
    """Return the compact forms of a remark, none where another version made it, or in other circumstances."""
    parts = (remark or "").split(BETWEEN)
    ours = parts[:2] == [__version__, circumstances(environ)] and len(parts) == 2 + len(FORMS)
    return parts[2:] if ours else []


def circumstances(environ: Mapping[str, str]) -> str:
    """Return what changes whenever the person's zone may have: a hash of all that it is made from."""
    try:
        machine = os.readlink("/etc/localtime")  # noqa: PTH115 - as above
    except OSError:
        machine = _text("/etc/timezone") or ""
    parts = (environ.get("HITHERTO_ZONE", ""), environ.get("TZ", ""), machine, _config(environ) or "")
    return blake2b("\0".join(parts).encode(errors="surrogateescape"), digest_size=8).hexdigest()


def _config(environ: Mapping[str, str]) -> str | None:
    """Return what the person's configuration file says, empty where there is none, None where that is unknown."""
    path = environ.get("HITHERTO_CONFIG") or _folder(environ, 1, "/config.toml")
    return None if path is None else _text(path)


def _home(environ: Mapping[str, str], settings: str) -> str | None:
    given = environ.get("HITHERTO_HOME")
    if not given:
        given = _home_set_in(settings)
        if given is None:
            return None
    return os.path.expanduser(given) if given else _folder(environ, 0, "")  # noqa: PTH111 - as above


def _home_set_in(settings: str) -> str | None:
    """Return the home that plain lines of TOML set, empty where they set none, None where they are not plain."""
    home = ""
    for line in settings.split("\n"):
        name, _, value = (part.strip() for part in line.partition("="))
        plain = len(value) > 1 and value[0] == value[-1] == '"' and not {'"', "\\"} & set(value[1:-1])
        if name == "home" and plain and not home:
            home = value[1:-1]
        elif "home" in name or name[:1] in ("'", '"', "[") or "'''" in line or '"""' in line:
            return None
    return home


def _folder(environ: Mapping[str, str], which: int, below: str) -> str | None:
    """Return a folder of this program as platformdirs chooses it, None on a platform not known here."""
    if sys.platform not in _FOLDERS:
        return None
    name, usual = _FOLDERS[sys.platform][which]
    chosen = environ.get(name, "").strip()
    # What is not plain is for platformdirs to judge.
    if chosen and not chosen.startswith("/"):
        return None
    return os.path.expanduser(chosen or usual) + f"/hitherto{below}"  # noqa: PTH111 - as above


def _text(path: str) -> str | None:
    try:
        with open(path, encoding="utf-8") as file:  # noqa: PTH123 - as above
            return file.read()
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except (OSError, ValueError):
        return None
