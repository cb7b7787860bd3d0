"""The values of finding by meaning: which model made a vector, and what has none.

A vector is a row of unit length, little-endian float32, as bytes: whoever computes with it knows its dimension from
the model.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from hitherto.core.model import Kind

NoVectorReason = Literal["language", "failed", "empty"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """What a vector was made by. Vectors are comparable only where all of this is equal.

    ``digest`` names the very weights, ``layout`` the version of the text that stands for a chunk.
    """

    name: str
    digest: str
    dimension: int
    pooling: str
    layout: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NoVector:
    """Why a text has no vector; it stays findable by words.

    ``language``: the model does not know its script. ``empty``: nothing in it to embed. ``failed``: it was refused.
    """

    reason: NoVectorReason
    detail: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unembedded:
    """A chunk that waits for its vector: what it says, and what says where it stands.

    ``text`` is the whole text of the chunk, ``speakers`` who says which stretch of it.
    """

    chunk: int
    kind: Kind
    text: str
    path: str | None
    symbol: str | None
    heading: str | None
    speakers: tuple[tuple[str, int, int], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """The chunks of a scope nearest to a query, best first, with their cosine; and the scope they come from.

    ``floor`` is the mean cosine of the scope, what an unrelated chunk gets.
    """

    chunks: tuple[tuple[int, float], ...]
    floor: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How many of the chunks in a scope have a vector, and how many have none for which reason."""

    chunks: int
    embedded: int
    without: Mapping[NoVectorReason, int] = field(default_factory=dict)
