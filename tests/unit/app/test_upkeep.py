from __future__ import annotations

import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from tests.embedding import WordBag
from tests.making import chat, everything, line, memory_in, texts_of, write

from hitherto.app import adapters, upkeep
from hitherto.app.daemon import client
from hitherto.app.memory import Memory, silent
from hitherto.core.errors import DamagedError, EmbedderError, HithertoError, SetupNeededError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Give a memory of a conversation, code and two versions of a note."""
    chat(tmp_path / "logs/a.jsonl", *[line(f"apples and {n} " + "words " * (n % 30), n) for n in range(30)])
    write(tmp_path / "app/lease.py", "def renew_lease(job):\n    return job.backoff()\n")
    write(tmp_path / "app/garden.md", "# Garden\n\nCover the quinces.\n")
    with memory_in(tmp_path) as made:
        made.add(str(tmp_path / "logs"))
        made.add(str(tmp_path / "app"))
        write(tmp_path / "app/garden.md", "# Garden\n\nCover the quinces in winter.\n", at=1_700_000_100)
        made.add(str(tmp_path / "app"))
        yield made


def indexed(memory: Memory) -> dict[str, object]:
    """Return all that is indexed."""
    return everything(memory.house.store)  # type: ignore[arg-type,return-value]


def differences(memory: Memory) -> list[str]:
    """Return what verify names."""
    return [f"{one.where}: {one.what}" for one in upkeep.verify(memory)]


def journal_bytes(memory: Memory) -> dict[str, bytes]:
    """Return the journal as it is on disk."""
    return {file.name: file.read_bytes() for file in (memory.settings.home / "journal").rglob("*.jsonl")}


def test_a_rebuilt_index_is_the_same(memory: Memory) -> None:
    """Every chunk, span, record and source, and the journal does not grow."""
    before, journal = indexed(memory), journal_bytes(memory)
    done = upkeep.rebuild(memory, silent)
    assert [isinstance(one, HithertoError) for one in done] == [False, False]
    assert indexed(memory) == before
    assert journal_bytes(memory) == journal
    assert differences(memory) == []
    assert sorted(file.name for file in memory.settings.home.glob("hitherto.db*")) == [
        "hitherto.db",
        "hitherto.db-shm",
        "hitherto.db-wal",
    ]


@pytest.mark.parametrize("damage", ["garbage", "empty", "missing", "newer", "older"])
def test_a_rebuild_works_whatever_the_index_is(memory: Memory, damage: str) -> None:
    """Bytes that are no database, one of another version, or none at all: the journal holds everything."""
    before = indexed(memory)
    path = memory.settings.home / "hitherto.db"
    if damage in ("newer", "older"):
        statement = {"newer": "PRAGMA user_version = 99", "older": "UPDATE meta SET value = '0'"}[damage]
        memory.house.store.db.execute(statement)  # type: ignore[attr-defined]
    memory.close()
    if damage in ("garbage", "empty"):
        path.write_bytes(b"garbage " * 1000 if damage == "garbage" else b"")
    if damage == "missing":
        path.unlink()
    if damage in ("garbage", "newer", "older"):
        with pytest.raises((SetupNeededError, DamagedError)):
            memory.recall("apples")
    upkeep.rebuild(memory, silent)
    assert indexed(memory) == before


def test_a_rebuild_that_is_stopped_goes_on(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it is complete every answer says so, and the older index is kept."""
    before = indexed(memory)

    def stopped(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Memory, "again", stopped)
        with pytest.raises(KeyboardInterrupt):
            upkeep.rebuild(memory, silent)
    assert memory.recall("apples").ran.pending
    assert upkeep.status(memory).rebuilding
    assert (memory.settings.home / "hitherto.db.set-aside").exists()
    upkeep.rebuild(memory, silent)
    assert indexed(memory) == before
    assert not memory.recall("apples").ran.pending
    assert not (memory.settings.home / "hitherto.db.set-aside").exists()


def test_notes_of_a_lost_folder_survive_a_rebuild(memory: Memory, tmp_path: Path) -> None:
    """The newest kept version is found, marked as not to be reached; the folder brings the rest when it is back."""
    (tmp_path / "app").rename(tmp_path / "away")
    upkeep.rebuild(memory, silent, consent=True)
    answer = memory.recall("quinces winter")
    assert texts_of(answer.hits) == ["# Garden\n\nCover the quinces in winter.\n"]
    assert (answer.hits[0].state, answer.ran.stale) == ("unreachable", 1)
    assert memory.recall("backoff").hits == ()
    (tmp_path / "away").rename(tmp_path / "app")
    memory.again()
    assert memory.recall("quinces winter").hits[0].state == "current"
    assert len(memory.recall("backoff").hits) == 1


def test_a_lost_original_does_not_stop_a_rebuild(memory: Memory, tmp_path: Path) -> None:
    """What cannot be restored is told, everything else is back, and verify names the loss."""
    shutil.rmtree(tmp_path / "app")
    for blob in (memory.settings.home / "blobs").rglob("*"):
        if blob.is_file():
            blob.unlink()
    done = upkeep.rebuild(memory, silent, consent=True)
    assert isinstance(done[1], DamagedError)
    assert len(memory.recall("apples", limit=50).hits) > 5
    assert len([one for one in differences(memory) if "missing" in one]) == 2


def test_what_was_deleted_in_the_index_comes_back(memory: Memory) -> None:
    """A chunk that somebody removed by hand is there again after a rebuild."""
    before = indexed(memory)
    memory.house.store.db.execute("DELETE FROM chunk; DELETE FROM fts; DELETE FROM segment")  # type: ignore[attr-defined]
    assert differences(memory) != []
    upkeep.rebuild(memory, silent)
    assert indexed(memory) == before


def test_verify_names_what_was_torn_and_what_was_changed(memory: Memory) -> None:
    """A half-written line is set aside by the next writer and told; a changed line is told with its number."""
    (file,) = (memory.settings.home / "journal").rglob("2026-11-24*.jsonl")
    with file.open("ab") as end:
        end.write(b'{"v":1,"torn')
    memory.add(str(chat(memory.settings.home.parent / "b.jsonl", line("pears", 99))))
    (torn,) = differences(memory)
    assert torn.startswith("journal/torn/")
    file.write_bytes(file.read_bytes().replace(b"apples and 7 ", b"appels and 7 "))
    found = differences(memory)
    assert any(one.startswith(f"journal/2026/{file.name}:8: ") and "checksum" in one for one in found)


def test_status_tells_what_is_there(memory: Memory, tmp_path: Path) -> None:
    """Counts, sizes and sources; nothing is made where there is nothing."""
    told = upkeep.status(memory)
    assert told.counts["records.text"] == 30
    assert told.counts["files"] == 2
    assert [one.kind for one in told.sources] == ["jsonl", "folder"]
    assert told.journal_bytes == sum(map(len, journal_bytes(memory).values()))
    assert told.index_bytes > 4096
    assert (told.rebuilding, told.pending, told.torn, told.zone) == (False, False, (), "Europe/Berlin")
    empty = Memory(memory.settings.__class__(home=tmp_path / "never"))
    for ask in (upkeep.status, lambda one: list(upkeep.verify(one)), lambda one: upkeep.rebuild(one, silent)):
        with pytest.raises(SetupNeededError):
            ask(empty)
    assert not (tmp_path / "never").exists()


def test_status_tells_what_finds_by_meaning(memory: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which model covers how much, what was refused, where pieces are sent, and what the process that serves says."""
    told = upkeep.status(memory)
    assert (told.models, told.no_vectors, told.embedder, told.sends_to) == ((), "no vectors yet", "builtin", None)
    assert told.resident is None
    embedder = WordBag(name="all-MiniLM-L6-v2")
    embedder.refused.add("garden\nGarden\n# Garden\n\nCover the quinces in winter.\n")
    monkeypatch.setattr(adapters, "embedder_named", lambda *_: embedder)
    monkeypatch.setattr(client, "ask", lambda _, request: {"status": {"pid": 7, **request}})
    memory.embed()
    told = upkeep.status(memory)
    (held,) = told.models
    assert (held.model.name, held.serves, held.waiting) == ("all-MiniLM-L6-v2", True, 0)
    assert (held.covered.chunks - held.covered.embedded, held.covered.without) == (1, {"failed": 1})
    assert [(place.path, why) for place, why in held.refused] == [(str(tmp_path / "app/garden.md"), "refused")]
    assert told.resident == {"pid": 7, "ask": "status"}
    other = Memory(replace(memory.settings, embedder="ollama", ollama_url="http://10.0.0.7:1"))
    with other:
        assert upkeep.status(other).sends_to == "http://10.0.0.7:1"


def test_vectors_are_made_and_counted(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is counted once, when it is made; what waits is known before any model is."""
    embedder = WordBag(name="all-MiniLM-L6-v2")
    monkeypatch.setattr(adapters, "embedder_named", lambda *_: embedder)
    chunks = len(indexed(memory)["chunks"])  # type: ignore[arg-type]
    left = upkeep.embed(memory, silent, wanted=False)
    assert (left.made, left.waiting, left.skipped) == (0, chunks, "no-vectors")
    done = upkeep.embed(memory, silent)
    assert (done.made, done.waiting, done.skipped, done.error) == (chunks, 0, None, None)
    again = upkeep.embed(memory, silent)
    assert (again.made, again.waiting) == (0, 0)
    upkeep.rebuild(memory, silent)
    assert upkeep.embed(memory, silent).made == chunks


@pytest.mark.parametrize(
    ("embedder", "runs", "served", "skipped"),
    [
        ("none", True, True, "switched-off"),
        ("builtin", False, True, "not-installed"),
        ("builtin", True, True, "served"),
        ("ollama", False, True, "served"),
    ],
)
def test_vectors_are_left_to_others(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, embedder: str, skipped: str, *, runs: bool, served: bool
) -> None:
    """Nothing is tried where it is not wanted, cannot be, or another process does it."""
    monkeypatch.setattr("hitherto.embedders.minilm.available", lambda: runs)
    monkeypatch.setattr(client, "ask", lambda *_: {"embedder": embedder} if served else None)
    with Memory(replace(memory.settings, embedder=embedder)) as other:
        done = upkeep.embed(other, silent)
    assert (done.made, done.skipped, done.error) == (0, skipped, None)
    assert done.waiting > 0


def test_vectors_are_not_left_to_who_makes_others(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was started before the embedder was changed does not keep the new vectors from being made."""
    monkeypatch.setattr(client, "ask", lambda *_: {"embedder": "ollama"})
    monkeypatch.setattr(adapters, "embedder_named", lambda *_: WordBag(name="all-MiniLM-L6-v2"))
    done = upkeep.embed(memory, silent)
    assert (done.skipped, done.waiting) == (None, 0)
    assert done.made > 0


def test_an_embedder_that_fails_half_way_keeps_what_it_made(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error is told beside what was made until then and what still waits."""
    embedder = WordBag(name="all-MiniLM-L6-v2")
    make = embedder.documents
    monkeypatch.setattr(adapters, "embedder_named", lambda *_: embedder)
    steps = iter([make])

    def failing(texts: list[str]) -> list[object]:
        step = next(steps, None)
        if step is None:
            raise EmbedderError("No server.", hint="start it")
        return list(step(texts))

    monkeypatch.setattr(embedder, "documents", failing)
    for n in range(40):
        write(memory.settings.home.parent / f"more/n{n}.md", f"# Pears\n\n{n} of them\n")
    memory.add(str(memory.settings.home.parent / "more"))
    done = upkeep.embed(memory, silent)
    assert (done.made, str(done.error)) == (32, "No server.")
    assert done.waiting == len(indexed(memory)["chunks"]) - 32  # type: ignore[arg-type]


@pytest.mark.parametrize("loss", ["journal", "day files", "key"])
def test_a_rebuild_never_throws_away_what_only_the_index_still_holds(memory: Memory, loss: str) -> None:
    """Without its journal or with a damaged key, nothing is touched, and the index goes on answering."""
    home = memory.settings.home
    memory.close()
    if loss == "key":
        (home / "key").write_bytes(b"cut")
    elif loss == "journal":
        shutil.rmtree(home / "journal")
    else:
        for file in (home / "journal").rglob("*.jsonl"):
            file.unlink()
    with pytest.raises(DamagedError):
        upkeep.rebuild(memory, silent)
    assert memory.recall("apples").hits


def test_a_folder_in_the_place_of_the_index_stays(memory: Memory) -> None:
    """Whatever it holds is not ours to move."""
    database = memory.settings.home / "hitherto.db"
    memory.close()
    database.unlink()
    database.mkdir()
    (database / "kept").touch()
    with pytest.raises(DamagedError):
        upkeep.rebuild(memory, silent)
    assert (database / "kept").exists()
