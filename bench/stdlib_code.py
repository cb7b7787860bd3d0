"""A set of the standard library's functions: ``python -m bench.stdlib_code DIR`` writes it for ``bench.retrieval``.

The question is the first sentence of a function's docstring, the document that function without the docstring. The
same Python gives the same set; other versions give slightly other functions.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bench.indexing import SKIPPED

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SEED = 20261201
FUNCTIONS = 1500
FEWEST_WORDS, MOST_WORDS = 4, 40
FEWEST_LINES = 3
NOT_COUNTED = frozenset({"test", "tests", "idlelib", "lib2to3", "turtledemo"})
SENTENCE = re.compile(r".+?[.?!](?=\s|$)|.+", re.DOTALL)


class Function(NamedTuple):
    """One function: where it stands, what its docstring says first, and its source without the docstring."""

    name: str
    sentence: str
    source: str


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the set."""
    parser = argparse.ArgumentParser(prog="python -m bench.stdlib_code", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--functions", type=int, default=FUNCTIONS)
    given = parser.parse_args(arguments)
    write_set(given.folder, chosen(given.functions))


def chosen(count: int) -> list[Function]:
    """Return ``count`` functions with different sentences, drawn from all modules but the tests."""
    found: dict[str, Function] = {}
    for function in functions(Path(sysconfig.get_path("stdlib"))):
        found.setdefault(function.sentence, function)
    every = sorted(found.values())
    return sorted(random.Random(SEED).sample(every, min(count, len(every))))  # noqa: S311 - a sample, not a secret


def functions(root: Path) -> Iterator[Function]:
    """Yield every function below ``root`` whose docstring begins with a sentence."""
    for at, folders, names in os.walk(root):
        folders[:] = sorted(set(folders) - SKIPPED - NOT_COUNTED)
        for name in sorted(names):
            if name.endswith(".py"):
                path = Path(at, name)
                module = ".".join(path.relative_to(root).with_suffix("").parts)
                yield from _in_module(module, path.read_text(encoding="utf-8", errors="replace"))


def write_set(folder: Path, given: Sequence[Function]) -> None:
    """Write documents and questions where ``bench.retrieval`` reads them."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        (folder / "docs.jsonl").open("w", encoding="utf-8") as docs,
        (folder / "queries.jsonl").open("w", encoding="utf-8") as asked,
    ):
        for place, function in enumerate(given):
            document = {"id": function.name, "group": "", "text": function.source, "time": None, "role": "python"}
            query = {"id": f"q{place}", "group": "", "query": function.sentence, "gold_docs": [function.name]}
            docs.write(json.dumps(document) + "\n")
            asked.write(json.dumps(query | {"type": "docstring", "answerable": True}) + "\n")


def _in_module(module: str, text: str) -> Iterator[Function]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    lines = text.splitlines(keepends=True)
    for owner in [tree, *(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]:
        prefix = f"{module}.{owner.name}" if isinstance(owner, ast.ClassDef) else module
        for node in owner.body:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                sentence = _first_sentence(node)
                source = _without_docstring(node, lines) if sentence else ""
                if source.count("\n") >= FEWEST_LINES:
                    yield Function(f"{prefix}.{node.name}", sentence, source)


def _first_sentence(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    found = SENTENCE.match((ast.get_docstring(node) or "").partition("\n\n")[0])
    sentence = " ".join(found[0].split()) if found else ""
    return sentence if FEWEST_WORDS <= len(sentence.split()) <= MOST_WORDS else ""


def _without_docstring(node: ast.FunctionDef | ast.AsyncFunctionDef, lines: Sequence[str]) -> str:
    start, end = node.lineno - 1, node.end_lineno or node.lineno
    doc = node.body[0]
    # A docstring on the line of its function leaves nothing that says what the function does.
    kept = [*lines[start : max(doc.lineno - 1, start + 1)], *lines[doc.end_lineno or doc.lineno : end]]
    indent = len(kept[0]) - len(kept[0].lstrip())
    return "".join(line[indent:] if not line[:indent].strip() else line for line in kept)


if __name__ == "__main__":
    main()
