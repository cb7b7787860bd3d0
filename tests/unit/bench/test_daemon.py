"""The process that serves a home is measured end to end on a few chunks."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from bench import daemon
from bench.machine import process_seconds, resident_megabytes

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc, which Linux alone has")


@pytest.mark.slow
def test_the_serving_process_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    """Questions over the socket cost something on both sides, every change is found, and memory is counted."""
    small = ["--chunks", "100", "--embedded", "10", "--queries", "2", "--tries", "1", "--idle-seconds", "0.5"]
    daemon.main([*small, "--no-release", "--json"])
    found = json.loads(capsys.readouterr().out)
    every = found["recall"]["all"]
    assert 0 < every["client_cpu_p50"] < every["cpu_p50"] <= every["cpu_p99"]
    assert set(found["recall"]) == set(found["recall_in_process"])
    assert set(found["freshness_seconds"]) == {"new_file", "changed_file", "log_line", "branch_change"}
    for late in found["freshness_seconds"].values():
        assert late["tries"] == 1
        assert 0 < late["p50"] <= late["max"] < 60
    assert 20 < found["loaded_mb"] < 1000
    assert 0 <= found["idle_share_of_a_core"] < 1


def test_letting_go_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that gives memory back is weighed after that, one that does not when the time is over."""
    monkeypatch.setattr(daemon, "RELEASE_LATE_SECONDS", 0.0)
    monkeypatch.setattr(daemon, "RELEASE_SECONDS", 0.0)
    assert daemon.released(os.getpid()) > 10
    monkeypatch.setattr(daemon, "RELEASE_SECONDS", 30.0)
    text = "import time; held = bytearray(b'x' * 60_000_000); print(flush=True); time.sleep(.5); del held; input()"
    with subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        assert daemon.released(other.pid) < 50
        other.communicate(b"\n")


def test_another_process_is_weighed() -> None:
    """What another process computes is counted, and what it holds."""
    text = "sum(range(10**7)); print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        assert 0.05 < process_seconds(other.pid) < 30
        assert 1 < resident_megabytes(other.pid) < 200
        other.communicate(b"\n")
    assert process_seconds(os.getpid()) > 0
