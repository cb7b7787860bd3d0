"""Finding by meaning beside words: what joins, what stays out, and what is said about it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from tests.asking import Files, at, exchange, put, put_each, talk
from tests.embedding import packed
from tests.making import chunk, said, texts_of

from hitherto.core.answer import Filter, TimeRange
from hitherto.core.errors import EmbedderError
from hitherto.core.meaning import Model, NoVector
from hitherto.engine.by_words import Question
from hitherto.engine.house import Meaning, always
from hitherto.engine.intake.embedding import embed_missing
from hitherto.engine.recall import ENOUGH_BY_WORDS, recall
from hitherto.stores.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from hitherto.core.answer import Recall

# Words of one axis mean the same; a text with words of two axes lies between them.
AXES = (("car", "automobile", "vehicle"), ("lease", "rent", "hire"), ("garden", "lawn"))


class Compass:
    """An embedder that knows what a few words mean; anything else lies in a direction of its own."""

    def __init__(self, name: str = "all-MiniLM-L6-v2") -> None:
        self.model = Model(name=name, digest="1", dimension=4, pooling="none")
        self.asked = 0
        self.broken: EmbedderError | None = None

    def documents(self, texts: Sequence[str]) -> list[bytes | NoVector]:
        """Return the vectors."""
        return [self._vector(text) for text in texts]

    def query(self, text: str) -> bytes | None:
        """Return the vector of a question."""
        self.asked += 1
        if self.broken:
            raise self.broken
        made = self._vector(text)
        return made if isinstance(made, bytes) else None

    def close(self) -> None:
        """Hold nothing."""

    def _vector(self, text: str) -> bytes | NoVector:
        if not text.isascii():
            return NoVector(reason="language")
        words = re.findall(r"\w+", text.lower())
        row = [float(any(word in axis for word in words)) for axis in AXES]
        row.append(0.0 if any(row) else 1.0)
        length = sum(number * number for number in row) ** 0.5
        return packed([number / length for number in row])


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteStore]:
    """Give an empty index."""
    store = SqliteStore(tmp_path / "hitherto.db")
    yield store
    store.close()


def meaning_in(store: SqliteStore, compass: Compass) -> Meaning:
    """Give every chunk its vector and return what finds by them."""
    meaning = Meaning(embedder=compass, vectors=store.vectors(compass.model))
    embed_missing(store, meaning, always, lambda _: None)
    return meaning


@pytest.fixture
def ask(store: SqliteStore) -> Callable[..., Recall]:
    """Give a way to ask by meaning too, once everything has its vector."""

    def asked(
        text: str, compass: Compass | None = None, files: Files | None = None, *, limit: int = 10, **where: Any
    ) -> Recall:
        timed = "since" in where or "until" in where
        reading = TimeRange(start=where.get("since"), end=where.get("until"), zone="UTC", phrase="") if timed else None
        question = Question(text=text, where=Filter(**where), limit=limit, reading=reading)
        return recall(store, question, files or Files(), meaning_in(store, compass or Compass()))

    return asked


def test_what_shares_no_word_is_found(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """A text is found by what it means, unmarked, with the share that meaning has in its score."""
    put_each(store, "the automobile stands outside", "the lawn is green", "nothing of note")
    answer = ask("vehicle")
    assert texts_of(answer.hits) == ["the automobile stands outside"]
    (hit,) = answer.hits
    assert hit.marks == ()
    assert hit.why["meaning"] > 0
    assert (answer.ran.vectors, answer.ran.model, answer.ran.coverage, answer.ran.fallback) == (
        True,
        "all-MiniLM-L6-v2",
        1.0,
        "",
    )


def test_what_is_not_near_is_not_found(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """A question that nothing is near to finds nothing, though everything has a cosine."""
    put_each(store, "the automobile stands outside", "the lawn is green")
    answer = ask("zebra crossing")
    assert answer.hits == ()
    assert answer.ran.vectors


def test_words_and_meaning_agree_before_either_alone(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """A chunk with the word and the meaning comes before one with the meaning alone, and that before a mere word."""
    put_each(store, "hire a boat", "car hire", "automobile rent")
    found = texts_of(ask("car hire").hits)
    assert found[0] == "car hire"
    assert set(found) == {"car hire", "automobile rent", "hire a boat"}


@pytest.mark.parametrize("query", ["renew_lease", '"green lawn"', "E_CONN_17"])
def test_a_name_or_a_quotation_is_answered_by_words(store: SqliteStore, ask: Callable[..., Recall], query: str) -> None:
    """Nothing that is only like what was named comes with it, and the question is not even embedded."""
    put_each(store, "rent renew_lease", "the green lawn", "E_CONN_17 means hire", "lease of a garden")
    compass = Compass()
    answer = ask(query, compass)
    assert len(answer.hits) == 1
    assert (compass.asked, answer.ran.vectors, answer.ran.fallback) == (0, False, "exactly these words were asked for")


def test_a_name_that_is_nowhere_is_looked_for_by_meaning(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """A quotation that nobody said finds what is near instead of nothing."""
    put_each(store, "the automobile stands outside")
    assert texts_of(ask('"vehicle"').hits) == ["the automobile stands outside"]


def test_a_missing_vector_is_no_verdict(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """A text in a script the model does not know keeps the place its words give it, and is counted as not covered."""
    put_each(store, "lease lease лизинг", "a lease of nothing at all", *(f"word number{n}" for n in range(20)))
    answer = ask("lease")
    assert answer.ran.vectors
    assert answer.ran.coverage == pytest.approx(21 / 22)
    assert texts_of(answer.hits)[0] == "lease lease лизинг"


def test_a_question_in_another_script_is_answered_by_words(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """Where the model cannot read the question, words answer, and the answer says so."""
    put_each(store, "лизинг", "a lease")
    answer = ask("лизинг")
    assert texts_of(answer.hits) == ["лизинг"]
    assert (answer.ran.vectors, answer.ran.fallback) == (False, "the model does not know this script")


def test_the_restriction_holds_for_meaning_too(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """Nothing outside the range is found, however near, and what is inside comes in the order of time."""
    put_each(store, "my automobile")
    talk(store, said("The automobile is here", 0), said("A vehicle broke down", 90), said("The lawn", 180))
    answer = ask("car", kind="conversation", since=at(-5), until=at(120))
    assert texts_of(answer.hits) == ["The automobile is here", "A vehicle broke down"]
    assert texts_of(ask("car", kind="conversation", since=at(60)).hits) == ["A vehicle broke down"]


def test_of_one_speaker_only_what_he_said_answers(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """A chunk that is near is an answer for its speaker; one without him is not."""
    talk(store, *exchange())
    assert len(ask("rent", actor="Claude").hits) == 1
    assert ask("rent", actor="Zoe").hits == ()


def test_an_embedder_that_fails_leaves_the_words(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """Words answer, and the answer says why meaning did not; the embedder is asked once, however often is looked."""
    put_each(store, "a lease of the car")
    compass = Compass()
    compass.broken = EmbedderError("The server is gone.", hint="start it")
    answer = ask("car lease", compass, Files(f0=("current", True)))
    assert answer.ran.fallback == "The server is gone."
    assert compass.asked == 1
    assert not answer.ran.vectors


def test_the_question_is_embedded_once(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """A file that changed makes the search run again, not the model."""
    put_each(store, "a lease of the car", "the lawn")
    compass = Compass()
    files = Files(f0=("current", True))
    assert ask("rent vehicle", compass, files).ran.vectors
    assert compass.asked == 1


def test_without_words_there_is_nothing_to_mean(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """A restriction alone gives what is there in the order of time."""
    put_each(store, "one", "two")
    compass = Compass()
    answer = ask("", compass, kind="code")
    assert (texts_of(answer.hits), compass.asked, answer.ran.words) == (["one", "two"], 0, "none")


def test_more_hits_need_more_neighbours(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """As many hits as asked for come by meaning alone, where there are as many."""
    put(store, "many.py", *(f"automobile {n}" for n in range(150)))
    assert len(ask("vehicle", limit=120).hits) == 120


def test_a_model_nobody_measured_finds_too(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """Another model's vectors join by rank, and its name is told."""
    put_each(store, "the automobile stands outside", *(f"the lawn {n}" for n in range(9)))
    answer = ask("vehicle", Compass("ollama/some-model"))
    assert texts_of(answer.hits) == ["the automobile stands outside"]
    assert answer.ran.model == "ollama/some-model"


def test_why_there_is_no_meaning_is_told(store: SqliteStore) -> None:
    """Where nothing finds by meaning, the reason that was given stands in the answer."""
    put_each(store, "a lease")
    question = Question(text="lease", where=Filter(), limit=10)
    answer = recall(store, question, Files(), None, "no vectors yet")
    assert (answer.ran.vectors, answer.ran.fallback, len(answer.hits)) == (False, "no vectors yet", 1)


def test_a_chunk_that_vanished_meanwhile_is_passed_over(store: SqliteStore) -> None:
    """What another process removed between finding and reading is left out."""
    put_each(store, "the automobile", "a vehicle")
    meaning = meaning_in(store, Compass())

    def removed(path: str) -> None:
        if path.endswith("f0.py"):
            with store.transaction():
                store.drop_files([path])

    question = Question(text="car", where=Filter(), limit=10)
    answer = recall(store, question, Files(meanwhile=removed, f0=("current", True)), meaning)
    assert texts_of(answer.hits) == ["a vehicle"]


def test_chunks_of_one_text_fold(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """The same text in two files is one hit by meaning as well."""
    put(store, "a.py", chunk("the automobile"))
    put(store, "b.py", chunk("the automobile"))
    (hit,) = ask("vehicle").hits
    assert len(hit.also_in) == 1


@pytest.mark.parametrize(("said_by", "joined"), [(2, True), (3, False)])
def test_within_a_time_meaning_joins_only_where_words_find_little(
    store: SqliteStore, ask: Callable[..., Recall], *, said_by: int, joined: bool
) -> None:
    """Three texts with all the words answer alone, and the question is not even embedded; of two, meaning adds more."""
    put_each(store, *(f"car hire {n}" for n in range(said_by)), "automobile rent")
    compass = Compass()
    answer = ask("car hire", compass, since=at(-1), until=at(1))
    assert (answer.ran.vectors, compass.asked, "automobile rent" in texts_of(answer.hits)) == (joined, joined, joined)
    assert answer.ran.fallback == ("" if joined else ENOUGH_BY_WORDS)
    assert ask("car hire", compass).ran.vectors


def test_texts_of_another_time_are_not_enough(store: SqliteStore, ask: Callable[..., Recall]) -> None:
    """What has all the words outside the range says nothing about what is in it."""
    talk(store, *(said(f"car hire {n}", n * 300) for n in range(4)), said("automobile rent", 2000))
    answer = ask("car hire", since=at(1999))
    assert texts_of(answer.hits) == ["automobile rent"]
    assert answer.ran.vectors
