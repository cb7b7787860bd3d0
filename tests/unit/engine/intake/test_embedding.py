"""Vectors for what has none: what stands for a chunk, and that nothing is made twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.asking import put, put_each, talk
from tests.embedding import WordBag
from tests.making import answered, said

from hitherto.core.answer import Filter
from hitherto.core.errors import EmbedderError
from hitherto.core.meaning import Unembedded
from hitherto.engine.house import Meaning, always
from hitherto.engine.intake.embedding import STEP, embed_missing, key_of, text_for
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Give an empty index."""
    store = SqliteStore(tmp_path / "hitherto.db")
    yield store
    store.close()


def meaning_of(store: SqliteStore, bag: WordBag) -> Meaning:
    """Return what embeds with ``bag``."""
    return Meaning(embedder=bag, vectors=store.vectors(bag.model))


def piece(text: str, **more: Any) -> Unembedded:
    """Return a chunk that waits."""
    fields: dict[str, Any] = {"chunk": 1, "kind": "code", "path": None, "symbol": None, "heading": None}
    return Unembedded(text=text, **{**fields, **more})


def test_code_carries_its_names_in_words() -> None:
    """The file's and the symbol's name stand before the code, cut into the words they are made of."""
    text = text_for(piece("def f(): ...", path="/p/http_client.py", symbol="LeaseError.fromHTTPCode2"))
    assert text == "http client Lease Error from HTTP Code 2\ndef f(): ..."


def test_a_note_carries_its_title_and_heading() -> None:
    """What a note is called and where in it a chunk stands is told as it is written."""
    text = text_for(piece("Due on Monday.", kind="note", path="/p/Garden plans.md", heading="Leases > 庭"))
    assert text == "Garden plans\nLeases > 庭\nDue on Monday."


def test_speech_carries_who_says_it() -> None:
    """A person's name stands before what they say; `user` and `assistant` are no names."""
    text = "Shall we?\n\nYes."
    speakers = (("Caroline", 0, 9), ("Melanie", 11, 15))
    assert text_for(piece(text, kind="conversation", speakers=speakers)) == "Caroline: Shall we?\n\nMelanie: Yes."
    nameless = (("user", 0, 9), ("Assistant", 11, 15))
    assert text_for(piece(text, kind="conversation", speakers=nameless)) == text


def test_a_chunk_without_names_is_its_text() -> None:
    """Nothing is put before a text that has no name."""
    assert text_for(piece("x = 1")) == "x = 1"


@given(st.text(), st.text())
def test_keys_tell_texts_apart(one: str, other: str) -> None:
    """Two texts have one key only if they are the same, whatever characters they hold."""
    assert (key_of(one) == key_of(other)) == (one == other)
    assert len(key_of(one + "\ud800")) == 16


def test_everything_that_waits_is_seen_to(store: SqliteStore) -> None:
    """All chunks are embedded in steps, newest first, and a second pass finds nothing to do."""
    put(store, "many.py", *(f"lease {n}" for n in range(2 * STEP + 3)))
    talk(store, said("The newest of all", 600))
    bag, steps = WordBag(), list[int]()
    assert embed_missing(store, meaning_of(store, bag), always, steps.append) == 2 * STEP + 4
    assert steps == [STEP, 2 * STEP, 2 * STEP + 4]
    assert bag.asked[0] == "The newest of all"
    assert embed_missing(store, meaning_of(store, bag), always, steps.append) == 0
    assert len(bag.asked) == 2 * STEP + 4


def test_it_stops_when_told_and_goes_on_later(store: SqliteStore) -> None:
    """Stopped between two steps, what was made is kept and not made again."""
    put(store, "many.py", *(f"lease {n}" for n in range(3 * STEP)))
    bag, turns = WordBag(), iter([True, False])
    assert embed_missing(store, meaning_of(store, bag), lambda: next(turns), lambda _: None) == STEP
    covered = store.vectors(bag.model).coverage(Filter())
    assert (covered.chunks, covered.embedded) == (3 * STEP, STEP)
    embed_missing(store, meaning_of(store, bag), always, lambda _: None)
    assert len(bag.asked) == len(set(bag.asked)) == 3 * STEP


def test_a_text_is_embedded_once_wherever_it_stands(store: SqliteStore) -> None:
    """Copies share a vector, and a conversation that grew does not embed again what it said before."""
    first = said("When is the lease due?", 0)
    talk(store, first)
    put(store, "a.py", "the same", "the same")
    bag = WordBag()
    meaning = meaning_of(store, bag)
    embed_missing(store, meaning, always, lambda _: None)
    assert sorted(bag.asked) == ["When is the lease due?", "a\nthe same"]
    with store.transaction():
        store.replace_session("s", None, [])
    talk(store, said("Something else", 300))
    embed_missing(store, meaning, always, lambda _: None)
    assert bag.asked.count("When is the lease due?") == 1


def test_what_is_refused_is_kept_as_refused(store: SqliteStore) -> None:
    """A text that cannot be embedded has its reason, is not asked about again, and holds nothing up."""
    put_each(store, "good", "bad", "fine")
    bag = WordBag()
    bag.refused = {"f 1\nbad"}
    assert embed_missing(store, meaning_of(store, bag), always, lambda _: None) == 3
    covered = store.vectors(bag.model).coverage(Filter())
    assert (covered.embedded, dict(covered.without)) == (2, {"failed": 1})
    assert embed_missing(store, meaning_of(store, bag), always, lambda _: None) == 0


def test_an_embedder_that_fails_loses_nothing(store: SqliteStore) -> None:
    """What was made before it failed stays; what failed waits on."""
    put(store, "many.py", *(f"lease {n}" for n in range(STEP + 1)))
    bag = WordBag()

    def failing(texts: Any) -> Any:
        if len(bag.asked) >= STEP:
            raise EmbedderError("gone", hint="start it")
        return WordBag.documents(bag, texts)

    meaning = Meaning(embedder=Failing(failing, bag), vectors=store.vectors(bag.model))
    with pytest.raises(EmbedderError, match="gone"):
        embed_missing(store, meaning, always, lambda _: None)
    assert len(store.vectors(bag.model).missing(10)) == 1


class Failing:
    """An embedder that does with texts what it is told."""

    def __init__(self, documents: Any, bag: WordBag) -> None:
        self.documents = documents
        self.model, self.query, self.close = bag.model, bag.query, bag.close


def test_an_exchange_is_embedded_with_its_speakers(store: SqliteStore) -> None:
    """What the store hands out holds who says which stretch of a chunk."""
    talk(store, said("When is it due?", 0, actor="Anna"), answered("On Monday.", 1, actor="Claude"))
    bag = WordBag()
    embed_missing(store, meaning_of(store, bag), always, lambda _: None)
    assert bag.asked == ["Anna: When is it due?\n\nClaude: On Monday."]
