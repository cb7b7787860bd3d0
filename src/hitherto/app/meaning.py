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
    from hitherto.core.meaning import Model
    from hitherto.core.ports import Embedder, Store

EVERYTHING = Filter()


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

        While a new model's vectors are being made, the old ones go on serving until the new ones cover as much.
        """
        if self._settings.embedder == "none":
            return None, "switched off"
        held = store.models()
        if not held:
            return None, "no vectors yet"
        try:
            wanted = self._wanted()
            choices = [meaning_of(store, wanted)]
            if [choices[0].vectors.model] != list(held):
                choices += self._others(store, held, choices[0].vectors.model)
            return (choices[0] if len(choices) == 1 else min(choices, key=waiting_in)), ""
        except EmbedderError as error:
            return None, str(error)

    def embed(self, store: Store, going: Callable[[], bool], report: Callable[[Embedding], None]) -> int:
        """Make the vectors that are missing; once none is, drop those of every other model.

        Raises EmbedderError where the embedder cannot be loaded or reached.
        """
        from hitherto.engine.intake.embedding import embed_missing  # noqa: PLC0415 - asking needs none of it

        if self._settings.embedder == "none":
            return 0
        meaning = meaning_of(store, self._wanted())
        waiting = waiting_in(meaning)
        done = embed_missing(
            store, meaning, going, lambda seen: report(Embedding(done=seen, waiting=max(waiting, seen)))
        )
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

    def _others(self, store: Store, held: Sequence[Model], but: Model) -> list[Meaning]:
        """Return every other model whose vectors are there and whose embedder still gives such vectors."""
        found: list[Meaning] = []
        for model in held:
            try:
                meaning = meaning_of(store, self._named(model.name))
            except EmbedderError:
                continue
            if meaning.vectors.model == model != but:
                found.append(meaning)
        return found


def meaning_of(store: Store, embedder: Embedder) -> Meaning:
    """Return an embedder with the vectors that it made of texts as they are put together now."""
    from hitherto.engine.intake.embedding import LAYOUT  # noqa: PLC0415 - only where there are vectors

    return Meaning(embedder=embedder, vectors=store.vectors(replace(embedder.model, layout=LAYOUT)))


def waiting_in(meaning: Meaning) -> int:
    """Return how many chunks have neither a vector nor a reason for having none."""
    covered = meaning.vectors.coverage(EVERYTHING)
    return covered.chunks - covered.embedded - sum(covered.without.values())
