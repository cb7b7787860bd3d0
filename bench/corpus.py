"""Texts of a wanted size that need no download: the standard library's code, and chat in its docstrings' words.

The same seed and the same Python give the same texts.
"""

from __future__ import annotations

import ast
import random
import re
import sysconfig
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import count, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEED = 20261124
FUNCTIONS_A_FILE = 20
TURNS_A_SESSION = 40
# One in so many functions and turns bears an identifier that stands nowhere else; one turn in JAPANESE is Japanese.
RARE = 20
JAPANESE = 20
PEOPLE = ("Anna", "Boris", "Chiara", "Daisuke", "Elena", "Farid", "Greta", "Hugo")
TOPICS = (
    "予算", "会議", "設計", "旅行", "電車", "写真", "料理", "犬の散歩", "検索", "索引", "障害対応", "引っ越し",
    "誕生日", "図書館", "契約書", "見積もり", "発表", "練習", "病院", "雪山",
)  # fmt: skip
SAYINGS = ("{}と{}のことを明日話しましょう。", "{}は{}の前に決まりました。", "{}より{}のほうが大変でした。")
FUNCTION = re.compile(r"^(?:async )?def \w+", re.MULTILINE)
WORD = re.compile(r"[A-Za-z]{2,}")
# Ranks, by frequency, of words common enough to be in many texts and too telling to be stop words.
COMMON_RANKS = (60, 400)


@dataclass(frozen=True, slots=True, kw_only=True)
class Material:
    """What texts are made of: functions, and words in the order they were read, repeats included."""

    functions: Sequence[str]
    words: Sequence[str]


@cache
def material() -> Material:
    """Read the modules on the standard library's top level."""
    functions: list[str] = []
    words: list[str] = []
    for path in sorted(Path(sysconfig.get_path("stdlib")).glob("*.py")):
        text = path.read_text(encoding="utf-8", errors="replace")
        functions += _functions(text)
        words += [word.lower() for doc in _docstrings(text) for word in WORD.findall(doc)]
    return Material(functions=functions, words=words)


def code_files(given: Material, first: int = 0) -> Iterator[list[str]]:
    """Yield modules without end, each a list of functions; a function that comes again has a new line in it.

    The identifiers of those that begin at another ``first`` are others, and so is most of the text.
    """
    draw = random.Random(SEED + first)  # noqa: S311 - texts, not secrets
    for number in count(first):
        yield [_function(given, number * FUNCTIONS_A_FILE + place, draw) for place in range(FUNCTIONS_A_FILE)]


def sessions(given: Material, first: int = 0) -> Iterator[list[tuple[str, str]]]:
    """Yield conversations without end, each a list of (speaker, text); those from another ``first`` are others."""
    draw = random.Random(SEED + 1 + first)  # noqa: S311 - texts, not secrets
    for number in count(first):
        pair = draw.sample(PEOPLE, 2)
        yield [
            (pair[turn % 2], _saying(given.words, number * TURNS_A_SESSION + turn, draw))
            for turn in range(TURNS_A_SESSION)
        ]


def questions(given: Material, texts: Sequence[str], each: int) -> dict[str, list[str]]:
    """Return ``each`` queries of every kind; ``texts`` are some that were taken in, for words that stand together."""
    draw = random.Random(SEED + 2)  # noqa: S311 - texts, not secrets
    ranked = [word for word, _ in Counter(given.words).most_common(COMMON_RANKS[1])][COMMON_RANKS[0] :]
    english = [text for text in texts if len(WORD.findall(text)) > 8]
    rare = [found[0] for text in texts if (found := re.search(r"(?:ERR|case)_\d{6}", text))]
    return {
        "rare_id": [draw.choice(rare) for _ in range(each)],
        "two_common_words": [" ".join(draw.sample(ranked, 2)) for _ in range(each)],
        "question": [_question(draw.choice(english), draw) for _ in range(each)],
        "cjk": ["と".join(draw.sample(TOPICS, 2)) for _ in range(each)],
        "phrase": [_phrase(draw.choice(english), draw) for _ in range(each)],
    }


def _functions(text: str) -> list[str]:
    edges = [*(found.start() for found in FUNCTION.finditer(text)), len(text)]
    pieces = [text[start:end] for start, end in pairwise(edges)]
    return [re.split(r"\n(?=[^\s#)])", piece)[0].rstrip() for piece in pieces]


def _docstrings(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Module):
            yield ast.get_docstring(node) or ""


def _function(given: Material, number: int, draw: random.Random) -> str:
    text = draw.choice(given.functions)
    if number >= len(given.functions) or number % RARE == 0:
        head, line, rest = text.partition("\n")
        note = f"case_{number:06}" if number % RARE == 0 else " ".join(draw.choices(given.words, k=8))
        return f"{head}{line}    # {note}\n{rest}"
    return text


def _saying(words: Sequence[str], number: int, draw: random.Random) -> str:
    if number % JAPANESE == 0:
        return draw.choice(SAYINGS).format(*draw.sample(TOPICS, 2))
    said = " ".join(draw.choices(words, k=draw.randint(8, 40))).capitalize()
    return f"{said} ERR_{number:06}." if number % RARE == 1 else f"{said}."


def _question(text: str, draw: random.Random) -> str:
    start = draw.choice(("When did we talk about", "How does it", "What did we decide about", "Why do we use"))
    return f"{start} {' '.join(draw.sample(WORD.findall(text), 4))}?"


def _phrase(text: str, draw: random.Random) -> str:
    runs = re.findall(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}", text) or ["in the end"]
    return f'"{draw.choice(runs)}"'
