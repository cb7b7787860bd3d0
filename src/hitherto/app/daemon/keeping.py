"""The thread that keeps a home fresh: sources are looked at, the journal is followed, vectors are made meanwhile."""

from __future__ import annotations

import json
import os
import threading
import time
from dataclasses import dataclass
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, cast
from zoneinfo import ZoneInfo

from hitherto.app import adapters
from hitherto.app.daemon.schedule import Jumps, Schedule, night_work_due
from hitherto.app.daemon.watching import Watcher, digest_of, state_of
from hitherto.app.memory import Memory
from hitherto.core.errors import HithertoError
from hitherto.engine.intake.folders import refresh

if TYPE_CHECKING:
    from collections.abc import Hashable

    from hitherto.app.config import Settings
    from hitherto.app.daemon.report import Report
    from hitherto.core.model import SourceEntry
    from hitherto.engine.intake.indexing import Progress
    from hitherto.sources.folder import Folder

JOURNAL_SECONDS = 1.0
STATE_SECONDS = 2.0
LOGS_SECONDS = 2.0
REPOSITORY_SECONDS = 30.0
FOLDER_SECONDS = 600.0
EMBED_SECONDS = 10.0
NIGHT_SECONDS = 60.0
IDLE_SECONDS = 300.0
# So many changed files are read one by one as they are told; for more, the whole source is gone through.
MOST_ONE_BY_ONE = 50
# The remark that holds when the daily work was done last, and what it found.
NIGHT = "night"
UNTOLD = (
    "the system does not tell of changes, so folders are gone through every 30 seconds",
    "on Linux, a larger fs.inotify.max_user_watches mostly helps",
)
UNEXPECTED = "please report this; until it works, the last state that was read answers"


class _StoppedError(Exception):
    """The process is to end."""


class Opened:
    """The memory of one thread, opened anew where another process put a new index in the place of the old one."""

    def __init__(self, settings: Settings) -> None:
        self._memory = Memory(settings)
        self._index = self._identity()

    def memory(self) -> Memory:
        """Return the memory as it is to be used now; what was got before may be closed by that."""
        index = self._identity()
        if index != self._index:
            self._memory.close()
            self._index = index
        return self._memory

    def close(self) -> None:
        """Close it."""
        self._memory.close()

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = (self._memory.settings.home / adapters.DATABASE).stat()
        except OSError:
            return None
        return found.st_dev, found.st_ino


@dataclass(slots=True)
class Kept:
    """One source, and what was seen of it when it was last brought up to date."""

    entry: SourceEntry
    digest: bytes | None = None
    state: tuple[object, ...] = ()
    repositories: tuple[str, ...] = ()
    folders: frozenset[str] = frozenset()


class Keeper:
    """Does what is due, one thing at a time, until ``stopping`` is set.

    ``quiet`` is set while no question is being answered; long work waits for it between two steps.
    """

    def __init__(self, settings: Settings, report: Report, stopping: threading.Event, quiet: threading.Event) -> None:
        self._settings = settings
        self._report = report
        self._stopping = stopping
        self._quiet = quiet
        self._opened = Opened(settings)
        self._schedule = Schedule(time.monotonic)
        self._jumps = Jumps(time.monotonic, time.time)
        self._watcher = Watcher(self._tell)
        self._watched = False
        self._woken = threading.Event()
        self._told: set[str] = set()
        self._lock = threading.Lock()
        self._kept: dict[str, Kept] = {}
        self._mark = ""
        self._busy_at = time.monotonic()
        self._made = 0

    def wake(self) -> None:
        """Let the thread see at once that it is to end; may be called from anywhere."""
        self._woken.set()

    def run(self) -> None:
        """Keep the home fresh."""
        self._plan()
        while not self._stopping.is_set():
            self._woken.clear()
            pause = JOURNAL_SECONDS
            try:
                self.step()
                pause = min(self._schedule.seconds_left(), JOURNAL_SECONDS)
            except Exception as error:  # noqa: BLE001 - whatever it is, it may be over the next time
                self._report.failed("keeping", f"{type(error).__name__}: {error}", UNEXPECTED)
            if not self._stopping.is_set():
                self._woken.wait(pause)
        self._watcher.close()
        self._opened.close()

    def step(self) -> None:
        """Do everything that is due now."""
        if self._jumps.happened():
            self._report.said("the clock was set or the machine slept: looking at everything")
            self._schedule.hurry_all()
        while self._there() and not self._stopping.is_set():
            self._take_told(self._opened.memory())
            name = self._schedule.due()
            if name is None:
                break
            self._do(name)
        if time.monotonic() - self._busy_at > IDLE_SECONDS:
            self._opened.memory().release()

    def _there(self) -> bool:
        """Return whether anything was ever added: before, there is nothing to keep, and no index is to be made."""
        home = self._settings.home
        return (home / adapters.DATABASE).exists() or (home / adapters.JOURNAL).exists()

    def _plan(self) -> None:
        """Have a job for everything that is to be looked after."""
        every: dict[Hashable, float] = {
            ("journal", ""): JOURNAL_SECONDS,
            ("embed", ""): EMBED_SECONDS,
            ("night", ""): NIGHT_SECONDS,
        }
        for root, kept in self._kept.items():
            if kept.entry.kind != "folder":
                every["look", root] = LOGS_SECONDS
                continue
            every["state", root] = STATE_SECONDS
            told = self._watched and not kept.repositories
            every["look", root] = FOLDER_SECONDS if told else REPOSITORY_SECONDS
        self._schedule.keep(every)

    def _do(self, name: Hashable) -> None:
        """Do one job; whatever happens to it, the others go on."""
        job, root = cast("tuple[str, str]", name)
        what = root if job == "look" else job
        begun = spent()
        jobs = {
            "journal": self._follow,
            "embed": self._embed,
            "night": self._night,
            "state": self._compare_state,
            "look": self._look,
        }
        try:
            jobs[job](self._opened.memory(), root)
        except _StoppedError:
            return
        except HithertoError as error:
            self._fail(name, what, (str(error), error.hint), begun)
        except Exception as error:  # noqa: BLE001 - one source's trouble must not end what keeps all others fresh
            self._fail(name, what, (f"{type(error).__name__}: {error}", UNEXPECTED), begun)
        else:
            self._report.worked(what)

    def _fail(self, name: Hashable, what: str, said: tuple[str, str], begun: float) -> None:
        self._schedule.failed(name, work=spent() - begun)
        self._report.failed(what, *said)

    def _follow(self, memory: Memory, _: str) -> None:
        """Bring in what other processes wrote into the journal, and learn of new sources."""
        begun = spent()
        mark = adapters.journal_mark(self._settings)
        look = spent() - begun
        if mark != self._mark:
            memory.follow(self._may_go_on)
            self._learn_sources(memory)
            self._mark = mark
            self._schedule.hurry(("embed", ""))
        self._schedule.done(("journal", ""), look=look, work=spent() - begun - look)

    def _learn_sources(self, memory: Memory) -> None:
        entries = {entry.root: entry for entry in memory.store.sources()}
        for root in self._kept.keys() - entries.keys():
            del self._kept[root]
        for root, entry in entries.items():
            kept = self._kept.setdefault(root, Kept(entry))
            if (kept.entry.kind, dict(kept.entry.options)) != (entry.kind, dict(entry.options)):
                self._kept[root] = Kept(entry)
        self._report.keep(set(entries))
        self._plan()

    def _compare_state(self, _: Memory, root: str) -> None:
        """Look whether a root came, went or was exchanged, or a repository stands at another commit."""
        kept = self._kept[root]
        begun = spent()
        state = state_of(root, kept.repositories)
        if state != kept.state:
            # Another root at the same place is not what was watched.
            kept.state, kept.folders = state, frozenset()
            self._schedule.hurry(("look", root))
        self._schedule.done(("state", root), look=spent() - begun)

    def _look(self, memory: Memory, root: str) -> None:
        """Compare a source with what was seen last, and take in what changed."""
        kept = self._kept[root]
        begun = spent()
        entry = kept.entry
        folder = adapters.folder_for(root, entry.options, self._settings) if entry.kind == "folder" else None
        source = folder or adapters.source_for(entry.kind, root, entry.options, self._settings)
        digest = digest_of(source.items(), self._may_go_on)
        if self._stopping.is_set():
            raise _StoppedError
        look = spent() - begun
        if digest is None or digest != kept.digest:
            self._take(memory, root)
            kept.digest = digest
        self._schedule.done(("look", root), look=look, work=spent() - begun - look)
        if folder is not None:
            self._watch(kept, folder)

    def _watch(self, kept: Kept, folder: Folder) -> None:
        kept.repositories = folder.repositories
        if folder.folders == kept.folders:
            return
        kept.folders = folder.folders
        self._watched = self._watcher.watch(frozenset().union(*(one.folders for one in self._kept.values())))
        if self._watched:
            self._report.worked("notifications")
        else:
            self._report.failed("notifications", *UNTOLD)
        self._plan()
        # What was written before the folder was watched has not been told, and the watcher that watched the others
        # until now kept to itself what it had just seen.
        for root, one in self._kept.items():
            if one.folders:
                self._schedule.hurry(("look", root), 1.0)

    def _take(self, memory: Memory, root: str) -> None:
        for done in memory.again(only=root, report=self._between_steps):
            if isinstance(done, HithertoError):
                raise done
            if done.changed or done.removed or done.records:
                self._busy_at = time.monotonic()
                self._report.said(
                    f"{root}: {done.changed} new or changed, {done.removed} gone, {done.records} new records"
                )
                self._schedule.hurry(("embed", ""))

    def _between_steps(self, _: Progress) -> None:
        """Let questions go first, and end the work where the process is to end."""
        self._quiet.wait(1.0)
        if self._stopping.is_set():
            raise _StoppedError

    def _may_go_on(self) -> bool:
        return not self._stopping.is_set()

    def _tell(self, paths: set[str]) -> None:
        """Remember what the watcher saw; called from its thread."""
        with self._lock:
            self._told |= paths
        self._woken.set()

    def _take_told(self, memory: Memory) -> None:
        """Read the known files that changed again, and go through a source where there may be new ones."""
        with self._lock:
            told, self._told = self._told, set()
        by_root: dict[str, list[str]] = {}
        for path in sorted(told):
            roots = [root for root in self._kept if path == root or path.startswith(f"{root}/")]
            if roots:
                by_root.setdefault(max(roots, key=len), []).append(path)
        for root, paths in by_root.items():
            kept = self._kept[root]
            if not kept.folders.isdisjoint(paths):
                # A folder that went and came is another one, and not watched any more.
                kept.folders = frozenset()
            if len(paths) > MOST_ONE_BY_ONE or not self._read_again(memory, root, paths):
                self._schedule.hurry(("look", root))

    def _read_again(self, memory: Memory, root: str, paths: list[str]) -> bool:
        """Bring known files up to date; return whether that was all there was to do."""
        known = True
        for path in paths:
            self._quiet.wait(1.0)
            try:
                source = adapters.folder_for(root, self._kept[root].entry.options, self._settings)
                if memory.store.file(path) is None:
                    known = False
                elif refresh(memory.house, source, path) in ("changed", "gone"):
                    self._busy_at = time.monotonic()
                    self._report.said(f"{path}: changed")
                    self._schedule.hurry(("embed", ""))
            except (HithertoError, OSError):
                known = False
        return known

    def _embed(self, memory: Memory, _: str) -> None:
        """Make vectors until something else is to be done."""
        begun = spent()
        made = memory.embed(going=self._nothing_else)
        self._schedule.done(("embed", ""), look=0.0 if made else spent() - begun)
        self._made += made
        if made:
            self._busy_at = time.monotonic()
            self._schedule.hurry(("embed", ""))
        elif self._made:
            # Said once at the end: other work comes between many small steps.
            self._report.said(f"{self._made} pieces have their vectors")
            self._made = 0

    def _nothing_else(self) -> bool:
        self._quiet.wait(1.0)
        others = self._schedule.due(besides=("embed", ""))
        return not (self._stopping.is_set() or self._told or others)

    def _night(self, memory: Memory, _: str) -> None:
        """Do the daily work, at the first moment after three in the night when nothing else has been done a while."""
        self._schedule.done(("night", ""))
        now = datetime.now(ZoneInfo(self._settings.zone))
        last = night_of(memory.store.noted(NIGHT))
        idle = time.monotonic() - self._busy_at > NIGHT_SECONDS
        if idle and night_work_due(now, date.fromisoformat(last["day"]) if last else None):
            memory.store.tidy()
            faults = sum(1 for _ in memory.store.faults())
            last = {"day": now.date().isoformat(), "ended": now.isoformat(timespec="seconds"), "faults": faults}
            with memory.store.transaction():
                memory.store.note(NIGHT, json.dumps(last))
            self._report.said(f"daily work done, {faults} faults in the index")
        self._report.note(night=last)


def spent() -> float:
    """Return the seconds of computing that this thread and the programs it ran have taken."""
    times = os.times()
    return time.thread_time() + times.children_user + times.children_system


def night_of(noted: str | None) -> dict[str, Any] | None:
    """Return what the daily work left: ``day``, ``ended`` and ``faults``; None where it was never done."""
    return None if noted is None else dict(json.loads(noted))
