"""Many operations are done in the mixture that is stated, and how memory goes is a slope."""

from __future__ import annotations

import json
import sys

import pytest
from bench import endurance


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc, which Linux alone has")
def test_operations_are_done_and_counted(capsys: pytest.CaptureFixture[str]) -> None:
    """As many operations as wanted are done, of each kind some, and memory was sampled all along."""
    endurance.main(["--operations", "120", "--chunks", "60", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert sum(found["operations"].values()) == 120
    assert all(found["operations"].values())
    assert found["chunks_gained"] > 0
    assert 20 < found["first_mb"] <= found["most_mb"] < 1000
    assert len(found["samples"]) >= 20
    assert all(0 < by_sqlite < held for held, by_sqlite in found["samples"])
    assert found["goal"] == {"mb_per_10000_operations": 1.0}


def test_slope() -> None:
    """A megabyte in a thousand operations is a thousandth each; a single sample has none."""
    assert endurance.slope_of([(0, 10.0), (1000, 11.0), (2000, 12.0)]) == pytest.approx(0.001)
    assert endurance.slope_of([(5, 10.0)]) == 0
