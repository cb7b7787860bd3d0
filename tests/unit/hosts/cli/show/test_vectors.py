from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import pytest
from inline_snapshot import snapshot
from tests.ollama_server import OllamaServer
from tests.unit.hosts.cli.hits import Terminal
from tests.unit.hosts.cli.show.test_json_output import documented

from hitherto.app import upkeep
from hitherto.app.meaning import Embedding
from hitherto.app.upkeep import Embedded, Held, Status
from hitherto.core.answer import Place
from hitherto.core.errors import BusyError, EmbedderError
from hitherto.core.meaning import Coverage, Model
from hitherto.hosts.cli.show import terminal, vectors
from hitherto.hosts.cli.show.vectors import Pass, duration, meaning_json, status_lines, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

MINILM = Model(name="all-MiniLM-L6-v2", digest="a3", dimension=384, pooling="mean", layout=1)
NOMIC = Model(name="ollama/nomic-embed-text:latest", digest="0a", dimension=768, pooling="server", layout=1)
REFUSED = (Place(source="folder", path="/notes/plan.md", lines=(3, 9), session=None, project="/notes"), "too \x1blong")
DOWN = EmbedderError("No Ollama server answers at 127.0.0.1:1", hint="Start it: ollama serve")


def embedded(**other: Any) -> Embedded:
    return Embedded(**({"made": 0, "waiting": 0, "without": {}} | other))


def held(
    model: Model, chunks: int, vectors: int, without: Mapping[Any, int], *, serves: bool, refused: Any = ()
) -> Held:
    return Held(
        model=model,
        covered=Coverage(chunks=chunks, embedded=vectors, without=without),
        waiting=chunks - vectors - sum(without.values()),
        serves=serves,
        refused=refused,
    )


def status(*models: Held, **other: Any) -> Status:
    usual: dict[str, Any] = {
        "home": "/home",
        "zone": "UTC",
        "counts": {},
        "sources": (),
        "journal_files": 0,
        "journal_bytes": 0,
        "index_bytes": 0,
        "torn": (),
        "rebuilding": False,
        "pending": False,
        "embedder": "builtin",
        "sends_to": None,
        "models": models,
        "no_vectors": "",
        "resident": None,
    }
    return Status(**(usual | other))


@pytest.mark.parametrize(
    ("given", "embedder", "code", "said"),
    [
        (embedded(), "builtin", 0, ""),
        (embedded(made=1), "builtin", 0, "-- 1 vector made\n"),
        (
            embedded(made=3, without={"language": 2, "failed": 1}),
            "ollama",
            0,
            "-- 3 vectors made, 1 refused, 2 in a script the model does not know\n",
        ),
        (embedded(waiting=9, skipped="switched-off"), "none", 0, ""),
        (embedded(waiting=9, skipped="not-installed"), "builtin", 0, "-- words only: onnxruntime is not installed"),
        (embedded(waiting=9, skipped="served"), "builtin", 0, "-- the process that serves this memory makes the"),
        (embedded(skipped="served"), "builtin", 0, ""),
        (embedded(waiting=9, skipped="no-vectors"), "builtin", 0, "-- 9 pieces without a vector yet: `hitherto add`"),
        (embedded(skipped="no-vectors"), "builtin", 0, ""),
        (embedded(waiting=9, error=DOWN), "ollama", 1, "hitherto: no vectors: No Ollama server answers at 127.0.0.1"),
        (embedded(waiting=9, error=DOWN), "builtin", 0, "hitherto: no vectors: "),
        (embedded(made=2, error=BusyError("Busy.", hint="wait")), "builtin", 4, "-- 2 vectors made\nhitherto: no "),
    ],
)
def test_what_became_of_vectors(
    capsys: pytest.CaptureFixture[str], given: Embedded, embedder: str, code: int, said: str
) -> None:
    """What was made, left or failed is said on standard error; only an embedder asked for by name is missed."""
    assert tell(given, embedder) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(said)
    assert bool(captured.err) == bool(said)


def test_progress_of_embedding(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal shows how far it is, how fast it goes and what is left."""
    error = Terminal()
    monkeypatch.setattr(sys, "stderr", error)
    monkeypatch.setenv("TERM", "xterm")
    clock = iter([0.0, 0.0, 4.0, 4.0])
    monkeypatch.setattr(terminal.time, "monotonic", lambda: next(clock))
    going = Pass()
    assert going.far() == "none yet"
    going(Embedding(done=200, waiting=1000))
    assert error.getvalue() == "\r\x1b[K  vectors: 200 of 1000 pieces, 50 a second, 16 s left"


@pytest.mark.parametrize(("seconds", "said"), [(0.2, "0 s"), (99.4, "99 s"), (100, "2 min"), (3600, "60 min")])
def test_a_stretch_of_time(seconds: float, said: str) -> None:
    """Seconds as long as they can be grasped, then minutes."""
    assert duration(seconds) == said


@pytest.mark.parametrize("seen", [None, Embedding(done=32, waiting=90)])
def test_interrupted_it_says_how_to_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, seen: Embedding | None
) -> None:
    """Stopped half-way, it says how far it came and that the next add makes the rest."""

    def stopped(_: object, report: Callable[[Embedding], None], **__: bool) -> Embedded:
        if seen:
            report(seen)
        raise KeyboardInterrupt

    monkeypatch.setattr(upkeep, "embed", stopped)
    memory: Any = None
    with pytest.raises(KeyboardInterrupt):
        vectors.make_vectors(memory, wanted=True)
    far = "32 of 90 pieces" if seen else "none yet"
    assert capsys.readouterr().err == f"-- {far}; `hitherto add` goes on with the vectors\n"


@pytest.mark.usefixtures("meaningful")
def test_adding_makes_vectors(tmp_path: Path, shell: Callable[..., Any]) -> None:
    """They are made after taking in, once, and counted; left out they wait; a rebuild makes them again."""
    (tmp_path / "a.md").write_text("# Errands\n\nCall the dentist on Friday.\n")
    waits = "-- 1 piece without a vector yet: `hitherto add` makes them\n"
    assert shell("add", "--no-vectors", "a.md")[::2] == (0, waits)
    assert shell("add")[::2] == (0, "-- 1 vector made\n")
    assert shell("add")[::2] == (0, "")
    assert shell("rebuild", "--no-vectors")[::2] == (0, waits)
    done = json.loads(shell("rebuild", "--json")[1])["vectors"]
    assert sorted(done) == sorted(documented("\n`vectors`:"))
    assert done == {"made": 1, "waiting": 0, "without": {}, "skipped": None, "error": None}
    assert json.loads(shell("add", "--json", "missing")[1])["vectors"] is None


@pytest.mark.usefixtures("meaningful")
def test_meaning_in_an_answer(tmp_path: Path, shell: Callable[..., Any]) -> None:
    """The page and the JSON say that meaning took part, by which model, and its share in a score."""
    (tmp_path / "a.md").write_text("# Errands\n\nCall the dentist on Friday.\n")
    assert shell("add", "a.md")[0] == 0
    code, out, err = shell("recall", "I have a toothache")
    assert (code, err) == (0, "-- 1 hit | meaning\n")
    assert "    Call the dentist on Friday.\n" in out
    assert shell("recall", "--literal", "friday", "toothache")[2] == "-- 1 hit | any of the words and meaning\n"
    code, out, err = shell("recall", "--explain", "I have a toothache")
    assert err == "-- 1 hit | meaning | meaning by all-MiniLM-L6-v2\n"
    assert " for its meaning" in out
    answer = json.loads(shell("recall", "--json", "I have a toothache")[1])
    assert answer["hits"][0]["why"]["meaning"] > 0
    assert {name: answer["ran"][name] for name in ("vectors", "model", "coverage", "no_vectors", "resident")} == {
        "vectors": True,
        "model": "all-MiniLM-L6-v2",
        "coverage": 1.0,
        "no_vectors": None,
        "resident": False,
    }
    code, out, err = shell("recall", "--words", "I have a toothache")
    assert (code, out) == (1, "")
    assert err.startswith("-- nothing found | all words\n")
    assert json.loads(shell("search", "--words", "--json", "dentist")[1])["ran"]["no_vectors"] == "words only"


def test_a_server_that_is_asked_by_name_is_missed(
    filled: Path, shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was taken in is in; that the server does not answer is said with the way out, and is a warning."""
    assert filled.is_dir()
    monkeypatch.setenv("HITHERTO_EMBEDDER", "ollama")
    with OllamaServer() as gone:
        monkeypatch.setenv("HITHERTO_OLLAMA_URL", gone.address)
    code, out, err = shell("add")
    assert code == 1
    assert out.count("unchanged") == 2
    assert err.startswith("hitherto: no vectors: No Ollama server answers at ")
    assert "\n  -> Start it: ollama serve\n" in err


def test_a_status_of_meaning() -> None:
    """Which model finds, what it covers and why not more, what was refused, and who serves."""
    serving = {"pid": 7, "started": "2026-11-24T11:00:00+00:00", "troubles": [{}]}
    two = status(
        held(MINILM, 10, 7, {"failed": 2, "empty": 1}, serves=True),
        held(NOMIC, 10, 4, {"failed": 1}, serves=False, refused=(REFUSED,)),
        embedder="ollama",
        sends_to="http://127.0.0.1:11434",
        resident=serving,
    )
    assert list(status_lines(two)) == snapshot(
        [
            "meaning   found by all-MiniLM-L6-v2; pieces and questions are sent to http://127.0.0.1:11434",
            "vectors   all-MiniLM-L6-v2 (serves): 7 of 10 pieces, 1 without a word, 2 refused: found by words",
            "vectors   ollama/nomic-embed-text:latest: 4 of 10 pieces, 5 waiting, 1 refused: found by words",
            "refused   /notes/plan.md:3-9: too ␛long",
            "serving   process 7, since 2026-11-24T11:00:00+00:00, 1 trouble (`hitherto serve --status`)",
        ]
    )
    nobody = "serving   nobody (`hitherto serve` keeps the memory fresh and answers sooner)"
    assert list(status_lines(status(held(MINILM, 10, 4, {}, serves=True)))) == [
        "meaning   found by all-MiniLM-L6-v2",
        "vectors   all-MiniLM-L6-v2: 4 of 10 pieces, 6 waiting for `hitherto add`",
        nobody,
    ]
    assert list(status_lines(status(no_vectors="onnxruntime is not installed here"))) == [
        "meaning   found by words alone: onnxruntime is not installed here",
        nobody,
    ]
    assert list(status_lines(status(embedder="none", no_vectors="switched off"))) == [
        "meaning   switched off (embedder = none): found by words alone",
        nobody,
    ]


def test_a_status_of_meaning_as_json() -> None:
    """The same for programs, with exactly the documented keys."""
    given = status(held(NOMIC, 10, 4, {"failed": 1}, serves=True, refused=(REFUSED,)), embedder="ollama")
    shown = meaning_json(given)
    assert sorted(shown) == sorted(documented("\n`meaning`:"))
    assert sorted(shown["models"][0]) == sorted(documented("\nEach of `models`:"))
    assert shown["models"][0] | {"refused": []} == snapshot(
        {
            "name": "ollama/nomic-embed-text:latest",
            "digest": "0a",
            "dimension": 768,
            "serves": True,
            "chunks": 10,
            "vectors": 4,
            "waiting": 5,
            "without": {"failed": 1},
            "refused": [],
        }
    )
    assert shown["models"][0]["refused"][0]["reason"] == "too \x1blong"
    assert shown["no_vectors"] is None
