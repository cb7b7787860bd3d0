from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from hitherto.app.config import DEFAULT_MAX_FILE_BYTES, config_path, load_settings, system_zone
from hitherto.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def configured(tmp_path: Path) -> Callable[..., dict[str, str]]:
    """Return an environment whose configuration file says this."""

    def make(text: str | bytes, **environ: str) -> dict[str, str]:
        file = tmp_path / "config.toml"
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
        return {"HITHERTO_CONFIG": str(file), "TZ": "Asia/Tokyo", **environ}

    return make


def test_an_environment_variable_beats_the_file_and_that_the_default(configured: Callable[..., dict[str, str]]) -> None:
    """Each setting is taken from the nearest place that has it."""
    text = 'owner = "mia"\nzone = "Europe/Berlin"\nhome = "/data/memory"\nmax_file_bytes = 10\n'
    from_file = load_settings(configured(text))
    assert (from_file.owner, from_file.zone, from_file.home) == ("mia", "Europe/Berlin", Path("/data/memory"))
    assert from_file.max_file_bytes == 10
    given = {"OWNER": "tom", "ZONE": "UTC", "HOME": "/elsewhere", "MAX_FILE_BYTES": "20"}
    nearer = load_settings(configured(text, **{f"HITHERTO_{name}": value for name, value in given.items()}))
    assert (nearer.owner, nearer.zone, nearer.home, nearer.max_file_bytes) == ("tom", "UTC", Path("/elsewhere"), 20)
    default = load_settings(configured(""))
    assert (default.owner, default.zone) == ("user", "Asia/Tokyo")
    assert default.max_file_bytes == DEFAULT_MAX_FILE_BYTES


def test_the_embedder_can_be_chosen(configured: Callable[..., dict[str, str]]) -> None:
    """The built-in one unless another is named; where Ollama is and which model of it can be set too."""
    default = load_settings(configured(""))
    assert (default.embedder, default.ollama_model) == ("builtin", "nomic-embed-text")
    assert default.ollama_url == "http://127.0.0.1:11434"
    set_ = load_settings(configured('embedder = "ollama"\nollama_url = "http://10.0.0.7:1"\nollama_model = "bge-m3"\n'))
    assert (set_.embedder, set_.ollama_url, set_.ollama_model) == ("ollama", "http://10.0.0.7:1", "bge-m3")
    assert load_settings(configured('embedder = "ollama"', HITHERTO_EMBEDDER="none")).embedder == "none"


def test_an_empty_variable_is_none(configured: Callable[..., dict[str, str]]) -> None:
    """A variable that is set to nothing changes nothing."""
    assert load_settings(configured('owner = "mia"', HITHERTO_OWNER="", HITHERTO_ZONE="")).owner == "mia"


def test_the_home_is_absolute(configured: Callable[..., dict[str, str]], monkeypatch: pytest.MonkeyPatch) -> None:
    """A tilde is the person's own folder, and a relative path starts here."""
    monkeypatch.setenv("HOME", "/home/mia")
    assert load_settings(configured("", HITHERTO_HOME="~/memory")).home == Path("/home/mia/memory")
    assert load_settings(configured("", HITHERTO_HOME="memory")).home == Path.cwd() / "memory"
    assert load_settings(configured('home = ""')).home.name == "hitherto"


@pytest.mark.parametrize(
    ("text", "says", "hint"),
    [
        ('ownr = "mia"', "ownr", "did you mean owner?"),
        (
            'colour = "blue"',
            "colour",
            "known settings: embedder, home, max_file_bytes, ollama_model, ollama_url, owner, week_start, zone",
        ),
        ("owner = 3", "owner cannot be 3", "docs/reference"),
        ("max_file_bytes = 1.5", "max_file_bytes cannot be 1.5", "docs/reference"),
        ("max_file_bytes = 0", "max_file_bytes cannot be 0", "5000000"),
        ("max_file_bytes = true", "max_file_bytes cannot be True", ""),
        ('max_file_bytes = "many"', "max_file_bytes cannot be 'many'", "5000000"),
        ('zone = "Mars/Olympus"', "no time zone 'Mars/Olympus'", "Europe/Berlin"),
        ('zone = "../../etc/passwd"', "no time zone", "Europe/Berlin"),
        ('zone = "Europe"', "no time zone 'Europe'", "Europe/Berlin"),
        ('embedder = "magic"', "no embedder 'magic'", "builtin, ollama, none"),
        ('week_start = "tuesday"', "No week begins with 'tuesday'", "monday, saturday, sunday"),
        ("embedder = true", "embedder cannot be True", "docs/reference"),
        ("owner =", "not valid TOML", "correct"),
        (b'owner = "\xff"', "not valid TOML", "correct"),
    ],
)
def test_a_mistake_is_told_with_the_way_out(
    configured: Callable[..., dict[str, str]], text: str | bytes, says: str, hint: str
) -> None:
    """A wrong key, type, zone or file never passes in silence."""
    with pytest.raises(UsageError) as caught:
        load_settings(configured(text))
    assert says in str(caught.value)
    assert hint in caught.value.hint


def test_no_configuration_is_fine(tmp_path: Path) -> None:
    """A file that is not there, or an empty device, sets nothing."""
    for path in ("/dev/null", str(tmp_path / "never.toml"), str(tmp_path / "never" / "config.toml")):
        assert load_settings({"HITHERTO_CONFIG": path, "TZ": "Asia/Tokyo"}).owner == "user"


def test_a_configuration_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    """What is there and cannot be read is not taken for nothing."""
    with pytest.raises(UsageError, match="cannot be read"):
        load_settings({"HITHERTO_CONFIG": str(tmp_path)})


def test_the_persons_own_folder_is_looked_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a word from the environment, the platform says where settings and memory are."""
    monkeypatch.setenv("XDG_CONFIG_HOME", "/conf")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert config_path({}).parts[-2:] == ("hitherto", "config.toml")
    monkeypatch.delenv("HITHERTO_HOME", raising=False)
    monkeypatch.setenv("HITHERTO_CONFIG", "/dev/null")
    assert load_settings().home.name == "hitherto"


def test_the_machines_zone_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """From TZ, from the link that names it, or from the file; UTC where none tells."""
    assert system_zone({"TZ": "Europe/Berlin"}) == "Europe/Berlin"
    assert system_zone({"TZ": ":Asia/Tokyo"}) == "Asia/Tokyo"
    monkeypatch.setattr(Path, "readlink", lambda _: Path("/usr/share/zoneinfo/America/Lima"))
    assert system_zone({}) == system_zone({"TZ": "CET-1CEST"}) == system_zone({"TZ": "/etc/x"}) == "America/Lima"
    monkeypatch.setattr(Path, "readlink", lambda _: Path("elsewhere"))
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: "Asia/Kolkata\n")
    assert system_zone({}) == "Asia/Kolkata"
    monkeypatch.setattr(Path, "read_text", lambda *_, **__: " \n")
    assert system_zone({}) == "UTC"

    def missing(*_: object, **__: object) -> str:
        raise FileNotFoundError

    monkeypatch.setattr(Path, "read_text", missing)
    monkeypatch.setattr(Path, "readlink", missing)
    assert system_zone({}) == "UTC"
