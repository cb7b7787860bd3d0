from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.app.daemon import wire
from hitherto.core import errors
from hitherto.core.answer import Filter, Hit, Part, Place, Ran, Recall, TimeRange
from hitherto.core.days import Day

if TYPE_CHECKING:
    from collections.abc import Mapping

# Whatever can stand in an index, lone halves of a character aside: a shell can still put such into a query.
TEXT = st.text(st.characters(exclude_categories=()), max_size=20)
MAYBE = st.none() | TEXT
INSTANT = st.datetimes(timezones=st.just(UTC))
LINES = st.none() | st.tuples(st.integers(1, 10**6), st.integers(1, 10**6))
SCORE = st.floats(allow_nan=False)
PLACE = st.builds(Place, source=TEXT, path=MAYBE, lines=LINES, session=MAYBE, project=MAYBE)
ROLE = st.sampled_from(["user", "assistant", "system"])
PART = st.builds(
    Part,
    record=TEXT,
    actor=TEXT,
    role=ROLE,
    time=INSTANT,
    start=st.integers(),
    end=st.integers(),
    path=MAYBE,
    line=st.none() | st.integers(),
    recorded=st.none() | INSTANT,
)
HIT = st.builds(
    Hit,
    id=TEXT,
    kind=st.sampled_from(["conversation", "action", "code", "note"]),
    text=TEXT,
    marks=st.lists(st.tuples(st.integers(), st.integers()), max_size=3).map(tuple),
    place=PLACE,
    symbol=MAYBE,
    heading=MAYBE,
    actor=MAYBE,
    role=st.none() | ROLE,
    time=INSTANT,
    time_from=st.sampled_from(["said", "git", "mtime"]),
    tz=TEXT,
    score=SCORE,
    why=st.dictionaries(TEXT, SCORE, max_size=3),
    also_in=st.lists(PLACE, max_size=2).map(tuple),
    state=st.sampled_from(["current", "stale", "unreachable", "superseded"]),
    parts=st.lists(PART, max_size=2).map(tuple),
)
RAN = st.builds(
    Ran,
    words=st.sampled_from(["all", "any", "none"]),
    dropped=st.lists(TEXT, max_size=3).map(tuple),
    vectors=st.booleans(),
    model=MAYBE,
    coverage=st.floats(0, 1),
    fallback=TEXT,
    resident=st.booleans(),
    stale=st.integers(),
    pending=st.booleans(),
    read_only=st.booleans(),
)
RANGE = st.builds(
    TimeRange,
    start=st.none() | INSTANT,
    end=st.none() | INSTANT,
    zone=TEXT,
    phrase=TEXT,
    at=LINES,
    grain=st.sampled_from(["day", "range"]),
    reading=TEXT,
)
DAY = st.builds(Day, start=INSTANT, end=INSTANT, count=st.integers())
RECALL = st.builds(
    Recall,
    query=TEXT,
    reading=st.none() | RANGE,
    ran=RAN,
    hits=st.lists(HIT, max_size=2).map(tuple),
    others=st.lists(RANGE, max_size=2).map(tuple),
    asked=TEXT,
    narrowed=st.booleans(),
    order=st.sampled_from(["time", "rank"]),
    total=st.none() | st.integers(),
    nearest=st.lists(DAY, max_size=2).map(tuple),
    by_words=st.booleans(),
    as_of=st.none() | INSTANT,
)
FILTER = st.builds(
    Filter,
    source=MAYBE,
    path=MAYBE,
    project=MAYBE,
    session=MAYBE,
    actor=MAYBE,
    kind=st.none() | st.sampled_from(["code", "note"]),
    since=st.none() | INSTANT,
    until=st.none() | INSTANT,
    recorded_by=st.none() | INSTANT,
)


def sent(**message: object) -> Mapping[str, Any]:
    """Return a message as it arrives."""
    line = wire.packed({"hitherto": 1, **message})
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    return wire.unpacked(line)


@given(RECALL)
def test_an_answer_arrives_as_it_was_sent(answer: Recall) -> None:
    """Every field of an answer, and of all that is in it, comes through unchanged."""
    # Two halves of one character, side by side, become that character, as in any JSON.
    joined = json.loads(json.dumps(answer.query))
    arrived = wire.recall_from(sent(recall=answer)["recall"])
    assert arrived.query == joined
    assert repr(arrived) == repr(wire.recall_from(sent(recall=arrived)["recall"]))
    if repr(answer).isascii():
        assert arrived == answer


@given(st.builds(Recall, query=st.text(), reading=st.none(), ran=RAN, hits=st.just(())))
def test_every_character_arrives(answer: Recall) -> None:
    """What a person types comes through unchanged, in any script."""
    assert wire.recall_from(sent(recall=answer)["recall"]).query == answer.query


@given(FILTER)
def test_a_restriction_arrives_as_it_was_sent(where: Filter) -> None:
    """Every restriction comes through unchanged."""
    arrived = wire.filter_from(sent(where=where)["where"])
    assert (arrived.since, arrived.until, arrived.kind) == (where.since, where.until, where.kind)
    if repr(where).isascii():
        assert arrived == where


def test_every_field_is_tried() -> None:
    """The answers that are tried above fill every field there is, so that a new one is not forgotten."""
    every = [(Hit, HIT), (Ran, RAN), (Recall, RECALL), (Place, PLACE), (Part, PART), (Filter, FILTER)]
    for kind, built in [*every, (TimeRange, RANGE), (Day, DAY)]:
        tried = set(built.wrapped_strategy.kwargs)  # type: ignore[attr-defined]
        assert tried == set(kind.__dataclass_fields__), kind


def test_unknown_keys_are_passed_over() -> None:
    """A newer process may say more."""
    answer = Recall(query="x", reading=None, ran=Ran(words="all"), hits=())
    value = json.loads(wire.packed({"recall": answer}))["recall"]
    value["mood"] = "good"
    value["ran"]["speed"] = 9
    assert wire.recall_from(value) == answer
    assert wire.filter_from({"mood": "good"}) == Filter()


@pytest.mark.parametrize(
    "line", [b"", b"{", b"[]", b"7", b"{}", b'{"hitherto": 2}', b"\xff", b"[" * 200_000, b'{"hitherto": NaN}']
)
def test_what_is_no_message(line: bytes) -> None:
    """Anything else than an object of ours is refused in one way."""
    with pytest.raises(ValueError):  # noqa: PT011 - the class is the promise
        wire.unpacked(line)


@pytest.mark.parametrize("value", [None, [], 7, {}, {"query": "x", "reading": None, "ran": {}, "hits": []}, "x"])
def test_what_is_no_answer(value: object) -> None:
    """An answer without what belongs to it is refused in one way."""
    with pytest.raises(ValueError, match="not what was asked for"):
        wire.recall_from(value)


@pytest.mark.parametrize("kind", [errors.UsageError, errors.BusyError, errors.NoSpaceError, errors.HithertoError])
def test_an_error_arrives_as_it_was_raised(kind: type[errors.HithertoError]) -> None:
    """Its class, sentence, hint and exit code come through."""
    error = wire.error_from(sent(**wire.error_to(kind("It broke.", hint="mend it"))))
    assert type(error) is kind
    assert (str(error), error.hint, error.exit_code) == ("It broke.", "mend it", kind.exit_code)


@pytest.mark.parametrize("kind", ["SystemExit", "indexable", "annotations", None, 7, "NewError"])
def test_an_error_of_another_kind(kind: object) -> None:
    """A class that is not one of ours, or is newer, becomes the general one; its exit code is kept."""
    error = wire.error_from({"kind": kind, "error": "It broke.", "hint": "mend it", "exit_code": 5})
    assert type(error) is errors.HithertoError
    assert (str(error), error.exit_code) == ("It broke.", 5)


def test_an_error_without_anything() -> None:
    """Even one that says nothing has a sentence and a way out."""
    error = wire.error_from({})
    assert str(error)
    assert error.hint


def test_instants_keep_their_microseconds() -> None:
    """A restriction in time is as fine as it was."""
    moment = datetime(2026, 11, 24, 12, 0, 0, 1, tzinfo=UTC)
    assert wire.filter_from(sent(where=Filter(since=moment))["where"]).since == moment
