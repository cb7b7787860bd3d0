"""When what is due: pure rules over a clock that is given. Waiting counts on a clock that is never set back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable
    from datetime import date, datetime

# Looking for changes may cost this share of one core, all jobs together; the goal is below 0.01 when idle.
SHARE = 0.006
# Work on what did change may cost more.
WORKING_SHARE = 0.1
# However much there is to look at, and however often it failed.
LONGEST_SECONDS = 600.0
JUMP_SECONDS = 60.0
NIGHT_HOUR = 3


@dataclass(slots=True, kw_only=True)
class _Job:
    every: float
    due: float
    look: float = 0.0
    earliest: float = float("-inf")
    failures: int = 0


class Schedule:
    """Jobs by name, each repeated after its interval; all of them later where together they cost too much."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._jobs: dict[Hashable, _Job] = {}

    def keep(self, wanted: dict[Hashable, float]) -> None:
        """Have exactly these jobs, by name with their interval in seconds; a new one is due at once."""
        for name in self._jobs.keys() - wanted.keys():
            del self._jobs[name]
        for name, every in wanted.items():
            job = self._jobs.setdefault(name, _Job(every=every, due=self._clock()))
            job.due = min(job.due, self._clock() + every)
            job.every = every

    def due(self, *, besides: Hashable | None = None) -> Hashable | None:
        """Return the name of the job that has been due for longest, ``besides`` the one at work; None for none."""
        others = ((name, job) for name, job in self._jobs.items() if name != besides)
        name, job = min(others, key=lambda one: one[1].due, default=(None, None))
        return name if job is not None and job.due <= self._clock() else None

    def seconds_left(self) -> float:
        """Return how long until a job is due, 0 where one is."""
        return max(0.0, min((job.due for job in self._jobs.values()), default=float("inf")) - self._clock())

    def done(self, name: Hashable, *, look: float = 0.0, work: float = 0.0) -> None:
        """Plan a job anew that took ``look`` seconds of computing to see what there is to do, and ``work`` to do it."""
        self._plan(name, look=look, work=work, failures=0)

    def failed(self, name: Hashable, *, work: float = 0.0) -> None:
        """Plan a job anew that failed: each time in a row twice as late."""
        job = self._jobs.get(name)
        if job is not None:
            self._plan(name, look=job.look, work=work, failures=job.failures + 1)

    def hurry(self, name: Hashable, seconds: float = 0.0) -> None:
        """Let a job be due in so many seconds, if it is not earlier, and no sooner than its last work allows."""
        job = self._jobs.get(name)
        if job is not None:
            job.due = min(job.due, max(self._clock() + seconds, job.earliest))

    def hurry_all(self) -> None:
        """Let every job be due now, whatever it costs."""
        for job in self._jobs.values():
            job.due = self._clock()

    def _plan(self, name: Hashable, *, look: float, work: float, failures: int) -> None:
        job = self._jobs.get(name)
        if job is None:
            return
        job.look, job.failures = look, failures
        load = sum(one.look / one.every for one in self._jobs.values())
        wanted = job.every * max(1.0, load / SHARE, 2.0 ** min(failures, 20))
        now = self._clock()
        job.earliest = now + work / WORKING_SHARE
        job.due = max(job.earliest, now + max(job.every, min(wanted, LONGEST_SECONDS)))


class Jumps:
    """Notices when the wall clock was set, or stood still with the machine while time went on outside."""

    def __init__(self, monotonic: Callable[[], float], wall: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._wall = wall
        self._apart = wall() - monotonic()

    def happened(self) -> bool:
        """Return whether the two clocks moved apart by more than a minute since this was asked last."""
        apart = self._wall() - self._monotonic()
        jumped = abs(apart - self._apart) > JUMP_SECONDS
        self._apart = apart
        return jumped


def night_work_due(now: datetime, last: date | None) -> bool:
    """Return whether the daily work is to be done: after three in the night, where it was not done this day.

    ``now`` is local. A day in the future, left by a clock that was wrong, counts as another day.
    """
    return now.hour >= NIGHT_HOUR and now.date() != last
