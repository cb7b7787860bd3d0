"""How well time phrases are read: ``python -m bench.timephrase ITEMS``. Prints a table, with ``--json`` one object.

An item has a text, the moment it is read at (taken as UTC), and the range it means. The first reading counts, looking
back, with no language given. ``start`` is the share of items whose first day is right, ``range`` of those whose first
and last day both are, ``iou50`` of those whose overlap is large enough (``bench.time_items`` says when). Items without
an end count for ``start`` alone.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.conventions import clash_of
from bench.core_phrases import is_core
from bench.metrics import percentile
from bench.time_items import half_of, judged, negative_queries, read_items
from hitherto.text.timephrase import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from datetime import datetime

    from bench.time_items import Item, Outcome
    from hitherto.core.answer import TimeRange

    Parser = Callable[[str, datetime, str], Sequence[TimeRange]]

ZONE = "UTC"


def main(arguments: Sequence[str] | None = None, parser: Parser = parse) -> None:
    """Measure a file of items and print the figures."""
    given = parsed(arguments)
    part = "dev" if given.dev or given.failures else "test" if given.test else "all"
    items = [item for item in read_items(given.items) if part in ("all", half_of(item.id))]
    raised: dict[str, str] = {}
    guarded = guard(parser, raised)
    if given.failures:
        show_failures([item for item in items if given.source in (None, item.source)], given.failures, guarded)
        return
    queries = negative_queries(given.items)
    result = {
        "part": part,
        **first_call(items, guarded),
        **measured(items, guarded),
        **false_hits(queries, guarded),
        **speed(items, queries or [], guarded),
        "raised": raised,
    }
    if given.json:
        print(json.dumps(result, ensure_ascii=False))
    else:
        show(result)


def parsed(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Return what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.timephrase", description=__doc__)
    parser.add_argument("items", type=Path, help="a file of items, JSON Lines, plain or .xz")
    half = parser.add_mutually_exclusive_group()
    half.add_argument("--dev", action="store_true", help="only the half that may be looked at")
    half.add_argument("--test", action="store_true", help="only the other half")
    parser.add_argument("--failures", metavar="LANG", help="list what is wrong in the dev half of a language")
    parser.add_argument("--source", metavar="NAME", help="with --failures: of this source alone")
    parser.add_argument("--json", action="store_true", help="one JSON object on one line")
    given = parser.parse_args(arguments)
    if given.failures and given.test:
        parser.error("--failures shows the dev half: looking at the other one would spoil what it measures")
    if given.source and not given.failures:
        parser.error("--source goes with --failures; the figures have every source under by_source")
    return given


def guard(parser: Parser, raised: dict[str, str]) -> Parser:
    """Return a parser that reads nothing where ``parser`` raises, and notes in ``raised`` what it said of the text."""

    def guarded(text: str, now: datetime, zone: str) -> Sequence[TimeRange]:
        try:
            return parser(text, now, zone)
        except Exception as error:  # noqa: BLE001 - one text must not cost the figures of all others
            raised[text] = repr(error)
            return ()

    return guarded


def measured(items: Iterable[Item], parser: Parser) -> dict[str, Any]:
    """Return the figures of all, past and core items by language, and of past items by source and language."""
    negatives: dict[str, list[bool]] = defaultdict(list)
    outcomes: list[Outcome] = []
    without_start = 0
    for item in items:
        if item.negative:
            negatives[item.language].append(bool(parser(item.text, item.ref, ZONE)))
        elif item.start is None:
            without_start += 1
        else:
            outcomes.append(judged(item, parser(item.text, item.ref, ZONE)))
    past = [outcome for outcome in outcomes if outcome.item.past]
    core = [outcome for outcome in past if is_core(outcome.item.language, outcome.item.phrase)]
    clashes: dict[str, list[str]] = defaultdict(list)
    for outcome in past:
        if (clash := clash_of(outcome.item)) is not None:
            clashes[clash].append(outcome.item.id)
    return {
        "all": by_language(outcomes),
        "past": by_language(past),
        "core": by_language(core),
        "by_source": by_source(past),
        "by_source_core": by_source(core),
        "conventions": {reason: len(ids) for reason, ids in sorted(clashes.items())},
        "convention_items": {reason: sorted(ids) for reason, ids in sorted(clashes.items())},
        "without_conventions": {
            name: by_language([outcome for outcome in found if clash_of(outcome.item) is None])
            for name, found in (("past", past), ("core", core))
        },
        "neg": {name: {"n": len(found), "hits": sum(found)} for name, found in sorted(negatives.items())},
        "left_out": {
            "no_start": without_start,
            "no_end": sum(outcome.range is None for outcome in outcomes),
            "no_end_past": sum(outcome.range is None for outcome in past),
            "no_end_core": sum(outcome.range is None for outcome in core),
        },
    }


def by_source(outcomes: Iterable[Outcome]) -> dict[str, Any]:
    """Return the figures of each source and language."""
    found: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        found[outcome.item.source].append(outcome)
    return {source: by_language(found[source]) for source in sorted(found)}


def by_language(outcomes: Iterable[Outcome]) -> dict[str, dict[str, float | int | None]]:
    """Return the figures of each language."""
    found: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        found[outcome.item.language].append(outcome)
    return {language: figures(found[language]) for language in sorted(found)}


def figures(outcomes: Sequence[Outcome]) -> dict[str, float | int | None]:
    """Return how many items there are and the share that is right, None where no item tells."""
    ranged = [outcome for outcome in outcomes if outcome.range is not None]
    return {
        "n": len(outcomes),
        "n_with_end": len(ranged),
        "start": _share(outcome.start for outcome in outcomes),
        "range": _share(bool(outcome.range) for outcome in ranged),
        "iou50": _share(bool(outcome.iou50) for outcome in ranged),
    }


def _share(values: Iterable[bool]) -> float | None:
    found = list(values)
    return round(sum(found) / len(found), 4) if found else None


def false_hits(queries: Sequence[tuple[str, datetime]] | None, parser: Parser) -> dict[str, Any]:
    """Return how many of a thousand queries without a phrase get one, and which; None where there are no queries."""
    if not queries:
        return {"false_hits_per_1000": None, "false_hits": [], "negative_queries": 0}
    hits = [text for text, ref in queries if parser(text, ref, ZONE)]
    share = round(len(hits) / len(queries) * 1000, 2)
    return {"false_hits_per_1000": share, "false_hits": hits, "negative_queries": len(queries)}


def first_call(items: Sequence[Item], parser: Parser) -> dict[str, float]:
    """Return the microseconds of the very first text, for which tables are loaded; nothing must have been read yet."""
    waits = microseconds([(item.text, item.ref) for item in items[:1]], parser)
    return {"us_first_call": round(waits[0], 1)} if waits else {}


def speed(items: Sequence[Item], queries: Sequence[tuple[str, datetime]], parser: Parser) -> dict[str, float]:
    """Return what a text takes once everything was read: half of the items, and of the queries, and nearly all."""
    waits = microseconds([(item.text, item.ref) for item in items], parser)
    others = microseconds(queries, parser)
    shares = {
        f"us_p{share}{of}": round(percentile(found, share / 100), 1)
        for of, found in (("", waits), ("_negative_queries", others))
        for share in (50, 95)
        if found
    }
    return {**shares, "ms_per_query_p50": round(percentile(waits, 0.5) / 1000, 4)}


def microseconds(asked: Iterable[tuple[str, datetime]], parser: Parser) -> list[float]:
    """Return the wall time each text takes."""
    waits = []
    for text, ref in asked:
        began = time.perf_counter()
        parser(text, ref, ZONE)
        waits.append((time.perf_counter() - began) * 1e6)
    return waits


def show(result: dict[str, Any]) -> None:
    """Print the figures as a table for people."""
    for name in ("all", "past", "core"):
        print(f"{name:8}{'n':>6}{'start':>8}{'range':>8}{'iou50':>8}")
        for language, row in result[name].items():
            shares = "".join(
                "       -" if row[key] is None else f"{row[key]:8.3f}" for key in ("start", "range", "iou50")
            )
            print(f"  {language:6}{row['n']:6}{shares}")
    print(f"false hits in 1,000 queries: {result['false_hits_per_1000']}")
    left_out = ", ".join(f"{count} {why}" for why, count in result["left_out"].items())
    print(f"items without a start count nowhere, without an end for start alone: {left_out}")
    print(f"hits on items that hold no phrase: {_hits(result['neg'])}")
    times = {key.removeprefix("us_"): value for key, value in result.items() if key.startswith("us_")}
    print("microseconds a text: " + ", ".join(f"{key} {value}" for key, value in times.items()))
    for text, error in result["raised"].items():
        print(f"raised on {text!r}: {error}")


def _hits(negatives: dict[str, dict[str, int]]) -> str:
    return ", ".join(f"{name} {row['hits']} of {row['n']}" for name, row in negatives.items()) or "none there"


def show_failures(items: Iterable[Item], language: str, parser: Parser) -> None:
    """Print what is wrong in a language: first days, last days, overlaps, hits; only ever asked of the dev half."""
    for item in items:
        if item.language != language or not (item.past or item.negative):
            continue
        found = parser(item.text, item.ref, ZONE)
        wrong = _wrong(item, found)
        if wrong:
            got = f"{found[0].phrase!r} {_span(found[0].start, found[0].end)}" if found else "nothing"
            is_ = "nothing" if item.negative else _span(item.start, item.end)
            print(f"{wrong}\t{item.source}\t{item.text}\tread at {item.ref:%Y-%m-%d %H:%M}\tis {is_}\tgot {got}")


def _wrong(item: Item, found: Sequence[TimeRange]) -> str:
    if item.negative:
        return "hit" if found else ""
    if item.start is None:
        return ""
    outcome = judged(item, found)
    if not outcome.start:
        return "start"
    return "overlap" if outcome.iou50 is False else "range" if outcome.range is False else ""


def _span(start: datetime | None, end: datetime | None) -> str:
    return " to ".join(f"{moment:%Y-%m-%d %H:%M:%S}" if moment else "open" for moment in (start, end))


if __name__ == "__main__":
    main()
