"""What the process that serves a home costs and how fresh it keeps it: ``python -m bench.daemon``. Prints JSON.

Reads /proc, so it runs on Linux alone.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from bench.corpus import material, questions
from bench.filling import filled
from bench.freshness import delays, watched
from bench.machine import chunks_in, process_seconds, resident_megabytes
from bench.startup import environment_of, hitherto_command
from bench.timing import milliseconds, timed
from bench.vectors import EMBEDDED, give_vectors, note
from hitherto.app.adapters import DATABASE
from hitherto.app.config import Settings
from hitherto.app.daemon import client
from hitherto.app.memory import Memory

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

GOAL = {"idle_share_of_a_core": 0.01, "loaded_mb": 250}
LIMIT = 10
STARTING_SECONDS = 20.0
# It is settled when it has used little for so long; a first look at 20,000 chunks' files takes seconds.
SETTLED_SECONDS, SETTLED_SHARE, SETTLING_SECONDS = 2.0, 0.02, 120.0
# It lets go of the model after five minutes without a question, and looks every five seconds.
RELEASE_SECONDS = 330.0
# A fall by so much is its letting go: half of what the model takes, much more than what a question does.
RELEASED_MB, RELEASE_LATE_SECONDS = 15.0, 10.0


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(prog="python -m bench.daemon", description=__doc__)
    parser.add_argument("--chunks", type=int, default=20_000, help="how many chunks")
    parser.add_argument("--queries", type=int, default=40, help="how many of each kind")
    parser.add_argument("--tries", type=int, default=10, help="how many writes of each kind")
    parser.add_argument("--idle-seconds", type=float, default=30.0, help="how long it is watched at rest")
    parser.add_argument("--no-release", action="store_true", help="do not wait until it lets go of the model")
    parser.add_argument("--embedded", type=int, default=EMBEDDED, help="how many chunks are really embedded")
    parser.add_argument("--json", action="store_true", help="on one line")
    given = parser.parse_args(arguments)
    if not Path("/proc/self/schedstat").exists():
        raise SystemExit("What a process uses is read from /proc, which is not there.")
    with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as room:
        result = measured(Path(room), given)
    print(json.dumps(result, indent=None if given.json else 1))


def measured(room: Path, given: argparse.Namespace) -> dict[str, object]:
    """Build a home, serve it, and return what that costs."""
    settings = Settings(home=room / "home", zone="UTC")
    with Memory(settings) as memory:
        texts = filled(memory, material(), room, given.chunks)
        give_vectors(memory, given.embedded, lambda _chunk, _vector: None)
        ways = watched(memory, room / "watched", given.tries)
    asked = questions(material(), texts, given.queries)
    result: dict[str, object] = {
        "chunks": chunks_in(settings.home / DATABASE),
        "vectors": note(given.embedded),
        "goal": GOAL,
    }
    with served(settings, room / "cache") as pid:
        settled(pid)
        result["recall"] = round_trips(settings, pid, asked)
        with Memory(settings) as memory:
            result["recall_in_process"] = timed(asked, lambda query: len(memory.recall(query, limit=LIMIT).hits))
        result["loaded_mb"] = round(resident_megabytes(pid), 1)
        result["freshness_seconds"] = {name: delays(settings, tokens, write) for name, (tokens, write) in ways.items()}
        settled(pid)
        result["loaded_mb_after_writes"] = round(resident_megabytes(pid), 1)
        result["idle_share_of_a_core"] = round(idle(pid, given.idle_seconds), 5)
        if not given.no_release:
            result["released_mb"] = released(pid)
    return result


@contextmanager
def served(settings: Settings, cache: Path) -> Iterator[int]:
    """Serve a home in a process of its own, and yield its number; it is ended afterwards."""
    environment = {**environment_of(settings.home, cache), "HITHERTO_ZONE": settings.zone}
    with subprocess.Popen([*hitherto_command(), "serve"], env=environment) as process:
        try:
            deadline = time.monotonic() + STARTING_SECONDS
            while client.ask(settings, {"ask": "ping"}) is None:
                if process.poll() is not None or time.monotonic() > deadline:
                    raise SystemExit("The process that was to serve does not answer.")
                time.sleep(0.05)
            yield process.pid
        finally:
            process.terminate()


def settled(pid: int) -> None:
    """Wait until a process has nothing left to do."""
    deadline = time.monotonic() + SETTLING_SECONDS
    while idle(pid, SETTLED_SECONDS) > SETTLED_SHARE and time.monotonic() < deadline:
        pass


def idle(pid: int, seconds: float) -> float:
    """Return the share of a core that a process takes for so long."""
    before, begun = process_seconds(pid), time.perf_counter()
    time.sleep(seconds)
    return (process_seconds(pid) - before) / (time.perf_counter() - begun)


def released(pid: int) -> float:
    """Return the MB a process holds once it must have let go of the model."""
    loaded, deadline = resident_megabytes(pid), time.monotonic() + RELEASE_SECONDS
    while time.monotonic() < deadline and resident_megabytes(pid) > loaded - RELEASED_MB:
        time.sleep(1)
    # One of its two threads may be a few seconds behind the other.
    time.sleep(RELEASE_LATE_SECONDS)
    return round(resident_megabytes(pid), 1)


def round_trips(settings: Settings, pid: int, asked: Mapping[str, Sequence[str]]) -> dict[str, dict[str, float]]:
    """Return the milliseconds of questions over the socket, all and of each kind: both sides, and the client's CPU.

    Every kind is asked once first.
    """
    for queries in asked.values():
        round_trip(settings, pid, queries[0])
    taken = {kind: [round_trip(settings, pid, query) for query in queries] for kind, queries in asked.items()}
    every = [one for trips in taken.values() for one in trips]
    return {kind: trip_figures(trips) for kind, trips in {"all": every, **taken}.items()}


def round_trip(settings: Settings, pid: int, query: str) -> tuple[float, float, float]:
    """Return the CPU seconds of the client and of the server and the wall seconds of one question."""
    client_cpu, server_cpu, wall = time.process_time(), process_seconds(pid), time.perf_counter()
    if client.recall_resident(settings, query, timeout=30, limit=LIMIT) is None:
        raise SystemExit("The process that serves did not answer.")
    wall, client_cpu = time.perf_counter() - wall, time.process_time() - client_cpu
    return client_cpu, process_seconds(pid) - server_cpu, wall


def trip_figures(trips: Sequence[tuple[float, float, float]]) -> dict[str, float]:
    """Return p50 and p99 of both sides together, and p50 of the client's part."""
    both = milliseconds([(client_cpu + server_cpu, wall) for client_cpu, server_cpu, wall in trips])
    return {**both, "client_cpu_p50": milliseconds([(one, wall) for one, _, wall in trips])["cpu_p50"]}


if __name__ == "__main__":
    main()
