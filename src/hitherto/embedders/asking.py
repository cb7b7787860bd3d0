"""One question to a server on this machine or in this house, as JSON over plain HTTP."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

from hitherto.core.errors import EmbedderError

if TYPE_CHECKING:
    from http.client import HTTPResponse

LARGEST_ANSWER = 32 << 20
"""Bytes; 32 vectors of 4,096 numbers written out are a tenth of it."""

_BLOCK = 1 << 16


class Refusal(Exception):  # noqa: N818 - it is an answer, not a failure
    """The server understood and said no, with ``status`` and in its own words."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def ask(host: str, path: str, payload: dict[str, Any] | None = None, *, timeout: float) -> Any:
    """Return what ``host`` answers, within ``timeout`` seconds; post ``payload`` where there is one.

    Proxies of the environment are not used and redirects not followed. Raises Refusal, and EmbedderError where there
    is no answer or none that can be read.
    """
    # Imported here, because a question by words must not pay for it.
    from http.client import HTTPConnection, HTTPException  # noqa: PLC0415

    until = time.monotonic() + timeout
    try:
        connection = HTTPConnection(host, timeout=timeout)
        try:
            body = None if payload is None else json.dumps(payload)
            headers = {"Content-Type": "application/json"} if body else {}
            connection.request("POST" if body else "GET", path, body, headers)
            with connection.getresponse() as response:
                data = _read(response, until)
        finally:
            connection.close()
    except ConnectionRefusedError as error:
        raise EmbedderError(f"No Ollama server answers at {host}", hint="Start it: ollama serve") from error
    except TimeoutError as error:
        raise EmbedderError(
            f"The Ollama server at {host} gave no answer in {timeout:g} s", hint="See what keeps it busy: ollama ps"
        ) from error
    except (OSError, HTTPException, ValueError) as error:
        raise EmbedderError(
            f"The Ollama server at {host} cannot be asked: {error!r}", hint="See that it runs: ollama serve"
        ) from error
    return _understood(host, response.status, data)


def _read(response: HTTPResponse, until: float) -> bytes:
    blocks: list[bytes] = []
    size = 0
    while block := response.read1(_BLOCK):
        blocks.append(block)
        size += len(block)
        if size > LARGEST_ANSWER:
            raise ValueError(f"its answer is longer than {LARGEST_ANSWER:,} bytes")
        if time.monotonic() > until:
            raise TimeoutError
    return b"".join(blocks)


def _understood(host: str, status: int, data: bytes) -> Any:
    try:
        answer = json.loads(data)
    except (ValueError, RecursionError):
        answer = None
    if status == 200 and answer is not None:
        return answer
    if status >= 400:
        said = answer.get("error") if isinstance(answer, dict) else None
        raise Refusal(status, str(said or data[:200].decode(errors="replace")).strip())
    raise EmbedderError(
        f"What answers at {host} is no Ollama server (status {status})", hint="Check the address in the settings."
    )
