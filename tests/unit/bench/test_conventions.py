from __future__ import annotations

import pytest
from bench.conventions import clash_of


@pytest.mark.parametrize(
    ("source", "phrase", "part"),
    [
        ("chrono", "Last week", "a distance"),
        ("duckling", "two years ago", "a month"),
        ("recognizers", "past 3 days", "without the one"),
        ("recognizers", "from April 9 to April 17", "last named day"),
        ("duckling", "last summer", "by the sun"),
        ("recognizers", "tuesday night", "hours"),
    ],
)
def test_where_sources_disagree_the_reason_is_named(source: str, phrase: str, part: str) -> None:
    """A form that sources read differently is known by its words and its source."""
    reason = clash_of(source, phrase)
    assert reason is not None
    assert part in reason


@pytest.mark.parametrize(
    ("source", "phrase"),
    [("duckling", "last week"), ("chrono", "two years ago"), ("recognizers", "yesterday"), ("duckling", "2024-03-01")],
)
def test_where_sources_agree_there_is_no_reason(source: str, phrase: str) -> None:
    """What a source reads as the others do is no clash."""
    assert clash_of(source, phrase) is None
