"""How many tokens a text has at most, for whatever model reads it, without that model's tokenizer.

No tokenizer of this kind (byte-level pairs) makes more tokens than a text has UTF-8 bytes, and characters that are not
named below are counted so. For those that people write most, the weights are what the published vocabularies of
cl100k, o200k and Anthropic need at most for texts drawn at random; real sentences need about half. How they were found
is in docs/decisions/0018-tokens-of-the-board.md, texts with their real counts are beside the tests.
"""

from __future__ import annotations

import re
import unicodedata
from math import ceil

# A capital begins a new token often enough that it counts as a run of its own.
_PIECES = re.compile(
    r"(?P<lower>[a-z]+)|(?P<upper>[A-Z]+)|(?P<digits>[0-9]+)|(?P<joined> (?=[A-Za-z]))|(?P<sign>[!-/:-@\[-`{-~ \n])"
    r"|(?P<small>[а-яё]+)|(?P<kana>[ぁ-ヿ]+)|(?P<marks>[、。「」・…—“”’–]+)|(?P<other>.)",
    re.DOTALL,
)
_A_RUN = 0.75
_A_CHARACTER = {"lower": 0.65, "upper": 0.75, "small": 1.0, "kana": 2.0, "marks": 2.0, "sign": 1.0}


def tokens_at_most(text: str) -> int:
    """Return a number of tokens that ``text`` does not exceed; never more than its UTF-8 bytes and one."""
    # One of the vocabularies is applied to the compatibility form, in which one character may be eighteen.
    plain = unicodedata.normalize("NFKC", text)
    return max(_at_most(text), 0 if plain == text else _at_most(plain))


def _at_most(text: str) -> int:
    total = 0.0
    for piece in _PIECES.finditer(text):
        kind, size = piece.lastgroup, piece.end() - piece.start()
        if kind in ("lower", "upper"):
            total += min(size, _A_RUN + size * _A_CHARACTER[kind])
        elif kind == "digits":
            total += ceil(size / 2)
        elif kind == "other":
            total += len(piece[0].encode("utf-8", "surrogatepass"))
        elif kind != "joined":
            total += size * _A_CHARACTER[str(kind)]
    return ceil(total)
