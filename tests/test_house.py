"""The shape of the house: what the layout promises and no linter checks."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from tests.boards import added
from tests.making import memory_in, write

import hitherto
from hitherto.engine.topics.replay import record_of
from hitherto.stores.journal import FileJournal

ROOT = Path(__file__).resolve().parents[1]
SRC = ROOT / "src/hitherto"
UNIT = ROOT / "tests/unit"
PYTHON = sorted(path for folder in ("src", "tests", "tools", "demo", "bench") for path in (ROOT / folder).rglob("*.py"))

MODULE_LINES = 400
FUNCTION_LINES = 50
ROOM_MODULES = 9
# Tables of data (a language, a host's format) that do not count as modules, relative to src/hitherto.
LANGUAGES = SRC / "text" / "timephrase" / "languages"
DATA_TABLES = frozenset({"text/characters.py", "text/patterns.py", "text/stopwords.py"}) | {
    path.relative_to(SRC).as_posix() for path in LANGUAGES.glob("*.py")
}

HEAVY = {
    "aiohttp",
    "anyio",
    "asyncio",
    "http.client",
    "httpx",
    "mcp",
    "numpy",
    "onnxruntime",
    "requests",
    "rich",
    "socket",
    "starlette",
    "urllib.request",
    "urllib3",
    "watchfiles",
}
# What reads and cuts files, which a question about unchanged files does not.
ONLY_TAKING_IN = {
    "charset_normalizer",
    "concurrent.futures",
    "hitherto.sources.agents",
    "hitherto.sources.detect",
    "pathspec",
    "semble_grammars",
    "subprocess",
    "tree_sitter",
}
# Written so that this file does not match itself.
NOT_OURS = re.compile(
    r"pypi[.]org|pythonhosted[.]org|npmjs[.]org|deb[.]debian[.]org"
    r"|(?<![a-zA-Z.])/(?:work|farm|opt|root)/[a-z.]|/tmp/(?:wt|venv|brief)\b"
)


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def functions(path: Path) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    return [node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, encoding="utf-8")
    if listed.returncode:
        pytest.skip("not a git checkout, so there is no list of tracked files")
    return [path for path in (ROOT / line for line in listed.stdout.split("\0") if line) if path.is_file()]


def test_no_module_is_too_long(capsys: pytest.CaptureFixture[str]) -> None:
    """Every module can be read in one sitting."""
    lines = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in PYTHON}
    inside = [count for path, count in lines.items() if path.is_relative_to(SRC)]
    with capsys.disabled():
        print(f" [src: {sum(inside)} lines in {len(inside)} modules] ", end="")  # noqa: T201 - the figure is the point
    assert {name(path): count for path, count in lines.items() if count > MODULE_LINES} == {}


def test_no_function_is_too_long() -> None:
    """Every function fits on a screen."""
    long = {
        f"{name(path)}:{node.lineno} {node.name}": length
        for path in PYTHON
        for node in functions(path)
        if (length := (node.end_lineno or 0) - node.lineno + 1) > FUNCTION_LINES
    }
    assert long == {}


def test_no_room_is_too_full() -> None:
    """A room holds few enough modules to know them all."""
    rooms: dict[str, int] = {}
    for path in SRC.rglob("*.py"):
        if path.name != "__init__.py" and path.relative_to(SRC).as_posix() not in DATA_TABLES:
            rooms[name(path.parent)] = rooms.get(name(path.parent), 0) + 1
    assert {room: count for room, count in rooms.items() if count > ROOM_MODULES} == {}


def test_every_data_table_is_there() -> None:
    """The list of modules that do not count names only files that exist."""
    assert [table for table in DATA_TABLES if not (SRC / table).is_file()] == []


def test_unit_tests_mirror_the_source() -> None:
    """Each unit test module stands where the module it tests stands, under the same name."""
    strangers = []
    for path in UNIT.rglob("test_*.py"):
        stem = path.stem.removeprefix("test_")
        beside = (ROOT if path.relative_to(UNIT).parts[0] == "bench" else SRC) / path.relative_to(UNIT).parent
        places = [beside / f"{stem}.py", beside / f"_{stem}.py", beside / f"__{stem}__.py", beside / stem]
        if not any(place.exists() for place in places):
            strangers.append(name(path))
    assert strangers == []


def test_every_test_says_what_must_hold() -> None:
    """Every test function has a docstring."""
    silent = [
        f"{name(path)}:{node.lineno} {node.name}"
        for path in PYTHON
        if path.name.startswith("test_")
        for node in functions(path)
        if node.name.startswith("test_") and not ast.get_docstring(node)
    ]
    assert silent == []


def test_nothing_is_imported_by_star() -> None:
    """Every imported name can be found by searching for it."""
    starred = [
        f"{name(path)}:{node.lineno}"
        for path in PYTHON
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ImportFrom) and any(alias.name == "*" for alias in node.names)
    ]
    assert starred == []


def test_public_names_are_sorted_there_and_documented() -> None:
    """The public words are those of the reference page, in order, and each can be had."""
    public = list(getattr(hitherto, "__all__", ["__version__"]))
    page = (ROOT / "docs/reference/python.md").read_text(encoding="utf-8")
    assert public == sorted(public)
    assert [word for word in public if not hasattr(hitherto, word)] == []
    assert sorted(re.findall(r"^## `(\w+)", page, flags=re.MULTILINE)) == public


def loaded_by(*arguments: str, home: Path) -> tuple[str, set[str]]:
    """Run a command in an interpreter of its own; return what it said and every module it loaded."""
    script = (
        "import sys, json\n"
        "from hitherto.__main__ import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code, end.code\n"
        "print(); print(json.dumps(sorted(sys.modules)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        check=True,
        encoding="utf-8",
        # What measures coverage in every program that starts loads modules of its own.
        env={name: value for name, value in os.environ.items() if not name.startswith("COV")}
        | {"HITHERTO_HOME": str(home), "HITHERTO_CONFIG": os.devnull, "HITHERTO_EMBEDDER": ""},
    )
    *said, modules = done.stdout.splitlines()
    return "\n".join(said), set(json.loads(modules))


def test_version_imports_nothing_heavy(tmp_path: Path) -> None:
    """Asking for the version loads no numerics, terminal or network library, and nothing of the memory itself."""
    said, modules = loaded_by("--version", home=tmp_path / "home")
    assert hitherto.__version__ in said
    assert {"apsw", "Stemmer", *HEAVY, *ONLY_TAKING_IN} & modules == set()


@pytest.mark.parametrize("vectors", [False, True])
def test_recall_by_words_imports_nothing_heavy(tmp_path: Path, *, vectors: bool) -> None:
    """A question answered by words, since there are no vectors or they are not asked, loads only what that takes."""
    write(tmp_path / "app/lease.py", "def renew_lease(job):\n    return job.backoff()\n")
    write(tmp_path / "app/garden.md", "# Garden\n\nThe lease of the garden.\n")
    with memory_in(tmp_path) as memory:
        memory.add(str(tmp_path / "app"))
        assert not vectors or memory.embed()
    words = ["--words"] if vectors else []
    said, modules = loaded_by("recall", *words, "lease", home=tmp_path / "home")
    assert "lease.py" in said
    assert "garden.md" in said
    assert {*HEAVY, *ONLY_TAKING_IN} & modules == set()
    by_meaning = loaded_by("recall", "vegetables", home=tmp_path / "home")[1] if vectors else {"onnxruntime"}
    assert "onnxruntime" in by_meaning


def test_a_board_at_a_glance_imports_next_to_nothing(tmp_path: Path) -> None:
    """What every turn of a conversation asks for is said without the command line, the settings or a data class."""
    record = record_of(added("aaaa", "the budget"))
    FileJournal(tmp_path / "home/journal", "desk", lambda: record.ts).append([record])
    first, modules = loaded_by("topics", "--inject", "--turn", home=tmp_path / "home")
    assert "the budget" in first
    assert "click" in modules
    again, modules = loaded_by("topics", "--inject", "--turn", home=tmp_path / "home")
    assert again == first
    assert {"click", "dataclasses", "hitherto.app.memory", "zoneinfo", *HEAVY, *ONLY_TAKING_IN} & modules == set()


def test_tracked_files_name_no_registry_and_no_machine() -> None:
    """What is committed works on any machine: it names no package host and no path of the one it was made on."""
    found = [
        f"{name(path)}:{number}: {line.strip()[:80]}"
        for path in tracked()
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
        if NOT_OURS.search(line)
    ]
    assert found == []
