"""One process that serves a home: it answers as the command line itself would, and nothing that befalls it matters."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tests.making import chat, line, write
from tests.serving import begin, responds, serving, settings_of, short_folder, until
from tests.story.conftest import Person as Someone

from hitherto.app.daemon import client, lease

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.story.conftest import Person

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def runtime(person: Person) -> Iterator[Path]:
    """A runtime folder of the test's own."""
    with short_folder() as folder:
        person.environ["XDG_RUNTIME_DIR"] = str(folder)
        yield folder


@pytest.fixture
def filled(person: Person) -> Path:
    """A home that knows a folder and a conversation."""
    app = person.room / "app"
    write(app / "lease.py", "def renew_lease(job):\n    return job.backoff(1)\n")
    write(app / "plan.md", "# Plan\n\nThe wombat digs at night.\n")
    log = chat(person.room / "talk.jsonl", line("where does the wombat dig?"), line("at night", 1, role="assistant"))
    assert person("add", app, log).code == 0
    return app


def answers(person: Person, *arguments: str | Path) -> dict[str, Any]:
    """Return an answer, and take out of it whether a process that stays answered."""
    answer = person.json("recall", *arguments)
    answer["ran"].pop("resident", None)
    return answer


def resident(person: Person, query: str = "wombat") -> bool:
    """Return whether the process that serves the home answers a question."""
    answer = client.recall_resident(settings_of(person), query)
    return answer is not None and answer.ran.resident


def socket_of(person: Person) -> Path:
    """Return where the process that serves the home listens."""
    holder = lease.stated(person.home)
    assert holder is not None
    return Path(holder.socket)


def test_it_answers_as_the_command_itself(person: Person, filled: Path) -> None:
    """Whoever answers, the answer is the same to the byte: hits, page, no hit, dates, filters, and mistakes."""
    asked = [
        ("wombat",),
        ("renew_lease", "--kind", "code"),
        ("wombat", "--since", "2026-11-24", "--context", "2"),
        ("--on", "2026-11-24"),
        ("nothing of the kind",),
        ("night", "--path", str(filled), "-n", "1"),
    ]
    alone = [answers(person, *one) for one in asked]
    pages = [person("recall", *one) for one in asked]
    wrong = person("recall", "--on", "yesterweek", "x")
    with serving(person):
        assert resident(person)
        assert [answers(person, *one) for one in asked] == alone
        assert [person("recall", *one) for one in asked] == pages
        assert person("recall", "--on", "yesterweek", "x") == wrong


def test_days_are_those_of_who_asks(person: Person, filled: Path) -> None:
    """A question from another zone than the process was started in is read in its own."""
    assert filled.is_dir()
    with serving(person, HITHERTO_ZONE="Asia/Tokyo"):
        done = person("recall", "--json", "--on", "2026-11-24", "wombat", HITHERTO_ZONE="America/New_York")
    assert json.loads(done.out)["reading"]["range"][0] == "2026-11-24T05:00:00+00:00"


def test_one_process_a_home(person: Person, filled: Path) -> None:
    """A second one ends at once with code 4 and says who serves the home; the first goes on."""
    assert filled.is_dir()
    with serving(person) as program:
        second = person("serve")
        assert second.code == 4
        assert str(program.pid) in second.err
        assert resident(person)


def test_only_its_person_can_ask(person: Person, filled: Path) -> None:
    """Lease and socket are for their owner alone, and so is the folder of the socket."""
    assert filled.is_dir()
    with serving(person):
        path = socket_of(person)
        assert (person.home / lease.NAME).stat().st_mode & 0o777 == 0o600
        assert path.stat().st_mode & 0o777 == 0o600
        assert path.parent.stat().st_mode & 0o777 == 0o700
        assert len(os.fsencode(path)) <= 100


def test_stopped_in_order(person: Person, filled: Path) -> None:
    """`serve --stop` ends it: no process and no socket is left; without one it says so with code 1."""
    assert filled.is_dir()
    with serving(person) as program:
        path = socket_of(person)
        assert person("serve", "--stop").code == 0
        assert program.wait(timeout=10) == 0
        assert not path.exists()
        assert person("serve", "--stop").code == 1
        assert person("serve", "--status").code == 1
        assert person("recall", "wombat").code == 0


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_ended_by_a_signal(person: Person, filled: Path, sign: signal.Signals) -> None:
    """Each of the usual signals ends it in order."""
    assert filled.is_dir()
    with serving(person) as program:
        path = socket_of(person)
        program.send_signal(sign)
        assert program.wait(timeout=10) == 0
    assert not path.exists()
    assert (person.home / lease.NAME).read_bytes() == b""


def test_ended_in_the_middle_of_work(person: Person, runtime: Path) -> None:
    """Told to end while it takes in much, it ends within seconds, and what is missing comes with the next."""
    assert runtime.is_dir()
    app = person.room / "app"
    write(app / "first.py", "def first():\n    return 1\n")
    person("add", app)
    with serving(person) as program:
        body = "\n\n".join(f"def burrow_{part}(x):\n    return x + {part}" for part in range(300))
        for number in range(300):
            write(app / f"file{number}.py", body.replace("burrow", f"burrow_{number}"))
        until(lambda: person.json("status")["counts"].get("files", 0) > 1)
        program.terminate()
        assert program.wait(timeout=10) == 0
        with serving(person):
            until(lambda: person.json("status")["counts"]["files"] == 301)
    assert person("verify").code == 0


def test_killed_and_begun_again(person: Person, filled: Path) -> None:
    """After a kill questions are answered without it, and a new one takes its place at once."""
    assert filled.is_dir()
    with serving(person) as first:
        first.kill()
        first.wait()
        assert lease.stated(person.home) is not None
        assert socket_of(person).exists()
        assert person("recall", "wombat").code == 0
        with serving(person) as second:
            assert resident(person)
            assert str(second.pid) in person("serve", "--status").out


def test_a_hung_process_costs_two_seconds(person: Person, filled: Path) -> None:
    """One that does not answer is passed over after a moment; the answer is the command's own, and says so."""
    assert filled.is_dir()
    alone = answers(person, "wombat")
    with serving(person) as program:
        program.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, program.pid, os.WSTOPPED)
        done = person("recall", "--json", "wombat")
        program.send_signal(signal.SIGCONT)
        assert "did not answer within 2 seconds" in done.err
        assert json.loads(done.out)["hits"] == alone["hits"]
        until(lambda: resident(person))


def test_another_version_is_not_asked(person: Person, filled: Path) -> None:
    """A process of another version is named once and passed over, and can still be stopped."""
    assert filled.is_dir()
    code = (
        "import sys, hitherto\nhitherto.__version__ = '99.0'\n"
        "from hitherto.__main__ import main\nsys.argv = ['hitherto', 'serve']\nmain()\n"
    )
    with subprocess.Popen([*person.command()[:1], "-c", code], cwd=person.room, env=person.environ) as program:
        until(lambda: responds(person))
        done = person("recall", "wombat")
        assert done.code == 0
        assert done.err.count("a process of version 99.0 serves this home") == 1
        assert person("serve", "--stop").code == 0
        assert program.wait(timeout=10) == 0


def test_rubbish_hurts_nobody(person: Person, filled: Path) -> None:
    """Clients that say nothing, half a line, rubbish, too much, or leave, keep nobody else waiting."""
    assert filled.is_dir()
    sent = [b"", b'{"hitherto": 1', b"\xff\xfe\n", b"[1]\n", b"[" * 100_000 + b"\n", b"x" * 1_100_000]
    with serving(person), ExitStack() as open_ones:
        for said in sent * 5:
            one = open_ones.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            one.connect(str(socket_of(person)))
            one.settimeout(10)
            try:
                one.sendall(said)
            except OSError:
                assert len(said) > 1_000_000
        assert resident(person)
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as one:
            one.connect(str(socket_of(person)))
            one.sendall(b'{"hitherto": 1, "ask": "dance"}\n')
            said = json.loads(one.makefile().readline())
        assert (said["kind"], said["exit_code"]) == ("UsageError", 2)
        assert person("serve", "--status").code == 0


def test_fifty_at_once(person: Person, filled: Path) -> None:
    """Fifty clients that ask at the same moment all get the answer."""
    assert filled.is_dir()
    alone = person("recall", "wombat").out
    with serving(person):
        programs = [
            subprocess.Popen(
                person.command("recall", "wombat"),
                cwd=person.room,
                env=person.environ,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for _ in range(50)
        ]
        assert {program.communicate(timeout=120)[0].decode() for program in programs} == {alone}
        assert client.ask(settings_of(person), {"ask": "status"})["status"]["questions"] >= 10  # type: ignore[index]


def test_two_homes_two_processes(person: Person, filled: Path, tmp_path: Path) -> None:
    """Each home has a process of its own, and neither answers for the other."""
    assert filled.is_dir()
    (tmp_path / "other").mkdir()
    other = Someone(tmp_path / "other")
    other.environ["XDG_RUNTIME_DIR"] = person.environ["XDG_RUNTIME_DIR"]
    write(other.room / "notes/a.md", "# Other\n\nA quokka smiles.\n")
    other("add", other.room / "notes")
    with serving(person), serving(other):
        assert socket_of(person) != socket_of(other)
        assert person.hits("wombat")
        assert person.hits("quokka") == []
        assert [hit["text"] for hit in other.hits("quokka")]


def test_without_a_runtime_folder(person: Person, filled: Path) -> None:
    """Where the system gives no runtime folder, a private one in the folder for temporary files serves."""
    assert filled.is_dir()
    del person.environ["XDG_RUNTIME_DIR"]
    with short_folder() as temporary, serving(person, TMPDIR=str(temporary)):
        assert resident(person)


def test_it_ends_with_its_home(person: Person, filled: Path) -> None:
    """A process whose home is gone is no use to anybody: it ends by itself."""
    assert filled.is_dir()
    with serving(person) as program:
        person.home.rename(person.room / "moved")
        assert program.wait(timeout=30) == 0


def test_before_anything_was_added(person: Person) -> None:
    """It may be started first; a question then says what to do, and what is added later is found."""
    with serving(person):
        assert person("recall", "wombat").code == 3
        assert not (person.home / "hitherto.db").exists()
        write(person.room / "notes/a.md", "# Plan\n\nThe wombat digs.\n")
        assert person("add", person.room / "notes").code == 0
        assert len(person.hits("wombat")) == 1


def test_a_rebuild_beside_it(person: Person, filled: Path) -> None:
    """An index that is made anew is the one that answers from then on."""
    assert filled.is_dir()
    with serving(person):
        assert resident(person)
        assert person("rebuild").code == 0
        assert resident(person)
        chat(person.room / "talk.jsonl", line("and the quokka?", 5), append=True)
        until(lambda: person.hits("quokka"))
    assert person("verify").code == 0


def test_watch_says_what_it_does(person: Person, filled: Path) -> None:
    """`watch` is the same process, and names on standard error what changed; `serve` is silent."""
    program = begin(person, "watch")
    write(filled / "new.md", "# New\n\nA quokka smiles.\n")
    until(lambda: person.hits("quokka"))
    program.terminate()
    out, err = program.communicate(timeout=10)
    assert out == b""
    said = err.decode()
    assert "serving" in said
    assert str(filled) in said
    assert said.rstrip().endswith("ended")
    silent = begin(person)
    silent.terminate()
    assert silent.communicate(timeout=10) == (b"", b"")
