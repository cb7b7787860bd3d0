"""A server that answers as Ollama does, on a real socket of this machine, and fails as it is told to.

After server/routes.go of Ollama: the paths, the codes, the words of its errors, and that one text it cannot embed
fails the whole request. Words take the place of tokens.
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Self

from tests.embedding import direction

if TYPE_CHECKING:
    from collections.abc import Callable

TOO_LONG = "the input length exceeds the context length"


@dataclass(kw_only=True)
class Model:
    """What the server has of one model."""

    digest: str = "0a109f422b47e3a30ba2b10eca18548e944e8a23073ee3f3e947efcf3c45e59f"
    dimension: int = 64
    context: int = 2048


@dataclass
class OllamaServer:
    """Runs between ``with`` and its end. ``asked`` holds every request: its path and what was sent."""

    models: dict[str, Model] = field(default_factory=lambda: {"nomic-embed-text:latest": Model()})
    asked: list[tuple[str, Any]] = field(default_factory=list)
    refused: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Status and words for a request with a text that contains the key."""
    rows: dict[str, Any] = field(default_factory=dict)
    """What is answered as the vector of a text that contains the key."""
    truncates: bool = True
    """Whether it heeds ``truncate``; some versions refuse in either case."""
    answer: Callable[[BaseHTTPRequestHandler], bool] = lambda _: False
    """May answer in its own way; returns whether it did."""

    def __enter__(self) -> Self:
        """Begin to listen."""
        owner = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                owner.handle(self)

            def do_POST(self) -> None:
                owner.handle(self)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop, so that the port refuses connections."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    @property
    def address(self) -> str:
        """Return where it listens."""
        return f"http://127.0.0.1:{self._server.server_port}"

    def inputs(self) -> list[list[str]]:
        """Return the texts of every request for vectors."""
        return [sent["input"] for path, sent in self.asked if path == "/api/embed"]

    def handle(self, handler: BaseHTTPRequestHandler) -> None:
        """Answer one request."""
        length = int(handler.headers.get("Content-Length") or 0)
        sent = json.loads(handler.rfile.read(length)) if length else None
        self.asked.append((handler.path, sent))
        if self.answer(handler):
            return
        status, said = self._answered(handler.path, sent)
        send(handler, status, json.dumps(said).encode())

    def _answered(self, path: str, sent: Any) -> tuple[int, Any]:
        if path == "/api/version":
            return 200, {"version": "0.32.4"}
        if path == "/api/tags":
            return 200, {"models": [_listed(name, model) for name, model in self.models.items()]}
        if path == "/api/embed":
            return self._embedded(sent)
        if path == "/api/show":
            name = _full(sent["model"])
            if name not in self.models:
                return 404, {"error": f"model '{sent['model']}' not found"}
            return 200, {"model_info": {"nomic-bert.embedding_length": self.models[name].dimension}}
        return 404, {"error": "404 page not found"}

    def _embedded(self, sent: Any) -> tuple[int, Any]:
        model = self.models.get(_full(sent["model"]))
        if model is None:
            return 404, {"error": f'model "{sent["model"]}" not found, try pulling it first'}
        rows = []
        for text in sent["input"]:
            for part, refusal in self.refused.items():
                if part in text:
                    return refusal[0], {"error": refusal[1]}
            words = text.split()
            if len(words) > model.context:
                if not (self.truncates and sent.get("truncate", True)):
                    return 400, {"error": TOO_LONG}
                words = words[: model.context]
            part = next((part for part in self.rows if part in text), None)
            rows.append(direction(" ".join(words), model.dimension) if part is None else self.rows[part])
        if any(isinstance(row, list) and any(x != x for x in row if isinstance(x, float)) for row in rows):  # noqa: PLR0124
            return 400, {"error": "embedding contains NaN or Inf values"}
        return 200, {"model": sent["model"], "embeddings": rows, "total_duration": 1, "prompt_eval_count": 1}


def send(handler: BaseHTTPRequestHandler, status: int, data: bytes, **headers: str) -> None:
    """Send one whole answer."""
    handler.send_response(status)
    for name, value in {"Content-Type": "application/json; charset=utf-8", **headers}.items():
        handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(data)))
    handler.end_headers()
    handler.wfile.write(data)


def _full(name: str) -> str:
    return name if ":" in name else f"{name}:latest"


def _listed(name: str, model: Model) -> dict[str, Any]:
    details = {"format": "gguf", "family": "nomic-bert", "parameter_size": "137M", "quantization_level": "F16"}
    return {"name": name, "model": name, "digest": model.digest, "size": 274302450, "details": details}
