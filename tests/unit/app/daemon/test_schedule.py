from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.app.daemon.schedule import LONGEST_SECONDS, SHARE, Jumps, Schedule, night_work_due


class Clock:
    """A clock that stands until it is moved."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now

    def __call__(self) -> float:
        """Tell the time."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_a_new_job_is_due_at_once_and_again_after_its_time(clock: Clock) -> None:
    """A job is due when it is new, then not, then after its interval."""
    schedule = Schedule(clock)
    assert (schedule.due(), schedule.seconds_left()) == (None, float("inf"))
    schedule.keep({"a": 10.0})
    assert (schedule.due(), schedule.seconds_left()) == ("a", 0.0)
    schedule.done("a")
    assert (schedule.due(), schedule.seconds_left()) == (None, 10.0)
    clock.now += 10
    assert schedule.due() == "a"


def test_whoever_waits_longest_is_first(clock: Clock) -> None:
    """Of several that are due, none is forgotten for another."""
    schedule = Schedule(clock)
    schedule.keep({"slow": 20.0, "quick": 1.0})
    schedule.done("slow")
    schedule.done("quick")
    clock.now += 21
    assert schedule.due() == "quick"
    assert schedule.due(besides="quick") == "slow"
    schedule.done("quick")
    assert schedule.due() == "slow"


def test_what_is_not_wanted_any_more_is_forgotten(clock: Clock) -> None:
    """A job that is not kept is not due, and finishing it later does nothing."""
    schedule = Schedule(clock)
    schedule.keep({"a": 10.0, "b": 10.0})
    schedule.keep({"b": 10.0})
    for finish in (schedule.done, schedule.failed, schedule.hurry):
        finish("a")
    schedule.done("b")
    assert schedule.due() is None


def test_a_shorter_interval_holds_at_once(clock: Clock) -> None:
    """A job that is to be done more often is not first waited for as before, and keeps when it was done."""
    schedule = Schedule(clock)
    schedule.keep({"a": 600.0})
    schedule.done("a")
    schedule.keep({"a": 30.0})
    assert schedule.seconds_left() == 30.0


@given(st.dictionaries(st.text(max_size=3), st.tuples(st.floats(1, 60), st.floats(0, 0.3)), min_size=1, max_size=8))
def test_looking_costs_no_more_than_its_share(jobs: dict[str, tuple[float, float]]) -> None:
    """However many things are to be looked at, all of it together stays below its share, up to the longest wait."""
    clock = Clock()
    schedule = Schedule(clock)
    schedule.keep({name: every for name, (every, _) in jobs.items()})
    for _ in range(2):  # the first round tells what each costs
        spent = 0.0
        begun = clock.now
        while clock.now < begun + 3 * LONGEST_SECONDS:
            name = schedule.due()
            if name is None:
                clock.now += schedule.seconds_left()
                continue
            look = jobs[str(name)][1]
            spent += look
            clock.now += look
            schedule.done(name, look=look)
    rarest = sum(look / LONGEST_SECONDS for _, look in jobs.values())
    allowed = max(SHARE, rarest) * (clock.now - begun) + 2 * sum(look for _, look in jobs.values())
    assert spent <= allowed


def test_work_that_was_done_delays_the_next(clock: Clock) -> None:
    """After a second of work the same is not done for some seconds, however much it is hurried."""
    schedule = Schedule(clock)
    schedule.keep({"a": 2.0})
    schedule.done("a", work=1.0)
    schedule.hurry("a")
    assert 5 <= schedule.seconds_left() <= 10


def test_a_hurried_job_is_due_sooner_and_never_later(clock: Clock) -> None:
    """Hurrying brings a job forward, and does not put it off."""
    schedule = Schedule(clock)
    schedule.keep({"a": 600.0})
    schedule.done("a")
    schedule.hurry("a", 5.0)
    assert schedule.seconds_left() == 5.0
    schedule.hurry("a", 50.0)
    assert schedule.seconds_left() == 5.0
    schedule.hurry_all()
    assert schedule.due() == "a"


def test_failures_are_repeated_ever_later(clock: Clock) -> None:
    """What fails is tried again, each time after twice as long, at most ten minutes; success begins anew."""
    schedule = Schedule(clock)
    schedule.keep({"a": 30.0})
    waits = []
    for _ in range(8):
        schedule.failed("a")
        waits.append(schedule.seconds_left())
        clock.now += waits[-1]
    assert waits == [60, 120, 240, 480, 600, 600, 600, 600]
    schedule.done("a")
    assert schedule.seconds_left() == 30.0


def test_the_clock_is_set(clock: Clock) -> None:
    """A minute that passed on one clock alone is noticed once, in both directions; drifting is not."""
    wall = Clock(0.0)
    jumps = Jumps(clock, wall)
    for moved, noticed in ((0.0, False), (30.0, False), (61.0, True), (0.0, False), (-3600.0, True), (-59.0, False)):
        clock.now += 1
        wall.now += 1 + moved
        assert jumps.happened() is noticed


@pytest.mark.parametrize(
    ("hour", "last", "due"),
    [
        (2, None, False),
        (3, None, True),
        (23, date(2026, 11, 23), True),
        (4, date(2026, 11, 24), False),
        (4, date(2026, 11, 25), True),
    ],
)
def test_the_night(hour: int, last: date | None, due: bool) -> None:  # noqa: FBT001 - a parameter of the test
    """Once a day, after three; a day that is still to come was a wrong clock's."""
    assert night_work_due(datetime(2026, 11, 24, hour), last) is due  # noqa: DTZ001 - local, as promised
