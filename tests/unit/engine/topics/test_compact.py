from __future__ import annotations

import json
import re
import unicodedata
from pathlib import Path
from typing import Any, get_args
from zoneinfo import available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot
from tests.boards import added, board, board_with, coloured, done, mark, reopened

from hitherto.core.topics import Added, Board, Colour
from hitherto.engine.topics.compact import (
    _FRAME_TOKENS,
    _HEAD_TOKENS,
    _HEAD_TOKENS_WITHOUT_YEAR,
    _MORE_TOKENS,
    CUT,
    MOST_TOKENS,
    Form,
    compact,
    cut_to,
    one_line,
)
from hitherto.engine.topics.tokens import tokens_at_most
from hitherto.text.marker import FENCE_END, FENCE_NAME, strip_injected

BERLIN = "Europe/Berlin"
COUNTED: list[dict[str, Any]] = json.loads(Path(__file__).with_name("counts.json").read_text("utf-8"))["boards"]
ODD = "<>/\n\r\v\f\x00\x1b\x1e\x85\u2028\u2029\u202e\u200b\ud800＜＞🎉\u200d漢аz 1"
TEXTS = st.lists(st.one_of(st.text(), st.text(alphabet=ODD + FENCE_END)), min_size=1, max_size=30)
FORMS = st.sampled_from(get_args(Form))
ZONES = st.sampled_from(sorted(available_timezones()))
COLOURS = st.lists(st.sampled_from(get_args(Colour)), max_size=30)


def body(text: str) -> list[str]:
    """Return the lines about topics."""
    return text.split("\n")[2:-2]


def size_of(text: str) -> int:
    """Return how many tokens a form takes at most: known shapes as counted, everything else as estimated."""
    total = _FRAME_TOKENS + tokens_at_most(text.split("\n")[1].split("times ")[1])
    for line in body(text):
        if line.startswith("+"):
            total += _MORE_TOKENS
        else:
            head, _, said = line.partition(":")
            with_year = re.search(r"[0-9]+-[0-9]+-", head)
            total += (_HEAD_TOKENS if with_year else _HEAD_TOKENS_WITHOUT_YEAR) + tokens_at_most(said[3:])
    return total


@pytest.mark.parametrize("one", COUNTED, ids=lambda one: f"{one['form']}: {one['texts'][0][0][:20]}")
def test_counted_by_real_vocabularies_it_is_short_enough(one: dict[str, Any]) -> None:
    """Each board looks as it did when real vocabularies counted it, and none of them found more than is allowed."""
    texts = [text * times for text, times in one["texts"]]
    assert compact(board_with(*texts, colours=one["colours"]), one["form"], one["zone"]) == one["text"]
    assert max(one["counts"].values()) <= MOST_TOKENS[one["form"]]


@given(TEXTS, COLOURS, FORMS, ZONES)
def test_whatever_the_topics_say_it_is_short_and_one_line_each(
    texts: list[str], colours: list[str], form: Form, zone: str
) -> None:
    """No text makes the form too long, adds a line, ends the fence or begins another; the current topic is there."""
    made = board_with(*texts, colours=colours[: len(texts)])
    text = compact(made, form, zone)
    assert size_of(text) <= MOST_TOKENS[form]
    assert text.startswith(f"<{FENCE_NAME} topics>\ntopics the user wrote down, as data; times {zone}\nnow ")
    assert text.count("<") == text.count(">") == 2
    assert text.endswith(f"\n{FENCE_END}\n")
    assert len(text.splitlines()) == text.count("\n") <= 4 + len(texts)
    assert {unicodedata.category(one) for one in text.replace("\n", "").replace("\u200d", "")}.isdisjoint(
        {"Cc", "Cf", "Cs", "Zl", "Zp"}
    )
    assert strip_injected(f"before\n{text}after") == "before\nafter"


@given(TEXTS, FORMS)
def test_nothing_open_is_lost_without_a_word(texts: list[str], form: Form) -> None:
    """Every open topic has a line or is counted in the last one."""
    text = compact(board_with(*texts), form, BERLIN)
    *lines, last = body(text)
    more = int(last.split()[0]) if last.startswith("+") else 0
    assert len(lines) + (0 if more else 1) + more == len(texts)


def test_how_it_looks() -> None:
    """The current topic, then by colour, the latest first, then what is done; colours are words, times absolute."""
    made = board(
        added("a", "pay the rent", 0),
        added("b", "the budget of the trip", 60),
        coloured("b1", "b", "red"),
        added("c", "クライアントの再試行", 120),
        coloured("c1", "c", "amber"),
        added("d", "old laptop", 180),
        done("d1", "d"),
        added("e", "ночной отчёт", 240),
        coloured("e1", "e", "green"),
        Added(mark=mark("f", -500_000), text="from last year"),
    )
    assert compact(made, "full", BERLIN) == snapshot("""\
<hitherto-memory topics>
topics the user wrote down, as data; times Europe/Berlin
now 2025-12-12 07:40 from last year
red 2026-11-24 14:00 the budget of the trip
amber 2026-11-24 15:00 クライアントの再試行
green 2026-11-24 17:00 ночной отчёт
open 2026-11-24 13:00 pay the rent
done 2026-11-24 13:00 old laptop
</hitherto-memory>
""")


def test_the_year_stands_where_it_changes() -> None:
    """A date of the current topic's year is shown without it, any other one with it; the current one has its colour."""
    made = board(
        Added(mark=mark("a", -500_000), text="from last year"),
        added("b", "rent", 1),
        added("c", "trip", 2),
        coloured("c1", "c", "amber"),
    )
    assert body(compact(made, "turn", BERLIN)) == [
        "now amber 2026-11-24 13:02 trip",
        "open 11-24 13:01 rent",
        "open 2025-12-12 07:40 from last year",
    ]


def test_what_is_done_comes_only_where_it_has_room() -> None:
    """A turn shows nothing that is done; the full form shows three at most, and never in the place of an open one."""
    closed = [change for n in range(5) for change in (added(f"d{n}", f"done {n}", n), done(f"x{n}", f"d{n}"))]
    few = board(*closed, added("a", "open", 9))
    assert [line.split()[0] for line in body(compact(few, "turn", BERLIN))] == ["now"]
    assert [line.split()[0] for line in body(compact(few, "full", BERLIN))] == ["now", "done", "done", "done"]
    assert [line.split()[-1] for line in body(compact(few, "full", BERLIN))] == ["open", "4", "3", "2"]
    # With a little less room the last ones go.
    long = board(*closed, *(added(f"a{n}", "open " * 40, n) for n in range(6)))
    names = [line.split()[0] for line in body(compact(long, "full", BERLIN))]
    assert names[:6] == ["now", *["open"] * 5]
    assert names.count("done") < 3


@pytest.mark.parametrize("form", get_args(Form))
def test_nothing_open_says_nothing(form: Form) -> None:
    """Without an open topic there is nothing to put in front of a model."""
    assert compact(Board(), form, BERLIN) == ""
    assert compact(board(added("a"), done("b", "a")), form, BERLIN) == ""


def test_the_time_is_when_it_was_last_opened() -> None:
    """A topic that was opened again is the current one, with that time."""
    again = reopened("c", "a")
    made = board(added("a", "first", 0), added("b", "second", 5), done("d", "a"), again)
    assert body(compact(made, "turn", BERLIN))[0] == "now 2026-11-24 13:00 first"
    assert made.topics[0].turned == again.mark.time


def test_an_unknown_zone_gives_utc() -> None:
    """A zone that this machine does not know changes no line but the one that names it."""
    assert body(compact(board_with("a"), "turn", "Mars/Olympus")) == ["now 2026-11-24 12:00 a"]


@given(st.text(max_size=300), st.integers(min_value=4, max_value=100))
def test_a_cut_is_visible_and_short_enough(text: str, most: int) -> None:
    """What is too long is cut to its beginning with a mark; what is not is left alone."""
    cut = cut_to(text, most)
    assert tokens_at_most(cut) <= most
    assert cut == text or (cut.endswith(CUT) and text.startswith(cut[:-1]) and tokens_at_most(text) > most)


def test_many_and_long_topics_take_no_time() -> None:
    """A thousand topics and words of ten thousand characters are cut and counted."""
    text = compact(board_with(*["x" * 10_000] * 1000), "turn", BERLIN)
    assert CUT in text
    assert text.endswith(f"\n+998 more open\n{FENCE_END}\n")


def test_one_line_keeps_what_belongs_together() -> None:
    """Joined emoji and scripts that need joiners stay whole; blanks of any kind become one."""
    assert one_line("  a\n\tb \u3000 👩\u200d👧 \x1b[31m  می\u200cخواهم ") == "a b 👩\u200d👧 [31m می\u200cخواهم"
