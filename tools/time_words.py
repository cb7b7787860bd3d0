"""Write down which words of a language tell a time, so that a query without any loads no table of a language.

``python -m tools.time_words`` writes ``languages/telling.py``; ``--check`` says whether it is current.
"""

from __future__ import annotations

import sys
import textwrap
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from hitherto.text.timephrase.folding import pieces
from hitherto.text.timephrase.gate import language
from hitherto.text.timephrase.languages import SCRIPTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "src/hitherto/text/timephrase/languages/telling.py"

# Every phrase has digits or a word of these; other words only join them.
TELLING = (
    *(
        "unit",
        "weekday",
        "month",
        "season",
        "rare",
        "part",
        "day part",
        "meridiem",
        "quarter",
        "half",
        "when",
        "holiday",
    ),
    *("whole", "fraction", "era", "decade", "shortunit"),
)
JOINING = ("before", "behind", "to", "glue", "relative", "number")
HEAD = '''"""Which words tell a time, and which a language is known by. Written by ``python -m tools.time_words``."""

from __future__ import annotations
'''


def main(arguments: list[str]) -> int:
    """Write the module, or with ``--check`` return 1 when the one that is there says something else."""
    names = [name for group in SCRIPTS.values() for name in group]
    tables = {
        "TELLING": {name: " ".join(sorted(telling(name))) for name in names},
        "COMMON": {name: " ".join(sorted(known_by(name))) for name in names},
    }
    orders = {name: language(name).ORDER for name in names}
    if "--check" not in arguments:
        said = "".join(f'    "{name}": "{order}",\n' for name, order in orders.items())
        page = [HEAD, f"\nORDERS: dict[str, str] = {{\n{said}}}\n"]
        page += [_table(title, words) for title, words in tables.items()]
        PAGE.write_text("".join(page), encoding="utf-8")
        return 0
    now = import_module("hitherto.text.timephrase.languages.telling")
    if orders == now.ORDERS and {title: getattr(now, title) for title in tables} == tables:
        return 0
    print(f"{PAGE.name} does not say what the languages hold; run `make docs`.", file=sys.stderr)
    return 1


def telling(name: str) -> set[str]:
    """Return the words of a language without which nothing says when.

    Of several words together those that also join say nothing; a word that is enough by itself always does.
    """
    table = language(name)
    texts = [text for category in TELLING for text in table.WORDS.get(category, {}).values()]
    if table.BY_CHARACTER:
        return set("".join(texts)) - set(", ?")
    joining = {word for category in JOINING for word in _words(table.WORDS.get(category, {}).values())}
    alone = {words[0] for text in texts for one in text.split(",") if len(words := list(_words([one]))) == 1}
    common: frozenset[str] = table.COMMON
    return set(_words(texts)) - (joining - alone) - common


def known_by(name: str) -> set[str]:
    """Return the words by which a language is known: its commonest, and those that stand before a time."""
    table = language(name)
    return {*table.COMMON, *_words(table.WORDS.get("before", {}).values())}


def _words(texts: Iterable[str]) -> Iterator[str]:
    for text in texts:
        yield from (word for word, _, _ in pieces(text.replace(",", " ")) if word.isalpha())


def _table(title: str, words: dict[str, str]) -> str:
    lines = [f"\n{title}: dict[str, str] = {{\n"]
    for name, found in words.items():
        wrapped = textwrap.wrap(found, 108, break_on_hyphens=False, break_long_words=False)
        ends = [f"{line} " for line in wrapped[:-1]] + wrapped[-1:]
        lines.append(f'    "{name}": (\n' + "".join(f'        "{line}"\n' for line in ends) + "    ),\n")
    return "".join((*lines, "}\n"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
