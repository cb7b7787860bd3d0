"""One file's text to chunks: code by definitions, notes by headings, secrets replaced, names made searchable."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hitherto.core.model import Chunk, Fields, Span
from hitherto.text import code, filenames, prose, secrets
from hitherto.text.words import index_text, language_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hitherto.core.model import Piece, Record, Trait
    from hitherto.core.seen import Item


def file_chunks(item: Item, record: Record, key: bytes) -> list[Chunk]:
    """Return the chunks of a file whose decoded text is ``record.text``; their spans tile that text."""
    text = record.text
    is_note = record.data["kind"] == "note"
    language = str(record.data.get("language") or "")
    pieces = prose.pieces(text) if is_note else code.pieces(text, language)
    hidden = secrets.find(text)
    shown = _without(text, hidden)
    traits = traits_of(item.name, text, is_note=is_note)
    spoken = language_of(text[:4000]) if is_note else "en"
    # The language is a word people ask with and files rarely say: "python check if a list is empty".
    path = index_text(f"{item.name} {language}")
    chunks: list[Chunk] = []
    for piece in pieces:
        body = _slice(text, piece, hidden, key)
        if body.strip():
            piece = _named_without_secrets(piece, key) if hidden else piece  # noqa: PLW2901 - the same piece
            near = prose.around(shown, piece) if is_note else ""
            fields = Fields(
                path=path,
                symbol=index_text(piece.symbol or piece.heading or "", spoken),
                body=index_text(body, spoken),
                neighbours=index_text(near, spoken) if near else "",
            )
            chunks.append(_chunk(record, piece, body, fields, traits=traits, language=spoken))
    return chunks


def traits_of(name: str, text: str, *, is_note: bool) -> frozenset[Trait]:
    """Return what makes a file count less than a hand-written one in the middle of its project."""
    role = filenames.role_of_path(name)
    traits: set[Trait] = set() if role == "plain" else {role}
    # A paragraph on one line is how many people write; only code is ever minified.
    if not is_note and filenames.minified(text):
        traits.add("minified")
    if filenames.generated(text, name):
        traits.add("generated")
    return frozenset(traits)


def _without(text: str, hidden: Sequence[secrets.Secret]) -> str:
    """Return ``text`` with blanks for secrets: a few lines of a key, taken alone, would not be known as one."""
    kept: list[str] = []
    at = 0
    for secret in hidden:
        inside = text[secret.start : secret.end]
        kept += [text[at : secret.start], "".join(one if one in "\r\n" else " " for one in inside)]
        at = secret.end
    return "".join([*kept, text[at:]])


def _named_without_secrets(piece: Piece, key: bytes) -> Piece:
    symbol = piece.symbol and secrets.redact(piece.symbol, key)[0]
    return replace(piece, symbol=symbol, heading=piece.heading and secrets.redact(piece.heading, key)[0])


def _slice(text: str, piece: Piece, hidden: Sequence[secrets.Secret], key: bytes) -> str:
    if not hidden:
        return text[piece.start : piece.end]
    return secrets.redact_slice(text, piece.start, piece.end, hidden, key)


def _chunk(
    record: Record, piece: Piece, body: str, fields: Fields, *, traits: frozenset[Trait], language: str
) -> Chunk:
    return Chunk(
        kind="note" if record.data["kind"] == "note" else "code",
        text=body,
        spans=(Span(record=record.id, start=piece.start, end=piece.end),),
        ts_start=record.ts,
        ts_end=record.ts,
        fields=fields,
        made_by=piece.made_by,
        lines=piece.lines,
        symbol=piece.symbol,
        heading=piece.heading,
        traits=traits,
        language=language,
    )
