from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.embedding import WordBag
from tests.making import memory_in, write

from hitherto.app import adapters
from hitherto.app.meaning import Embedding, is_wanted
from hitherto.core.errors import EmbedderError
from hitherto.core.meaning import Model

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from hitherto.app.memory import Memory

NOMIC = "ollama/nomic-embed-text"
DOWN = EmbedderError("No server.", hint="start it")


class Away(WordBag):
    """An embedder that does not answer."""

    @property
    def model(self) -> Model:  # type: ignore[override]
        """Fail, as a server that is down does."""
        raise DOWN

    @model.setter
    def model(self, _: Model) -> None:
        """Pass over what the constructor sets."""


@pytest.fixture
def embedders(monkeypatch: pytest.MonkeyPatch) -> dict[str, WordBag]:
    """The embedders there are, by name."""
    known: dict[str, WordBag] = {
        adapters.BUILT_IN: WordBag(name=adapters.BUILT_IN),
        NOMIC: WordBag(name=f"{NOMIC}:latest", dimension=32),
    }

    def named(name: str, _: object) -> WordBag:
        if name.removesuffix(":latest") not in known:
            raise EmbedderError(f"No embedder makes vectors of {name}.", hint="")
        return known[name.removesuffix(":latest")]

    monkeypatch.setattr(adapters, "embedder_named", named)
    return known


@pytest.fixture
def opened(tmp_path: Path, embedders: dict[str, WordBag]) -> Iterator[Callable[..., Memory]]:
    """Open the memory of some notes with an embedder; it stays open to the end."""
    assert embedders
    for number in range(70):
        write(tmp_path / f"notes/n{number}.md", f"# Note {number}\n\nabout wombats\n")
    memories: list[Memory] = []

    def open_with(embedder: str = "builtin") -> Memory:
        memory = memory_in(tmp_path, embedder=embedder)
        memories.append(memory)
        if len(memories) == 1:
            memory.add(str(tmp_path / "notes"))
        return memory

    yield open_with
    for memory in memories:
        memory.close()


def serves(memory: Memory) -> str:
    """Return the name of the model that serves, or why none does."""
    meaning, why_not = memory.serving(memory.store)
    assert (meaning is None) == bool(why_not)
    return meaning.vectors.model.name if meaning else why_not


def steps(memory: Memory, count: int) -> int:
    """Make vectors in so many steps."""
    left = iter(range(count))
    return memory.embed(going=lambda: next(left, None) is not None)


def names(memory: Memory) -> list[str]:
    return [model.name for model in memory.store.models()]


def test_nothing_serves_before_there_are_vectors(opened: Callable[..., Memory]) -> None:
    """Without an embedder or a vector, words alone find, and it is said why."""
    memory = opened()
    assert serves(memory) == "no vectors yet"
    assert memory.recall("wombats").ran.fallback == "no vectors yet"
    memory.embed()
    assert serves(memory) == adapters.BUILT_IN
    assert memory.recall("about a wombat").ran.vectors
    assert memory.recall("about a wombat", words_only=True).ran.fallback == "words only"
    off = opened("none")
    assert serves(off) == "switched off"
    assert off.embed() == 0


def test_what_an_installation_lacks_is_said(opened: Callable[..., Memory], monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no model can run, and none has, that is the reason."""
    monkeypatch.setattr("hitherto.embedders.minilm.available", lambda: False)
    assert serves(opened()) == "onnxruntime is not installed here"
    assert serves(opened("ollama")) == "no vectors yet"


def test_how_far_it_is_is_told_after_every_step(opened: Callable[..., Memory]) -> None:
    """Each report says how many were seen to, and how many waited when the pass began."""
    memory = opened()
    assert steps(memory, 1) == 32
    seen: list[Embedding] = []
    assert memory.embed(report=seen.append) == 38
    assert seen == [Embedding(done=32, waiting=38), Embedding(done=38, waiting=38)]
    assert memory.embed(report=seen.append) == 0
    assert len(seen) == 2


def test_old_vectors_serve_until_the_new_are_complete(opened: Callable[..., Memory]) -> None:
    """A change of model takes nothing away at any moment, and in the end leaves nothing of the old one."""
    memory = opened()
    memory.embed()
    changed = opened("ollama")
    assert serves(changed) == adapters.BUILT_IN
    steps(changed, 2)
    assert (names(changed), serves(changed)) == ([adapters.BUILT_IN, f"{NOMIC}:latest"], adapters.BUILT_IN)
    changed.embed()
    assert (names(changed), serves(changed)) == ([f"{NOMIC}:latest"], f"{NOMIC}:latest")


def test_the_model_that_covers_more_serves(opened: Callable[..., Memory], embedders: dict[str, WordBag]) -> None:
    """Where both are incomplete, the one with less to do."""
    memory = opened()
    steps(memory, 1)
    changed = opened("ollama")
    steps(changed, 2)
    assert serves(changed) == f"{NOMIC}:latest"
    embedders.pop(adapters.BUILT_IN)
    assert serves(changed) == f"{NOMIC}:latest"


def test_an_embedder_that_is_away_takes_nothing_away(
    opened: Callable[..., Memory], embedders: dict[str, WordBag]
) -> None:
    """What another model made goes on serving; without that, words alone find, and making vectors says why not."""
    memory = opened()
    memory.embed()
    embedders[NOMIC] = Away()
    changed = opened("ollama")
    assert serves(changed) == adapters.BUILT_IN
    with pytest.raises(EmbedderError, match="No server"):
        changed.embed()
    embedders[adapters.BUILT_IN] = Away()
    assert serves(opened("ollama")) == "No server."


def test_other_weights_under_the_same_name_are_another_model(
    opened: Callable[..., Memory], embedders: dict[str, WordBag]
) -> None:
    """Vectors of the weights before are not compared with new questions, and give way to new ones."""
    memory = opened()
    memory.embed()
    embedders[adapters.BUILT_IN] = WordBag(name=adapters.BUILT_IN, digest="2")
    changed = opened()
    assert serves(changed) == "no vectors of this model yet"
    assert changed.embed() == 70
    assert [model.digest for model in changed.store.models()] == ["2"]


def test_an_unknown_model_in_the_index_stays_until_it_is_replaced(
    opened: Callable[..., Memory], embedders: dict[str, WordBag]
) -> None:
    """Vectors that no embedder here can be asked about serve nobody."""
    embedders[NOMIC] = WordBag(name="theirs")
    memory = opened("ollama")
    memory.embed()
    assert serves(opened()) == "no vectors of this model yet"


def test_letting_go(opened: Callable[..., Memory], embedders: dict[str, WordBag]) -> None:
    """What is held in memory is let go of, and a question works afterwards."""
    memory = opened()
    memory.embed()
    memory.release()
    assert embedders[adapters.BUILT_IN].closed == 1
    assert memory.recall("about a wombat").ran.vectors


@pytest.mark.parametrize(
    ("name", "embedder", "model", "wanted"),
    [
        (adapters.BUILT_IN, "builtin", "nomic-embed-text", True),
        (adapters.BUILT_IN, "ollama", "nomic-embed-text", False),
        (f"{NOMIC}:latest", "ollama", "nomic-embed-text", True),
        (f"{NOMIC}:latest", "ollama", "nomic-embed-text:latest", True),
        (f"{NOMIC}:v1", "ollama", "nomic-embed-text", False),
    ],
)
def test_the_wanted_model(tmp_path: Path, name: str, embedder: str, model: str, *, wanted: bool) -> None:
    """A model is the wanted one by its name; Ollama calls the latest one so where no version is given."""
    settings = memory_in(tmp_path, embedder=embedder, ollama_model=model).settings
    assert is_wanted(Model(name=name, digest="", dimension=1, pooling=""), settings) == wanted
