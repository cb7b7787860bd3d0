from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from hitherto.app.board import changing
from hitherto.core.errors import PersonNeededError, UsageError
from hitherto.core.topics import Added, Undone

if TYPE_CHECKING:
    from collections.abc import Callable

    from hitherto.app.memory import Memory
    from hitherto.core.topics import Topic

CHANGES: dict[str, Callable[[Memory], object]] = {
    "add": lambda memory: changing.add(memory, "a topic"),
    "edit": lambda memory: changing.edit(memory, "x", "another"),
    "colour": lambda memory: changing.colour(memory, "x", "red"),
    "close": lambda memory: changing.close(memory, "x"),
    "reopen": lambda memory: changing.reopen(memory, "x"),
    "undo": lambda memory: changing.undo(memory, None),
}


@pytest.mark.parametrize("terminal", [None, 0, 1])
@pytest.mark.parametrize("change", CHANGES)
def test_without_a_terminal_nothing_is_written(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, change: str, terminal: int | None
) -> None:
    """Where input or output is no terminal, every change is refused and not even a home is made."""
    monkeypatch.setattr(os, "isatty", lambda stream: stream == terminal)
    with pytest.raises(PersonNeededError) as caught:
        CHANGES[change](memory)
    assert "in a terminal" in caught.value.hint
    assert caught.value.exit_code == 1
    assert not memory.settings.home.exists()


def test_every_function_that_changes_is_tried_above() -> None:
    """No public function of the module is left out of the test of refusal."""
    public = {name for name, one in vars(changing).items() if getattr(one, "__module__", "") == changing.__name__}
    assert {name for name in public if not name.startswith("_")} - {"require_person"} == set(CHANGES)


def only(memory: Memory) -> Topic:
    """Return the only topic."""
    (topic,) = memory.topics().topics
    return topic


@pytest.mark.usefixtures("person")
def test_each_change_is_on_the_board_at_once(memory: Memory) -> None:
    """Written and read back by the same process, every change is there, and what is so already writes nothing."""
    topic = changing.add(memory, "  the budget ")
    assert isinstance(topic, Added)
    id_ = topic.mark.id
    assert (topic.mark.by, topic.mark.device, topic.mark.via, topic.mark.zone) == (
        "mia",
        "desk",
        "terminal",
        "Europe/Berlin",
    )
    assert only(memory).text == "the budget"
    assert changing.edit(memory, id_[:5], "the rent")
    assert changing.edit(memory, id_, " the rent ") is None
    assert changing.colour(memory, id_, "red")
    assert changing.colour(memory, id_, "red") is None
    assert changing.reopen(memory, id_) is None
    assert changing.close(memory, id_)
    assert changing.close(memory, id_) is None
    assert (only(memory).text, only(memory).colour, only(memory).done) == ("the rent", "red", True)
    assert changing.reopen(memory, id_)
    undone = changing.undo(memory, None)
    assert only(memory).done
    assert isinstance(undone, Undone)
    changing.undo(memory, undone.mark.id)
    assert not only(memory).done
    assert len(memory.topics().history) == 7


@pytest.mark.usefixtures("person")
@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_topic_needs_words(memory: Memory, text: str) -> None:
    """Nothing but blanks is refused, for a new topic and for an old one."""
    with pytest.raises(UsageError, match="needs words"):
        changing.add(memory, text)
    assert not memory.settings.home.exists()
    topic = changing.add(memory, "x")
    with pytest.raises(UsageError, match="needs words"):
        changing.edit(memory, topic.mark.id, text)


@pytest.mark.usefixtures("person")
def test_a_secret_is_replaced_before_it_is_written(memory: Memory) -> None:
    """What looks like a secret stands nowhere in the journal, in a new text or in a changed one."""
    secret = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
    topic = changing.add(memory, f"rotate {secret}")
    changing.edit(memory, topic.mark.id, f"really rotate {secret}")
    assert only(memory).text.startswith("really rotate [secret:github-token:")
    written = "".join(file.read_text() for file in memory.settings.home.glob("journal/*/*.jsonl"))
    assert "rotate [secret:github-token:" in written
    assert secret not in written


@pytest.mark.usefixtures("person")
def test_what_a_person_typed_stays_as_it_is(memory: Memory) -> None:
    """Line breaks, signs and lone surrogates are kept; only how they are shown changes."""
    text = "a\nb\x1b[31m <tag> \ud800 漢"
    changing.add(memory, text)
    assert only(memory).text == text.replace("\ud800", "\ufffd")
