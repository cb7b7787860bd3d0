"""How well time phrases are read: ``python -m bench.timephrase ITEMS``. Prints a table, with ``--json`` one object.

An item has a text, the moment it is read at (taken as UTC), and the range it means. The first reading counts, looking
back, with no language given. ``start`` is the share of items whose first day is right, ``range`` of those whose first
and last day both are, ``iou50`` of those whose overlap is at least half of what the two ranges cover together, as
instants, a point counting as long as its grain. Items without an end count for ``start`` alone.
"""

from __future__ import annotations

import argparse
import json
import lzma
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench.conventions import clash_of
from bench.core_phrases import is_core
from bench.metrics import percentile
from hitherto.text.timephrase import parse

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from hitherto.core.answer import TimeRange

    Parser = Callable[[str, datetime, str], Sequence[TimeRange]]

ZONE = "UTC"
# How long a point of each grain is, where the set gives it no length.
GRAINS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400}
PAST, CORE = "past", "core"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A text and what its time phrase means; no ``end`` where the set says none, no ``start`` without a phrase."""

    id: str
    source: str
    language: str
    text: str
    phrase: str
    ref: datetime
    start: datetime | None
    end: datetime | None
    past: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of one item: ``range`` and ``iou50`` are None where the item has no end."""

    item: Item
    found: Sequence[TimeRange]
    start: bool
    range: bool | None
    iou50: bool | None


def main(arguments: Sequence[str] | None = None, parser: Parser = parse) -> None:
    """Measure a file of items and print the figures."""
    given = parsed(arguments)
    part = "dev" if given.dev or given.failures else "test" if given.test else "all"
    items = [item for item in read_items(given.items) if part in ("all", half_of(item.id))]
    if given.failures:
        show_failures(items, given.failures, parser)
        return
    result = {"part": part, **measured(items, parser), **false_hits(given.items, parser), **speed(items, parser)}
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
    half.add_argument("--failures", metavar="LANG", help="list what is wrong in the dev half of a language")
    parser.add_argument("--json", action="store_true", help="one JSON object on one line")
    return parser.parse_args(arguments)


def half_of(key: str) -> str:
    """Return the half an item belongs to, by hash of its id."""
    return "test" if int(sha256(key.encode()).hexdigest(), 16) % 2 else "dev"


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a JSON Lines file, plain or .xz."""
    with lzma.open(path, "rt", encoding="utf-8") if path.suffix == ".xz" else path.open(encoding="utf-8") as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


def read_items(path: Path) -> list[Item]:
    """Return the items of a file; those that hold no phrase have no start."""
    return [
        Item(
            id=str(row["id"]),
            source=str(row["source"]),
            language=str(row["lang"]),
            text=str(row["text"]),
            phrase=str(row.get("expr") or row["text"]),
            ref=_moment(row["ref"]),
            start=None if row.get("neg") or not row.get("start") else _moment(row["start"]),
            end=_end(row),
            past=bool(row.get("past")),
        )
        for row in rows(path)
    ]


def _end(row: dict[str, Any]) -> datetime | None:
    if not row.get("end") or not row.get("start"):
        return None
    start, end = _moment(row["start"]), _moment(row["end"])
    return end if end > start else start + timedelta(seconds=GRAINS.get(str(row.get("grain")).lower(), 1))


def _moment(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return moment.astimezone(UTC) if moment.tzinfo else moment.replace(tzinfo=UTC)


def measured(items: Iterable[Item], parser: Parser) -> dict[str, Any]:
    """Return the figures of all, past and core items by language, and of past items by source and language."""
    tables: dict[str, dict[str, list[Outcome]]] = {"all": {}, PAST: {}, CORE: {}}
    agreed: dict[str, dict[str, list[Outcome]]] = {PAST: {}, CORE: {}}
    clashes: Counter[str] = Counter()
    sources: dict[str, dict[str, list[Outcome]]] = {}
    negatives: dict[str, list[bool]] = defaultdict(list)
    for item in items:
        if item.start is None:
            negatives[item.language].append(bool(parser(item.text, item.ref, ZONE)))
            continue
        outcome = judged(item, parser(item.text, item.ref, ZONE))
        for name in ("all", *((PAST,) if item.past else ()), *((CORE,) if is_past_core(item) else ())):
            tables[name].setdefault(item.language, []).append(outcome)
        clash = clash_of(item.source, item.phrase)
        clashes.update([clash] if clash is not None and item.past else ())
        for name in agreed if clash is None and item.past else ():
            if name == PAST or is_past_core(item):
                agreed[name].setdefault(item.language, []).append(outcome)
        if item.past:
            sources.setdefault(item.source, {}).setdefault(item.language, []).append(outcome)
    return {
        **{name: _figures_by_language(by_language) for name, by_language in tables.items()},
        "by_source": {source: _figures_by_language(found) for source, found in sorted(sources.items())},
        "conventions": dict(clashes.most_common()),
        "without_conventions": {name: _figures_by_language(found) for name, found in agreed.items()},
        "neg": {name: {"n": len(found), "hits": sum(found)} for name, found in sorted(negatives.items())},
    }


def is_past_core(item: Item) -> bool:
    """Return whether an item lies in the past and its phrase is a core one."""
    return item.past and is_core(item.language, item.phrase)


def judged(item: Item, found: Sequence[TimeRange]) -> Outcome:
    """Compare the first reading of an item with what it means."""
    start = found[0].start if found else None
    end = found[0].end if found else None
    right = start is not None and item.start is not None and start.date() == item.start.date()
    if item.end is None or item.start is None:
        return Outcome(item=item, found=found, start=right, range=None, iou50=None)
    if start is None or end is None:
        return Outcome(item=item, found=found, start=right, range=False, iou50=False)
    both = right and _last_day(end) == _last_day(item.end)
    overlap = min(end, item.end) - max(start, item.start)
    together = max(end, item.end) - min(start, item.start)
    return Outcome(item=item, found=found, start=right, range=both, iou50=overlap * 2 >= together)


def _last_day(end: datetime) -> object:
    return (end - timedelta(microseconds=1)).date()


def _figures_by_language(found: dict[str, list[Outcome]]) -> dict[str, dict[str, float | int | None]]:
    return {name: figures(outcomes) for name, outcomes in sorted(found.items())}


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


def false_hits(items: Path, parser: Parser) -> dict[str, Any]:
    """Return how many of a thousand queries without a phrase get one, None where no such file is beside the items."""
    path = next((path for name in NEGATIVES if (path := items.parent / name).is_file()), None)
    if path is None:
        return {"false_hits_per_1000": None, "false_hits": []}
    queries = list(rows(path))
    hits = [row["text"] for row in queries if parser(str(row["text"]), _moment(row["ref"]), ZONE)]
    return {"false_hits_per_1000": round(len(hits) / max(1, len(queries)) * 1000, 2), "false_hits": hits}


NEGATIVES = ("negative_queries.jsonl.xz", "negative_queries.jsonl")


def speed(items: Sequence[Item], parser: Parser) -> dict[str, float]:
    """Return microseconds a text takes once the tables are loaded, half of them and nearly all within."""
    waits = []
    for item in items:
        began = time.perf_counter()
        parser(item.text, item.ref, ZONE)
        waits.append((time.perf_counter() - began) * 1e6)
    return {"us_p50": round(percentile(waits, 0.5), 1), "us_p95": round(percentile(waits, 0.95), 1)} if waits else {}


def show(result: dict[str, Any]) -> None:
    """Print the figures as a table for people."""
    for name in ("all", PAST, CORE):
        print(f"{name:8}{'n':>6}{'start':>8}{'range':>8}{'iou50':>8}")
        for language, row in result[name].items():
            shares = "".join(
                "       -" if row[key] is None else f"{row[key]:8.3f}" for key in ("start", "range", "iou50")
            )
            print(f"  {language:6}{row['n']:6}{shares}")
    print(f"false hits in 1,000 queries: {result['false_hits_per_1000']}")
    print(f"microseconds a text: p50 {result.get('us_p50')}, p95 {result.get('us_p95')}")


def show_failures(items: Iterable[Item], language: str, parser: Parser) -> None:
    """Print the past items of a language whose first day is wrong; only ever asked of the dev half."""
    for item in items:
        if item.language != language or item.start is None or not item.past:
            continue
        outcome = judged(item, parser(item.text, item.ref, ZONE))
        if not outcome.start:
            read = f"{outcome.found[0].phrase!r} {outcome.found[0].start:%Y-%m-%d}" if outcome.found else "nothing"
            print(f"{item.source}\t{item.text}\tread at {item.ref:%Y-%m-%d}\tis {item.start:%Y-%m-%d}\tgot {read}")


if __name__ == "__main__":
    main()
