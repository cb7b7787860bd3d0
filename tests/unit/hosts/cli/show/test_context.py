from __future__ import annotations

from typing import TYPE_CHECKING, Any

from inline_snapshot import snapshot

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def test_lines_around_a_note(filled: Path, shell: Callable[..., Any]) -> None:
    """With --context the lines before and after stand around the hit, as they are in the file."""
    assert filled.is_dir()
    _, out, _ = shell("recall", "--kind", "note", "--limit", "1", "--context", "2", "wombat")
    assert out == snapshot("""\
1. notes/animals.md:6-9  Animals  changed Mon 2026-09-21 16:13
    second

    # Animals

    The wombat digs at night.

    # End


""")


def test_utterances_around_a_turn(filled: Path, shell: Callable[..., Any]) -> None:
    """With --context what was said before and after stands around the turn, with who and when."""
    assert filled.is_dir()
    _, out, _ = shell("recall", "--kind", "conversation", "--limit", "1", "--context", "1", "quokka")
    assert out == snapshot("""\
1. session talk (jsonl)  Tue 2026-11-24 18:36
    18:35 assistant: Behind the shed, at night.
    18:36 user: Then leave the quokka alone.
    18:36 assistant: It will be left alone, as you say.

""")
