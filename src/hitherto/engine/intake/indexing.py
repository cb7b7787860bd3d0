"""Taking things in: chat logs through the journal, and always so that a repetition changes nothing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from hitherto.core.ids import indexable, native_id, text_hash
from hitherto.core.model import LeftOut, Origin, Position, Record, SourceEntry
from hitherto.engine.house import always
from hitherto.engine.intake.following import catch_up
from hitherto.text import secrets

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from hitherto.core.ports import Source, Store
    from hitherto.core.seen import Item
    from hitherto.engine.house import House

RECORDS_A_STEP = 500
START = Position()
# Reasons that say nothing of what a file holds: it is looked at again next time.
UNREAD = frozenset({"unreadable", "vanished"})
MOMENTARY = UNREAD | {"torn-line"}


@dataclass(slots=True, kw_only=True)
class Progress:
    """What a pass has done so far; ``report`` is called after every step."""

    report: Callable[[Progress], None]
    files: int = 0
    changed: int = 0
    removed: int = 0
    records: int = 0
    left_out: list[LeftOut] = field(default_factory=list)

    def leave_out(self, one: LeftOut) -> None:
        """Remember something that was not taken in."""
        self.left_out.append(one)


def add_source(house: House, source: Source, options: Mapping[str, object]) -> SourceEntry:
    """Write down, in the journal first, that the person added ``source``; return what is known of it."""
    now = house.clock()
    wanted = {"kind": source.kind, "root": source.root, "options": dict(options)}
    with house.importing():
        catch_up(house.journal, house.store, always)
        known = entry_of(house.store, source.root)
        if known is None or (known.kind, dict(known.options)) != (source.kind, dict(options)):
            house.journal.append(
                [
                    Record(
                        id=native_id("hitherto", source.root, now.isoformat(), "source"),
                        ts=now,
                        tz=house.zone,
                        actor=house.owner,
                        role="system",
                        type="setting",
                        text="",
                        origin=Origin(source="hitherto", path=source.root),
                        data={"source": wanted},
                    )
                ]
            )
        catch_up(house.journal, house.store, always)
    known = entry_of(house.store, source.root)
    return known or SourceEntry(kind=source.kind, root=source.root, options=options, added=now)


def entry_of(store: Store, root: str) -> SourceEntry | None:
    """Return what is known of the source with this root."""
    return next((entry for entry in store.sources() if entry.root == root), None)


def finish_source(house: House, entry: SourceEntry, source: Source, progress: Progress) -> None:
    """Record how a pass went; the commit a repository stands at is written only now, after its files are in."""
    heads = source.heads()
    with house.store.transaction():
        house.store.put_source(replace(entry, indexed=house.clock(), heads=heads, left_out=tuple(progress.left_out)))
    house.store.tidy()


def take_logs(house: House, source: Source, progress: Progress) -> None:
    """Read every chat log of ``source`` that is new or has grown."""
    entry = entry_of(house.store, source.root)
    before: defaultdict[str, list[LeftOut]] = defaultdict(list)
    for one in entry.left_out if entry else ():
        before[one.path].append(one)
    for item in source.items():
        if isinstance(item, LeftOut):
            progress.leave_out(item)
            continue
        progress.files += 1
        known = house.store.log_position(item.path)
        same = known is not None and known[0] == item
        grown = known is not None and known[0].inode == item.inode and item.size >= known[0].size
        start = known[1] if known and grown else START
        for one in before[item.path]:
            # What stands before the place where reading goes on is not met again.
            if same or (start != START and one.reason not in MOMENTARY):
                progress.leave_out(one)
        if not same:
            progress.changed += 1
            _take_log(house, source, item, start, progress)
            progress.report(progress)


def _take_log(house: House, source: Source, item: Item, start: Position, progress: Progress) -> None:
    step: list[Record] = []
    reached = start
    readable = True
    for one in source.records(item, start):
        if isinstance(one, LeftOut):
            progress.leave_out(one)
            readable = readable and one.reason not in UNREAD
        elif isinstance(one, Position):
            reached = one
        else:
            step.append(_prepared(house, one))
        if len(step) >= RECORDS_A_STEP:
            progress.records += write_new(house, step)
            step = []
            progress.report(progress)
    progress.records += write_new(house, step)
    if readable:
        with house.store.transaction():
            house.store.set_log_position(item, reached)


def _prepared(house: House, record: Record) -> Record:
    """Return ``record`` as it may be written: obvious secrets gone, the zone and the owner's name filled in."""
    text, _ = secrets.redact(record.text, house.key)
    actor = house.owner if record.actor == "user" and record.role == "user" else record.actor
    actor, _ = secrets.redact(actor, house.key)
    return replace(
        record, text=text, actor=actor, tz=record.tz or house.zone, data=_without_secrets(record.data, house.key)
    )


def _without_secrets(data: Mapping[str, object], key: bytes) -> dict[str, object]:
    """Return ``data`` with the secrets in its texts replaced, however deep they stand."""

    def clean(value: object) -> object:
        if isinstance(value, str):
            return secrets.redact(value, key)[0]
        if isinstance(value, dict):
            return _without_secrets(value, key)
        if isinstance(value, list):
            return [clean(inner) for inner in value]
        return value

    return {secrets.redact(name, key)[0]: clean(value) for name, value in data.items()}


def write_new(house: House, records: Sequence[Record]) -> int:
    """Append those records that the journal does not hold yet, index them, and return how many there were."""
    if not records:
        return 0
    with house.importing():
        catch_up(house.journal, house.store, always)
        new = list(_news(house.store, records))
        house.journal.append(new)
        catch_up(house.journal, house.store, always)
    return len(new)


def _news(store: Store, records: Sequence[Record]) -> Iterator[Record]:
    """Yield what the journal does not hold. One id with two texts is a message that grew, or two utterances.

    In one session, a text that goes on where the known one ends replaces it, and one that ends earlier was read
    before it was finished. Anything else was said under the same id by chance, as with hosts that count their
    messages, and gets an id of its own: neither takes the other's place, and reading both again changes nothing.
    """
    known: dict[str, bytes] = dict(store.known([record.id for record in records]))
    standing: dict[str, Record] = {}
    for one in records:
        record, digest = one, text_hash(one.text)
        if known.get(record.id, digest) != digest:
            old = standing.get(record.id) or store.records([record.id])[record.id]
            if old.session == record.session and indexable(old.text).startswith(indexable(record.text)):
                continue
            if old.session != record.session or not indexable(record.text).startswith(indexable(old.text)):
                record = replace(record, id=native_id("same id", record.id, digest.hex(), ""))
                known.update(store.known([record.id]))
        if known.get(record.id) != digest:
            known[record.id], standing[record.id] = digest, record
            yield record
