from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards import NOON, added, board, coloured, done, edited, lines, mark, reopened, undone

from hitherto.core.model import Origin
from hitherto.core.topics import Added, Colour, Coloured, Done, Edited, Reopened, Undone
from hitherto.engine.topics.replay import board_of, change_of, name_of, record_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hitherto.core.model import Record
    from hitherto.core.topics import Board, Change

IDS = ["a", "b", "c", "d", "e", "f"]
SOME_ID = st.sampled_from(IDS)


def shown(made: Board) -> list[tuple[str, str, str, bool]]:
    """Return what the board says, without times."""
    return [(topic.id, topic.text, topic.colour, topic.done) for topic in made.topics]


@st.composite
def journals(draw: st.DrawFn) -> list[tuple[str, Record]]:
    """Lines of two devices whose clocks differ, about few ids, so that they meet: also ones that make no sense."""
    found: list[tuple[str, Record]] = []
    for seq in range(draw(st.integers(0, 12))):
        stamp = mark(draw(SOME_ID), seq)
        change: Change = draw(
            st.one_of(
                st.builds(Added, mark=st.just(stamp), text=st.text(max_size=3)),
                st.builds(Edited, mark=st.just(stamp), topic=SOME_ID, text=st.text(max_size=3)),
                st.builds(Coloured, mark=st.just(stamp), topic=SOME_ID, colour=st.sampled_from(get_args(Colour))),
                st.builds(Done, mark=st.just(stamp), topic=SOME_ID),
                st.builds(Reopened, mark=st.just(stamp), topic=SOME_ID),
                st.builds(Undone, mark=st.just(stamp), change=SOME_ID),
            )
        )
        rec = NOON.replace(second=draw(st.integers(0, 3)))
        found.append((draw(st.sampled_from(["desk", "laptop"])), replace(record_of(change), rec=rec, seq=seq)))
    return found


@given(journals(), st.randoms(use_true_random=False))
def test_the_order_in_which_lines_arrive_does_not_matter(journal: list[tuple[str, Record]], chance: Any) -> None:
    """Any lines make a board, the same in whatever order and however often they come."""
    again = [*journal, *journal]
    chance.shuffle(again)
    assert board_of(again) == board_of(journal)


@given(journals())
def test_every_line_is_in_the_history_or_named(journal: list[tuple[str, Record]]) -> None:
    """Each id has one step; a step about nothing is named and counts for nothing on the board."""
    made = board_of(journal)
    steps = [step.change.mark.id for step in made.history]
    assert sorted(steps) == sorted({record.id for _, record in journal})
    lost = [step.change.mark.id for step in made.history if step.topic is None]
    assert [fault.split(":")[0].split()[-1] for fault in made.faults] == lost
    assert {topic.id for topic in made.topics} <= {step.topic for step in made.history if step.counts}


def counts(id_: str, changes: Sequence[Change]) -> bool:
    """Return whether a change counts, straight from what the word means."""
    undoings = [one.mark.id for one in changes if isinstance(one, Undone) and one.change == id_]
    return not any(counts(one, changes) for one in undoings)


def simulated(changes: Sequence[Change]) -> list[tuple[str, str, str, bool]]:
    """Return the board that a person with paper and rubber would have who does only what counts."""
    paper: dict[str, list[Any]] = {}
    for change in changes:
        if isinstance(change, Undone) or not counts(change.mark.id, changes):
            continue
        if isinstance(change, Added):
            paper[change.mark.id] = [change.text, "none", False]
        elif change.topic in paper:
            place = [Edited, Coloured, Done, Reopened].index(type(change))
            value = getattr(change, "text", None) or getattr(change, "colour", None) or isinstance(change, Done)
            paper[change.topic][min(place, 2)] = value
    return sorted((id_, *line) for id_, line in paper.items())


@st.composite
def sensible(draw: st.DrawFn) -> list[Change]:
    """Changes as one person makes them: about topics that are there, each undoing one that counts."""
    changes: list[Change] = []
    for place in range(draw(st.integers(0, 14))):
        id_ = f"c{place:02}"
        made = board(*changes)
        topics = [topic.id for topic in made.topics]
        counting = [step.change.mark.id for step in made.history if step.counts]
        kinds = ["add", *(["edit", "paint", "done", "reopen"] if topics else []), *(["undo"] * 3 if counting else [])]
        kind = draw(st.sampled_from(kinds))
        if kind == "add":
            changes.append(added(id_))
        elif kind == "undo":
            changes.append(undone(id_, draw(st.sampled_from(counting))))
        else:
            topic = draw(st.sampled_from(topics))
            change = {
                "edit": edited(id_, topic, id_),
                "paint": coloured(id_, topic, draw(st.sampled_from(get_args(Colour)))),
                "done": done(id_, topic),
                "reopen": reopened(id_, topic),
            }[kind]
            changes.append(change)
    return changes


@given(sensible())
def test_undoing_is_as_if_it_had_not_been_done(changes: list[Change]) -> None:
    """The board is what a plain simulation with pencil and rubber gives, and nothing is named."""
    made = board(*changes)
    assert sorted(shown(made)) == simulated(changes)
    assert made.faults == ()


@given(sensible())
def test_an_undoing_that_is_undone_leaves_the_board_as_it_was(changes: list[Change]) -> None:
    """To undo any change that counts, and then that undoing, changes nothing on the board."""
    before = board(*changes)
    for step in before.history:
        if step.counts:
            first = undone("x1", step.change.mark.id)
            assert board(*changes, first, undone("x2", "x1")).topics == before.topics


@given(sensible())
def test_a_change_is_a_line_and_back(changes: list[Change]) -> None:
    """The journal line of a change gives the same change back."""
    assert [change_of(record_of(change)) for change in changes] == changes


def test_the_current_topic_then_priority() -> None:
    """First what was opened last; then red, amber, green, none, each the latest first; then what is done, as well."""
    made = board(
        *(added(id_) for id_ in "abcdefg"),
        coloured("b1", "b", "green"),
        coloured("c1", "c", "red"),
        coloured("d1", "d", "red"),
        coloured("e1", "e", "amber"),
        done("f1", "f"),
        done("g1", "g"),
        added("h"),
        done("a1", "a"),
        reopened("a2", "a"),
    )
    assert [topic.id for topic in made.topics] == ["a", "d", "c", "e", "b", "h", "g", "f"]
    assert made.current == made.topics[0]
    assert board(added("a"), done("b", "a")).current is None
    assert board().current is None


def test_devices_whose_clocks_differ() -> None:
    """What one device did counts although its clock was behind: also before the line it is about, by its time."""
    first, colour = lines([added("a")])[0], lines([coloured("b", "a", "red")], "laptop")[0]
    early = replace(colour[1], rec=NOON.replace(year=2020))
    assert shown(board_of([first, ("laptop", early)])) == [("a", "topic a", "red", False)]
    back = replace(lines([undone("c", "b")])[0][1], rec=NOON.replace(year=2019))
    assert shown(board_of([first, ("laptop", early), ("tablet", back)])) == [("a", "topic a", "none", False)]


def test_the_later_line_stands() -> None:
    """Of two changes of one thing, the one recorded later counts; at one moment, the device decides."""
    red, green = coloured("b", "a", "red"), coloured("c", "a", "green")
    topic = lines([added("a")])[0]
    records = [replace(record_of(change), rec=NOON, seq=seq) for seq, change in ((7, red), (3, green))]
    assert shown(board_of([topic, ("one", records[0]), ("two", records[1])]))[0][2] == "green"
    assert shown(board_of([topic, ("two", records[0]), ("one", records[1])]))[0][2] == "red"
    assert shown(board_of([topic, ("one", records[0]), ("one", records[1])]))[0][2] == "red"


def test_what_undoes_itself_is_named() -> None:
    """Lines that undo each other in a circle, or themselves, count for nothing and are named."""
    made = board(added("a"), undone("b", "c"), undone("c", "b"), undone("d", "d"), undone("e", "d"))
    assert shown(made) == [("a", "topic a", "none", False)]
    assert [fault.split(":")[0] for fault in made.faults] == [f"topic line {id_}" for id_ in "bcde"]
    assert [step.change.mark.id for step in made.history if step.counts] == ["a", "e"]


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"data": {}}, "holds no change"),
    ({"data": {"topic": "x"}}, "holds no change"),
    (
        {"data": {"topic": {"change": "painted", "device": "d"}}},
        "unknown change 'painted', perhaps from a newer program",
    ),
    ({"data": {"topic": {"change": "coloured", "device": "d", "topic": "a"}}}, "unknown colour None"),
    (
        {"data": {"topic": {"change": "coloured", "device": "d", "topic": "a", "colour": "blue"}}},
        "unknown colour 'blue'",
    ),
    ({"data": {"topic": {"change": "done", "device": "d"}}}, "topic is missing"),
    ({"data": {"topic": {"change": "undone", "device": "d", "undoes": 1}}}, "undoes is missing"),
    ({"data": {"topic": {"change": "added"}}}, "device is missing"),
    ({"origin": Origin(source="jsonl")}, "came through 'jsonl', which no person writes through"),
    ({"role": "assistant"}, "came through 'terminal', which no person writes through"),
]


@pytest.mark.parametrize(("change", "why"), BROKEN)
def test_a_broken_line_is_named_and_harms_nothing_else(change: dict[str, Any], why: str) -> None:
    """A line that is no change, or that no person wrote, is left out with its id and the reason; the others stand."""
    good = lines([added("a")])[0]
    bad = replace(record_of(added("b")), **change, rec=NOON, seq=9)
    assert change_of(bad) == why
    made = board_of([good, ("desk", bad)])
    assert shown(made) == [("a", "topic a", "none", False)]
    assert made.faults == (f"topic line b: {why}",)


def test_only_lines_of_a_journal_are_replayed() -> None:
    """A record that was never recorded has no place in the order."""
    with pytest.raises(ValueError, match="read back from the journal"):
        board_of([("desk", record_of(added("a")))])


def test_each_kind_has_its_name() -> None:
    """The closed list of changes has a word for each."""
    changes = [added("a"), edited("b", "a", "x"), coloured("c", "a", "red"), done("d", "a"), reopened("e", "a")]
    names = [name_of(change) for change in [*changes, undone("f", "a")]]
    assert names == ["added", "edited", "coloured", "done", "reopened", "undone"]
