from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.claude_logs import calls, left_out, line, read, records, result, says, write

from hitherto.core.model import Position, Record
from hitherto.core.seen import Item
from hitherto.sources.agents import claude_code
from hitherto.sources.agents.claude_code import ClaudeCode


def test_an_unfinished_message_is_never_left_behind_a_position(tmp_path: Path) -> None:
    """A reader that stopped in the middle of a message finds the whole message when the file has grown."""
    lines = [line("user", 1, "go"), says(2, "One.", apiBlockIndex=0)]
    path = write(tmp_path / "a.jsonl", lines)
    position = [out for out in read(path) if isinstance(out, Position)][-1]
    write(path, [*lines, says(3, "Two.", apiBlockIndex=1)])
    assert [record.text for record in records(path, position)] == ["One.\n\nTwo."]


def test_a_message_left_open_does_not_hold_the_rest_back(tmp_path: Path) -> None:
    """64 lines after its last piece a message counts as whole."""
    lines = [says(1, "side", isSidechain=True), *[{"type": "mode"}] * 70, line("user", 2, "main")]
    outs = read(write(tmp_path / "a.jsonl", lines))
    assert [out.text for out in outs if isinstance(out, Record)] == ["side", "main"]
    assert Position(offset=(tmp_path / "a.jsonl").stat().st_size, line=72) in outs


PIECES = st.one_of(
    st.sampled_from(["hello", "ok", ""]).map(lambda text: ("user", text)),
    st.tuples(st.sampled_from(["same message", "next message"]), st.sampled_from(["a", "ab", "c"])).map(
        lambda said: ("says", *said)
    ),
    st.sampled_from(["t1", "t2"]).map(lambda call: ("calls", call)),
    st.sampled_from(["t1", "t2"]).map(lambda call: ("result", call)),
    st.just(("noise",)),
)


def built(piece: tuple[str, ...], number: int, round_: int) -> dict[str, Any]:
    match piece:
        case ("user", text):
            return line("user", number, text)
        case ("says", _, text):
            return says(number, text, f"m.{round_}")
        case ("calls", call):
            return calls(number, f"{call}.{number}", {"command": "x"}, f"m.{round_}")
        case ("result", call):
            return result(number, f"{call}.{number - 1}", f"out {number}")
        case _:
            return {"type": "mode"}


@settings(deadline=None)
@given(st.lists(PIECES, max_size=25))
def test_resuming_at_any_position_gives_exactly_the_rest(
    tmp_path_factory: pytest.TempPathFactory, pieces: list[tuple[str, ...]]
) -> None:
    """At whatever Position reading stops, reading on from there gives the records and counts of the lines behind it."""
    round_ = 0
    lines = []
    for number, piece in enumerate(pieces):
        round_ += piece[0] == "user" or "next message" in piece
        lines.append(built(piece, number, round_))
    path = write(tmp_path_factory.mktemp("resume") / "a.jsonl", lines)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(claude_code, "_POSITION_EVERY", 1)
        outs = read(path)
        assert [out.id for out in outs if isinstance(out, Record)] == [record.id for record in records(path)]
        for place, out in enumerate(outs):
            if isinstance(out, Position):
                rest = [later for later in outs if isinstance(later, Record) and (later.origin.line or 0) > out.line]
                resumed = read(path, out)
                assert [later for later in resumed if isinstance(later, Record)] == rest
                assert left_out(outs[:place]) + left_out(resumed) == left_out(outs)


def test_a_long_run_of_the_agents_is_given_as_it_goes(tmp_path: Path) -> None:
    """Without a person's word between them finished messages are given at once, and reading may resume among them."""
    lines = [says(number % 60, f"step {number}", f"m{number}") | {"uuid": f"u{number}"} for number in range(500)]
    path = write(tmp_path / "a.jsonl", lines)
    (item,) = ClaudeCode(str(path)).items()
    assert isinstance(item, Item)
    stream = ClaudeCode(str(path)).records(item, Position())
    first = next(stream)
    assert isinstance(first, Record)
    with path.open("ab") as file:
        file.write(b"{broken\n")
    outs = [first, *stream]
    assert [out.line for out in outs if isinstance(out, Position)] == [499]
    assert isinstance(outs[-1], Record)
