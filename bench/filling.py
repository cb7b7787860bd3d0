"""A memory of a wanted size: half code, half chat, written as a person would have them and added again and again."""

from __future__ import annotations

import json
import os
import time
from itertools import islice
from typing import TYPE_CHECKING

from bench.corpus import code_files, sessions
from bench.feeding import WRITTEN
from bench.machine import chunks_in
from hitherto.app.adapters import DATABASE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from bench.corpus import Material
    from hitherto.app.memory import Memory

# Rounds in which the texts are added, so that the wanted number of chunks is not much exceeded.
ROUNDS = 20
SAMPLE = 2_000


def unheard(_: Sequence[str]) -> None:
    """Do nothing with the texts."""


def filled(
    memory: Memory, given: Material, room: Path, wanted: int, *, take: Callable[[Sequence[str]], None] = unheard
) -> list[str]:
    """Write and add code and chat, half and half, until there are ``wanted`` chunks; return a sample of the texts.

    ``take`` is told the texts of each file. Nothing gets a vector.
    """
    modules, talks = enumerate(code_files(given)), enumerate(sessions(given))
    sample: list[str] = []
    step = max(1, wanted // ROUNDS // 2)
    have = 0
    while have < wanted:
        share = min(step, (wanted - have) // 2 + 1)
        for texts in (
            *written_code(islice(modules, 1 + share // 20), room / "code"),
            *written_chat(islice(talks, 1 + share // 40), room / "chat"),
        ):
            take(texts)
            if len(sample) < SAMPLE:
                sample += texts[::4]
        memory.add(str(room / "code"), kind="folder")
        memory.add(str(room / "chat"), kind="jsonl")
        have = chunks_in(memory.settings.home / DATABASE)
    return sample


def written_code(given: Iterator[tuple[int, list[str]]], folder: Path) -> Iterator[list[str]]:
    """Write one file a module; yield the functions of each."""
    for number, functions in given:
        path = folder / f"part{number // 100:03}" / f"m{number:05}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n\n".join(functions) + "\n", encoding="utf-8")
        os.utime(path, (WRITTEN, WRITTEN))
        yield functions


def written_chat(given: Iterator[tuple[int, list[tuple[str, str]]]], folder: Path) -> Iterator[list[str]]:
    """Write one log a session, a day apart; yield the texts of each."""
    folder.mkdir(exist_ok=True)
    for number, turns in given:
        lines = [
            {"id": f"s{number}:{turn}", "session": f"s{number}", "ts": moment(number, turn), "role": who, "text": text}
            for turn, (who, text) in enumerate(turns)
        ]
        path = folder / f"s{number:05}.jsonl"
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
        yield [text for _, text in turns]


def moment(session: int, turn: int) -> str:
    """Return the time of a turn: sessions are eight hours apart, turns a minute."""
    seconds = 1_600_000_000 + session * 28_800 + turn * 60
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))
