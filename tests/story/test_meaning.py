"""Finding by meaning at a real shell: vectors are made, stopped, gone on with, exchanged, and never in the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import time
from typing import TYPE_CHECKING, Any

import pytest
from tests.making import chat, line, write
from tests.ollama_server import Model, OllamaServer
from tests.serving import serving, short_folder, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.story.conftest import Done, Person

pytestmark = pytest.mark.slow

MINILM = "all-MiniLM-L6-v2"
NOMIC = "ollama/nomic-embed-text:latest"
ERRANDS = "# Errands\n\nCall the dentist on Friday.\n"
GARDEN = "# Garden\n\nCover the quinces before the frost comes.\n"
TOOTHACHE = "I have a toothache"
MANY = 800


@pytest.fixture(autouse=True)
def thinking(person: Person) -> None:
    """Let vectors be made, as they are where nothing else is set."""
    del person.environ["HITHERTO_EMBEDDER"]


@pytest.fixture
def notes(person: Person) -> Path:
    """Two notes and a conversation in three languages."""
    folder = person.room / "notes"
    write(folder / "errands.md", ERRANDS)
    write(folder / "garden.md", GARDEN)
    write(folder / "会議.md", "# 会議メモ\n\n予算案の締切は12月4日です。\n")
    write(folder / "дача.md", "# Дача\n\nЗимой надо укрыть айву.\n")
    return folder


@pytest.fixture
def many(person: Person) -> Path:
    """So many utterances that making their vectors takes long enough to be stopped."""
    said = (
        line(f"utterance {n} about the burrow and the wombats that dig number {n * 7} in it", n) for n in range(MANY)
    )
    return chat(person.room / "long.jsonl", *said)


@pytest.fixture
def ollama(person: Person) -> Iterator[OllamaServer]:
    """A server with a model, asked for by name."""
    with OllamaServer() as server:
        person.environ |= {"HITHERTO_EMBEDDER": "ollama", "HITHERTO_OLLAMA_URL": server.address}
        yield server


def models(person: Person) -> dict[str, dict[str, Any]]:
    """Return what status says of each model."""
    return {one["name"]: one for one in person.json("status")["meaning"]["models"]}


def paths(person: Person, *arguments: str) -> list[str]:
    """Return the names of the files that are found."""
    return [hit["path"].rpartition("/")[2] for hit in person.hits(*arguments)]


def ran(person: Person, *arguments: str) -> dict[str, Any]:
    """Return what ran for a question."""
    return person.json("recall", *arguments)["ran"]


def test_a_question_without_a_common_word(person: Person, notes: Path) -> None:
    """Meaning finds the line that shares no word with the question; words alone do not, and nonsense finds nothing."""
    added = person("add", notes)
    assert added.code == 0
    assert added.err == "-- 2 vectors made, 2 in a script the model does not know\n"
    found = person("recall", TOOTHACHE)
    assert found.code == 0
    assert found.out.startswith("1. notes/errands.md:1-3  Errands ")
    assert "    Call the dentist on Friday.\n" in found.out
    assert found.err == "-- 1 hit | meaning | 50 % has no vector\n"
    by_words = person("recall", "--words", TOOTHACHE)
    assert (by_words.code, by_words.out) == (1, "")
    assert by_words.err.startswith("-- nothing found | all words\n")
    for nonsense in ("zxqv wqpfh blorpt", "qqqqqqq", "xkcdwq 98213 plmokn"):
        nothing = person("recall", nonsense)
        assert (nothing.code, nothing.out) == (1, ""), nonsense
        assert nothing.err.startswith("-- nothing found")


def test_other_scripts_are_found_by_words(person: Person, notes: Path) -> None:
    """What the model does not know has no vector and is first for its own words; a question in it is one of words."""
    assert person("add", notes).code == 0
    assert paths(person, "予算の締切")[0] == "会議.md"
    assert paths(person, "укрыть айву")[0] == "дача.md"
    assert ran(person, "予算の締切")["no_vectors"] == "the model does not know this script"
    assert "by words alone: the model does not know this script" in person("recall", "予算の締切").err
    (held,) = models(person).values()
    assert (held["vectors"], held["waiting"], held["without"]) == (2, 0, {"language": 2})
    # A mixed question has a vector, and yet nothing that has one comes before the words that have none.
    assert paths(person, "deadline of the budget 予算 締切")[0] == "会議.md"


def test_vectors_may_wait(person: Person, notes: Path) -> None:
    """Left out, everything is found by words at once; the next add makes them without reading a file again."""
    left = person("add", "--no-vectors", notes)
    assert (left.code, left.err) == (0, "-- 4 pieces without a vector yet: `hitherto add` makes them\n")
    assert models(person) == {}
    assert paths(person, "dentist") == ["errands.md"]
    told = person("recall", "--literal", "dentist friday call").err
    assert "by words alone: no vectors yet" in told
    assert person("recall", TOOTHACHE).code == 1
    later = person.json("add")
    assert (later["added"][0]["changed"], later["vectors"]["made"]) == (0, 2)
    assert paths(person, TOOTHACHE) == ["errands.md"]
    assert person.json("add")["vectors"]["made"] == 0
    # What changes gets a new vector, and nothing else does.
    write(notes / "garden.md", GARDEN + "\nAnd the roses.\n", at=None)
    assert person.json("add")["vectors"]["made"] == 1


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


@pytest.mark.parametrize(
    ("sign", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGKILL, -signal.SIGKILL)]
)
def test_stopped_while_embedding(person: Person, many: Path, sign: signal.Signals, code: int) -> None:
    """However it ends, what was made is kept and used, the next add makes the rest and nothing twice."""
    program = started(person, "add", many)
    deadline = time.monotonic() + 60
    made = 0
    while not made and program.poll() is None and time.monotonic() < deadline:
        held = models(person) if (person.home / "hitherto.db").exists() else {}
        made = held[MINILM]["vectors"] if held else 0
    program.send_signal(sign)
    out, err = (text.decode() for text in program.communicate(timeout=60))
    assert program.returncode == code, err
    kept = models(person)[MINILM]
    assert 0 < kept["vectors"] < kept["chunks"]
    if sign != signal.SIGKILL:
        # What went in had been said before.
        assert out.startswith("jsonl  ")
        assert "; `hitherto add` goes on with the vectors\n" in err
        assert f" of {kept['chunks']} pieces; " in err
    asked = ran(person, "animals in tunnels")
    assert asked["vectors"]
    assert 0 < asked["coverage"] < 1
    assert person.json("add")["vectors"] == {
        "made": kept["waiting"],
        "waiting": 0,
        "without": {},
        "skipped": None,
        "error": None,
    }
    assert models(person)[MINILM]["vectors"] == kept["chunks"]
    assert person("verify").code == 0


def test_a_rebuild_makes_them_again(person: Person, notes: Path) -> None:
    """Vectors live in the index: made anew with it, or left for later."""
    assert person("add", notes).code == 0
    before = models(person)
    rebuilt = person("rebuild")
    assert rebuilt.err == "-- 2 vectors made, 2 in a script the model does not know\n"
    assert models(person) == before
    (person.home / "hitherto.db").unlink()
    assert person("rebuild", "--no-vectors").err.endswith(
        "-- 4 pieces without a vector yet: `hitherto add` makes them\n"
    )
    assert paths(person, "dentist") == ["errands.md"]
    assert person.json("add")["vectors"]["made"] == 2
    assert paths(person, TOOTHACHE) == ["errands.md"]


def test_a_home_that_cannot_be_written(person: Person, notes: Path) -> None:
    """Meaning is found there as well, and not a byte changes."""
    assert person("add", notes).code == 0
    bind = subprocess.run(["mount", "--bind", person.home, person.home], capture_output=True, text=True, check=False)
    if bind.returncode:
        pytest.skip(f"cannot mount here: {bind.stderr.strip()}")
    try:
        subprocess.run(["mount", "-o", "remount,ro,bind", person.home], capture_output=True, check=True)
        before = {file: file.read_bytes() for file in person.home.rglob("*") if file.is_file()}
        assert paths(person, TOOTHACHE) == ["errands.md"]
        assert models(person)[MINILM]["vectors"] == 2
        assert "Traceback" not in person("add").err
        assert {file: file.read_bytes() for file in person.home.rglob("*") if file.is_file()} == before
    finally:
        subprocess.run(["umount", person.home], check=True)


def test_without_a_runtime_words_find(person: Person, notes: Path) -> None:
    """Where onnxruntime does not exist, everything works by words and says so; vectors made elsewhere stay."""
    shim = person.room / "shim"
    write(shim / "sitecustomize.py", "import sys\nsys.modules['onnxruntime'] = None\n")
    path = os.pathsep.join([str(shim), person.environ["PYTHONPATH"]])
    added = person("add", notes, PYTHONPATH=path)
    said = "-- words only: onnxruntime is not installed here, so nothing is found by meaning\n"
    assert (added.code, added.err) == (0, said)
    found = person("recall", "--literal", "dentist friday", PYTHONPATH=path)
    assert (found.code, "errands.md" in found.out) == (0, True)
    assert "by words alone: onnxruntime is not installed here" in found.err
    assert (
        "\nmeaning   found by words alone: onnxruntime is not installed here\n" in person("status", PYTHONPATH=path).out
    )
    assert person("add").code == 0
    found = person("recall", "--literal", "dentist friday", PYTHONPATH=path)
    assert (found.code, "errands.md" in found.out) == (0, True)
    assert "by words alone: The built-in model cannot run here" in found.err
    assert "Traceback" not in found.err


def test_vectors_of_a_server(person: Person, notes: Path, ollama: OllamaServer) -> None:
    """Every piece is sent to the server that was named, and to no other; status says so; a question goes there too."""
    added = person("add", notes)
    assert (added.code, added.err) == (0, "-- 4 vectors made\n")
    sent = [text for texts in ollama.inputs() for text in texts]
    assert any(text.startswith("search_document: ") and "dentist" in text for text in sent)
    found = ran(person, "--literal", "call dentist friday")
    assert (found["vectors"], found["model"], found["coverage"]) == (True, NOMIC, 1.0)
    assert ollama.inputs()[-1] == ["search_query: call dentist friday"]
    asked = len(ollama.asked)
    assert ran(person, "--words", "dentist")["no_vectors"] == "words only"
    assert len(ollama.asked) == asked
    assert f"pieces and questions are sent to {ollama.address}\n" in person("status").out
    assert person.json("status")["meaning"]["sends_to"] == ollama.address


def test_a_server_that_is_down(person: Person, notes: Path) -> None:
    """Taking in works and says what is missing; words answer and say so; once it is back, all is made up for."""
    person.environ["HITHERTO_EMBEDDER"] = "ollama"
    with OllamaServer() as server:
        person.environ["HITHERTO_OLLAMA_URL"] = server.address
    down = person("add", notes)
    assert down.code == 1
    assert down.out.startswith("folder  ")
    assert down.err.startswith("hitherto: no vectors: No Ollama server answers at ")
    assert "\n  -> Start it: ollama serve\n" in down.err
    assert paths(person, "--literal", "dentist friday") == ["errands.md"]
    with OllamaServer() as server:
        person.environ["HITHERTO_OLLAMA_URL"] = server.address
        assert person.json("add")["vectors"]["made"] == 4
    told = person("recall", "--literal", "dentist friday")
    assert told.code == 0
    assert "by words alone: No Ollama server answers at " in told.err
    status = person("status")
    assert status.code == 0
    assert "\nmeaning   found by words alone: No Ollama server answers at " in status.out


def test_a_text_that_is_refused(person: Person, notes: Path, ollama: OllamaServer) -> None:
    """One text that the server refuses is listed with its place and the reason, and found by its words."""
    ollama.refused["quinces"] = (400, "the quinces are not to my taste")
    added = person("add", notes)
    assert (added.code, added.err) == (0, "-- 3 vectors made, 1 refused\n")
    assert "\nrefused   notes/garden.md:1-3: the quinces are not to my taste\n" in person("status").out
    (refused,) = models(person)[NOMIC]["refused"]
    assert (refused["path"], refused["lines"]) == (str(notes / "garden.md"), [1, 3])
    assert paths(person, "cover the quinces")[0] == "garden.md"
    # Adding again tries this one again, and no other, until the server takes it.
    before = len(ollama.inputs())
    assert person.json("add")["vectors"]["made"] == 0
    asked = [text for texts in ollama.inputs()[before:] for text in texts]
    assert {text for text in asked if "search_document: " in text} == {text for text in asked if "quinces" in text}
    ollama.refused.clear()
    assert person.json("add")["vectors"]["made"] == 1
    assert models(person)[NOMIC]["refused"] == []


def test_another_model(person: Person, notes: Path) -> None:
    """The old vectors find until the new ones are complete, then they are gone; the two are never mixed."""
    assert person("add", notes).code == 0
    with OllamaServer() as server:
        person.environ |= {"HITHERTO_EMBEDDER": "ollama", "HITHERTO_OLLAMA_URL": server.address}
        assert ran(person, TOOTHACHE)["model"] == MINILM
        assert paths(person, TOOTHACHE) == ["errands.md"]
        server.answer = broken_after(server, 1)
        broken = person("add")
        assert broken.code == 1
        assert ran(person, TOOTHACHE)["model"] == MINILM
        server.answer = lambda _: False
        assert person.json("add")["vectors"]["made"] == 4
        assert list(models(person)) == [NOMIC]
        assert ran(person, "--literal", "call the dentist on friday please")["model"] == NOMIC
        # Another model under the same name is another model.
        server.models["nomic-embed-text:latest"] = Model(digest="f" * 64, dimension=32)
        assert (
            ran(person, "--literal", "call the dentist on friday please")["no_vectors"]
            == "no vectors of this model yet"
        )
        assert person.json("add")["vectors"]["made"] == 4
        (held,) = models(person).values()
        assert (held["digest"], held["dimension"]) == ("f" * 64, 32)


def broken_after(server: OllamaServer, times: int) -> Any:
    """Return what lets the server answer so many requests for vectors and then break off."""

    def answer(handler: Any) -> bool:
        if handler.path == "/api/embed" and len(server.inputs()) > times:
            handler.close_connection = True
            return True
        return False

    return answer


def test_the_old_model_serves_while_the_new_one_is_away(person: Person, notes: Path) -> None:
    """A server that does not answer takes nothing away that was there."""
    assert person("add", notes).code == 0
    with OllamaServer() as server:
        person.environ |= {"HITHERTO_EMBEDDER": "ollama", "HITHERTO_OLLAMA_URL": server.address}
    assert paths(person, TOOTHACHE) == ["errands.md"]
    assert person("add").code == 1
    assert paths(person, TOOTHACHE) == ["errands.md"]


def test_switched_off(person: Person, notes: Path) -> None:
    """Without an embedder nothing is made, nothing is sent, and nobody is told about it every time."""
    off = {"HITHERTO_EMBEDDER": "none"}
    assert person("add", notes, **off).err == ""
    assert person("recall", "--literal", "dentist friday", **off).err == "-- 1 hit | all words\n"
    assert "\nmeaning   switched off (embedder = none): found by words alone\n" in person("status", **off).out
    wrong = person("add", notes, HITHERTO_EMBEDDER="magic")
    assert wrong.code == 2
    assert "builtin, ollama, none" in wrong.err


def test_the_process_that_serves_makes_them(person: Person, notes: Path) -> None:
    """An add leaves vectors to the process that serves the home, says so, and they come; status names that process."""
    with short_folder() as folder:
        person.environ["XDG_RUNTIME_DIR"] = str(folder)
        assert person("add", "--no-vectors", notes).code == 0
        with serving(person) as program:
            write(notes / "new.md", "# Plan\n\nBuy a bicycle for the commute.\n")
            added: Done = person("add")
            assert added.code == 0
            until(lambda: models(person).get(MINILM, {}).get("vectors") == 3)
            assert paths(person, "cycling to the office") == ["new.md"]
            assert ran(person, "cycling to the office")["resident"]
            status = person("status")
            assert f"\nserving   process {program.pid}, since " in status.out
            assert person.json("status")["resident"]["pid"] == program.pid
            done = json.loads(person("add", "--json").out)
            assert done["vectors"]["skipped"] == "served"
        assert "\nserving   nobody " in person("status").out
