"""WordPiece as the uncased BERT models were trained with it: text in, token numbers out."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

LONGEST_WORD = 100
"""Characters; a longer word is one unknown token (``max_input_chars_per_word`` of the model's tokenizer)."""

_CACHED_WORDS = 1 << 15
_IDEOGRAPHS = (
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xF900, 0xFAFF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B920, 0x2CEAF),
    (0x2F800, 0x2FA1F),
)
"""Each of these characters is a word of its own (``BertNormalizer``, handle_chinese_chars)."""


class _Plain(dict[int, str]):
    """What every character is replaced by, worked out when it is first met."""

    def __missing__(self, code: int) -> str:
        plain = self[code] = _plain(chr(code))
        return plain


class WordPiece:
    """Numbers the pieces of words that a vocabulary knows.

    What a text spells is never taken for a control token: ``[SEP]`` in it is three pieces like any other.
    """

    def __init__(self, vocabulary: str) -> None:
        """Take ``vocabulary``, one piece a line; its line number is its token number."""
        pieces = vocabulary.removesuffix("\n").split("\n")
        self._numbers = {piece: number for number, piece in enumerate(pieces)}
        self._longest = max(map(len, pieces))
        self._unknown, self._start, self._end = (self._numbers[name] for name in ("[UNK]", "[CLS]", "[SEP]"))
        self._table = _Plain()
        self._pieces = lru_cache(_CACHED_WORDS)(self._cut)

    def encode(self, text: str, limit: int) -> list[int]:
        """Return the numbers of ``text`` between start and end token, at most ``limit`` with both."""
        numbers = [self._start]
        for word in text.translate(self._table).split():
            numbers += self._pieces(word)
            if len(numbers) >= limit:
                break
        return [*numbers[: limit - 1], self._end]

    def _cut(self, word: str) -> tuple[int, ...]:
        if len(word) > LONGEST_WORD:
            return (self._unknown,)
        numbers: list[int] = []
        start, mark = 0, ""
        while start < len(word):
            for end in range(min(len(word), start + self._longest), start, -1):
                number = self._numbers.get(mark + word[start:end])
                if number is not None:
                    break
            else:
                return (self._unknown,)
            numbers.append(number)
            start, mark = end, "##"
        return tuple(numbers)


def _plain(char: str) -> str:
    """Return what stands for ``char``: lower case, without accents, set apart where it is a word of its own."""
    category = unicodedata.category(char)
    if char.isspace() and (category != "Cc" or char in "\t\n\r"):
        return " "
    if char == "\ufffd" or category in {"Cc", "Cf", "Co", "Cs"}:
        return ""
    # One at a time: str.lower looks at the neighbours of a capital sigma, the tokenizer does not.
    bare = [part.lower() for part in unicodedata.normalize("NFD", char) if unicodedata.category(part) != "Mn"]
    if any(first <= ord(char) <= last for first, last in _IDEOGRAPHS):
        return f" {''.join(bare)} "
    return "".join(f" {part} " if _is_punctuation(part) else part for part in bare)


def _is_punctuation(part: str) -> bool:
    return unicodedata.category(part[0])[0] == "P" or part in "$+<=>^`|~"
