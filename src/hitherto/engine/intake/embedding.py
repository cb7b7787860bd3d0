"""Vectors for the chunks that have none yet: in small steps, each kept at once, so that nothing is made twice."""

from __future__ import annotations

import re
from hashlib import blake2b
from pathlib import PurePath
from typing import TYPE_CHECKING

from hitherto.core.answer import BETWEEN_RECORDS
from hitherto.engine.intake.turns import GENERIC_ACTORS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hitherto.core.meaning import NoVector, Unembedded
    from hitherto.core.ports import Store
    from hitherto.engine.house import Meaning

# The version of ``text_for``: part of the model's identity, so that texts put together otherwise are never mixed.
LAYOUT = 1
# So few that a step takes well under a second and what it writes holds the lock for milliseconds.
STEP = 32
# A name in code says more in words: `LeaseError.from_http` is lease, error, from, http.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\dA-Za-z_]+")


def embed_missing(store: Store, meaning: Meaning, going: Callable[[], bool], seen: Callable[[int], None]) -> int:
    """Give every chunk its vector, or the reason why it has none, newest first, as long as ``going``.

    Returns how many chunks were seen to, and tells ``seen`` after every step. Stopped at any moment, even by kill -9,
    all but the last step is kept. Raises EmbedderError where the embedder cannot be reached or loaded.
    """
    done = 0
    while going():
        waiting = meaning.vectors.missing(STEP)
        if not waiting:
            break
        embed_step(store, meaning, waiting)
        done += len(waiting)
        seen(done)
    return done


def embed_step(store: Store, meaning: Meaning, waiting: Sequence[Unembedded]) -> None:
    """Give these chunks their vectors; a text that was embedded before is not embedded again."""
    texts = {chunk.chunk: text_for(chunk) for chunk in waiting}
    keys = {chunk: key_of(text) for chunk, text in texts.items()}
    made: dict[bytes, bytes | NoVector] = dict(meaning.vectors.known(list(set(keys.values()))))
    new = {keys[chunk]: text for chunk, text in texts.items() if keys[chunk] not in made}
    made.update(zip(new, meaning.embedder.documents(list(new.values())), strict=True))
    with store.transaction():
        meaning.vectors.put({chunk: (key, made[key]) for chunk, key in keys.items()})


def text_for(chunk: Unembedded) -> str:
    """Return the text that stands for a chunk: what it says, and who says it or what it is called.

    Without the speaker's name, a question about what somebody said finds a third less (docs/decisions/0010-ranking.md).
    """
    if chunk.speakers:
        return BETWEEN_RECORDS.join(
            chunk.text[start:end] if actor.casefold() in GENERIC_ACTORS else f"{actor}: {chunk.text[start:end]}"
            for actor, start, end in chunk.speakers
        )
    stem = PurePath(chunk.path or "").stem
    name = " ".join(WORD.findall(f"{stem} {chunk.symbol or ''}")) if chunk.kind == "code" else stem
    return "\n".join(part for part in (name, chunk.heading, chunk.text) if part)


def key_of(text: str) -> bytes:
    """Return 16 bytes that are equal for two texts only if they are."""
    return blake2b(text.encode(errors="surrogatepass"), digest_size=16).digest()
