"""From the pieces of a message to a record: joining, the echo guard, and the record's identity."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from hitherto.core.ids import keyed_id, native_id
from hitherto.core.model import Origin, Record
from hitherto.text.marker import strip_injected

if TYPE_CHECKING:
    from datetime import datetime

    from hitherto.core.model import RecordType, Role
    from hitherto.sources.agents.parts import Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """What every record of one line shares."""

    number: int
    ts: datetime
    guessed: bool
    session: str
    project: str | None
    about: dict[str, object]
    tz: str | None = None


@dataclass(slots=True, kw_only=True)
class Draft:
    """A record in the making. ``owner`` is the id its host gave the message, "" where there is none.

    ``scope`` is the session within which that id is unique, "" when it is unique everywhere.
    """

    owner: str
    part: str
    type: RecordType
    role: Role
    actor: str
    where: Line
    blocks: list[tuple[object, str]] = field(default_factory=list)
    data: dict[str, object] = field(default_factory=dict)
    model: str | None = None
    scope: str = ""

    def put(self, key: object, text: str) -> None:
        """Add a block of text, or replace the one it is a later copy of: same key, or grown from it."""
        for place, (known, old) in enumerate(self.blocks):
            if known == key if key is not None else known is None and text.startswith(old):
                self.blocks[place] = (key, text)
                return
        self.blocks.append((key, text))


class Binder:
    """Turns the drafts of one file into records; what is left empty or repeated is counted in ``tally``."""

    def __init__(self, dialect: str, path: str, key: bytes, tally: Tally) -> None:
        self._dialect = dialect
        self._path = path
        self._key = key
        self._tally = tally
        self._given: dict[str, int] = {}
        self._unnamed: Counter[str] = Counter()

    @property
    def counted(self) -> bool:
        """Whether a record's identity came from counting equal lines, which reading from the middle would break."""
        return bool(self._unnamed)

    def record(self, draft: Draft) -> Record | None:
        """Return the record, or None when nothing of it is left or it was given before."""
        whole = "\n\n".join(text for _, text in draft.blocks if text)
        text = strip_injected(whole)
        if not text.strip() and "attachments" not in draft.data:
            self._tally.add("injected" if whole.strip() else "empty", draft.part.split(":")[0])
            return None
        identity = self._identity(draft, text)
        if identity is None:
            self._tally.add("housekeeping", "repeated line")
            return None
        return Record(
            id=identity,
            ts=draft.where.ts,
            actor=draft.actor,
            role=draft.role,
            type=draft.type,
            text=text,
            tz=draft.where.tz,
            origin=Origin(source=self._dialect, path=self._path, line=draft.where.number, project=draft.where.project),
            model=draft.model,
            session=draft.where.session,
            data=draft.data,
        )

    def _identity(self, draft: Draft, text: str) -> str | None:
        """Return the id, or None for a plain repetition; an id used for two texts becomes two ids, losing neither."""
        part = draft.part if len(draft.blocks) <= 1 or draft.role == "user" else f"{draft.part}:{len(draft.blocks)}"
        if not draft.owner:
            moment = "" if draft.where.guessed else draft.where.ts.isoformat()
            fields = (self._dialect, draft.scope, moment, draft.role, draft.actor, part, text)
            same = keyed_id(self._key, *fields)
            self._unnamed[same] += 1
            return keyed_id(self._key, *fields, str(self._unnamed[same]))
        attempt, name = 0, part
        while (found := native_id(self._dialect, draft.scope, draft.owner, name)) in self._given:
            if self._given[found] == hash(text):
                return None
            attempt += 1
            name = f"{part}~{attempt}"
        self._given[found] = hash(text)
        return found
