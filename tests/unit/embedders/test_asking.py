from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest
from tests.ollama_server import OllamaServer, send

from hitherto.core.errors import EmbedderError
from hitherto.embedders import asking
from hitherto.embedders.asking import Refusal, ask

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import BaseHTTPRequestHandler


@pytest.fixture
def server() -> Iterator[OllamaServer]:
    """Return a server that listens."""
    with OllamaServer() as running:
        yield running


def asked(server: OllamaServer, timeout: float = 5) -> object:
    """Ask the server for its version."""
    return ask(server.address.removeprefix("http://"), "/api/version", timeout=timeout)


def test_an_answer_is_understood(server: OllamaServer) -> None:
    """What the server says comes back as it was meant, without proxies of the environment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("http_proxy", "http://127.0.0.1:9")
        patch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
        assert asked(server) == {"version": "0.32.4"}


def test_a_refusal_keeps_the_servers_words(server: OllamaServer) -> None:
    """An error carries its status and what was said, as JSON or not."""
    for body in (b'{"error": "no room"}', b"no room"):
        server.answer = lambda handler, body=body: send(handler, 503, body) is None
        with pytest.raises(Refusal, match="no room") as caught:
            asked(server)
        assert caught.value.status == 503


def test_redirects_are_not_followed(server: OllamaServer) -> None:
    """A server that points elsewhere is no Ollama, and elsewhere is not asked."""
    with OllamaServer() as other:
        server.answer = lambda handler: send(handler, 302, b"", Location=other.address) is None
        with pytest.raises(EmbedderError, match="302"):
            asked(server)
        assert other.asked == []


def test_a_silent_server_is_not_waited_for(server: OllamaServer) -> None:
    """A server that hangs is given up after the time that was set."""
    over = threading.Event()
    server.answer = lambda _: over.wait(10)
    started = time.monotonic()
    with pytest.raises(EmbedderError, match=r"no answer in 0\.2 s"):
        asked(server, timeout=0.2)
    over.set()
    assert time.monotonic() - started < 5


def test_a_dripping_server_is_not_waited_for(server: OllamaServer) -> None:
    """A server that sends a byte now and then is given up after the time that was set."""

    def drip(handler: BaseHTTPRequestHandler) -> bool:
        handler.send_response(200)
        handler.send_header("Content-Length", "1000")
        handler.end_headers()
        try:
            for _ in range(100):
                handler.wfile.write(b" ")
                time.sleep(0.05)
        except OSError:
            pass
        return True

    server.answer = drip
    started = time.monotonic()
    with pytest.raises(EmbedderError, match="no answer"):
        asked(server, timeout=0.3)
    assert time.monotonic() - started < 3


def test_an_endless_answer_is_not_read(server: OllamaServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer longer than any real one is given up."""
    monkeypatch.setattr(asking, "LARGEST_ANSWER", 100_000)
    server.answer = lambda handler: send(handler, 200, b" " * 1_000_000) is None
    with pytest.raises(EmbedderError, match="longer than"):
        asked(server)


def test_a_dying_server_is_told(server: OllamaServer) -> None:
    """A server that closes before or within its answer is an error that says how to look after it."""
    for lie in (False, True):

        def die(handler: BaseHTTPRequestHandler, lie: bool = lie) -> bool:  # noqa: FBT001
            if lie:
                handler.send_response(200)
                handler.send_header("Content-Length", "1000")
                handler.end_headers()
                handler.wfile.write(b'{"version"')
            handler.close_connection = True
            return True

        server.answer = die
        with pytest.raises(EmbedderError) as caught:
            asked(server)
        assert "ollama" in caught.value.hint.lower() or "address" in caught.value.hint


def test_an_unknown_host_is_told() -> None:
    """A name that leads nowhere, or is none, is an error like any other."""
    for host in ("no-such-host.invalid", "127.0.0.1:port", "127.0.0.1:99999"):
        with pytest.raises(EmbedderError):
            ask(host, "/api/version", timeout=5)
