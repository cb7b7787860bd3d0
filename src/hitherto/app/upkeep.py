"""Housekeeping of one home: what is in it, whether it is whole, and making the index anew."""

from __future__ import annotations

from contextlib import closing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hitherto.app import adapters
from hitherto.app.meaning import EVERYTHING, is_wanted, waiting
from hitherto.core.errors import ConsentNeededError, DamagedError, HithertoError, SetupNeededError
from hitherto.core.meaning import Coverage
from hitherto.engine.house import always
from hitherto.engine.intake.following import catch_up
from hitherto.stores.sqlite.database import discard, set_aside

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from hitherto.app.meaning import Embedding
    from hitherto.app.memory import Added, Memory
    from hitherto.core.answer import Place
    from hitherto.core.meaning import Model, NoVectorReason
    from hitherto.core.model import SourceEntry
    from hitherto.core.ports import Store
    from hitherto.engine.house import Meaning
    from hitherto.engine.intake.indexing import Progress
    from hitherto.engine.verifying import Difference


# So many places of pieces that were refused are named; the coverage counts them all.
REFUSED_NAMED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The vectors of one model: what they cover, and whether questions are compared with them now."""

    model: Model
    covered: Coverage
    waiting: int
    serves: bool
    refused: tuple[tuple[Place, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """What a home holds. Sizes in bytes; ``pending`` journal lines are not in the index yet.

    ``embedder`` and ``sends_to`` (an address, or None) are as set; ``no_vectors`` is why nothing finds by meaning, if
    nothing does; ``resident`` is what the process that serves the home says of itself.
    """

    home: str
    zone: str
    counts: Mapping[str, int]
    sources: tuple[SourceEntry, ...]
    journal_files: int
    journal_bytes: int
    index_bytes: int
    torn: tuple[str, ...]
    rebuilding: bool
    pending: bool
    embedder: str
    sends_to: str | None
    models: tuple[Held, ...]
    no_vectors: str
    resident: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """What a pass of embedding came to: vectors made, pieces that got none, by reason, and those that still wait.

    ``skipped`` is why nothing was tried: ``no-vectors``, ``switched-off``, ``not-installed``, or ``served``: the
    process that serves the home does it. ``error`` is what ended it.
    """

    made: int
    waiting: int
    without: Mapping[NoVectorReason, int]
    skipped: str | None = None
    error: HithertoError | None = None


def status(memory: Memory) -> Status:
    """Return what is in the home; makes nothing where there is none."""
    adapters.require_home(memory.settings)
    from hitherto.app.daemon import client  # noqa: PLC0415 - a rebuild asks nobody

    settings = memory.settings
    journal = adapters.open_journal(settings)
    resident = client.ask(settings, {"ask": "status"})
    with memory.reading() as store:
        files = journal.files()
        home = settings.home
        serving, no_vectors = memory.serving(store)
        return Status(
            home=str(home),
            zone=settings.zone,
            counts=store.counts(),
            sources=tuple(store.sources()),
            journal_files=len(files),
            journal_bytes=sum(file.size for file in files),
            index_bytes=sum(path.stat().st_size for path in home.glob(f"{adapters.DATABASE}*")),
            torn=tuple(journal.torn()),
            rebuilding=store.noted("rebuilding") is not None,
            pending=adapters.unread(settings, store),
            embedder=settings.embedder,
            sends_to=settings.ollama_url if settings.embedder == "ollama" else None,
            models=tuple(_held(store, model, serving) for model in store.models()),
            no_vectors=no_vectors,
            resident=resident and resident.get("status"),
        )


def _held(store: Store, model: Model, serving: Meaning | None) -> Held:
    vectors = store.vectors(model)
    covered = vectors.coverage(EVERYTHING)
    return Held(
        model=model,
        covered=covered,
        waiting=waiting(covered),
        serves=serving is not None and serving.vectors.model == model,
        refused=tuple(vectors.failed(REFUSED_NAMED)),
    )


def embed(memory: Memory, report: Callable[[Embedding], None], *, wanted: bool = True) -> Embedded:
    """Make the vectors that are missing, unless somebody else does or nothing can; words find everything anyhow."""
    store = memory.house.store
    before = _coverages(store)
    skipped = _why_not(memory) if wanted else "no-vectors"
    error = None
    if skipped is None:
        try:
            # Who adds again may have put right what made the embedder refuse a text.
            with store.transaction():
                for held in before:
                    store.vectors(held).retry()
            memory.embed(report=report)
        except HithertoError as met:
            error = met
    after = _coverages(store)
    model = next((one for one in reversed(after) if is_wanted(one, memory.settings)), None)
    chunks = sum(number for name, number in store.counts().items() if name.startswith("chunks."))
    now = after[model] if model else Coverage(chunks=chunks, embedded=0)
    was = before.get(model, Coverage(chunks=0, embedded=0)) if model else now
    gained = {reason: number - was.without.get(reason, 0) for reason, number in now.without.items()}
    return Embedded(
        made=max(0, now.embedded - was.embedded),
        waiting=waiting(now),
        without={reason: number for reason, number in gained.items() if number > 0},
        skipped=skipped,
        error=error,
    )


def _coverages(store: Store) -> dict[Model, Coverage]:
    return {model: store.vectors(model).coverage(EVERYTHING) for model in store.models()}


def _why_not(memory: Memory) -> str | None:
    """Return why vectors are not to be made here."""
    from hitherto.app.daemon import client  # noqa: PLC0415 - only here and in a status

    settings = memory.settings
    if settings.embedder == "none":
        return "switched-off"
    if adapters.missing_runtime(settings):
        return "not-installed"
    # A process that was started with another embedder makes other vectors.
    answer = client.ask(settings, {"ask": "ping"})
    return "served" if answer is not None and answer.get("embedder") == settings.embedder else None


def rebuild(
    memory: Memory, report: Callable[[Progress], None], *, consent: bool = False
) -> list[Added | HithertoError]:
    """Make the index anew from the journal and blobs, then read every source again.

    The old index is set aside until the new one is complete. Stopped half-way, it goes on at the next call;
    until then every answer says that something is missing. Raises DamagedError, and leaves the index as it is, where
    the key is damaged or the journal is gone, and ConsentNeededError where the code of a folder that cannot be read
    now would be lost, unless ``consent``.
    """
    adapters.require_home(memory.settings)
    memory.close()
    adapters.home_of(memory.settings).key()
    _require_journal(memory)
    if not consent:
        _ask_about_code(memory)
    old = set_aside(memory.settings.home / adapters.DATABASE)
    house = memory.house
    with house.store.transaction():
        house.store.note("rebuilding", "1")
    catch_up(house.journal, house.store, always)
    done = memory.again(report=report)
    for place, entry in enumerate(house.store.sources()):
        unread = isinstance(done[place], HithertoError) or not adapters.present(entry.root)
        if entry.kind == "folder" and unread:
            try:
                memory.restore_notes(entry)
            except HithertoError as error:
                done[place] = error
    with house.store.transaction():
        house.store.note("rebuilding", None)
    if old is not None:
        discard(old)
    return done


def _require_journal(memory: Memory) -> None:
    """Raise DamagedError where the index is all that is left of what was taken in."""
    settings = memory.settings
    if adapters.open_journal(settings).files() or not (settings.home / adapters.DATABASE).is_file():
        return
    left = 0
    with suppress(HithertoError), closing(adapters.open_store(settings, read_only=True)) as store:
        left = sum(number for name, number in store.counts().items() if name.startswith("records."))
    if left:
        raise DamagedError(
            f"The journal in {settings.home} is gone; only the index still holds its {left} records.",
            hint="bring back the folder `journal`; to begin with an empty memory, move hitherto.db away first",
        )


def _ask_about_code(memory: Memory) -> None:
    """Raise ConsentNeededError for a root that is not there: its code is kept nowhere but in the index."""
    settings = memory.settings
    with suppress(SetupNeededError, DamagedError), closing(adapters.open_store(settings, read_only=True)) as store:
        for entry in store.sources():
            held = sum(file.kind == "code" and not file.left_out for file in store.files(entry.root).values())
            if held and not adapters.present(entry.root):
                raise ConsentNeededError(
                    f"{entry.root} is missing, and a rebuild would lose the {held} files of code that the index holds.",
                    hint="bring it back first, or repeat with --yes",
                )


def verify(memory: Memory) -> Iterator[Difference]:
    """Yield whatever is not as it should be, after the index has followed the journal."""
    from hitherto.engine.topics.replay import board_of  # noqa: PLC0415
    from hitherto.engine.verifying import Difference  # noqa: PLC0415 - only here
    from hitherto.engine.verifying import verify as compare  # noqa: PLC0415

    adapters.require_home(memory.settings)
    house = memory.house
    catch_up(house.journal, house.store, always)
    yield from compare(house.journal, house.blobs, house.store)
    for fault in board_of(house.store.topics()).faults:
        yield Difference(where="journal", what=fault)
    for torn in adapters.open_journal(memory.settings).torn():
        yield Difference(where=f"journal/{torn}", what="a line torn by a crash was set aside here")
