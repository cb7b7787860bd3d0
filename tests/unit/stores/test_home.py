from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from hitherto.core.errors import DamagedError, SetupNeededError, UsageError
from hitherto.stores import home as home_module
from hitherto.stores.home import Home, device_name

if TYPE_CHECKING:
    from pathlib import Path


def mode(path: Path) -> int:
    """Return the permission bits of ``path``."""
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_a_home_is_made_private_when_first_needed(tmp_path: Path, umask: int) -> None:
    """Nothing is there before the first write; then the home is 0700, whatever the umask."""
    home = Home(tmp_path / "share" / "hitherto")
    assert not home.root.exists()
    before = os.umask(umask)
    try:
        assert home.ensure() == home.root
    finally:
        os.umask(before)
    assert mode(home.root) == 0o700


def test_a_home_that_others_can_read_is_narrowed(tmp_path: Path) -> None:
    """Permissions that were widened are taken back, and the content stays."""
    home = Home(tmp_path / "home")
    key = home.key()
    home.root.chmod(0o755)
    home.ensure()
    assert mode(home.root) == 0o700
    assert home.key() == key


def test_a_folder_of_other_things_is_not_taken_over(tmp_path: Path) -> None:
    """A home set to someone's folder by mistake is refused before its permissions are touched."""
    (tmp_path / "photos").mkdir()
    tmp_path.chmod(0o755)
    with pytest.raises(SetupNeededError, match="photos") as caught:
        Home(tmp_path).ensure()
    assert "HITHERTO_HOME" in caught.value.hint
    assert mode(tmp_path) == 0o755
    assert sorted(path.name for path in tmp_path.iterdir()) == ["photos"]


def test_a_home_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only home is told of with a way out."""
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(SetupNeededError, match="cannot write") as caught:
        Home(tmp_path / "home").ensure()
    assert caught.value.hint


def test_a_home_below_a_file_is_refused(tmp_path: Path) -> None:
    """A path that cannot become a folder is a matter of set-up, not a crash."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SetupNeededError):
        Home(tmp_path / "file" / "home").ensure()
    with pytest.raises(SetupNeededError):
        Home(tmp_path / "file").ensure()


def test_a_read_only_disk_is_refused(tmp_path: Path) -> None:
    """On a file system mounted read-only, the home is refused with a way out."""
    if not shutil.which("mount"):
        pytest.skip("a read-only disk cannot be mounted here: no mount program")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", str(disk)], capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip(f"a read-only disk cannot be mounted here: {mounted.stderr.decode().strip()}")
    try:
        for root in (disk, disk / "home"):
            with pytest.raises(SetupNeededError) as caught:
                Home(root).key()
            assert "HITHERTO_HOME" in caught.value.hint
    finally:
        subprocess.run(["umount", str(disk)], check=True)


def test_the_key_is_made_once(tmp_path: Path) -> None:
    """The key is 32 random bytes, private, and the same for ever."""
    home = Home(tmp_path / "home")
    key = home.key()
    assert len(key) == 32
    assert mode(home.root / "key") == 0o600
    assert Home(home.root).key() == key != Home(tmp_path / "other").key()
    assert sorted(path.name for path in home.root.iterdir()) == [".lock", "key"]


def test_first_processes_agree_on_the_key(tmp_path: Path) -> None:
    """Processes that all find no key end with one."""
    program = (
        "import sys; from pathlib import Path; from hitherto.stores.home import Home;"
        "print(Home(Path(sys.argv[1])).key().hex())"
    )
    runs = [
        subprocess.Popen(
            [sys.executable, "-c", program, str(tmp_path / "home")],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            stdout=subprocess.PIPE,
        )
        for _ in range(6)
    ]
    assert {run.communicate(timeout=60)[0].strip() for run in runs} == {Home(tmp_path / "home").key().hex().encode()}


def test_a_rival_that_was_first_keeps_its_key(tmp_path: Path) -> None:
    """Whoever gets the lock second takes the key that is there."""
    home = Home(tmp_path / "home")
    key = home.key()
    home._make_key(home.root / "key")
    assert home.key() == key


def test_a_damaged_key_is_not_replaced(tmp_path: Path) -> None:
    """A key that was cut short is an error: a new one would make other ids."""
    home = Home(tmp_path / "home")
    home.key()
    (home.root / "key").write_bytes(b"short")
    with pytest.raises(DamagedError):
        home.key()
    assert (home.root / "key").read_bytes() == b"short"


def test_a_chosen_device_name_is_taken() -> None:
    """HITHERTO_DEVICE is the name; an empty one counts as not set."""
    assert device_name({"HITHERTO_DEVICE": "Work_laptop-2"}) == "Work_laptop-2"
    assert device_name({"HITHERTO_DEVICE": ""}) == device_name({})


@pytest.mark.parametrize("name", ["a b", "../x", "a.b", "é", "x" * 101])
def test_a_device_name_that_fits_no_file_name_is_refused(name: str) -> None:
    """A chosen name is refused, not quietly changed."""
    with pytest.raises(UsageError) as caught:
        device_name({"HITHERTO_DEVICE": name})
    assert caught.value.hint


def test_a_made_device_name_is_stable_and_plain() -> None:
    """The made name is the same every time and fits a file name."""
    assert device_name({}) == device_name({})
    assert re.fullmatch(r"[a-z0-9-]+-[0-9a-f]{6}", device_name({}))


@pytest.mark.parametrize(
    ("host", "start"),
    [("Böb's Mac.local", "b-b-s-mac-local-"), ("", "device-"), ("日本", "device-"), ("x" * 99, "x" * 40 + "-")],
)
def test_any_host_name_gives_a_device_name(monkeypatch: pytest.MonkeyPatch, host: str, start: str) -> None:
    """Odd host names are cleaned, and different users of one host get different names."""
    monkeypatch.setattr(os, "uname", lambda: os.uname_result(("Linux", host, "", "", "")))
    name = device_name({})
    assert name.startswith(start)
    monkeypatch.setattr(os, "getuid", lambda: 4242)
    assert device_name({}) != name


def test_a_host_without_a_machine_id_has_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing machine id is no obstacle."""
    monkeypatch.setattr(home_module, "Path", lambda _: tmp_path / "none")
    assert device_name({})
