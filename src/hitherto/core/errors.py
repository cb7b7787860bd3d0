"""Every error hitherto raises on purpose, and the way out that each one carries.

HithertoError
├── UsageError        the call itself is wrong                    exit 2
├── SetupNeededError  something outside must be put right first   exit 3
│   ├── NoSpaceError  the disk is full; nothing half-written stays
│   └── EmbedderError the model cannot be loaded or reached; words still find
├── PersonNeededError only a person at a terminal may do this      exit 1
├── BusyError         another process holds what is needed        exit 4
└── DamagedError      stored data is not what was written         exit 1
"""

from __future__ import annotations


class HithertoError(Exception):
    """What went wrong in one sentence, with ``hint`` saying what to do about it."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class UsageError(HithertoError):
    """The caller asked for something that cannot be meant: a missing path, a bad date."""

    exit_code = 2


class ConsentNeededError(UsageError):
    """The call would do more than is usually meant; it goes through once the person agrees."""


class SetupNeededError(HithertoError):
    """The surroundings do not allow the work: a read-only home, a newer database."""

    exit_code = 3


class NoSpaceError(SetupNeededError):
    """The disk is full; what was already acknowledged is safe, nothing partial was kept."""


class EmbedderError(SetupNeededError):
    """The embedder cannot be loaded or reached; words go on finding."""


class PersonNeededError(HithertoError):
    """This is for the person to do, at a terminal; a program may not do it for them."""


class BusyError(HithertoError):
    """Another process holds a lock longer than we are willing to wait."""

    exit_code = 4


class DamagedError(HithertoError):
    """Stored bytes do not match what was once written."""
