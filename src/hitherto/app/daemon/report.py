"""What the process that serves a home has to say about itself: read by one thread, written by both."""

from __future__ import annotations

import threading
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Something that went wrong and has not gone right since: what, since when, how often, and the way out."""

    what: str
    error: str
    hint: str
    since: str
    times: int = 1


class Report:
    """Figures and troubles by name; ``say`` hears each thing as it happens."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.said = say
        self._lock = threading.Lock()
        self._figures: dict[str, Any] = {}
        self._troubles: dict[str, Trouble] = {}

    def note(self, **figures: Any) -> None:
        """Remember figures, each in the place of its last value."""
        with self._lock:
            self._figures |= figures

    def failed(self, what: str, error: str, hint: str) -> None:
        """Remember that ``what`` failed; said aloud once for the same error."""
        with self._lock:
            before = self._troubles.get(what)
            if before is not None and before.error == error:
                self._troubles[what] = replace(before, times=before.times + 1)
                return
            now = datetime.now(UTC).isoformat(timespec="seconds")
            self._troubles[what] = Trouble(what=what, error=error, hint=hint, since=now)
        self.said(f"{what}: {error}\n  -> {hint}")

    def worked(self, what: str) -> None:
        """Forget the trouble with ``what``."""
        with self._lock:
            was = self._troubles.pop(what, None)
        if was is not None:
            self.said(f"{what}: works again")

    def keep(self, roots: set[str]) -> None:
        """Forget the troubles with sources that are none any more: what stands with a slash is a source's root."""
        with self._lock:
            for what in [what for what in self._troubles if what.startswith("/") and what not in roots]:
                del self._troubles[what]

    def as_json(self) -> dict[str, Any]:
        """Return everything as it travels."""
        with self._lock:
            return {**self._figures, "troubles": [asdict(one) for one in self._troubles.values()]}
