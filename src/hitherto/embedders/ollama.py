"""Vectors from an Ollama server, by its ``/api/embed``. Nothing but that server is asked: no proxy, no redirect."""

from __future__ import annotations

import math
import sys
from array import array
from typing import TYPE_CHECKING, Any

from hitherto.core.errors import EmbedderError, UsageError
from hitherto.core.meaning import Model, NoVector
from hitherto.embedders.asking import Refusal, ask

if TYPE_CHECKING:
    from collections.abc import Sequence

DEFAULT_MODEL = "nomic-embed-text"
DEFAULT_ADDRESS = "http://127.0.0.1:11434"

BATCH = 32
SHORTEST = 64
"""Characters; a text the server still finds too long then is given up."""

_FOR_SEARCHING = "Represent this sentence for searching relevant passages: "
PREFIXES = {
    "embeddinggemma": ("title: none | text: ", "task: search result | query: "),
    "mxbai-embed-large": ("", _FOR_SEARCHING),
    "nomic-embed-text": ("search_document: ", "search_query: "),
    "snowflake-arctic-embed": ("", _FOR_SEARCHING),
}
"""What stands before a document and before a question, as each model's card asks for; no prefix for other models."""

LIST_SECONDS = 5.0
QUESTION_SECONDS = 10.0
"""A server that lets its model go when idle has it back within a few seconds."""

_TOO_LONG = ("exceeds the context length", "exceeds maximum context length", "exceeds the available context size")
"""How the server has put it over the years."""


class Ollama:
    """Satisfies core.ports.Embedder, with the model of an Ollama server. The server is asked at first use."""

    def __init__(self, name: str = DEFAULT_MODEL, *, address: str = DEFAULT_ADDRESS, timeout: float = 120.0) -> None:
        """Ask the server at ``address`` for ``name``, and wait at most ``timeout`` seconds for each answer.

        A list of its models and the vector of a question have to come sooner: somebody is waiting.

        Raises UsageError where ``address`` is not of the form http://host:port.
        """
        scheme, _, host = address.removesuffix("/").rpartition("://")
        if scheme not in {"", "http"} or not host or "/" in host:
            raise UsageError(f"{address!r} is no address of an Ollama server", hint=f"It looks like {DEFAULT_ADDRESS}.")
        self._host = host
        self._name = name if ":" in name else f"{name}:latest"
        family = name.partition(":")[0].rpartition("/")[2]
        self._before_document, self._before_query = PREFIXES.get(family, ("", ""))
        self._timeout = timeout
        self._model: Model | None = None

    @property
    def model(self) -> Model:
        """The model as the server has it now; raises EmbedderError where that cannot be found out."""
        digest = self._digest()
        # Asking for a vector makes the server load its model, so it is not done only to look.
        if self._model is None or self._model.digest != digest:
            made = self._alone("dimension")
            if isinstance(made, NoVector):
                raise EmbedderError(f"{self._name} makes no vectors: {made.detail}", hint=self._pull())
            self._model = Model(name=f"ollama/{self._name}", digest=digest, dimension=len(made) // 4, pooling="server")
        return self._model

    def documents(self, texts: Sequence[str]) -> list[bytes | NoVector]:
        """Return, for each text, its vector or why it has none.

        Raises EmbedderError where the server cannot be reached, does not have the model, or has another one by now.
        """
        result: list[bytes | NoVector] = [NoVector(reason="empty")] * len(texts)
        spoken = [number for number, text in enumerate(texts) if any(map(str.isalnum, text))]
        if not spoken:
            return result
        dimension = self._unchanged().dimension
        for start in range(0, len(spoken), BATCH):
            batch = spoken[start : start + BATCH]
            made = self._batch([self._before_document + texts[number] for number in batch], dimension)
            for number, vector in zip(batch, made, strict=True):
                result[number] = vector
        return result

    def query(self, text: str) -> bytes | None:
        """Return the vector of a question, None where there is no word in it; raises EmbedderError."""
        if not any(map(str.isalnum, text)):
            return None
        dimension = self._unchanged().dimension
        (made,) = self._batch([self._before_query + text], dimension, QUESTION_SECONDS)
        if isinstance(made, NoVector):
            raise EmbedderError(f"{self._name} refuses the question: {made.detail}", hint="Words alone still find.")
        return made

    def close(self) -> None:
        """Hold nothing: the server lets its model go by itself."""

    def _unchanged(self) -> Model:
        """Return the model that was told of; raises EmbedderError where the server has another one by now."""
        told = self._model
        now = self.model
        if told is not None and told != now:
            raise EmbedderError(f"{self._name} was replaced while it was in use", hint="Start again; all is kept.")
        return now

    def _batch(self, texts: list[str], dimension: int, patience: float = math.inf) -> list[bytes | NoVector]:
        try:
            made = self._embed(texts, patience)
        except Refusal:
            made = [self._alone(text, patience) for text in texts]
        return [
            vector
            if isinstance(vector, NoVector) or len(vector) == 4 * dimension
            else NoVector(reason="failed", detail=f"{len(vector) // 4} numbers instead of {dimension}")
            for vector in made
        ]

    def _alone(self, text: str, patience: float = math.inf) -> bytes | NoVector:
        """Return what becomes of one text: its vector, that of its beginning, or why the server refuses it."""
        while True:
            try:
                return self._embed([text], patience)[0]
            except Refusal as refusal:
                if refusal.status >= 500 and not _is_too_long(refusal):
                    self._probe()
                if not _is_too_long(refusal) or len(text) // 2 < SHORTEST:
                    return NoVector(reason="failed", detail=str(refusal))
                text = text[: len(text) // 2]

    def _probe(self) -> None:
        """Raise EmbedderError where the server refuses even a word, so that no text is blamed for its state."""
        try:
            self._embed(["word"])
        except Refusal as refusal:
            raise EmbedderError(f"The Ollama server fails: {refusal}", hint="See its log, and: ollama ps") from refusal

    def _embed(self, texts: list[str], patience: float = math.inf) -> list[bytes | NoVector]:
        """Return the vectors of ``texts``; raises Refusal where the server makes none of them."""
        timeout = min(self._timeout, patience)
        try:
            answer = ask(self._host, "/api/embed", {"model": self._name, "input": texts}, timeout=timeout)
        except Refusal as refusal:
            if refusal.status == 404:
                raise EmbedderError(f"The Ollama server says: {refusal}", hint=self._pull()) from refusal
            raise
        rows = answer.get("embeddings") if isinstance(answer, dict) else None
        if not isinstance(rows, list) or len(rows) != len(texts):
            raise EmbedderError("The Ollama server did not answer with a vector for each text", hint="Update Ollama.")
        return [_unit(row) for row in rows]

    def _digest(self) -> str:
        try:
            answer = ask(self._host, "/api/tags", timeout=min(self._timeout, LIST_SECONDS))
        except Refusal as refusal:
            raise EmbedderError(
                f"The server at {self._host} lists no models: {refusal}", hint="See that Ollama answers there."
            ) from refusal
        listed = answer.get("models") if isinstance(answer, dict) else None
        for entry in listed if isinstance(listed, list) else ():
            if isinstance(entry, dict) and entry.get("name") == self._name:
                return str(entry.get("digest"))
        raise EmbedderError(f"The Ollama server does not have the model {self._name}", hint=self._pull())

    def _pull(self) -> str:
        return f"ollama pull {self._name.removesuffix(':latest')}"


def _is_too_long(refusal: Refusal) -> bool:
    return any(phrase in str(refusal) for phrase in _TOO_LONG)


def _unit(row: Any) -> bytes | NoVector:
    """Return the direction of ``row``, or that it has none."""
    try:
        length = math.hypot(*row)
    except (TypeError, OverflowError):
        return NoVector(reason="failed", detail="the server's vector is not made of numbers")
    if not 0 < length < math.inf:
        return NoVector(reason="failed", detail="the server's vector has no direction")
    unit = array("f", (number / length for number in row))
    if sys.byteorder == "big":
        unit.byteswap()
    return unit.tobytes()
