"""Long-term memory for one person and their AI agents: found by when and by meaning, quoted exactly."""

from __future__ import annotations

# Read by type checkers as if it came from typing, which takes longer to load than the version to be told.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from hitherto.app.config import Settings, load_settings
    from hitherto.app.memory import Added, Memory
    from hitherto.core.answer import Filter, Hit, Part, Place, Ran, Recall, TimeRange
    from hitherto.core.errors import HithertoError
    from hitherto.core.model import Record
    from hitherto.core.topics import Board, Topic

__version__ = "0.1.0"
__all__ = [
    "Added",
    "Board",
    "Filter",
    "Hit",
    "HithertoError",
    "Memory",
    "Part",
    "Place",
    "Ran",
    "Recall",
    "Record",
    "Settings",
    "TimeRange",
    "Topic",
    "__version__",
    "load_settings",
]
_HOMES = {
    **dict.fromkeys(("Settings", "load_settings"), "hitherto.app.config"),
    **dict.fromkeys(("Added", "Memory"), "hitherto.app.memory"),
    **dict.fromkeys(("Filter", "Hit", "Part", "Place", "Ran", "Recall", "TimeRange"), "hitherto.core.answer"),
    **dict.fromkeys(("Board", "Topic"), "hitherto.core.topics"),
    "HithertoError": "hitherto.core.errors",
    "Record": "hitherto.core.model",
}


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for, so that `import hitherto` alone costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'hitherto' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415 - as the docstring says

    return getattr(import_module(_HOMES[name]), name)
