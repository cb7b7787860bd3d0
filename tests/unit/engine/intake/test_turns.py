from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.making import NOON, acted, answered, said

from hitherto.core.answer import BETWEEN_RECORDS
from hitherto.engine.intake.turns import CHATTY, LONG, SHORT, session_chunks
from hitherto.text.words import index_text

if TYPE_CHECKING:
    from hitherto.core.model import Chunk, Record

LONGER = "We keep the lease short so that a dead worker frees its job. "
SAYINGS = st.one_of(
    st.sampled_from(["ok", "", " \n", "yes, do that", LONGER, LONGER * 12, "x" * 4000]),
    st.text(max_size=60),
    st.integers(20, 90).map(lambda n: "\n\n".join(f"Paragraph {i}: {LONGER}" for i in range(n))),
)


@st.composite
def sessions(draw: st.DrawFn) -> list[Record]:
    """Draw a session: turns of any length, in order."""
    makers = (said, answered, acted)
    turns = draw(st.lists(st.tuples(st.sampled_from(makers), SAYINGS), max_size=12))
    return [make(text, minute, id=f"r{minute}") for minute, (make, text) in enumerate(turns)]


def of(chunks: list[Chunk], kind: str) -> list[Chunk]:
    """Return the chunks of one kind."""
    return [chunk for chunk in chunks if chunk.kind == kind]


@given(sessions())
@settings(max_examples=150, deadline=None)
def test_every_character_is_covered_once(records: list[Record]) -> None:
    """The spans of all chunks tile each text that says anything, and cover nothing else."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for chunk in session_chunks(records):
        for span in chunk.spans:
            spans.setdefault(span.record, []).append((span.start, span.end))
    for record in records:
        at = 0
        for start, end in spans.pop(record.id, []):
            assert start == at
            at = end
        assert at == (len(record.text) if record.text.strip() else 0)
    assert not spans


@given(sessions())
@settings(max_examples=150, deadline=None)
def test_a_chunk_says_what_its_spans_say(records: list[Record]) -> None:
    """A chunk's text is its spans joined by two line breaks, and its times are those of its first and last."""
    by_id = {record.id: record for record in records}
    for chunk in session_chunks(records):
        assert chunk.text == BETWEEN_RECORDS.join(by_id[s.record].text[s.start : s.end] for s in chunk.spans)
        times = [by_id[span.record].ts for span in chunk.spans]
        assert (chunk.ts_start, chunk.ts_end) == (min(times), max(times))


@given(sessions())
@settings(max_examples=100, deadline=None)
def test_no_chunk_is_endless(records: list[Record]) -> None:
    """A chunk of several spans stays within the bound; a single one is only longer where its text has no break."""
    for chunk in of(session_chunks(records), "conversation"):
        assert len(chunk.spans) == 1 or len(chunk.text) <= LONG


def test_a_question_and_its_answer_are_one() -> None:
    """A person's turn and what is said until the next one are found together."""
    chunks = session_chunks([said(LONGER), answered(LONGER, 1), said(LONGER, 2), answered("done", 3)])
    assert [chunk.text for chunk in chunks] == [f"{LONGER}\n\n{LONGER}", f"{LONGER}\n\ndone"]
    assert [chunk.ts_start for chunk in chunks] == [NOON, said("", 2).ts]


def test_a_short_turn_joins_the_chunk_before() -> None:
    """Below 40 characters an exchange is no chunk of its own, unless nothing stands before it."""
    assert [chunk.text for chunk in session_chunks([said(LONGER), said("ok", 1)])] == [f"{LONGER}\n\nok"]
    assert [chunk.text for chunk in session_chunks([said("hi"), said(LONGER, 1)])] == ["hi", LONGER]
    just_enough = "y" * (SHORT - len(BETWEEN_RECORDS))
    assert len(session_chunks([said(LONGER), said(just_enough, 1)])) == 2


def test_a_short_turn_does_not_overfill_the_chunk_before() -> None:
    """Where the chunk before is full, even a short turn begins a new one."""
    full = "z" * (LONG - 3)
    assert [chunk.text for chunk in session_chunks([said(full), said("ok", 1)])] == [full, "ok"]


def test_a_long_text_becomes_several_chunks_at_its_breaks() -> None:
    """Nothing is cut off: paragraphs are kept whole and every chunk says where it stands."""
    text = "\n\n".join(f"Paragraph {i}. {LONGER * 4}" for i in range(30))
    chunks = session_chunks([said(text)])
    assert len(chunks) > 3
    assert "".join(chunk.text for chunk in chunks) == text
    assert all(chunk.text.startswith("Paragraph") for chunk in chunks)


def test_neighbours_help_where_people_chat() -> None:
    """A chatty turn also holds the words around it; a long one speaks for itself."""
    near = session_chunks([said(LONGER + "apples"), said(LONGER, 1), said(LONGER + "pears", 2)])[1].fields.neighbours
    assert {"appl", "pear"} <= set(near.split())
    long = session_chunks([said(LONGER + "apples"), said("w" * (CHATTY + 1), 1)])[1]
    assert long.fields.neighbours == ""


def test_actions_are_searchable_and_not_speech() -> None:
    """What a tool did is a chunk of another kind, found by the tool's name too, and stands in no turn's text."""
    speech, action = session_chunks([said(LONGER), acted("ls -l /tmp", 1), answered("done", 2)])
    assert (speech.kind, speech.text) == ("conversation", f"{LONGER}\n\ndone")
    assert (action.kind, action.text, action.fields.symbol) == ("action", "ls -l /tmp", index_text("Bash"))


def test_names_of_people_are_words_to_find() -> None:
    """Who speaks under a name is found by it; user and assistant are no names. The project's folder is one too."""
    fields = session_chunks([said(LONGER, actor="Mia"), answered(LONGER, 1)])[0].fields
    assert (fields.symbol, fields.path) == (index_text("Mia"), index_text("app"))


def test_other_lines_are_no_turns() -> None:
    """Markers and blank lines make no chunk."""
    assert session_chunks([said("x" * 99, type="meta"), said("  \n"), acted("\t")]) == []
    assert session_chunks([]) == []
