"""Settings: a flag beats an environment variable, that beats config.toml, that beats the default.

Only the person's own configuration folder is read; a file inside an indexed folder never sets anything.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hitherto.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

DEFAULT_MAX_FILE_BYTES = 5_000_000
EMBEDDERS = ("builtin", "ollama", "none")
# What weeks begin with somewhere, and its number among the weekdays.
WEEK_STARTS = {"monday": 0, "saturday": 5, "sunday": 6}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Everything a person can set: where the home is, their zone, weeks and name, what is too large, what embeds.

    ``embedder`` is ``builtin``, ``ollama`` or ``none``; the other two say which Ollama, and which model of it.
    """

    home: Path
    zone: str = "UTC"
    owner: str = "user"
    max_file_bytes: int = DEFAULT_MAX_FILE_BYTES
    embedder: str = "builtin"
    ollama_url: str = "http://127.0.0.1:11434"
    ollama_model: str = "nomic-embed-text"
    week_start: str = "monday"


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Return the settings of this person on this machine.

    Raises UsageError for an unknown key, a wrong type, or a zone that does not exist.
    """
    environ = os.environ if environ is None else environ
    values = _from_file(config_path(environ))
    for field in fields(Settings):
        given = environ.get(f"HITHERTO_{field.name.upper()}")
        if given:
            values[field.name] = given
    home = Path(values.pop("home", "") or _default_home()).expanduser().absolute()
    values["zone"] = _zone(str(values.get("zone") or system_zone(environ)))
    if "max_file_bytes" in values:
        values["max_file_bytes"] = _size(values["max_file_bytes"])
    if values.get("embedder", "builtin") not in EMBEDDERS:
        raise UsageError(f"There is no embedder {values['embedder']!r}.", hint=f"use one of {', '.join(EMBEDDERS)}")
    if values.get("week_start", "monday") not in WEEK_STARTS:
        raise UsageError(f"No week begins with {values['week_start']!r}.", hint=f"use one of {', '.join(WEEK_STARTS)}")
    return Settings(home=home, **values)


def config_path(environ: Mapping[str, str]) -> Path:
    """Return where config.toml is looked for."""
    chosen = environ.get("HITHERTO_CONFIG")
    if chosen:
        return Path(chosen)
    from platformdirs import user_config_path  # noqa: PLC0415 - not needed where the path is given

    return user_config_path("hitherto") / "config.toml"


def _default_home() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed where the path is given

    return user_data_path("hitherto")


def _from_file(path: Path) -> dict[str, Any]:
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}.", hint="check the file and its rights") from error
    if not raw.strip():
        return {}
    import tomllib  # noqa: PLC0415 - most people set nothing

    try:
        values = tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not valid TOML: {error}.", hint="correct that line") from error
    known = {field.name for field in fields(Settings)}
    for name, value in values.items():
        if name not in known:
            from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"known settings: {', '.join(sorted(known))}"
            raise UsageError(f"{path} sets {name!r}, which is no setting.", hint=hint)
        if not isinstance(value, str) and not (name == "max_file_bytes" and isinstance(value, int)):
            raise UsageError(f"{path}: {name} cannot be {value!r}.", hint="see docs/reference/settings.md")
    return values


def system_zone(environ: Mapping[str, str]) -> str:
    """Return the IANA name of the machine's zone, UTC where it does not tell."""
    given = environ.get("TZ", "").removeprefix(":")
    if given and "/" in given and not given.startswith("/"):
        return given
    try:
        target = str(Path("/etc/localtime").readlink())
    except OSError:
        target = ""
    _, found, name = target.partition("zoneinfo/")
    if found:
        return name
    try:
        return Path("/etc/timezone").read_text(encoding="ascii").strip() or "UTC"
    except (OSError, UnicodeDecodeError):
        return "UTC"


def _zone(name: str) -> str:
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError  # noqa: PLC0415 - only here

    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise UsageError(f"There is no time zone {name!r}.", hint="use an IANA name such as Europe/Berlin") from error
    return name


def _size(value: object) -> int:
    try:
        size = int(str(value))
    except ValueError:
        size = 0
    if size <= 0:
        raise UsageError(f"max_file_bytes cannot be {value!r}.", hint="give a number of bytes such as 5000000")
    return size
