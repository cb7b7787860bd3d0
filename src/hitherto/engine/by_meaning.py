"""What the meaning of a question finds, joined with what its words found."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hitherto.core.errors import EmbedderError
from hitherto.engine.fusion import fused, least_cosine
from hitherto.engine.ranking import ranked

if TYPE_CHECKING:
    from hitherto.core.ports import Store
    from hitherto.engine.by_words import Found, Question
    from hitherto.engine.house import Meaning

# Of the dev halves' answers none came from farther down.
NEIGHBOURS = 50


class Sense:
    """The meaning of one question; its vector is made when it is first needed, and once."""

    def __init__(self, meaning: Meaning, question: Question) -> None:
        self._meaning = meaning
        self._question = question
        self._vector: bytes | None = None
        self._why_not = ""

    def joined(self, store: Store, found: Found) -> Found:
        """Return what words found together with what is near in meaning, or as it was with the reason for that."""
        vector = None if exactly(found) else self._made()
        if vector is None or found.ran.words == "none":
            why_not = self._why_not or "exactly these words were asked for"
            return replace(found, ran=replace(found.ran, fallback=why_not))
        vectors, where = self._meaning.vectors, self._question.where
        near = vectors.nearest(vector, where, max(NEIGHBOURS, 2 * self._question.limit))
        least = least_cosine(vectors.model, near.floor)
        cosines = {chunk: cosine for chunk, cosine in near.chunks if cosine >= least}
        known = {one.candidate.chunk for one in found.order}
        new = store.candidates([chunk for chunk in cosines if chunk not in known])
        together = [*found.order, *ranked(new, found.terms)]
        cosines = {**vectors.cosines(vector, list(known)), **cosines}
        alone = frozenset(chunk for chunk, cosine in cosines.items() if cosine >= least)
        covered = vectors.coverage(where)
        ran = replace(
            found.ran,
            vectors=True,
            model=vectors.model.name,
            coverage=covered.embedded / covered.chunks if covered.chunks else 1.0,
        )
        order = fused(together, cosines, vectors.model, near.floor)
        return replace(found, order=order, ran=ran, near=alone)

    def _made(self) -> bytes | None:
        if self._vector is None and not self._why_not:
            try:
                self._vector = self._meaning.embedder.query(self._question.text)
                self._why_not = "" if self._vector else "the model does not know this script"
            except EmbedderError as error:
                self._why_not = str(error)
        return self._vector


def exactly(found: Found) -> bool:
    """Return whether a name or a quotation was asked for, and is there: nothing that is like it may come before it."""
    asked = [term for term in found.terms if not term.weak] or found.terms
    return bool(found.order) and all(term.exact for term in asked)
