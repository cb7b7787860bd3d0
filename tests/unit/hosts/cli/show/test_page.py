from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest
from inline_snapshot import snapshot
from tests.unit.hosts.cli.hits import NOON, hit, said

from hitherto.app.config import Settings
from hitherto.app.memory import Memory
from hitherto.core.answer import Place, Ran, Recall, TimeRange
from hitherto.core.days import Day
from hitherto.engine.recall import ENOUGH_BY_WORDS
from hitherto.hosts.cli.show.page import Shown, header, show_page, title, where_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from hitherto.core.answer import Hit

FILE = Place(source="folder", path="/notes/plan.md", lines=(3, 9), session=None, project="/notes")


def answer(*hits: Hit, query: str = "wombat", reading: TimeRange | None = None, **ran: Any) -> Recall:
    return Recall(query=query, reading=reading, ran=Ran(**({"words": "all"} | ran)), hits=hits)


@pytest.fixture
def page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Callable[..., tuple[str, str]]:
    """Show an answer and give what went to standard output and standard error."""

    def show(given: Recall, *, explain: bool = False) -> tuple[str, str]:
        show_page(
            Memory(Settings(home=tmp_path, zone="Europe/Berlin")),
            given,
            Shown(explain=explain),
        )
        captured = capsys.readouterr()
        return captured.out, captured.err

    return show


def test_a_page(page: Callable[..., tuple[str, str]]) -> None:
    """Hits are numbered, with place, name and time above the text; what ran stands on standard error."""
    note = hit("# Plan\n\nThe wombat digs.\n", marks=((12, 18),), heading="Plan", also_in=(FILE,) * 5, state="stale")
    talk = said(
        ("user", "Where is the wombat?", NOON),
        ("claude", "In its burrow.\nAsleep.", NOON + timedelta(days=1)),
        marks=((13, 19),),
    )
    tool = said(("Bash", "wombat --help", NOON), kind="action")
    out, err = page(answer(note, talk, tool, stale=1))
    assert err == snapshot("-- 3 hits | all words | 1 not current\n")
    assert out == snapshot("""\
1. /notes/plan.md:3-9  Plan  changed Tue 2026-11-24 12:00  [stale]
    also in /notes/plan.md:3-9, /notes/plan.md:3-9, /notes/plan.md:3-9 and 2 more
    # Plan

    The wombat digs.

2. lantern session 0f8e5a1c (claude-code)  Tue 2026-11-24 12:00
    12:00 user: Where is the wombat?
    2026-11-25 12:00 claude: In its burrow.
    Asleep.

3. lantern session 0f8e5a1c (claude-code)  Tue 2026-11-24 12:00  [action]
    12:00 Bash: wombat --help

""")


def test_explained_page(page: Callable[..., tuple[str, str]]) -> None:
    """With --explain each hit ends with its arithmetic."""
    out, _ = page(answer(hit("wombat", marks=((0, 6),))), explain=True)
    assert out == snapshot("""\
1. /notes/plan.md:3-9  changed Tue 2026-11-24 12:00
    wombat
    score 1.00 = 1.00 for the words in it
    time: the last change of the file
    id: h1

""")


@pytest.mark.parametrize(
    ("given", "hint"),
    [
        (answer(), "try fewer"),
        (answer(pending=True), "`hitherto rebuild`"),
        (answer(words="none", query="?!", pending=True), "nothing in this query to look for"),
        (answer(words="none", query=" "), "say what to look for"),
        (
            answer(words="none", query="", reading=TimeRange(start=NOON, end=None, zone="UTC", phrase="since x")),
            "try fewer",
        ),
    ],
)
def test_nothing_found(page: Callable[..., tuple[str, str]], given: Recall, hint: str) -> None:
    """Without a hit, nothing is printed as data, and the person is told what may help."""
    out, err = page(given)
    assert out == ""
    assert err.startswith("-- nothing found")
    assert hint in err


def test_the_header_tells_what_ran() -> None:
    """What was widened, dropped, not current, missing or not writable is said."""
    reading = TimeRange(start=None, end=NOON, zone="Europe/Berlin", phrase="until 2026-11-24T12:00")
    full = answer(hit("x"), reading=reading, words="any", dropped=("the", "of"), stale=1, pending=True, read_only=True)
    assert header(full, 10, explain=True) == snapshot(
        [
            "1 hit",
            "any of the words",
            "by words alone: no vectors",
            "until 2026-11-24T12:00 = until Tue 24 Nov 2026 12:00 Europe/Berlin",
            "too common to search for: the, of",
            "1 not current",
            "not all that was added is in the index yet, so something may be missing",
            "read-only: the home cannot be written, changed files were not read again",
        ]
    )
    assert header(answer(hit("x"), hit("y")), 2, explain=False) == ["first 2 hits, more with --limit", "all words"]
    assert header(answer(hit("x"), hit("y"), words="none", query=""), 10, explain=False) == [
        "2 hits",
        "in the order of time",
    ]


def test_a_listing_goes_on_under_one_heading(page: Callable[..., tuple[str, str]]) -> None:
    """What follows in the same conversation follows on the page, with its day where that is another one."""
    first, later = said(("user", "hello", NOON)), said(("claude", "and bye", NOON + timedelta(days=1)))
    other = said(("user", "elsewhere", NOON), kind="action")
    out, err = page(replace(answer(first, later, other, words="none", query=""), total=40, order="time"))
    assert err == "-- first 3 of 40 pieces, more with --limit | everything in this time, session by session\n"
    assert out == snapshot("""\
1. lantern session 0f8e5a1c (claude-code)  Tue 2026-11-24 12:00
    12:00 user: hello
    2026-11-25 12:00 claude: and bye

2. lantern session 0f8e5a1c (claude-code)  Tue 2026-11-24 12:00  [action]
    12:00 user: elsewhere

""")


def test_an_empty_time_names_the_days_nearby(page: Callable[..., tuple[str, str]]) -> None:
    """Each day has its count and its command; where none has the words, the command asks for all there is."""
    reading = TimeRange(start=NOON, end=NOON + timedelta(hours=1), zone="Europe/Berlin", phrase="at noon")
    day = Day(start=NOON - timedelta(hours=36), end=NOON - timedelta(hours=12), count=2)
    given = replace(answer(reading=reading), nearest=(day,), asked="wombat")
    assert page(given)[1] == snapshot("""\
-- nothing found | all words | at noon = Tue 24 Nov 2026 12:00-13:00 Europe/Berlin
  -> the nearest days with these words:
  -> Mon 23 Nov 2026 (2): `hitherto recall --on 2026-11-23 wombat`
""")
    assert page(replace(given, by_words=False))[1].splitlines()[1:] == snapshot(
        ["  -> the nearest days with anything:", "  -> Mon 23 Nov 2026 (2): `hitherto recall --on 2026-11-23`"]
    )


def test_a_time_is_told_with_how_else_it_can_be_read(page: Callable[..., tuple[str, str]]) -> None:
    """Other readings on demand; a time that does not restrict says so, and so does a day that is gone back to."""
    reading = TimeRange(start=NOON, end=None, zone="Europe/Berlin", phrase="later", reading="the next one")
    given = replace(answer(hit("x")), reading=reading, others=(reading,), narrowed=False)
    lifts = "later = since Tue 24 Nov 2026 12:00 Europe/Berlin (the next one), which lifts and does not restrict"
    assert page(given)[1] == f"-- 1 hit | all words | {lifts}\n"
    assert page(given, explain=True)[1].splitlines()[1:] == snapshot(
        ["-- or: later = since Tue 24 Nov 2026 12:00 Europe/Berlin (the next one)"]
    )
    told, *hints = page(replace(answer(), as_of=NOON))[1].splitlines()
    assert told.endswith("as recorded until Tue 24 Nov 2026 12:00, without code, of which no versions are kept")
    assert hints[-1] == "  -> recorded is when hitherto took it in, not when it was said: for that, use --until"


def test_within_a_time_the_header_says_that_meaning_joined() -> None:
    """Vectors within a time are told with the reason, and that they were not needed only on demand."""
    reading = TimeRange(start=NOON, end=None, zone="UTC", phrase="then")
    joined = answer(hit("x"), reading=reading, vectors=True, coverage=1.0)
    assert "meaning was asked since the words found little in this time" in header(joined, 10, explain=False)
    enough = answer(hit("x"), reading=reading, fallback=ENOUGH_BY_WORDS)
    assert len(header(enough, 10, explain=False)) == 3
    assert f"by words alone: {ENOUGH_BY_WORDS}" in header(enough, 10, explain=True)


@pytest.mark.parametrize(
    ("ran", "why", "told"),
    [
        ({"fallback": "words only"}, {"words": 1.0}, ["all words"]),
        ({"fallback": "switched off"}, {"words": 1.0}, ["all words"]),
        ({"fallback": "no vectors yet"}, {"words": 1.0}, ["all words", "by words alone: no vectors yet"]),
        ({"vectors": True, "coverage": 1.0}, {"words": 0.4, "meaning": 0.5}, ["all words and meaning"]),
        ({"vectors": True, "coverage": 0.998}, {"words": 0.4}, ["all words and meaning"]),
        ({"vectors": True, "coverage": 0.88}, {"words": 0.0, "meaning": 0.5}, ["meaning", "12 % has no vector"]),
        ({"words": "any", "vectors": True, "coverage": 1.0}, {"words": 1.0}, ["any of the words and meaning"]),
        ({"words": "none", "fallback": "no vectors yet"}, {}, ["in the order of time"]),
    ],
)
def test_the_header_tells_about_meaning(ran: dict[str, Any], why: dict[str, float], told: list[str]) -> None:
    """By words, by meaning or by both; what cannot be judged by meaning; and why not, unless it was wanted so."""
    assert header(answer(hit("x", why=why), **ran), 10, explain=False) == ["1 hit", *told]


def test_the_header_explained() -> None:
    """On demand it tells the model, why meaning took no part even where it was wanted so, and who answered."""
    ran = {"vectors": True, "coverage": 1.0, "model": "m", "resident": True}
    resident = "answered by the process that serves this memory"
    assert header(answer(hit("x"), **ran), 10, explain=True)[2:] == ["meaning by m", resident]
    assert header(answer(hit("x"), fallback="words only"), 10, explain=True)[2:] == ["by words alone: words only"]
    found_nothing = answer(vectors=True, coverage=0.5)
    assert header(found_nothing, 10, explain=False) == [
        "nothing found",
        "all words and meaning",
        "50 % has no vector",
    ]


def test_what_meaning_found_is_shown_from_its_beginning(page: Callable[..., tuple[str, str]]) -> None:
    """Without a matched word, the beginning of a hit says what it is, and how much was left out."""
    text = "\n".join(f"line {number}" for number in range(30))
    out, _ = page(answer(hit(text, why={"meaning": 0.5}), vectors=True, coverage=1.0))
    assert out.splitlines()[1] == "    line 0"
    assert out.splitlines()[-2:] == ["    … 18 lines more", ""]


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        (FILE, "/notes/plan.md:3-9"),
        (Place(source="folder", path="/a.py", lines=(4, 4), session=None, project=None), "/a.py:4"),
        (Place(source="folder", path="/a.py", lines=None, session=None, project=None), "/a.py"),
        (Place(source="jsonl", path="/l", lines=(1, 1), session="talk", project=None), "session talk (jsonl)"),
        (
            Place(
                source="claude-code",
                path=None,
                lines=None,
                session="0f8e5a1c-93d2-4b8e-a1f0-2c4d6e8f0a1b",
                project="/p/q",
            ),
            "q session 0f8e5a1c (claude-code)",
        ),
    ],
)
def test_places(place: Place, shown: str) -> None:
    """A file is path:line-line, a conversation its project and session, shortened where that is enough."""
    assert where_of(place) == shown


def test_paths_are_shown_from_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A path below the current folder is shown relative to it, and whole where that folder is gone."""
    monkeypatch.chdir(tmp_path)
    place = Place(source="folder", path=str(tmp_path / "a.py"), lines=(1, 2), session=None, project=None)
    assert where_of(place) == "a.py:1-2"
    monkeypatch.setattr(Path, "cwd", classmethod(lambda _: (_ for _ in ()).throw(FileNotFoundError())))
    assert where_of(place) == f"{tmp_path}/a.py:1-2"


def test_names_cannot_act() -> None:
    """A path or a heading with an escape sequence in it is shown, not obeyed."""
    evil = Place(source="folder", path="/\x1b[2Jx", lines=(1, 1), session=None, project=None)
    shown = click.unstyle(title(1, hit("x", place=evil, heading="\x1b]0;t\x07"), "UTC"))
    assert shown == "1. /␛[2Jx:1  ␛]0;t␇  changed Tue 2026-11-24 11:00"


@pytest.mark.parametrize(
    ("time_from", "at_midnight", "later"),
    [
        ("said", "Tue 2026-11-24 00:00", "Tue 2026-11-24 12:00"),
        ("name", "dated Tue 2026-11-24", "dated Tue 2026-11-24 12:00"),
        ("front-matter", "dated Tue 2026-11-24", "dated Tue 2026-11-24 12:00"),
        ("git", "committed Tue 2026-11-24 00:00", "committed Tue 2026-11-24 12:00"),
        ("mtime", "changed Tue 2026-11-24 00:00", "changed Tue 2026-11-24 12:00"),
        ("recorded", "kept Tue 2026-11-24 00:00", "kept Tue 2026-11-24 12:00"),
    ],
)
def test_a_time_says_what_it_is(time_from: str, at_midnight: str, later: str) -> None:
    """A time nobody said is named for what happened then; a date written by hand has no hour where it gives none."""
    shown = [
        title(1, hit("x", time=time, time_from=time_from), "Europe/Berlin").rpartition("  ")[2]
        for time in (NOON - timedelta(hours=12), NOON)
    ]
    assert shown == [at_midnight, later]


def test_a_time_far_off_is_shown() -> None:
    """The first and the last instant there are do not stop a page."""
    for time in (datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)):
        assert f"{time.year:04}" in title(1, hit("x", time=time), "America/New_York") or time.year == 1
