from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.boards import added, board, coloured, done, undone

from hitherto.core.errors import UsageError
from hitherto.core.topics import Board
from hitherto.engine.topics.naming import SHORTEST, short_ids, step_of, step_to_undo, topic_named

TWO = board(added("abcd2222"), added("abcd3333"), added("wxyz2222"), coloured("mnop2222", "wxyz2222", "red"))


@given(st.lists(st.text(alphabet="abc", min_size=SHORTEST, max_size=8), unique=True, max_size=20))
def test_short_ids_name_one_change_each(ids: list[str]) -> None:
    """A short id begins its id and, unless that is the beginning of another, no other one."""
    made = board(*map(added, ids))
    for id_, short in short_ids(made).items():
        assert id_.startswith(short)
        assert len(short) >= SHORTEST
        assert [one for one in ids if one.startswith(short)] == [id_] or short == id_


def test_a_topic_by_the_beginning_of_its_id() -> None:
    """Any beginning that only one topic has names it, in whatever case; changes are not in the way."""
    assert topic_named(TWO, "w").id == "wxyz2222"
    assert topic_named(TWO, " ABCD3 ").id == "abcd3333"
    assert step_of(TWO, "m").topic == "wxyz2222"
    assert short_ids(TWO) == {"abcd2222": "abcd2", "abcd3333": "abcd3", "wxyz2222": "wxyz", "mnop2222": "mnop"}


@pytest.mark.parametrize("name", ["q", "", "  ", "abcd22222", "mnop"])
def test_an_id_of_no_topic(name: str) -> None:
    """What begins no topic's id is said to, with the way to the ids."""
    with pytest.raises(UsageError, match="No topic has an id that begins with") as caught:
        topic_named(TWO, name)
    assert "`hitherto topics` shows the ids" in caught.value.hint


def test_an_id_of_several_topics() -> None:
    """A beginning that several have is refused with the ids that tell them apart, a few of them."""
    with pytest.raises(UsageError, match="2 topics have an id that begins with 'abc'") as caught:
        topic_named(TWO, "abc")
    assert caught.value.hint == "say which: abcd2, abcd3"
    with pytest.raises(UsageError) as caught:
        topic_named(board(*(added(f"aaaa{n}") for n in range(9))), "a")
    assert caught.value.hint == "say which: aaaa0, aaaa1, aaaa2, aaaa3, aaaa4 and 4 more"


def test_what_is_undone() -> None:
    """Without an id the last change, with a topic's its last one, with a change's that one; undoings by id only."""
    changes = [
        added("aaaa"),
        coloured("bbbb", "aaaa", "red"),
        added("cccc"),
        done("dddd", "aaaa"),
        undone("eeee", "dddd"),
    ]
    made = board(*changes)
    assert step_to_undo(made, None).change.mark.id == "cccc"
    assert step_to_undo(made, "aaaa").change.mark.id == "bbbb"
    assert step_to_undo(made, "b").change.mark.id == "bbbb"
    assert step_to_undo(made, "e").change.mark.id == "eeee"


def test_what_cannot_be_undone() -> None:
    """What does not count any more is not undone twice: the way back is said. Nothing at all says how to begin."""
    made = board(added("aaaa"), undone("bbbb", "aaaa"))
    for name, message in (("aaaa", "Nothing of that topic counts"), (None, "nothing to undo")):
        with pytest.raises(UsageError, match=message):
            step_to_undo(made, name)
    with pytest.raises(UsageError) as caught:
        step_to_undo(made, "aaaa")
    assert caught.value.hint == "`hitherto topics undo bbbb` brings it back"
    again = board(added("aaaa"), done("cccc", "aaaa"), undone("bbbb", "cccc"))
    with pytest.raises(UsageError, match="does not count any more") as caught:
        step_to_undo(again, "cccc")
    assert caught.value.hint == "`hitherto topics undo bbbb` brings it back"
    with pytest.raises(UsageError) as caught:
        step_to_undo(board(added("aaaa"), done("cccc", "zzzz")), "cccc")
    assert "shows the ids" in caught.value.hint
    with pytest.raises(UsageError, match="nothing to undo"):
        step_to_undo(Board(), None)
