from __future__ import annotations

import math
import threading
from array import array
from typing import TYPE_CHECKING

import pytest
from tests.ollama_server import TOO_LONG, Model, OllamaServer, send

from hitherto.core.errors import EmbedderError, UsageError
from hitherto.core.meaning import NoVector
from hitherto.embedders import ollama as under_test
from hitherto.embedders.ollama import BATCH, SHORTEST, Ollama

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler

NOMIC = "nomic-embed-text:latest"


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    """Return a server that listens."""
    with OllamaServer() as running:
        yield running


@pytest.fixture
def ollama(server: OllamaServer) -> Ollama:
    """Return the embedder that asks it, for the default model."""
    return Ollama(address=server.address, timeout=5)


def failed(vector: bytes | NoVector) -> str:
    """Return what was said about a text that failed."""
    assert isinstance(vector, NoVector)
    assert vector.reason == "failed"
    return vector.detail


def test_the_model_is_the_servers(server: OllamaServer, ollama: Ollama) -> None:
    """Name, digest and dimension are what the server has; looking again does not make it load the model."""
    model = ollama.model
    assert model.name == f"ollama/{NOMIC}"
    assert model.digest == server.models[NOMIC].digest
    assert model.dimension == 64
    asked = len(server.asked)
    ollama.close()
    assert ollama.model == model
    assert [path for path, _ in server.asked[asked:]] == ["/api/tags"]


def test_documents_and_questions_have_their_prefixes(server: OllamaServer, ollama: Ollama) -> None:
    """nomic-embed-text gets the prefixes it was trained with."""
    ollama.documents(["a text"])
    ollama.query("a question")
    assert ["search_document: a text"] in server.inputs()
    assert ["search_query: a question"] in server.inputs()


def test_other_models_have_none(server: OllamaServer) -> None:
    """A model that is not in the table gets the text as it is, and a tag or namespace does not hide the family."""
    server.models |= {"own/model:v2": Model(), "someone/nomic-embed-text:v1.5": Model()}
    Ollama("own/model:v2", address=server.address).documents(["a text"])
    Ollama("someone/nomic-embed-text:v1.5", address=server.address).documents(["a text"])
    assert ["a text"] in server.inputs()
    assert ["search_document: a text"] in server.inputs()


def test_texts_go_in_batches(server: OllamaServer, ollama: Ollama) -> None:
    """No request holds more texts than a batch, and what says nothing is not sent at all."""
    _ = ollama.model
    server.asked.clear()
    made = ollama.documents([f"text {number}" for number in range(BATCH * 2 + 3)] + ["", "..."])
    assert [len(texts) for texts in server.inputs()] == [BATCH, BATCH, 3]
    assert made[-2:] == [NoVector(reason="empty")] * 2
    assert all(isinstance(vector, bytes) for vector in made[:-2])


def test_one_refused_text_does_not_cost_the_others(server: OllamaServer, ollama: Ollama) -> None:
    """A batch that is refused is asked again text by text, and only the one at fault fails, with what was said."""
    server.refused["poison"] = (400, "embedding contains NaN or Inf values")
    first, bad, last = ollama.documents(["one", "poison", "three"])
    assert [first, last] == ollama.documents(["one", "three"])
    assert failed(bad) == "embedding contains NaN or Inf values"


@pytest.mark.parametrize("row", [[0.0] * 64, [math.nan] * 64, [], [1.0] * 63, None, ["x"] * 64, [10**400] * 64])
def test_no_senseless_vector_is_kept(server: OllamaServer, ollama: Ollama, row: object) -> None:
    """A vector of zeros, of no numbers or of another dimension is a failure of that text alone."""
    server.rows["senseless"] = row
    good, bad = ollama.documents(["fine", "senseless"])
    assert isinstance(good, bytes)
    assert failed(bad)


def test_vectors_are_made_unit_length(server: OllamaServer, ollama: Ollama) -> None:
    """Older servers do not normalise; what is kept always is."""
    server.rows["raw"] = [3.0, 4.0] + [0.0] * 62
    (made,) = ollama.documents(["raw"])
    assert isinstance(made, bytes)
    assert list(array("f", made)[:3]) == pytest.approx([0.6, 0.8, 0])


@pytest.mark.parametrize("said", [TOO_LONG, "input length exceeds maximum context length"])
def test_a_text_that_is_too_long_is_halved(server: OllamaServer, ollama: Ollama, said: str) -> None:
    """Where the server refuses a text for its length, its beginning gets the vector."""
    server.models[NOMIC].context = 50
    server.truncates = False
    if said != TOO_LONG:
        server.refused["THE END"] = (500, said)
    long = " ".join(f"word{number}" for number in range(45 if said != TOO_LONG else 300)) + " THE END"
    made, other = ollama.documents([long, "short"])
    assert isinstance(made, bytes)
    assert isinstance(other, bytes)
    assert isinstance(ollama.query(long), bytes)
    halves = [texts[0] for texts in server.inputs() if len(texts) == 1 and "word0" in texts[0]]
    assert all(long.startswith(half.partition(": ")[2]) for half in halves)


def test_halving_ends(server: OllamaServer, ollama: Ollama) -> None:
    """A text the server always finds too long is given up before nothing is left of it."""
    server.refused["beginning"] = (400, TOO_LONG)
    (made,) = ollama.documents(["beginning " * 1_000])
    assert failed(made) == TOO_LONG
    assert min(len(texts[0]) for texts in server.inputs() if "beginning" in texts[0]) >= SHORTEST


def test_a_refused_question_is_an_error(server: OllamaServer, ollama: Ollama) -> None:
    """A question that cannot be embedded says why."""
    server.refused["poison"] = (400, "embedding contains NaN or Inf values")
    with pytest.raises(EmbedderError, match="NaN"):
        ollama.query("poison")
    assert ollama.query("?!") is None


def test_a_text_that_breaks_the_runner_fails_alone(server: OllamaServer, ollama: Ollama) -> None:
    """A text the server cannot stand fails, as long as the server stands others."""
    server.refused["poison"] = (500, "model runner has unexpectedly stopped")
    good, bad = ollama.documents(["fine", "poison"])
    assert isinstance(good, bytes)
    assert "unexpectedly stopped" in failed(bad)


def test_no_text_is_blamed_for_a_broken_server(server: OllamaServer, ollama: Ollama) -> None:
    """Where the server refuses everything, no text fails: the embedder does."""
    _ = ollama.model
    server.refused[""] = (503, "server busy, please try again")
    with pytest.raises(EmbedderError, match="busy"):
        ollama.documents(["fine"])


def test_a_model_that_is_not_there(server: OllamaServer) -> None:
    """A model the server does not have is told with the command that gets it."""
    with pytest.raises(EmbedderError) as caught:
        Ollama("other", address=server.address).documents(["text"])
    assert caught.value.hint == "ollama pull other"


def test_a_model_that_went_away(server: OllamaServer, ollama: Ollama) -> None:
    """A model that is removed while it is in use is told with the command that gets it."""
    _ = ollama.model
    del server.models[NOMIC]
    with pytest.raises(EmbedderError) as caught:
        ollama.query("text")
    assert caught.value.hint == "ollama pull nomic-embed-text"


def test_a_model_that_makes_no_vectors(server: OllamaServer, ollama: Ollama) -> None:
    """A model that embeds nothing is an error, not a dimension."""
    server.refused[""] = (400, "this model does not support embeddings")
    with pytest.raises(EmbedderError, match="does not support embeddings"):
        _ = ollama.model


def test_another_model_under_the_same_name_is_not_mixed_in(server: OllamaServer, ollama: Ollama) -> None:
    """A model that was pulled anew is noticed before a vector of it is given out, and can be used afterwards."""
    old = ollama.model
    server.models[NOMIC].digest = "f" * 64
    with pytest.raises(EmbedderError, match="replaced"):
        ollama.documents(["text"])
    assert ollama.model != old
    assert isinstance(ollama.documents(["text"])[0], bytes)
    server.models[NOMIC].digest = "e" * 64
    with pytest.raises(EmbedderError, match="replaced"):
        ollama.query("text")
    assert isinstance(ollama.query("text"), bytes)


def test_no_server_is_told() -> None:
    """Where nothing listens, the hint is how to start it."""
    with OllamaServer() as gone:
        address = gone.address
    with pytest.raises(EmbedderError) as caught:
        Ollama(address=address).query("text")
    assert caught.value.hint.endswith("ollama serve")


@pytest.mark.parametrize("path", ["/api/tags", "/api/embed"])
def test_what_is_no_answer_is_an_error(server: OllamaServer, path: str) -> None:
    """Wrong shapes, wrong servers and refusals of the list are errors, never crashes or vectors."""
    bodies = [b"", b"null", b"[]", b"{}", b'{"models": 1}', b'{"models": [1]}', b'{"embeddings": []}', b"<html>"]
    bodies += [b'{"embeddings": [[1.0], [2.0]]}', b"[" * 200_000]
    for status, body in [*((200, body) for body in bodies), (404, b"not found"), (405, b'{"error": "no"}')]:

        def answer(handler: BaseHTTPRequestHandler, status: int = status, body: bytes = body) -> bool:
            if handler.path == path:
                send(handler, status, body)
            return handler.path == path

        server.answer = answer
        with pytest.raises(EmbedderError):
            Ollama(address=server.address, timeout=5).documents(["text"])


@pytest.mark.parametrize("path", ["/api/tags", "/api/embed"])
def test_a_question_does_not_wait_for_a_hung_server(
    server: OllamaServer, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that takes a request and never answers is given up long before a batch of documents would be."""
    monkeypatch.setattr(under_test, "LIST_SECONDS", 0.2)
    monkeypatch.setattr(under_test, "QUESTION_SECONDS", 0.2)
    embedder = Ollama(address=server.address, timeout=60)
    assert embedder.query("warm")
    gone = threading.Event()

    def hang(handler: BaseHTTPRequestHandler) -> bool:
        return handler.path == path and gone.wait(20)

    server.answer = hang
    if path == "/api/tags":
        embedder.close()
    try:
        with pytest.raises(EmbedderError, match="no answer in"):
            embedder.query("hello")
    finally:
        gone.set()


@pytest.mark.parametrize("address", ["https://host", "http://", "", "http://host/path", "ftp://host"])
def test_an_address_is_checked(address: str) -> None:
    """An address that cannot be meant is refused at once."""
    with pytest.raises(UsageError):
        Ollama(address=address)


def test_an_address_may_be_short(server: OllamaServer) -> None:
    """An address without scheme, as Ollama's own settings have it, is understood."""
    assert isinstance(Ollama(address=server.address.removeprefix("http://")).query("text"), bytes)
