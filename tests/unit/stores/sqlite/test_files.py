from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from tests.making import NOON, chunk, entry

from hitherto.core.model import LeftOut, SourceEntry
from hitherto.core.seen import Item
from hitherto.stores.sqlite.files import LEFT_OUT_KEPT

if TYPE_CHECKING:
    from hitherto.stores.sqlite.store import SqliteStore


def test_very_many_left_out_files_are_kept_by_count(store: SqliteStore) -> None:
    """The first thousand by name, and of the rest how many for each reason: none is silent."""
    named = [LeftOut(path=f"/big/{n}", reason="binary") for n in range(LEFT_OUT_KEPT)]
    more = [LeftOut(path=f"/big/x{n}", reason="symlink" if n % 2 else "binary", count=n) for n in range(1, 5)]
    store.put_source(SourceEntry(kind="folder", root="/big", options={}, added=NOON, left_out=(*named, *more)))
    (source,) = store.sources()
    assert source.left_out[:LEFT_OUT_KEPT] == tuple(named)
    assert {(one.reason, one.count) for one in source.left_out[LEFT_OUT_KEPT:]} == {("symlink", 4), ("binary", 6)}
    assert sum(one.count for one in source.left_out) == LEFT_OUT_KEPT + 10


def test_a_file_that_changes_its_root_is_of_the_new_one(store: SqliteStore) -> None:
    """The same file read through another source belongs to that one, and stands once."""
    one = entry("/proj/app/a.py")
    store.put_file(one, [chunk("apples")])
    inner = replace(one, root="/proj/app/inner", project="/proj/app/inner")
    store.put_file(inner, [chunk("apples")])
    assert (dict(store.files("/proj/app")), dict(store.files("/proj/app/inner"))) == ({}, {"/proj/app/a.py": inner})
    assert store.counts()["files"] == 1


def test_names_of_any_bytes_come_back(store: SqliteStore) -> None:
    """Paths that are no UTF-8 are kept as they are, in every field."""
    root = "/proj/caf\udce9"
    item = Item(path=f"{root}/\udcff.py", name="\udcff.py", size=2**62, mtime_ns=-1, ctime_ns=2**62, inode=2**63 - 1)
    one = entry(item.path, root=root, item=item, encoding_guessed=True)
    store.put_file(one, [])
    assert store.file(item.path) == one
    assert store.files(root) == {item.path: one}
    assert store.counts()["guessed_encodings"] == 1
