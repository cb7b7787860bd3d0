from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from typing import TYPE_CHECKING

import apsw
import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.story.conftest import Person


@pytest.fixture
def notes(person: Person) -> Path:
    """A folder with one note, taken in."""
    folder = person.room / "notes"
    folder.mkdir()
    (folder / "plan.md").write_text("# Plan\n\nThe wombat digs at night.\n", encoding="utf-8")
    assert person("add", folder).code == 0
    return folder


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("recall wombat", 0, ""),
        ("recall --on 1999 wombat", 1, "nothing found"),
        ("recall", 1, "say what to look for"),
        ("recall '?! …'", 1, "nothing in this query to look for"),
        ("recall ''", 1, "say what to look for"),
        ("recall --since 2026-02-30 wombat", 2, "'2026-02-30' is not a date"),
        ("recall --since 2026-02-30 wombat", 2, "2026-11-24"),
        ("recall --on soon wombat", 2, "'soon' is not a date"),
        ("recall --on 2026 --since 2025 wombat", 2, "cannot be combined"),
        ("recall --since 2026 --until 2025 wombat", 2, "is empty"),
        ("recall --limit 0 wombat", 2, "--limit"),
        ("recall --kind song wombat", 2, "'conversation', 'action', 'code', 'note'"),
        ("recall --json --jsonl wombat", 2, "exclude each other"),
        ("recall --no-verify", 2, "hitherto recall -- --no-verify"),
        ("recall --lmit 3 wombat", 2, "--limit"),
        ("recall -- --no-verify wombat", 0, ""),
        ("recal wombat", 2, "Did you mean 'recall'?"),
        ("add missing", 2, "nothing to read at missing"),
        ("add notes --encoding klingon", 2, "'klingon' is no text encoding"),
        ("add notes --as diary", 2, "'folder', 'claude-code', 'openclaw', 'jsonl'"),
        ("add fifo", 2, "neither a file nor a folder"),
        ("add /dev/null", 2, "neither a file nor a folder"),
        ("add home", 2, "own home"),
        ("add empty", 0, ""),
        ("add", 0, ""),
        ("verify", 0, "agree"),
        ("status", 0, ""),
        ("rebuild", 0, ""),
        ("status surplus", 2, "surplus"),
    ],
)
def test_exit_codes(person: Person, notes: Path, command: str, code: int, said: str) -> None:
    """Each outcome has its exit code; what went wrong and the way out stand on standard error, data never does."""
    subprocess.run(["mkfifo", person.room / "fifo"], check=True)
    (person.room / "empty").mkdir()
    done = person(*shlex.split(command))
    assert notes.exists()
    assert done.code == code, done.err
    assert said in done.err
    assert "Traceback" not in done.err
    if code:
        assert done.out == ""
        assert "\n  -> " in done.err


@pytest.mark.slow
@pytest.mark.parametrize("command", ["recall x", "status", "verify", "rebuild", "add"])
def test_nothing_added_yet(person: Person, command: str) -> None:
    """Where nothing was taken in, every command says how to begin, and makes nothing."""
    done = person(*command.split())
    assert (done.code, done.out) == (3, "")
    assert "hitherto add FOLDER" in done.err
    assert not person.home.exists()


@pytest.mark.slow
def test_one_bad_path_does_not_stop_the_others(person: Person, notes: Path) -> None:
    """Of several paths the good ones go in; the worst exit code is the one returned."""
    other = person.room / "other.jsonl"
    other.write_text('{"ts":"2026-11-24T18:35:12Z","role":"user","text":"hello quokka"}\n{"ts":"2026-11-24T1')
    done = person("add", "missing", notes, other)
    assert done.code == 2
    assert [line.split()[0] for line in done.out.splitlines()] == ["folder", "jsonl"]
    assert f"{other}:2" in done.err
    assert person.hits("quokka")
    as_json = person("add", "--json", "missing", notes)
    printed = json.loads(as_json.out)
    assert (as_json.code, len(printed["added"]), len(printed["failed"])) == (2, 1, 1)


@pytest.mark.slow
def test_a_database_from_a_newer_version(person: Person, notes: Path) -> None:
    """A newer index is left alone, and the person is told to upgrade."""
    database = person.home / "hitherto.db"
    connection = apsw.Connection(str(database))
    connection.pragma("user_version", 99)
    connection.close()
    before = database.read_bytes()
    for command in (("recall", "wombat"), ("add", notes), ("status",), ("verify",)):
        done = person(*command)
        assert (done.code, done.out) == (3, "")
        assert "upgrade hitherto" in done.err
    assert database.read_bytes() == before


@pytest.mark.slow
@pytest.mark.parametrize("damage", [b"this is no database", b""])
def test_a_damaged_database(person: Person, notes: Path, damage: bytes) -> None:
    """A damaged index costs nothing: rebuild makes it anew, and the same is found."""
    assert notes.exists()
    before = person.hits("wombat")
    for leftover in person.home.glob("hitherto.db-*"):
        leftover.unlink()
    (person.home / "hitherto.db").write_bytes(damage * 300)
    done = person("recall", "wombat")
    assert done.code == 1
    assert ("hitherto rebuild" if damage else "something may be missing") in done.err
    assert person("rebuild").code == 0
    assert person.hits("wombat") == before


@pytest.mark.slow
def test_an_unexpected_fault(person: Person) -> None:
    """A fault of our own is one sentence and the way to report it; the trace comes with HITHERTO_DEBUG=1 only."""
    broken = person.room / "broken"
    shutil.copytree(person.environ["PYTHONPATH"], broken)
    (broken / "hitherto/app/config.py").write_text("raise ZeroDivisionError('by \\x1b[31mzero')\n")
    done = person("recall", "x", PYTHONPATH=str(broken))
    assert (done.code, done.out) == (1, "")
    assert "ZeroDivisionError: by ␛[31mzero" in done.err
    assert "HITHERTO_DEBUG=1" in done.err
    assert "Traceback" not in done.err
    told = person("--debug", "recall", "x", PYTHONPATH=str(broken))
    assert told.code == 1
    assert "Traceback" in told.err
    assert "Traceback" in person("recall", "x", PYTHONPATH=str(broken), HITHERTO_DEBUG="1").err


def mounted(person: Person, mount: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the program in a mount namespace of its own, after ``mount``."""
    script = f"{mount} && exec {shlex.join(person.command(*arguments))}"
    return subprocess.run(
        ["unshare", "-rm", "sh", "-c", script],
        cwd=person.room,
        env=person.environ,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )


@pytest.fixture
def may_mount(person: Person) -> None:
    """Skip where a test may not mount anything."""
    if shutil.which("unshare") is None or mounted(person, "mount -t tmpfs none user", "--version").returncode:
        pytest.skip("mounting is not allowed here, so a full disk and a read-only home were not tried")


@pytest.mark.slow
@pytest.mark.usefixtures("may_mount")
def test_a_read_only_home(person: Person, notes: Path) -> None:
    """On a medium that cannot be written, asking works and says so; adding says what to do, and changes nothing."""
    read_only = "mount --bind home home && mount -o remount,bind,ro home"
    done = mounted(person, read_only, "recall", "wombat")
    assert done.returncode == 0, done.stderr
    assert "digs at night" in done.stdout
    assert "read-only" in done.stderr
    assert mounted(person, read_only, "status").returncode == 0
    refused = mounted(person, read_only, "add", notes)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "\n  -> " in refused.stderr
    (notes / "plan.md").write_text("# Plan\n\nThe wombat sleeps.\n")
    stale = mounted(person, read_only, "recall", "wombat")
    assert "[stale]" in stale.stdout


@pytest.mark.slow
@pytest.mark.usefixtures("may_mount")
@pytest.mark.parametrize("kilobytes", [200, 400, 800, 1600])
def test_a_full_disk(person: Person, kilobytes: int) -> None:
    """When the disk fills up, the person is told, what was acknowledged is there, and more room lets it go on."""
    log = person.room / "long.jsonl"
    lines = [
        {"ts": f"2026-11-24T{i // 3600:02}:{i // 60 % 60:02}:{i % 60:02}Z", "role": "user", "text": f"word{i} " * 20}
        for i in range(4000)
    ]
    log.write_text("".join(json.dumps(line) + "\n" for line in lines))
    person.home.mkdir(mode=0o700)
    (person.room / "saved").mkdir()
    small = f"mount -t tmpfs -o size={kilobytes}k,mode=0700 none home && trap 'cp -a home/. saved/' EXIT"
    script = f"{small}; {shlex.join(person.command('add', log))}"
    done = subprocess.run(
        ["unshare", "-rm", "sh", "-c", script],
        cwd=person.room,
        env=person.environ,
        capture_output=True,
        check=False,
        encoding="utf-8",
    )
    assert done.returncode == 3, done.stderr
    assert "room" in done.stderr or "full" in done.stderr
    assert "Traceback" not in done.stderr
    for path in (person.room / "saved").iterdir():
        path.rename(person.home / path.name)
    kept = [line["text"] for line in person.journal() if line["type"] == "text"]
    assert kept == [line["text"] for line in lines[: len(kept)]]
    assert kept or kilobytes < 800
    assert person("add", log).code == 0
    assert len([line for line in person.journal() if line["type"] == "text"]) == len(lines)
    assert person("verify").code == 0
