from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from tests.making import NOON
from tests.vectoring import put, put_files

from hitherto.core.answer import Filter
from hitherto.core.meaning import Model
from hitherto.stores.sqlite.store import SqliteStore
from hitherto.stores.vectors import approximate
from hitherto.stores.vectors.index import SUFFIX

if TYPE_CHECKING:
    from pathlib import Path

MODEL = Model(name="small", digest="d", dimension=32, pooling="mean")
COUNT = 3000
BUILD = """
import sys
from pathlib import Path
from hitherto.stores.sqlite.store import SqliteStore
SqliteStore(Path(sys.argv[1]), scanned_at_most=1000).tidy()
"""


def near_files(path: Path) -> list[Path]:
    """Return the files beside an index."""
    return sorted(path.parent.glob(f"*{SUFFIX}*"))


def exact(made: dict[int, Any], query: Any, count: int = 10) -> list[int]:
    """Return the chunks whose vectors are nearest."""
    return sorted(made, key=lambda row: (-float(made[row] @ query), row))[:count]


def found(store: SqliteStore, query: Any, where: Filter | None = None, count: int = 10) -> list[int]:
    """Return what the store finds."""
    nearest = store.vectors(MODEL).nearest(query.tobytes(), where or Filter(), count)
    return [row for row, _ in nearest.chunks]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, Any]]:
    """Fill an index with clustered vectors and let it build its approximate one."""
    path = tmp_path_factory.mktemp("many") / "hitherto.db"
    chance = np.random.default_rng(0)
    middles = chance.standard_normal((40, MODEL.dimension))
    rows = middles[chance.integers(0, 40, COUNT)] + 0.5 * chance.standard_normal((COUNT, MODEL.dimension))
    rows = (rows / np.linalg.norm(rows, axis=1)[:, None]).astype("<f4")
    store = SqliteStore(path, scanned_at_most=1000)
    chunks = put_files(store, [str(n) for n in range(COUNT)])
    made = dict(zip(chunks, rows, strict=True))
    put(store, {chunk: row.tobytes() for chunk, row in made.items()}, MODEL)
    store.tidy()
    store.close()
    return path, made


@pytest.fixture
def copied(built: tuple[Path, dict[int, Any]], tmp_path: Path) -> tuple[Path, dict[int, Any]]:
    """Give an index of one's own."""
    path, made = built
    for file in path.parent.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    return tmp_path / path.name, dict(made)


def queries(made: dict[int, Any], count: int = 40) -> list[Any]:
    """Return queries near some of the vectors."""
    chance = np.random.default_rng(7)
    near = [made[row] + 0.1 * chance.standard_normal(MODEL.dimension) for row in chance.choice(list(made), count)]
    return [(one / np.linalg.norm(one)).astype("<f4") for one in near]


def recall(store: SqliteStore, made: dict[int, Any]) -> float:
    """Return the share of the exact ten that is found."""
    asked = queries(made)
    return sum(len(set(exact(made, one)) & set(found(store, one))) for one in asked) / (10 * len(asked))


def test_nearly_all_of_the_nearest_are_found(built: tuple[Path, dict[int, Any]]) -> None:
    """Of the exact ten at least 95 in a hundred are found, by an index in a file only its owner can read."""
    path, made = built
    (file,) = near_files(path)
    assert file.stat().st_mode & 0o777 == 0o600
    store = SqliteStore(path, read_only=True, scanned_at_most=1000)
    assert recall(store, made) >= 0.95
    assert store.vectors(MODEL)._finder._near.count == COUNT
    query = queries(made)[0]
    floor = np.mean([float(row @ query) for row in made.values()])
    assert store.vectors(MODEL).nearest(query.tobytes(), Filter(), 1).floor == pytest.approx(floor, abs=1e-4)
    store.close()


FILTERS = {
    "few": Filter(since=NOON + timedelta(minutes=2900)),
    "one": Filter(path="/proj/app/17.py"),
    "none": Filter(kind="note"),
}


@pytest.mark.parametrize("where", FILTERS.values(), ids=FILTERS)
def test_of_few_in_a_scope_each_is_looked_at(built: tuple[Path, dict[int, Any]], where: Filter) -> None:
    """Where a restriction leaves little the answer is exact, and so is the floor."""
    path, made = built
    store = SqliteStore(path, scanned_at_most=1000)
    scope = {one.chunk: made[one.chunk] for one in store.between(where, COUNT)}
    for query in queries(made, 5):
        assert found(store, query, where) == exact(scope, query)
        floor = np.mean([float(row @ query) for row in scope.values()]) if scope else 0.0
        assert store.vectors(MODEL).nearest(query.tobytes(), where, 1).floor == pytest.approx(floor, abs=0.02)
    store.close()


@pytest.mark.parametrize("share", [0.5, 0.02])
def test_of_many_in_a_scope_only_those_in_it_are_found(built: tuple[Path, dict[int, Any]], share: float) -> None:
    """A restriction holds whatever the approximate index says, and is asked for more until there are enough."""
    path, made = built
    store = SqliteStore(path, scanned_at_most=1000)
    store._index = replace(store._index, scanned_at_least=1)
    where = Filter(since=NOON + timedelta(minutes=COUNT * (1 - share)))
    scope = {one.chunk: made[one.chunk] for one in store.between(where, COUNT)}
    asked = queries(made, 10)
    same = sum(len(set(exact(scope, query)) & set(found(store, query, where))) for query in asked)
    assert same >= 0.95 * 10 * len(asked)
    store.close()


def test_what_comes_and_goes_later_is_seen(copied: tuple[Path, dict[int, Any]]) -> None:
    """Without building anew, new vectors are found and dropped ones are not."""
    path, made = copied
    store = SqliteStore(path, scanned_at_most=1000)
    query = queries(made)[0]
    best = found(store, query)
    gone = [store.candidates([row])[0].place.path for row in best[:5]]
    with store.transaction():
        store.drop_files([one for one in gone if one])
    for row in best[:5]:
        del made[row]
    (new,) = put_files(store, ["new"])
    made[new] = query
    put(store, {new: query.tobytes()}, MODEL)
    assert found(store, query)[0] == new
    assert set(found(store, query)) >= set(exact(made, query, 5))
    before = near_files(path)
    store.tidy()
    assert near_files(path) == before
    store.close()


def test_much_change_builds_it_anew(copied: tuple[Path, dict[int, Any]]) -> None:
    """When an eighth has gone another file takes the place of the first; of too few vectors it goes altogether."""
    path, made = copied
    store = SqliteStore(path, scanned_at_most=1000)
    (before,) = near_files(path)
    with store.transaction():
        store.drop_files([f"/proj/app/{n}.py" for n in range(500)])
    store.tidy()
    (after,) = near_files(path)
    assert after != before
    rest = dict(list(made.items())[500:])
    assert recall(store, rest) >= 0.95
    with store.transaction():
        store.drop_files([f"/proj/app/{n}.py" for n in range(500, 2500)])
    store.tidy()
    assert near_files(path) == []
    assert recall(store, dict(list(made.items())[2500:])) == 1.0
    store.close()


def test_a_file_that_is_missing_is_not_needed(copied: tuple[Path, dict[int, Any]]) -> None:
    """Whoever removes the file, or has an apsw without vec1, is answered exactly; tidying makes a new one."""
    path, made = copied
    for file in near_files(path):
        file.unlink()
    store = SqliteStore(path, scanned_at_most=1000)
    assert recall(store, made) == 1.0
    store.tidy()
    assert len(near_files(path)) == 1
    store.close()


def test_without_vec1_every_vector_is_looked_at(
    copied: tuple[Path, dict[int, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not every build of apsw brings the extension: what was built is left alone or removed, and search is exact."""
    path, made = copied
    monkeypatch.setattr(approximate, "_available", lambda: False)
    store = SqliteStore(path, scanned_at_most=1000)
    assert recall(store, made) == 1.0
    store.tidy()
    assert near_files(path) == []
    store.close()


def test_a_forgotten_models_file_goes(copied: tuple[Path, dict[int, Any]]) -> None:
    """Once the model is forgotten its file counts no more, and is removed when it is old enough to be nobody's."""
    path, _ = copied
    (file,) = near_files(path)
    os.utime(file, (time.time() - 9999,) * 2)
    store = SqliteStore(path, scanned_at_most=1000)
    with store.transaction():
        store.forget_model(MODEL)
    store.tidy()
    assert near_files(path) == []
    store.close()


def test_a_build_that_fails_leaves_no_file(
    copied: tuple[Path, dict[int, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """An exception in the middle removes what was begun, and the index goes on answering."""
    path, made = copied
    for file in near_files(path):
        file.unlink()

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(approximate, "_fill", stop)
    store = SqliteStore(path, scanned_at_most=1000)
    with pytest.raises(KeyboardInterrupt):
        store.tidy()
    assert near_files(path) == []
    assert recall(store, made) == 1.0
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("after", [0.0, 0.1, 0.3])
def test_a_build_that_is_killed_does_no_harm(copied: tuple[Path, dict[int, Any]], after: float) -> None:
    """Killed whenever, the index answers, what was begun is removed later, and the next build succeeds."""
    path, made = copied
    for file in near_files(path):
        file.unlink()
    with subprocess.Popen([sys.executable, "-c", BUILD, path]) as building:
        deadline = time.monotonic() + 30
        while not near_files(path) and building.poll() is None and time.monotonic() < deadline:
            time.sleep(0.005)
        time.sleep(after)
        building.send_signal(signal.SIGKILL)
    store = SqliteStore(path, scanned_at_most=1000)
    assert recall(store, made) >= 0.95
    assert list(store.faults()) == []
    for file in near_files(path):
        os.utime(file, (time.time() - 9999,) * 2)
    store.tidy()
    assert len(near_files(path)) == 1
    assert recall(store, made) >= 0.95
    store.close()


def test_a_file_of_another_time_is_kept_while_it_may_be_growing(copied: tuple[Path, dict[int, Any]]) -> None:
    """A file the index does not name is somebody's build until it is an hour old."""
    path, _ = copied
    young, old = (path.with_name(f"hitherto.db.{name}{SUFFIX}") for name in ("aa", "bb"))
    for file in young, old, old.with_name(f"{old.name}-journal"):
        file.touch()
    os.utime(old, (time.time() - 9999,) * 2)
    os.utime(old.with_name(f"{old.name}-journal"), (time.time() - 9999,) * 2)
    store = SqliteStore(path, scanned_at_most=1000)
    before = set(near_files(path))
    store.tidy()
    assert before - set(near_files(path)) == {old, old.with_name(f"{old.name}-journal")}
    store.close()
