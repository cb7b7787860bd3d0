from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.story.conftest import Person

SAID = 6000
# More than the 500 lines that are written at once: the last of them may be taken back when not yet acknowledged.
BEGUN = 800
FILES = 300


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A conversation long enough to be stopped in the middle."""
    path = tmp_path / "long.jsonl"
    lines = (
        {
            "ts": f"2026-11-{1 + number // 1440:02}T{number // 60 % 24:02}:{number % 60:02}:00Z",
            "role": "user" if number % 2 == 0 else "assistant",
            "text": f"utterance{number} about the burrow, long enough to stand for itself in the index",
        }
        for number in range(SAID)
    )
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "tree"
    root.mkdir()
    for number in range(FILES):
        body = "\n\n".join(f"def burrow_{number}_{part}(x):\n    return x + {part}" for part in range(20))
        (root / f"file{number}.py").write_text(body + "\n", encoding="utf-8")
    return root


def started(person: Person, *arguments: str | Path) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        person.command(*arguments),
        cwd=person.room,
        env=person.environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # A test run in the background of a shell hands an ignored Ctrl-C on to everything it starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - one thread
    )


def lines_written(person: Person) -> int:
    return sum(path.read_bytes().count(b"\n") for path in person.home.glob("journal/*/*.jsonl"))


def stopped_in_the_middle(person: Person, log: Path, sign: signal.Signals) -> tuple[int, str]:
    """Start adding, send ``sign`` once part of the log is in the journal; return exit code and what was said."""
    program = started(person, "add", log)
    deadline = time.monotonic() + 60
    while lines_written(person) < BEGUN and program.poll() is None and time.monotonic() < deadline:
        time.sleep(0.005)
    program.send_signal(sign)
    _, said = program.communicate(timeout=60)
    return program.returncode, said.decode()


def assert_complete(person: Person) -> None:
    texts = [line["text"] for line in person.journal() if line["type"] == "text"]
    assert len(texts) == len(set(texts)) == SAID
    assert person("verify").code == 0
    assert person.hits(f"utterance{SAID - 1}")
    assert person.hits("utterance0")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_a_stopped_add_is_completed_by_the_next(person: Person, log: Path, sign: signal.Signals, code: int) -> None:
    """Stopped by Ctrl-C, by SIGTERM or by a kill, nothing acknowledged is lost, and the next add does the rest."""
    ended, said = stopped_in_the_middle(person, log, sign)
    assert ended == code
    assert "Traceback" not in said
    if sign != signal.SIGKILL:
        assert said.endswith("repeat the same command to go on\n")
    kept = lines_written(person)
    assert 0 < kept < SAID
    assert person.hits("burrow")
    assert person("add", log).code == 0
    assert_complete(person)


@pytest.mark.slow
def test_a_killed_add_of_a_folder(person: Person, tree: Path) -> None:
    """Killed while reading a folder, the index is whole, and the next add leaves every file findable."""
    program = started(person, "add", tree)
    database = person.home / "hitherto.db"
    deadline = time.monotonic() + 60
    while not (database.exists() and database.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.005)
    time.sleep(0.2)
    program.kill()
    program.communicate()
    assert person("verify").code == 0
    assert person("add", tree).code == 0
    assert f"files     {FILES} " in person("status").out
    assert person.hits(f"burrow_{FILES - 1}_7")[0]["path"] == str(tree / f"file{FILES - 1}.py")


@pytest.mark.slow
def test_two_adds_at_once(person: Person, log: Path, tree: Path) -> None:
    """Two programs may take in the same log at once, and a third a folder: each line is there once."""
    programs = [started(person, "add", log), started(person, "add", log), started(person, "add", tree)]
    for program in programs:
        _, said = program.communicate(timeout=120)
        assert program.returncode == 0, said.decode()
    assert_complete(person)


@pytest.mark.slow
def test_asking_while_adding(person: Person, log: Path) -> None:
    """A question asked while an add is at work gets an answer."""
    program = started(person, "add", log)
    codes = []
    while program.poll() is None:
        codes.append(person("recall", "burrow").code)
    program.communicate()
    assert program.returncode == 0
    # Before the home is made there is nothing to ask (3), and before the first line nothing to find (1).
    assert set(codes) <= {0, 1, 3}
    assert person("recall", "burrow").code == 0


@pytest.mark.slow
def test_a_reader_that_goes_away(person: Person, log: Path) -> None:
    """`hitherto recall | head -1` ends quietly."""
    person("add", log)
    with started(person, "recall", "--limit", "1000", "burrow") as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        said = program.stderr.read().decode()
    assert program.returncode == 0
    assert said.startswith("-- first 1000 hits, more with --limit")
    assert said.count("\n") == 1


def at_a_terminal(person: Person, *arguments: str | Path, answer: str = "", **environ: str) -> tuple[int, str]:
    """Run the program on a terminal of its own, type ``answer``; return its exit code and all it showed."""
    pid, terminal = pty.fork()
    if not pid:
        os.chdir(person.room)
        command = person.command(*arguments)
        os.execve(command[0], command, person.environ | {"TERM": "xterm"} | environ)  # noqa: S606 - on purpose
    os.write(terminal, answer.encode())
    shown = b""
    try:
        while block := os.read(terminal, 65536):
            shown += block
    except OSError:
        pass  # the other side of the terminal is closed
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), shown.decode()


@pytest.mark.slow
def test_a_home_folder_is_asked_about(person: Person) -> None:
    """On a terminal the person is asked before a whole home folder goes in; elsewhere it is refused with the way."""
    user = person.room / "user"
    (user / "a.md").write_text("# A plan\n\nabout wombats\n")
    refused = person("add", user)
    assert refused.code == 2
    assert "--yes" in refused.err
    code, shown = at_a_terminal(person, "add", user, answer="n\n")
    assert code == 2
    assert "Go on? [y/N]" in shown
    code, shown = at_a_terminal(person, "add", user, answer="y\n")
    assert code == 0
    assert "1 file" in shown
    assert person.hits("wombats")


@pytest.mark.slow
def test_colours_only_where_they_are_wanted(person: Person) -> None:
    """Matched words are in colour on a terminal, and never in a pipe, with NO_COLOR, or on a dumb terminal."""
    (person.room / "plan.md").write_text("# Plan\n\nThe wombat digs.\n", encoding="utf-8")
    person("add", person.room / "plan.md")
    colour = "\x1b[33m\x1b[1mwombat\x1b[0m"
    ask = ("recall", "--limit", "1", "wombat")
    assert colour in at_a_terminal(person, *ask)[1]
    assert "\x1b" not in at_a_terminal(person, *ask, TERM="dumb")[1]
    assert "\x1b" not in at_a_terminal(person, *ask, NO_COLOR="1")[1]
    assert "wombat" in person(*ask).out
    assert "\x1b" not in person(*ask).out
    assert colour in person(*ask, FORCE_COLOR="1").out
