"""Count with real vocabularies what the board estimates: ``python -m tools.token_counts VOCABULARIES``.

Writes the counts of tests/unit/engine/topics/counts.json anew (the boards as they are now made), and prints for texts
drawn at random how many needed more tokens than ``tokens_at_most`` says. Needs tiktoken and tokenizers, which nothing
else here does, and the vocabularies as litellm 1.75.0 has them in ``litellm_core_utils/tokenizers``.
"""

from __future__ import annotations

import argparse
import base64
import json
import random
from pathlib import Path
from typing import TYPE_CHECKING

from tests.boards import board_with

from hitherto.engine.topics.compact import compact
from hitherto.engine.topics.tokens import tokens_at_most

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

TARGET = Path(__file__).resolve().parents[1] / "tests/unit/engine/topics/counts.json"
# The splitting of either vocabulary, as published with it.
CL100K = (
    "9b5ad71b2ce5302211f9c61530b329a4922fc6a4",
    (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
)
O200K = (
    "fb374d419588a4632f3f557e76b4b70aebbca790",
    (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
        r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    ),
)
SMALL, SMALL_CYRILLIC = "abcdefghijklmnopqrstuvwxyz", "абвгдежзийклмнопрстуфхцчшщъыьэюяё"
KINDS = {
    "small": SMALL,
    "small words": SMALL + "    ",
    "mixed": SMALL + SMALL.upper(),
    "capitals": SMALL.upper(),
    "digits": "0123456789",
    "numbers": "0123456789  ",
    "signs": "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ ",
    "alphanumeric": SMALL + SMALL.upper() + "0123456789 ",
    "cyrillic": SMALL_CYRILLIC + "    ",
    "cyrillic capitals": SMALL_CYRILLIC.upper() + " ",
    "cyrillic mixed": SMALL_CYRILLIC + SMALL_CYRILLIC.upper() + "   ",
    "kana": "".join(map(chr, range(0x3041, 0x30FF))) + "  ",
    "han": "".join(map(chr, range(0x4E00, 0x9FA6))) + "  ",
    "latin": "".join(map(chr, range(0xA0, 0x250))) + "   ",
    "hangul": "".join(map(chr, range(0xAC00, 0xD7A4))),
    "emoji": "".join(map(chr, range(0x1F300, 0x1F650))) + "\u200d\ufe0f ",
    "wide": "".join(map(chr, range(0xFF01, 0xFFEF))),
    "marks": "、。「」・…—“”’–  ",
    "rare han": "".join(map(chr, range(0x20000, 0x2A000))) + "  ",
    "arabic forms": "".join(map(chr, range(0xFB50, 0xFDFF))),
    "anything": "".join(map(chr, range(0x20, 0x3000))),
}
LENGTHS = (3, 8, 20, 40, 80)


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, write and print."""
    parser = argparse.ArgumentParser(prog="python -m tools.token_counts", description=__doc__)
    parser.add_argument("vocabularies", type=Path, help="the folder of the vocabularies")
    parser.add_argument("--draws", type=int, default=2000, help="random texts of each kind")
    given = parser.parse_args(arguments)
    counters = counters_of(given.vocabularies)
    kept = json.loads(TARGET.read_text("utf-8"))
    for one in kept["boards"]:
        texts = [text * times for text, times in one["texts"]]
        one["text"] = compact(board_with(*texts, colours=one["colours"]), one["form"], one["zone"])
    for one in (*kept["texts"], *kept["boards"]):
        one["counts"] = {name: count(one["text"]) for name, count in counters.items()}
    TARGET.write_text(written(kept), encoding="utf-8")
    chance = random.Random(24)  # noqa: S311 - not for secrets
    for kind, alphabet in KINDS.items():
        texts = ["".join(chance.choices(alphabet, k=LENGTHS[draw % len(LENGTHS)])) for draw in range(given.draws)]
        over = [max(count(text) for count in counters.values()) - tokens_at_most(text) for text in texts]
        print(f"{kind:18} above the bound: {sum(one > 0 for one in over)} of {len(over)}, at most by {max(over)}")


def counters_of(folder: Path) -> dict[str, Callable[[str], int]]:
    """Return what counts the tokens of a text, by the name of the vocabulary."""
    import tiktoken  # noqa: PLC0415 - as the docstring of the module says
    from tokenizers import Tokenizer  # noqa: PLC0415 - as above

    def encoding(file: str, pattern: str) -> Callable[[str], int]:
        lines = (line.split() for line in (folder / file).read_bytes().splitlines() if line)
        ranks = {base64.b64decode(token): int(rank) for token, rank in lines}
        made = tiktoken.Encoding(file, pat_str=pattern, mergeable_ranks=ranks, special_tokens={})
        return lambda text: len(made.encode_ordinary(text))

    claude = Tokenizer.from_file(str(folder / "anthropic_tokenizer.json"))
    return {
        "cl100k": encoding(*CL100K),
        "o200k": encoding(*O200K),
        "claude": lambda text: len(claude.encode(text, add_special_tokens=False).ids),
    }


def written(kept: dict[str, list[dict[str, object]]]) -> str:
    """Return the file: one text or board a line."""
    parts = [
        f'"{name}": [\n' + ",\n".join(json.dumps(one, ensure_ascii=False) for one in listed) + "\n]"
        for name, listed in kept.items()
    ]
    return "{" + ",\n".join(parts) + "}\n"


if __name__ == "__main__":
    main()
