from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING

import pytest
from tests.making import DAY_FILE, NOON, chunk, entry, recorded, said, session_of

from hitherto.core.answer import Filter
from hitherto.core.model import Origin, SourceEntry

if TYPE_CHECKING:
    from hitherto.stores.sqlite.store import SqliteStore

NUMBERS = count()


def put(store: SqliteStore, path: str, *, root: str = "/proj/app", project: str | None = None) -> None:
    """Index a file that says where it is."""
    # Early files come first in every order, so that a filter applied after the limit would lose the others.
    store.put_file(
        entry(path, root=root, project=project or root), [chunk(f"fruit in {path}", lines=(next(NUMBERS), 9))]
    )


def talk(store: SqliteStore, session: str, actor: str, path: str, project: str = "/proj/app") -> None:
    """Index a session of one line."""
    origin = Origin(source="jsonl", path=path, line=1, project=project)
    (line,) = recorded(said(f"fruit for {actor}", id=session, session=session, actor=actor, origin=origin))
    store.put_records([line], DAY_FILE)
    store.replace_session(session, None, [session_of(line)])


def paths(store: SqliteStore, limit: int = 1, **where: object) -> list[str | None]:
    """Return where a search finds the word that is everywhere."""
    restricted = Filter(**where)  # type: ignore[arg-type]
    by_words = {one.place.path or one.place.session for one in store.search("body : fruit", restricted, 99)}
    by_time = [one.place.path or one.place.session for one in store.between(restricted, 99)]
    assert by_words == set(by_time)
    assert len(store.search("body : fruit", restricted, limit)) == min(limit, len(by_time))
    return sorted(by_time, key=str)


ODD = ["/proj/app/100%_a[b]/x.py", "/proj/app/100%_a[b]'\"/y.py", "/proj/app/100XYa[b]/z.py", "/proj/app/100%Xab/w.py"]


@pytest.fixture
def odd(store: SqliteStore) -> SqliteStore:
    """Give an index of oddly named folders."""
    for path in ODD:
        put(store, path)
    return store


@pytest.mark.parametrize(
    "folder", ["/proj/app/100%_a[b]", "100%_a[b]", "/proj/app/100%_a[b]/", "100%_a[b]/x.py", ODD[0]]
)
def test_a_path_is_literal(odd: SqliteStore, folder: str) -> None:
    """Percent signs, underscores and brackets mean themselves, in whole paths and in paths below the root."""
    assert paths(odd, path=folder) == [ODD[0]]


def test_quotes_in_a_path_are_literal(odd: SqliteStore) -> None:
    """Quotes end nothing."""
    assert paths(odd, path="/proj/app/100%_a[b]'\"") == [ODD[1]]


def test_a_prefix_ends_at_a_folder(odd: SqliteStore) -> None:
    """The beginning of a name is not the name."""
    assert paths(odd, path="/proj/app/100") == []
    assert paths(odd, path="/") == sorted(ODD)
    assert paths(odd, path="/proj/app") == sorted(ODD)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("*.py", ODD),
        ("100%_a[b]*", ODD[:2]),
        ("*/z.py", ODD[2:3]),
        ("100?Xab/w.py", ODD[3:]),
        ("/proj/*/w.py", ODD[3:]),
        ("*.md", []),
    ],
)
def test_a_pattern_is_a_glob(odd: SqliteStore, pattern: str, found: list[str]) -> None:
    """A star is any text and a question mark any character; brackets stay literal."""
    assert paths(odd, path=pattern) == sorted(found)


def test_a_path_that_is_no_utf_8_is_found(store: SqliteStore) -> None:
    """Paths of any bytes can be asked for and come back as they are."""
    put(store, "/proj/app/caf\udce9/a.py", project="/proj/caf\udce9")
    put(store, "/proj/app/cafe/b.py")
    assert paths(store, path="caf\udce9") == ["/proj/app/caf\udce9/a.py"]
    assert paths(store, project="caf\udce9") == ["/proj/app/caf\udce9/a.py"]
    (hit,) = store.between(Filter(path="caf\udce9"), 5)
    assert hit.place.project == "/proj/caf\udce9"


def test_conversations_are_found_by_their_log(store: SqliteStore) -> None:
    """A path also restricts conversations: by the file they were read from, its folder, or a pattern."""
    talk(store, "one", "mia", "/logs/a/one.jsonl")
    talk(store, "two", "tom", "/logs/b/two.jsonl")
    for where in ("/logs/a/one.jsonl", "/logs/a", "/logs/a/", "*/one.jsonl"):
        assert paths(store, path=where) == ["one"]


def test_a_source_is_its_kind_or_its_root(store: SqliteStore) -> None:
    """By dialect, by the added path, or by a folder above it."""
    put(store, "/proj/app/a.py")
    put(store, "/proj/app2/b.py", root="/proj/app2")
    talk(store, "one", "mia", "/logs/a/one.jsonl")
    assert paths(store, source="folder") == ["/proj/app/a.py", "/proj/app2/b.py"]
    assert paths(store, source="jsonl") == ["one"]
    assert paths(store, source="/proj/app") == ["/proj/app/a.py"]
    assert paths(store, source="/proj") == ["/proj/app/a.py", "/proj/app2/b.py"]
    assert paths(store, source="/logs/a") == ["one"]
    assert paths(store, source="/logs/%") == []


def test_a_project_is_its_folder_or_that_folders_name(store: SqliteStore) -> None:
    """By path or by last name, never by a part of it."""
    put(store, "/proj/app/a.py")
    put(store, "/proj/myapp/b.py", root="/proj/myapp")
    talk(store, "one", "mia", "/logs/one.jsonl", project="/elsewhere/app")
    assert paths(store, project="app") == ["/proj/app/a.py", "one"]
    assert paths(store, project="/proj/app") == ["/proj/app/a.py"]
    assert paths(store, project="pp") == []
    assert paths(store, project="a_p") == []


def test_a_session_is_named_by_its_beginning(store: SqliteStore) -> None:
    """The first characters are enough, and wildcards mean nothing."""
    for name in ("5f-one", "5f-two", "5g_three", "50%"):
        talk(store, name, "mia", f"/logs/{name}.jsonl")
    assert paths(store, session="5f") == ["5f-one", "5f-two"]
    assert paths(store, session="5f-t") == ["5f-two"]
    assert paths(store, session="5_") == []
    assert paths(store, session="50%") == ["50%"]


@pytest.mark.parametrize("name", ["Мария", "мария", "МАРИЯ"])
def test_a_name_is_compared_without_case_in_any_script(store: SqliteStore, name: str) -> None:
    """Capital letters do not matter, whatever the alphabet."""
    talk(store, "one", "Мария", "/logs/one.jsonl")
    talk(store, "two", "Straße", "/logs/two.jsonl")
    put(store, "/proj/app/a.py")
    assert paths(store, actor=name) == ["one"]
    assert paths(store, actor="STRASSE") == ["two"]
    assert paths(store, actor="Мар") == []


def test_values_that_utf_8_cannot_say_find_nothing_and_stop_nothing(store: SqliteStore) -> None:
    """A filter from a command line of any bytes is only a filter."""
    put(store, "/proj/app/a.py")
    for name in ("source", "project", "session", "actor", "path"):
        assert paths(store, **{name: "\udcff\ud800"}) == []


def test_time_restricts_by_overlap(store: SqliteStore) -> None:
    """A chunk belongs to a range it reaches into; the end of the range is outside."""
    first, last = said("fruit", 0), said("fruit", 10)
    store.put_records(recorded(first, last), DAY_FILE)
    store.replace_session("s", None, [session_of(first, last)])

    def found(since: float | None, until: float | None) -> bool:
        where = {
            name: None if minute is None else NOON + timedelta(minutes=minute)
            for name, minute in (("since", since), ("until", until))
        }
        return bool(paths(store, **where))

    assert found(None, None)
    assert found(5, 6)
    assert found(10, None)
    assert found(None, 0.1)
    assert not found(None, 0)
    assert not found(10.1, None)


def test_a_listing_leaves_out_what_only_reaches_over_a_range(store: SqliteStore) -> None:
    """An exchange with a line before a range and one after it says nothing in it, nor does another one's line."""
    lines = recorded(said("before", 0), said("after", 60), said("inside", 30, session="t", actor="tom"))
    store.put_records(lines, DAY_FILE)
    store.replace_session("s", None, [session_of(*lines[:2])])
    store.replace_session("t", None, [session_of(lines[2])])
    between = {"since": NOON + timedelta(minutes=10), "until": NOON + timedelta(minutes=50)}

    def listed(**where: object) -> list[str | None]:
        restricted = Filter(**where)  # type: ignore[arg-type]
        found = [one.place.session for one in store.listed(restricted, 9)]
        assert sum(store.spread(None, restricted).values()) == len(found)
        return found

    assert listed(**between) == ["t"]
    assert listed(**between, actor="Tom") == ["t"]
    assert listed(**between, actor="user") == []
    assert listed(since=between["since"], actor="user") == ["s"]


def test_as_of_an_instant_what_was_recorded_later_is_not_there(store: SqliteStore) -> None:
    """Speech by its line, a note by its version, and no code: of that no version is kept."""
    early, late = recorded(said("fruit early"), said("fruit late", 1, session="t"))
    hour = timedelta(hours=1)
    note = replace(
        said("", id="v1", origin=Origin(source="folder", path="/proj/app/n.md")),
        type="document",
        session=None,
        rec=NOON,
        seq=3,
    )
    store.put_records([early, replace(late, rec=NOON + 2 * hour), note], DAY_FILE)
    store.replace_session("s", None, [session_of(early)])
    store.replace_session("t", None, [session_of(late)])
    store.put_file(entry("/proj/app/n.md", kind="note"), [chunk("fruit note", kind="note")])
    store.put_file(entry("/proj/app/a.py"), [chunk("fruit code")])
    assert paths(store, recorded_by=NOON) == []
    assert paths(store, recorded_by=NOON + hour) == ["/proj/app/n.md", "s"]
    assert paths(store, recorded_by=NOON + 3 * hour) == ["/proj/app/n.md", "s", "t"]
    store.put_records([replace(note, id="v2", rec=NOON + hour, seq=4)], DAY_FILE)
    assert paths(store, recorded_by=NOON + hour) == ["s"]
    assert paths(store, recorded_by=NOON + 3 * hour) == ["/proj/app/n.md", "s", "t"]


def test_restrictions_hold_for_earlier_versions_too(store: SqliteStore) -> None:
    """Source, project, path and day choose among the versions of notes, whether their files are there or not."""
    store.put_source(SourceEntry(kind="folder", root="/notes", options={}, added=NOON))
    for number, name in enumerate(["there", "gone"]):
        origin = Origin(source="folder", path=f"/notes/sub/{name}.md", project="/notes")
        old, new = (
            replace(said("", number, id=f"{name} {rec}", origin=origin), type="document", session=None, seq=rec, rec=at)
            for rec, at in enumerate([NOON, NOON + timedelta(days=1)])
        )
        store.put_records([old, new], DAY_FILE)
    store.put_file(entry("/notes/sub/there.md", root="/notes", kind="note"), [])

    def found(**where: object) -> list[str]:
        restricted = Filter(recorded_by=NOON + timedelta(hours=1), **where)  # type: ignore[arg-type]
        return sorted((one.origin.path or "")[11:-3] for one in store.earlier_notes(restricted))

    both = ["gone", "there"]
    assert found() == found(source="folder") == found(source="/notes") == found(project="notes") == both
    assert found(path="/notes/sub") == found(path="*.md") == found(kind="note") == both
    assert found(path="sub/there.md") == ["there"]
    assert found(until=NOON + timedelta(seconds=1)) == ["there"]
    assert found(kind="code") == found(actor="user") == found(session="s") == found(path="/other") == []
    assert list(store.earlier_notes(Filter())) == []


def test_restrictions_add_up(store: SqliteStore) -> None:
    """Every one of several restrictions must hold."""
    talk(store, "one", "mia", "/logs/one.jsonl")
    talk(store, "two", "tom", "/logs/two.jsonl")
    assert paths(store, source="jsonl", actor="MIA", session="o", path="/logs", kind="conversation") == ["one"]
    assert paths(store, source="jsonl", actor="mia", session="two") == []


def test_best_comes_first(store: SqliteStore) -> None:
    """A search is in the order of its score, which is positive."""
    store.put_file(entry("/proj/app/a.py"), [chunk("fruit " + "of many other kinds " * 20), chunk("fruit")])
    hits = store.search("body : fruit", Filter(), 5)
    assert [store.excerpt(one.chunk).text[:8] for one in hits] == ["fruit", "fruit of"]
    assert hits[0].bm25 > hits[1].bm25 > 0


def test_copies_are_told_with_their_lines(store: SqliteStore) -> None:
    """A text that stands in a file and a conversation names both, files with their lines."""
    (line,) = recorded(said("fruit salad"))
    store.put_records([line], DAY_FILE)
    store.replace_session("s", None, [session_of(line)])
    store.put_file(entry("/proj/app/a.md"), [chunk("fruit salad", lines=(3, 4), ts_start=NOON + timedelta(days=1))])
    (one, other) = store.copies(store.between(Filter(), 1)[0].text_key)
    assert (one.session, one.lines) == ("s", None)
    assert (other.path, other.lines, other.project) == ("/proj/app/a.md", (3, 4), "/proj/app")


def test_traits_and_names_come_with_a_hit(store: SqliteStore) -> None:
    """What ranking needs is there without loading the text."""
    made = chunk("fruit", symbol="f", heading="h", traits=frozenset({"test", "generated"}))
    store.put_file(entry("/proj/app/a.py", time_from="git"), [made])
    (hit,) = store.search("body : fruit", Filter(), 5)
    assert (hit.symbol, hit.heading, hit.time_from) == ("f", "h", "git")
    assert hit.traits == {"test", "generated"}
