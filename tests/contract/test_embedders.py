"""What every embedder promises, whatever makes its vectors."""

from __future__ import annotations

import math
from array import array
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.embedding import WordBag
from tests.ollama_server import OllamaServer

from hitherto.core.meaning import NoVector
from hitherto.embedders.minilm import MiniLM
from hitherto.embedders.ollama import Ollama

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from hitherto.core.ports import Embedder

TEXTS = (
    "The lease of the garden is renewed every spring.",
    "def renew(job):\n    return job.backoff()",
    "42",
    "Wo ist der Schlüssel?",
    "a much longer text about many things " * 20,
)
ODD = ("nul \0 inside", "a lone \ud800 surrogate", "emoji 😀 👩‍👩‍👧 here", "\ufeffmark", "e\u0301" * 50, "x" * 5_000)
EMPTY = ("", " \n\t", "...", "→ ✓ 😀", "\0")


@pytest.fixture(params=["minilm", "ollama", "words"], scope="module")
def embedder(request: pytest.FixtureRequest) -> Iterator[Embedder]:
    """Return each embedder in turn."""
    if request.param == "minilm":
        yield MiniLM()
    elif request.param == "words":
        yield WordBag()
    else:
        with OllamaServer() as server:
            yield Ollama(address=server.address)


def row(embedder: Embedder, vector: bytes | NoVector | None) -> array[float]:
    """Return the numbers of a vector, after seeing that it is one."""
    assert isinstance(vector, bytes), vector
    numbers = array("f", vector)
    assert len(numbers) == embedder.model.dimension
    assert math.isclose(math.hypot(*numbers), 1, abs_tol=1e-4)
    return numbers


def vectors(embedder: Embedder, texts: Sequence[str]) -> list[bytes]:
    """Return the vectors of texts that all have one."""
    made = embedder.documents(texts)
    for vector in made:
        row(embedder, vector)
    return [vector for vector in made if isinstance(vector, bytes)]


def test_a_model_names_itself_exactly(embedder: Embedder) -> None:
    """A model has a name, a digest, a dimension and a pooling, and they stay the same."""
    model = embedder.model
    assert model.name
    assert model.digest
    assert model.pooling
    assert model.dimension > 0
    assert embedder.model == model


def test_vectors_come_in_the_order_of_the_texts(embedder: Embedder) -> None:
    """The vectors stand where their texts stood, each of unit length."""
    made = vectors(embedder, TEXTS)
    assert vectors(embedder, TEXTS[::-1]) == made[::-1]
    assert len(set(made)) == len(TEXTS)


def test_a_text_has_one_vector(embedder: Embedder) -> None:
    """A text's vector is the same, bit for bit, whatever else is asked with it and however often."""
    together = vectors(embedder, TEXTS)
    assert [vectors(embedder, [text])[0] for text in TEXTS] == together
    assert vectors(embedder, [TEXTS[0]] * 3) == together[:1] * 3


def test_no_texts_have_no_vectors(embedder: Embedder) -> None:
    """Nothing asked, nothing answered."""
    assert embedder.documents([]) == []


@pytest.mark.parametrize("text", EMPTY)
def test_what_says_nothing_has_no_vector(embedder: Embedder, text: str) -> None:
    """A text without a letter or digit has no vector, and its neighbours have theirs."""
    first, none, last = embedder.documents([TEXTS[0], text, TEXTS[1]])
    assert none == NoVector(reason="empty")
    assert [first, last] == vectors(embedder, TEXTS[:2])
    assert embedder.query(text) is None


@pytest.mark.parametrize("text", ODD)
def test_odd_texts_have_vectors(embedder: Embedder, text: str) -> None:
    """Characters that break careless programs do not break an embedder."""
    vectors(embedder, [text])
    row(embedder, embedder.query(text))


def test_a_long_text_has_a_vector(embedder: Embedder) -> None:
    """A text far longer than a model reads has a vector."""
    vectors(embedder, ["word " * 2_000, "many different words, such as these ones. " * 250])


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60))
def test_any_text_gets_a_vector_or_a_reason(embedder: Embedder, text: str) -> None:
    """Whatever a text is, it gets a vector of unit length or a reason, and its question agrees."""
    (made,) = embedder.documents([text])
    if isinstance(made, bytes):
        row(embedder, made)
        row(embedder, embedder.query(text))
    else:
        assert made.reason in {"empty", "language"}
        assert embedder.query(text) is None


def test_what_shares_words_is_nearer(embedder: Embedder) -> None:
    """A question is nearer to the text that answers it than to another one."""
    asked = row(embedder, embedder.query("When is the lease of the garden renewed?"))
    near, far = (row(embedder, vector) for vector in vectors(embedder, [TEXTS[0], "Quarterly profits fell by 9 %"]))
    assert sum(map(float.__mul__, asked, near)) > sum(map(float.__mul__, asked, far)) + 0.2


def test_it_works_again_after_closing(embedder: Embedder) -> None:
    """Closing lets go of memory, not of the ability to embed; closing twice is as good as once."""
    before = vectors(embedder, TEXTS[:1])
    embedder.close()
    embedder.close()
    assert vectors(embedder, TEXTS[:1]) == before
