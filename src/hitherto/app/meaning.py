"""Finding by meaning in one home: which embedder is wanted, whose vectors serve, and when all that is let go."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hitherto.app import adapters
from hitherto.core.answer import Filter
from hitherto.core.errors import EmbedderError
from hitherto.engine.house import Meaning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hitherto.app.config import Settings
    from hitherto.core.meaning import Coverage, Model
    from hitherto.core.ports import Embedder, Store

EVERYTHING = Filter()
SWITCHED_OFF = "switched off"
# What a model of Ollama is called where no version is asked for.
LATEST = ":latest"


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedding:
    """How far a pass of embedding is: chunks that were seen to in it, and those that still waited when it began."""

    done: int
    waiting: int


class Translators:
    """The embedders of one home, each made once and loaded when it is first needed."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._made: dict[str, Embedder] = {}

    def serving(self, store: Store) -> tuple[Meaning | None, str]:
        """Return what finds by meaning now, or why nothing does.

        While a new model's vectors are being made, or cannot be, the old ones go on serving until the new ones cover
        as much.
        """
        if self._settings.embedder == "none":
            return None, SWITCHED_OFF
        held = store.models()
        if not held:
            return None, adapters.missing_runtime(self._settings) or "no vectors yet"
        choices, why_not = [], "no vectors of this model yet"
        try:
            wanted = meaning_of(store, self._wanted())
            choices = [wanted] if wanted.vectors.model in held else []
        except EmbedderError as error:
            why_not = str(error)
        if len(held) > len(choices):
            choices += self._others(store, held)
        return (min(choices, key=waiting_in), "") if choices else (None, why_not)

    def embed(self, store: Store, going: Callable[[], bool], report: Callable[[Embedding], None]) -> int:
        """Make the vectors that are missing; once none is, drop those of every other model.

        Raises EmbedderError where the embedder cannot be loaded or reached.
        """
        from hitherto.engine.intake.embedding import embed_missing  # noqa: PLC0415 - asking needs none of it

        if self._settings.embedder == "none":
            return 0
        meaning = meaning_of(store, self._wanted())
        begun = waiting_in(meaning)
        done = embed_missing(store, meaning, going, lambda seen: report(Embedding(done=seen, waiting=max(begun, seen))))
        if len(store.models()) > 1 and not waiting_in(meaning):
            for model in store.models():
                if model != meaning.vectors.model:
                    with store.transaction():
                        store.forget_model(model)
        return done

    def release(self) -> None:
        """Let every model go from memory; it is loaded again when it is needed."""
        for embedder in self._made.values():
            embedder.close()

    def _wanted(self) -> Embedder:
        return self._named(adapters.wanted_embedder(self._settings))

    def _named(self, name: str) -> Embedder:
        if name not in self._made:
            self._made[name] = adapters.embedder_named(name, self._settings)
        return self._made[name]

    def _others(self, store: Store, held: Sequence[Model]) -> list[Meaning]:
        """Return every other model whose vectors are there and whose embedder still gives such vectors."""
        found: list[Meaning] = []
        for model in held:
            # What has the name of the wanted one is another model by now, or does not answer.
            if is_wanted(model, self._settings):
                continue
            try:
                meaning = meaning_of(store, self._named(model.name))
            except EmbedderError:
                continue
            if meaning.vectors.model == model:
                found.append(meaning)
        return found


def is_wanted(model: Model, settings: Settings) -> bool:
    """Return whether a model has the name of the one that the settings ask for; its weights may be older ones."""
    return model.name.removesuffix(LATEST) == adapters.wanted_embedder(settings).removesuffix(LATEST)


def meaning_of(store: Store, embedder: Embedder) -> Meaning:
    """Return an embedder with the vectors that it made of texts as they are put together now."""
    from hitherto.engine.intake.embedding import LAYOUT  # noqa: PLC0415 - only where there are vectors

    return Meaning(embedder=embedder, vectors=store.vectors(replace(embedder.model, layout=LAYOUT)))


def waiting_in(meaning: Meaning) -> int:
    """Return how many chunks have neither a vector nor a reason for having none."""
    return waiting(meaning.vectors.coverage(EVERYTHING))


def waiting(covered: Coverage) -> int:
    """Return how many chunks of a scope have neither a vector nor a reason for having none."""
    return covered.chunks - covered.embedded - sum(covered.without.values())
