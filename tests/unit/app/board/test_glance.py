from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platformdirs.macos import MacOS
from platformdirs.unix import Unix

from hitherto.app import adapters
from hitherto.app.board import glance
from hitherto.app.board.glance import circumstances, compact_at_a_glance, form_in
from hitherto.app.config import load_settings
from hitherto.core.errors import UsageError
from hitherto.engine.topics.compact import MOST_TOKENS

if TYPE_CHECKING:
    from collections.abc import Mapping


@pytest.mark.parametrize(
    ("words", "form"),
    [
        ("topics --inject --turn", 0),
        ("topics --full --inject", 1),
        ("topics --inject", None),
        ("topics --inject --turn --full", None),
        ("topics --inject --json", None),
        ("topics --turn --full", None),
        ("recall --inject --turn", None),
        ("topics add --inject", None),
        ("", None),
    ],
)
def test_only_the_two_plain_forms_are_for_a_glance(words: str, form: int | None) -> None:
    """Anything but one form, asked for in full, goes the ordinary way."""
    assert form_in(words.split()) == form


def test_both_sides_mean_the_same() -> None:
    """The order of the forms and the name of the remark about the journal are the same for writer and reader."""
    assert [name.removeprefix("--") for name in glance.FORMS] == list(MOST_TOKENS)
    assert adapters.FOLLOWED == "followed"
    assert len(glance.BETWEEN) == 1


KINDS: dict[str, type[Any]] = {"linux": Unix, "darwin": MacOS}


@pytest.mark.parametrize("platform", KINDS)
@pytest.mark.parametrize("variables", [{}, {"XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c/x"}, {"XDG_DATA_HOME": " "}])
def test_the_folders_are_those_of_platformdirs(
    monkeypatch: pytest.MonkeyPatch, platform: str, variables: dict[str, str]
) -> None:
    """Where nothing is set, the home and the configuration are looked for where the settings look for them."""
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    kind = KINDS[platform]("hitherto")
    assert glance._folder(os.environ, 0, "") == kind.user_data_dir
    assert glance._folder(os.environ, 1, "/config.toml") == f"{kind.user_config_dir}/config.toml"


def test_elsewhere_only_what_is_given_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On an unknown platform, or with a folder that is not plain, a glance is not enough unless everything is given."""
    monkeypatch.setattr(sys, "platform", "plan9")
    assert compact_at_a_glance(0, {}) is None
    given_all = {"HITHERTO_HOME": str(tmp_path / "no"), "HITHERTO_CONFIG": os.devnull}
    assert compact_at_a_glance(0, given_all) == ""
    monkeypatch.setattr(sys, "platform", "linux")
    assert glance._folder({"XDG_DATA_HOME": "relative"}, 0, "") is None


LINE = st.one_of(
    st.sampled_from(
        [
            'home = "/a/b"',
            'home="~/x"',
            "home = '/single'",
            'home = "/a" # why',
            'home = "\\u0041"',
            '"home" = "/q"',
            "# home",
            "[table]",
            'zone = "Asia/Tokyo"',
            'owner = """mia"""',
            'owner = "mia"',
            "",
            'home = ""',
        ]
    ),
    st.text(max_size=12),
)


@given(lines=st.lists(LINE, max_size=3), end=st.sampled_from(["\n", "\r\n"]))
def test_the_home_is_the_one_of_the_settings(lines: list[str], end: str) -> None:
    """Whatever a configuration says, the home is the one that the settings find, or a glance is not enough."""
    text = end.join(lines)
    found = glance._home({"HITHERTO_CONFIG": "x"}, text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "read_bytes", lambda _: text.encode("utf-8", "replace"))
        try:
            settings = load_settings({"HITHERTO_CONFIG": "x", "HITHERTO_ZONE": "UTC"})
        except UsageError:
            return
    assert found is None or Path(found).absolute() == settings.home


@pytest.mark.parametrize("variable", ["HITHERTO_ZONE", "TZ"])
def test_another_zone_is_another_circumstance(variable: str, tmp_path: Path) -> None:
    """What the zone is made from is what the remark depends on: the environment, and the configuration."""
    base = {"HITHERTO_CONFIG": str(tmp_path / "config.toml")}
    before = circumstances(base)
    assert circumstances(base | {variable: "Asia/Tokyo"}) != before
    assert circumstances(base | {"LANG": "C"}) == before
    (tmp_path / "config.toml").write_text('zone = "Asia/Tokyo"')
    assert circumstances(base) != before


def test_a_machine_without_a_linked_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no link names the machine's zone, the file that may name it counts."""

    def refuse(_: str) -> str:
        raise OSError

    said = {"/etc/timezone": "Asia/Tokyo\n"}
    monkeypatch.setattr(os, "readlink", refuse)
    monkeypatch.setattr(glance, "_text", lambda path: said.get(path, ""))
    before = circumstances({"HITHERTO_CONFIG": "x"})
    said["/etc/timezone"] = "Europe/Berlin\n"
    assert circumstances({"HITHERTO_CONFIG": "x"}) != before


def test_a_configuration_that_cannot_be_read(tmp_path: Path) -> None:
    """Where the configuration is no text, or no file, the ordinary way has to tell what is wrong with it."""
    environ: Mapping[str, str] = {"HITHERTO_HOME": str(tmp_path / "no"), "HITHERTO_CONFIG": str(tmp_path)}
    assert compact_at_a_glance(0, environ) is None
    (tmp_path / "config.toml").write_bytes(b"\xff\xfe")
    assert compact_at_a_glance(0, {**environ, "HITHERTO_CONFIG": str(tmp_path / "config.toml")}) is None
