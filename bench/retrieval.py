"""How well the right documents are found: ``python -m bench.retrieval SET_DIR``. Prints one JSON object."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

from bench import baseline_fts
from bench.feeding import documents_of, prepared
from bench.metrics import measures, percentile, table
from bench.sets import REASONS, chosen, documents, queries, session_of
from hitherto.core.answer import Filter
from hitherto.engine import fusion

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

    from bench.feeding import Ways
    from bench.sets import Part, Query, Unit
    from hitherto.app.memory import Memory

    # From a query, its group and how many units are wanted to the ranking, best first.
    Ranker = Callable[[str, str, int], Sequence[str]]

# Several hits may stand in one document, so more hits are fetched than documents wanted, and more still if too few.
HITS_A_DOCUMENT = 3
MOST_HITS = 3000


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure one set and print the figures."""
    given = parsed(arguments)
    part: Part = "dev" if given.dev else "test" if given.test else "all"
    asked = chosen(queries(given.set), part)
    counted = [query for query in asked if query.left_out is None][: given.limit_queries]
    started = time.perf_counter()
    with opened(given) as rank:
        prepared_in = time.perf_counter() - started
        rows, waits = measured(counted, rank, unit=given.unit, depth=max(10, given.k))
    left_out = Counter(query.left_out for query in asked)
    result = {
        "set": given.set.resolve().name,
        "unit": given.unit,
        "part": part,
        **table(rows),
        "left_out": {reason: left_out[reason] for reason in REASONS},
        "seconds": round(time.perf_counter() - started, 2),
        "seconds_indexing": round(prepared_in, 2),
        "ms_per_query_p50": round(percentile(waits, 0.5), 2),
        "ms_per_query_p99": round(percentile(waits, 0.99), 2),
    }
    print(json.dumps(result, indent=None if given.json else 1, ensure_ascii=False))


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.retrieval", description=__doc__)
    parser.add_argument("set", type=Path, help="a folder with docs.jsonl(.xz) and queries.jsonl(.xz)")
    parser.add_argument("--unit", choices=("turn", "session"), default="turn", help="what is counted as found")
    half = parser.add_mutually_exclusive_group()
    half.add_argument("--dev", action="store_true", help="only the half that may be tuned on")
    half.add_argument("--test", action="store_true", help="only the other half")
    parser.add_argument("--json", action="store_true", help="on one line")
    parser.add_argument("--limit-queries", type=int, metavar="N", help="stop after N questions")
    parser.add_argument("--k", type=int, default=10, help="how deep the ranking is fetched, at least 10")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep what was indexed there, and use it again")
    parser.add_argument(
        "--by-rank", type=float, metavar="W", help="reciprocal rank fusion, words counting W times, instead of scores"
    )
    parser.add_argument("--words", action="store_true", help="by words alone, no vectors")
    parser.add_argument("--baseline", action="store_true", help="plain FTS5 instead of hitherto")
    return parser.parse_args(arguments)


@contextmanager
def opened(given: argparse.Namespace) -> Iterator[Ranker]:
    """Give the ranker of the set: hitherto, or the baseline; removed afterwards unless it is to be kept."""
    if given.baseline:
        db = baseline_fts.filled(documents(given.set))
        yield lambda query, group, wanted: baseline_ranking(db, query, group, wanted=wanted, unit=given.unit)
        db.close()
        return
    with tempfile.TemporaryDirectory(prefix="hitherto-bench-") as room, fusing(given.by_rank):
        memory, ways = prepared(given.set, given.keep or Path(room), words=given.words)
        with memory:
            yield lambda query, group, wanted: memory_ranking(
                memory, ways, query, group, wanted=wanted, unit=given.unit
            )


@contextmanager
def fusing(words: float | None) -> Iterator[None]:
    """Fuse as with a model that nobody measured, words counting ``words`` times; None: as the product does."""
    if words is None:
        yield
        return
    with patch.multiple(fusion, MEASURED={}, RRF_WORDS=words):
        yield


def measured(
    asked: Sequence[Query], rank: Ranker, *, unit: Unit, depth: int
) -> tuple[list[tuple[str, dict[str, float]]], list[float]]:
    """Return (type, figures) of each question, and the milliseconds each took."""
    rows: list[tuple[str, dict[str, float]]] = []
    waits: list[float] = []
    for query in asked:
        began = time.perf_counter()
        ranking = rank(query.text, query.group, depth)
        waits.append(1000 * (time.perf_counter() - began))
        rows.append((query.type, measures(ranking, set(units(list(query.gold), unit)))))
    return rows, waits


def memory_ranking(memory: Memory, ways: Ways, query: str, group: str, *, wanted: int, unit: Unit) -> list[str]:
    """Return at least ``wanted`` units of the group as ``recall`` orders them, or all that it finds."""
    only = len(ways.folder) == 1
    where = Filter() if only or not group else Filter(source=str(ways.folder[group]))
    limit = HITS_A_DOCUMENT * wanted
    wanted = min(wanted, ways.size[group] if group else sum(ways.size.values()))
    while True:
        # The questions of a set were asked long ago: "last year" is not the one before this.
        hits = memory.recall(query, where=where, limit=limit, literal=True).hits
        found = units(documents_of(hits, ways), unit)
        if len(found) >= wanted or len(hits) < limit or limit >= MOST_HITS:
            return found
        limit *= 3


def baseline_ranking(db: sqlite3.Connection, query: str, group: str, *, wanted: int, unit: Unit) -> list[str]:
    """Return the units of the group as plain FTS5 orders them."""
    deep = wanted if unit == "turn" else MOST_HITS
    return units(baseline_fts.ranking(db, query, group, deep), unit)


def units(found: Sequence[str], unit: Unit) -> list[str]:
    """Return documents, or their sessions in the order of first appearance; a document of no session is its own."""
    if unit == "turn":
        return list(found)
    return list(dict.fromkeys(session_of(document) or document for document in found))


if __name__ == "__main__":
    main()
