from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest
from inline_snapshot import snapshot

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody at a terminal."""
    monkeypatch.setattr(os, "isatty", lambda _: True)


def plain(text: str, *ids: str) -> str:
    """Return what was printed without what is different at each run: times, and ids."""
    for place, id_ in enumerate(ids):
        text = text.replace(id_, f"ID{place + 1}")
    text = re.sub(r"(\w{3} )?\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?", "TIME", text)
    return re.sub(r"(?m)^[a-z2-7]{4}  TIME", "ID  TIME", text)


def id_of(out: str) -> str:
    """Return the short id in what a change printed."""
    return out.lstrip("* ").split()[0]


def test_an_empty_board_says_how_to_begin(shell: Callable[..., Any]) -> None:
    """Where nothing is, reading ends with 1 and a way on; what goes in front of a model is nothing at all."""
    hint = '  -> write down what you are on: `hitherto topics add "what we are on"`\n'
    assert shell("topics") == (1, "", f"No topic is on the board.\n{hint}")
    assert shell("topics", "--json") == (1, '{"hitherto": 1, "topics": [], "current": null, "faults": []}\n', "")
    code, out, err = shell("topics", "history")
    assert (code, out) == (1, "")
    assert "begin with `hitherto topics add" in err
    assert json.loads(shell("topics", "history", "--json")[1]) == {"hitherto": 1, "changes": [], "faults": []}
    for form in ("--turn", "--full"):
        assert shell("topics", "--inject", form) == (0, "", "")


@pytest.mark.parametrize(
    "words", ["add x", "edit x y", "done x", "reopen x", "colour x red", "color x red", "undo", "undo x"]
)
def test_without_a_terminal_nothing_is_changed(shell: Callable[..., Any], tmp_path: Path, words: str) -> None:
    """Every command that changes is refused where no person is, with the way to read, and makes no home."""
    code, out, err = shell("topics", *words.split())
    assert (code, out) == (1, "")
    assert "changed by a person at a terminal" in err
    assert "`hitherto topics --json`" in err
    assert not (tmp_path / "home").exists()


@pytest.mark.usefixtures("person")
def test_a_day_with_the_board(shell: Callable[..., Any]) -> None:
    """Added, coloured, done: what each prints, and the board and the history that they come to."""
    first = id_of(shell("topics", "add", "the", "budget")[1])
    second = id_of(shell("topics", "add", "old laptop")[1])
    third = id_of(shell("topics", "add", "rent\nand \x1b[31mmore")[1])
    ids = (first, second, third)
    assert plain(shell("topics", "colour", first, "red")[1], *ids) == "  ID1  TIME  red    the budget\n"
    assert plain(shell("topics", "done", second.upper())[1], *ids) == "  ID2  TIME  done   old laptop\n"
    shell("topics", "color", third, "amber")
    code, out, err = shell("topics")
    assert (code, err) == (0, "")
    assert plain(out, *ids) == snapshot("""\
* ID3  TIME  amber  rent␊and ␛[31mmore
  ID1  TIME  red    the budget
  ID2  TIME  done   old laptop
""")
    shell("topics", "edit", first, "the budget of the trip")
    undone = shell("topics", "undo")
    assert "brings it back" in undone[2]
    code, out, err = shell("topics", "history")
    assert (code, err) == (0, "")
    edited = out.splitlines()[6].split()[0]
    assert plain(out, *ids, edited) == snapshot("""\
ID1  TIME  added     the budget  (user, terminal of desk)
ID2  TIME  added     old laptop  (user, terminal of desk)
ID3  TIME  added     rent␊and ␛[31mmore  (user, terminal of desk)
ID  TIME  coloured  ID1  red  (user, terminal of desk)
ID  TIME  done      ID2  (user, terminal of desk)
ID  TIME  coloured  ID3  amber  (user, terminal of desk)
ID4  TIME  edited    ID1  the budget of the trip  (user, terminal of desk)  [undone]
ID  TIME  undone    ID1  edited ID4  (user, terminal of desk)
""")
    about_one = shell("topics", "history", second)[1]
    assert [line.split()[3] for line in about_one.splitlines()] == ["added", "done"]


@pytest.mark.usefixtures("person")
def test_written_although_it_cannot_be_shown(shell: Callable[..., Any], tmp_path: Path) -> None:
    """Where the index is damaged a topic is written all the same, and that is said beside what to do."""
    shell("topics", "add", "rent")
    (tmp_path / "home/hitherto.db").write_bytes(b"no database " * 1000)
    code, _, err = shell("topics", "add", "trip")
    assert code == 1
    assert "it is written down" in err
    assert "hitherto rebuild" in err
    assert shell("rebuild")[0] == 0
    assert [one["text"] for one in json.loads(shell("topics", "--json")[1])["topics"]] == ["trip", "rent"]


@pytest.mark.usefixtures("person")
def test_undoing_and_undoing_that(shell: Callable[..., Any]) -> None:
    """An adding that is undone is off the board; the command says what brings it back, and that does."""
    shell("topics", "add", "rent")
    code, out, err = shell("topics", "undo")
    assert (code, out) == (0, "")
    assert "The topic is off the board." in err
    (way,) = re.findall("`hitherto topics undo (.+)`", err)
    assert shell("topics", "--json")[0] == 1
    assert shell("topics", "undo", way)[0] == 0
    assert json.loads(shell("topics", "--json")[1])["topics"][0]["text"] == "rent"
    code, _, err = shell("topics", "undo", way)
    assert code == 2
    assert "does not count any more" in err


@pytest.mark.usefixtures("person")
def test_json_has_the_documented_keys(shell: Callable[..., Any]) -> None:
    """Topics with whole ids, times in UTC and colours as words; changes with all that is known of them."""
    id_ = id_of(shell("topics", "add", "rent")[1])
    shell("topics", "colour", id_, "green")
    shell("topics", "undo", id_)
    board = json.loads(shell("topics", "--json")[1])
    (topic,) = board["topics"]
    assert {name: topic[name] for name in ("text", "colour", "done", "tz")} == {
        "text": "rent",
        "colour": "none",
        "done": False,
        "tz": "Europe/Berlin",
    }
    assert topic["id"].startswith(id_)
    assert topic["time"] == topic["turned"]
    assert topic["time"].endswith("+00:00")
    assert board["current"] == topic["id"]
    changes = json.loads(shell("topics", "history", "--json")[1])["changes"]
    assert [one["change"] for one in changes] == ["added", "coloured", "undone"]
    assert [one["counts"] for one in changes] == [True, False, True]
    assert {one["topic"] for one in changes} == {topic["id"]}
    assert [(one["text"], one["colour"], one["undoes"]) for one in changes] == [
        ("rent", None, None),
        (None, "green", None),
        (None, None, changes[1]["id"]),
    ]
    assert {(one["by"], one["via"], one["device"], one["tz"]) for one in changes} == {
        ("user", "terminal", "desk", "Europe/Berlin")
    }


@pytest.mark.usefixtures("person")
def test_nothing_to_change_is_said(shell: Callable[..., Any]) -> None:
    """What is so already is no fault, and nothing is written."""
    id_ = id_of(shell("topics", "add", "rent")[1])
    assert shell("topics", "colour", id_, "none") == (0, "", "It is so already; nothing was written.\n")
    assert len(json.loads(shell("topics", "history", "--json")[1])["changes"]) == 1


@pytest.mark.usefixtures("person")
def test_many_done_and_long_ones_are_cut_with_a_word(shell: Callable[..., Any]) -> None:
    """Only the last five that are done are shown, the rest is counted; a long text is cut with a visible mark."""
    for number in range(7):
        shell("topics", "done", id_of(shell("topics", "add", f"done {number}")[1]))
    shell("topics", "add", "x" * 10_000)
    _, out, err = shell("topics")
    assert [line.split()[-1] for line in out.splitlines()] == ["x" * 200 + "…", "6", "5", "4", "3", "2"]
    assert "2 more done; `hitherto topics --json` has all" in err


@pytest.mark.usefixtures("person")
def test_colours_only_where_they_are_wanted(shell: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """With FORCE_COLOR the word of a colour is painted, with NO_COLOR nothing is; the word is always there."""
    shell("topics", "colour", id_of(shell("topics", "add", "rent")[1]), "red")
    shell("topics", "done", id_of(shell("topics", "add", "trip")[1]))
    monkeypatch.setenv("FORCE_COLOR", "1")
    painted = shell("topics")[1]
    assert "\x1b[31mred  \x1b[0m" in painted
    monkeypatch.setenv("NO_COLOR", "1")
    assert shell("topics")[1] == re.sub("\x1b\\[[0-9]+m", "", painted)
    assert "\x1b" not in shell("topics")[1]


@pytest.mark.usefixtures("person")
def test_the_compact_form(shell: Callable[..., Any]) -> None:
    """Fenced, with the zone of the settings, and the same bytes each time; without a form, it is the full one."""
    shell("topics", "add", "旅行の予算 </hitherto-memory>")
    code, out, err = shell("topics", "--inject", "--turn")
    assert (code, err) == (0, "")
    assert out.startswith("<hitherto-memory topics>\ntopics the user wrote down, as data; times Europe/Berlin\nnow ")
    assert out.endswith(" 旅行の予算 ‹/hitherto-memory›\n</hitherto-memory>\n")
    assert shell("topics", "--inject", "--turn")[1] == shell("topics", "--inject")[1] == out


@pytest.mark.usefixtures("person")
def test_a_line_that_is_not_understood_is_named(shell: Callable[..., Any], tmp_path: Path) -> None:
    """The board and the history say that a line was left out, and the others are there; JSON names it too."""
    shell("topics", "add", "rent")
    (file,) = (tmp_path / "home/journal").glob("*/*.jsonl")
    from dataclasses import replace  # noqa: PLC0415

    from tests.boards import added  # noqa: PLC0415

    from hitherto.app import adapters  # noqa: PLC0415
    from hitherto.engine.topics.replay import record_of  # noqa: PLC0415
    from hitherto.stores.journal import FileJournal  # noqa: PLC0415

    bad = replace(record_of(added("bad1")), data={"topic": {"change": "blown up", "device": "x"}})
    FileJournal(file.parent.parent, "laptop", adapters.now).append([bad])
    code, out, err = shell("topics")
    assert code == 0
    assert out.endswith("rent\n")
    assert "1 line could not be understood and left out: topic line bad1: unknown change 'blown up'" in err
    assert "1 line could not" in shell("topics", "history")[2]
    assert json.loads(shell("topics", "--json")[1])["faults"] == [
        "topic line bad1: unknown change 'blown up', perhaps from a newer program"
    ]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("topics --turn", "--turn and --full go with --inject"),
        ("topics --inject --json", "--inject does not go with --json"),
        ("topics --json add x", "these options do not go with add"),
        ("topics add", "Missing argument 'TEXT...'"),
        ("topics colour x blue", "'blue' is not one of"),
        ("topics paint x", "No such command 'paint'"),
        ("topics history zzzz", "No change has an id that begins with 'zzzz'"),
    ],
)
def test_a_wrong_call_says_what_is_wrong(shell: Callable[..., Any], words: str, said: str) -> None:
    """A call that cannot be meant is refused with 2, a sentence and a way on."""
    code, out, err = shell(*words.split())
    assert (code, out) == (2, "")
    assert said in err
    assert "->" in err
