"""How finding by meaning looks: making vectors, and what a home holds of them."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from hitherto.core.errors import EmbedderError
from hitherto.hosts.cli.show.json_output import place_json
from hitherto.hosts.cli.show.page import where_of
from hitherto.hosts.cli.show.terminal import Line, counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from hitherto.app.meaning import Embedding
    from hitherto.app.memory import Memory
    from hitherto.app.upkeep import Embedded, Held, Status
    from hitherto.core.meaning import NoVectorReason

WARNING = 1
_WITHOUT: Mapping[NoVectorReason, str] = {
    "language": "in a script the model does not know",
    "failed": "refused",
    "empty": "without a word",
}


class Pass(Line):
    """How far one pass of embedding is, how fast it goes, and how long it will take."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: Embedding | None = None
        self._started = time.monotonic()

    def __call__(self, seen: Embedding) -> None:
        """Show it."""
        self._seen = seen
        rate = seen.done / max(time.monotonic() - self._started, 1e-3)
        self.show(f"vectors: {self.far()}, {rate:.0f} a second, {duration((seen.waiting - seen.done) / rate)} left")

    def far(self) -> str:
        """Return how many pieces have been seen to."""
        return f"{self._seen.done} of {counted(self._seen.waiting, 'piece')}" if self._seen else "none yet"


def make_vectors(memory: Memory, *, wanted: bool) -> Embedded:
    """Make the vectors that are missing; stopped half-way, say what goes on with them."""
    from hitherto.app import upkeep  # noqa: PLC0415 - a status makes none

    going = Pass()
    try:
        return upkeep.embed(memory, going, wanted=wanted)
    except BaseException:
        going.clear()
        click.echo(f"-- {going.far()}; `hitherto add` goes on with the vectors", err=True)
        raise
    finally:
        going.clear()


def tell(embedded: Embedded, embedder: str) -> int:
    """Say on standard error what became of vectors, where there is anything to say; return the exit code."""
    if embedded.made:
        without = f", {without_words(embedded.without)}" if embedded.without else ""
        click.echo(f"-- {counted(embedded.made, 'vector')} made{without}", err=True)
    if embedded.error is not None:
        return _failed(embedded.error, embedder)
    if embedded.skipped == "not-installed":
        click.echo("-- words only: onnxruntime is not installed here, so nothing is found by meaning", err=True)
    elif embedded.skipped == "served" and embedded.waiting:
        click.echo("-- the process that serves this memory makes the vectors", err=True)
    elif embedded.skipped == "no-vectors" and embedded.waiting:
        click.echo(f"-- {counted(embedded.waiting, 'piece')} without a vector yet: `hitherto add` makes them", err=True)
    return 0


def _failed(error: Exception, embedder: str) -> int:
    hint = getattr(error, "hint", "")
    click.echo(f"hitherto: no vectors: {printable(str(error))}\n  -> {printable(hint)}", err=True)
    if not isinstance(error, EmbedderError):
        return getattr(error, "exit_code", WARNING)
    # What the person asked for by name does not work; what merely comes along may fail.
    return 0 if embedder == "builtin" else WARNING


def embedded_json(embedded: Embedded) -> dict[str, Any]:
    """Return what became of vectors."""
    return {
        "made": embedded.made,
        "waiting": embedded.waiting,
        "without": dict(embedded.without),
        "skipped": embedded.skipped,
        "error": None if embedded.error is None else str(embedded.error),
    }


def duration(seconds: float) -> str:
    """Return a stretch of time as a person says it."""
    whole = round(seconds)
    return f"{whole} s" if whole < 100 else f"{round(whole / 60)} min"


def without_words(without: Mapping[NoVectorReason, int]) -> str:
    """Say how many pieces have no vector, and why."""
    return ", ".join(f"{number} {_WITHOUT[reason]}" for reason, number in sorted(without.items()))


def status_lines(status: Status) -> Iterator[str]:
    """Yield what a home can find by meaning, and by which model."""
    yield f"meaning   {_by_what(status)}"
    for held in status.models:
        parts = [f"{held.covered.embedded} of {counted(held.covered.chunks, 'piece')}"]
        if held.waiting:
            parts.append(
                f"{held.waiting} waiting for `hitherto add`" if status.resident is None else f"{held.waiting} waiting"
            )
        if held.covered.without:
            parts.append(f"{without_words(held.covered.without)}: found by words")
        serves = " (serves)" if held.serves and len(status.models) > 1 else ""
        yield f"vectors   {printable(held.model.name)}{serves}: {', '.join(parts)}"
        for place, reason in held.refused:
            yield f"refused   {printable(where_of(place))}: {printable(reason)}"
    if status.resident is None:
        yield "serving   nobody (`hitherto serve` keeps the memory fresh and answers sooner)"
    else:
        troubles = status.resident.get("troubles") or []
        told = f", {counted(len(troubles), 'trouble')} (`hitherto serve --status`)" if troubles else ""
        yield f"serving   process {status.resident.get('pid')}, since {status.resident.get('started')}{told}"


def _by_what(status: Status) -> str:
    serving = next((held.model.name for held in status.models if held.serves), None)
    if status.embedder == "none":
        return "switched off (embedder = none): found by words alone"
    parts = [f"found by {printable(serving)}" if serving else f"found by words alone: {printable(status.no_vectors)}"]
    if status.sends_to:
        parts.append(f"pieces and questions are sent to {printable(status.sends_to)}")
    return "; ".join(parts)


def meaning_json(status: Status) -> dict[str, Any]:
    """Return what a home can find by meaning."""
    return {
        "embedder": status.embedder,
        "sends_to": status.sends_to,
        "no_vectors": status.no_vectors or None,
        "models": [_held_json(held) for held in status.models],
    }


def _held_json(held: Held) -> dict[str, Any]:
    return {
        "name": held.model.name,
        "digest": held.model.digest,
        "dimension": held.model.dimension,
        "serves": held.serves,
        "chunks": held.covered.chunks,
        "vectors": held.covered.embedded,
        "waiting": held.waiting,
        "without": dict(held.covered.without),
        "refused": [{**place_json(place), "reason": reason} for place, reason in held.refused],
    }
