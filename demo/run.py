"""The main job on real input, in a home that is thrown away afterwards.

Takes in a few days of conversations, a folder of notes, and some of this repository's own source and documents,
then asks. Ends with an error when a command fails, or when the line that answers a question is not among
the lines that come back, or when words alone find what only its meaning should.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

DEMO = Path(__file__).resolve().parent
ROOT = DEMO.parent
NOTHING_FOUND = 1
# Two rooms of the source: all of it would be most of the demo's time. Not the documents that quote the demo.
SOURCES = ("demo/claude", "demo/notes", "docs/decisions", "src/hitherto/engine", "src/hitherto/stores")

# Each question with what its answer has to show; the third has one in a note and one in code.
QUESTIONS = (
    (("retry logic with exponential backoff",), ("full jitter",)),
    (("what did we decide about task delegation",), ("queue table with leases",)),
    (("SQLite WAL mode",), ("wal-mode.md", "src/hitherto/stores")),
    (("how do I structure CLI commands",), ("One module per command",)),
    (("E_LEASE_4102",), ("E_LEASE_4102",)),
    (("--on", "2026-11-24", "budget"), ("2,400 euros",)),
    (("予算の締切はいつ",), ("12月4日",)),
)
# What shares no word with its answer, so that only the meaning finds it.
MEANT = (
    ("I have a toothache", "Call the dentist"),
    ("notifications dropped because expensive", "Dropped the push service"),
)


def show(program: str, *arguments: str, may_find_nothing: bool = False) -> str:
    """Print the command, run it, print and return what it says; a failing command ends the demo."""
    print(f"\n$ {shlex.join(['hitherto', *arguments])}", flush=True)
    started = time.perf_counter()
    done = subprocess.run(
        [program, *arguments],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    print(done.stdout, end="")
    print(f"  [{time.perf_counter() - started:.2f} s]", flush=True)
    if done.returncode and not (may_find_nothing and done.returncode == NOTHING_FOUND):
        sys.exit(f"demo: the command above ended with exit code {done.returncode}")
    return done.stdout


def main() -> None:
    """Run the demo with the program named on the command line, or the one beside this interpreter."""
    program = sys.argv[1] if len(sys.argv) > 1 else str(Path(sys.executable).with_name("hitherto"))
    with tempfile.TemporaryDirectory(prefix="hitherto-demo-") as home:
        nowhere = str(Path(home, "config.toml"))
        os.environ |= {"HITHERTO_HOME": home, "HITHERTO_CONFIG": nowhere, "HITHERTO_ZONE": "Europe/Berlin"}
        print(f"A memory in {home}, removed at the end.")
        for source in SOURCES:
            show(program, "add", source)
        for arguments, answers in QUESTIONS:
            output = show(program, "recall", *arguments)
            for missing in (answer for answer in answers if answer not in output):
                sys.exit(f"demo: “{missing}” is not among the lines above")
        for question, answer in MEANT:
            if answer in show(program, "recall", "-n", "3", "--words", question, may_find_nothing=True):
                sys.exit(f"demo: words alone found “{answer}”, so the next answer would show nothing")
            if answer not in show(program, "recall", "-n", "3", question):
                sys.exit(f"demo: “{answer}” is not among the lines above")
        show(program, "status")
    asked = len(QUESTIONS) + len(MEANT)
    print(f"\n{asked} questions asked, {asked} answered; {len(MEANT)} of them by meaning alone.")


if __name__ == "__main__":
    main()
