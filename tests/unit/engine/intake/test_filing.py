from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.making import KEY, FakeFolder, texts_of

from hitherto.core.ids import indexable
from hitherto.core.model import Position, Record
from hitherto.engine.intake.filing import file_chunks, traits_of
from hitherto.text.secrets import redact

if TYPE_CHECKING:
    from hitherto.core.model import Chunk

TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
KEY_BLOCK = (
    "-----BEGIN RSA PRIVATE KEY-----\n"
    + ("MIIEpQIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi\n" * 5)
    + ("-----END RSA PRIVATE KEY-----\n")
)
PYTHON = '''"""Leases."""
import time


class Lease:
    """A job."""

    def renew(self, retries: int) -> None:
        """Retry with backoff."""
        for n in range(retries):
            time.sleep(2**n)


def main() -> None:
    Lease().renew(3)
'''
NOTE = "---\ndate: 2026-11-24\n---\n# Garden\n\nApples and pears.\n\n## Winter\n\nCover the quinces.\n"


def chunks(name: str, text: str) -> list[Chunk]:
    """Return the chunks of a file."""
    folder = FakeFolder()
    folder.put(name, text)
    item = folder.one(f"{folder.root}/{name}")
    assert item is not None
    (record,) = folder.records(item, Position())
    assert isinstance(record, Record)
    return file_chunks(item, record, KEY)


PIECES = st.lists(
    st.sampled_from(
        ["def f():\n    return 1\n", "\n\n", "# Title\n", "words and words\n", "x = 1; " * 300, "\r\n", "é\ud800"]
    )
    | st.text(max_size=30),
    max_size=20,
).map("".join)


@given(st.sampled_from(["a.py", "a.md", "a.ts", "a.txt", "Makefile"]), PIECES)
@settings(max_examples=150, deadline=None)
def test_the_chunks_of_a_file_tile_it(name: str, text: str) -> None:
    """Spans follow each other without overlap, leave out blanks only, and say what the chunks say, with their lines."""
    at, newline = 0, "\r" if "\r" in text and "\n" not in text else "\n"
    for one in chunks(name, text):
        (span,) = one.spans
        assert text[at : span.start].strip() == ""
        assert one.text == text[span.start : span.end]
        assert one.lines is not None
        assert one.lines[0] == 1 + text.count(newline, 0, span.start)
        at = span.end
    assert text[at:].strip() == ""


def test_code_is_found_by_its_names() -> None:
    """Definitions have their symbol, the path and the language are words to find them by."""
    made = chunks("src/lease_queue.py", PYTHON)
    assert "Lease.renew" in [one.symbol for one in made]
    assert all({"leas", "queue", "python"} <= set(one.fields.path.split()) for one in made)
    assert {one.kind for one in made} == {"code"}
    assert {one.fields.neighbours for one in made} == {""}


def test_a_note_is_found_by_its_headings() -> None:
    """Sections have their heading path, and the lines around them as neighbours."""
    made = chunks("garden.md", NOTE)
    winter = next(one for one in made if "quinces" in one.text)
    assert (winter.kind, winter.heading) == ("note", "Garden > Winter")
    assert "winter" in winter.fields.symbol.split()
    assert "pear" in winter.fields.neighbours.split()


def test_a_note_is_stemmed_in_its_language() -> None:
    """The words of a German note are German words."""
    made = chunks(
        "notiz.md", "# Besprechung\n\nWir haben heute über die Häuser und die Verträge gesprochen, und es war gut.\n"
    )
    assert [one.language for one in made] == ["de"]


@pytest.mark.parametrize("name", ["a.md", "a.py"])
def test_no_secret_is_in_any_part_of_a_chunk(name: str) -> None:
    """Not in the text, the names or the words: only its fingerprint is, and the lines stay true."""
    text = f"# Deploy {TOKEN}\n\nuse https://me:s3cr3tpass@host/x\n\n{KEY_BLOCK}\n## After\n\nafterwards\n"
    made = chunks(name, text)
    whole = "\n".join(f"{one.text} {one.symbol} {one.heading} {one.fields}" for one in made)
    for secret in (TOKEN, TOKEN[4:20].lower(), "s3cr3tpass", "MIIEpQIBAAK", "miiepqibaak"):
        assert secret not in whole
    assert redact(TOKEN, KEY)[0] in whole
    assert "".join(texts_of(made)).count("\n") == text.count("\n")


def test_a_key_beside_a_section_is_in_nobodys_neighbours() -> None:
    """Two lines of a key have no mark that tells what they are; they are left out all the same."""
    text = f"# One\n\nabout apples {'and more ' * 150}\n\n{KEY_BLOCK}\n# Two\n\nabout pears\n"
    made = chunks("a.md", text)
    assert len(made) >= 2
    assert all("miiep" not in one.fields.neighbours for one in made)


def test_a_key_that_is_cut_into_pieces_is_hidden_in_each() -> None:
    """A secret longer than a piece shows the same fingerprint in every piece it touches."""
    made = chunks("id_rsa.txt", "-----BEGIN PRIVATE KEY-----\n" + "MIIEpQIBAAKCAQEA3Tz2mr7SZiAMfQyuvBjM9Oi\n" * 200)
    assert all("MIIE" not in one.text for one in made)
    assert len({one.text.split("]")[0] for one in made}) == 1


@pytest.mark.parametrize(
    ("name", "text", "traits"),
    [
        ("src/app.py", "x = 1\n", set()),
        ("tests/test_app.py", "x = 1\n", {"test"}),
        ("examples/a.py", "x = 1\n", {"example"}),
        ("node_modules/x/a.js", "x = 1\n", {"vendored"}),
        ("a.min.js", "x=1;" * 2000, {"minified"}),
        ("a.pb.go", "// Code generated by protoc. DO NOT EDIT.\n", {"generated"}),
    ],
)
def test_what_makes_a_file_count_less(name: str, text: str, traits: set[str]) -> None:
    """Tests, examples, foreign, generated and minified code are known as such."""
    assert traits <= traits_of(name, text, is_note=False)
    assert bool(traits) == bool(traits_of(name, text, is_note=False))


def test_a_note_on_one_line_is_no_minified_code() -> None:
    """Many people write a paragraph on one line."""
    assert traits_of("a.md", "word " * 3000, is_note=True) == frozenset()


def test_a_file_of_blanks_has_no_chunk() -> None:
    """Nothing to find in nothing."""
    assert chunks("a.py", "\n \n") == chunks("a.md", "") == []


def test_lone_surrogates_are_words_to_no_one() -> None:
    """A text that UTF-8 cannot say is indexed all the same."""
    (one,) = chunks("a.py", "apples = '\ud800'\n")
    assert "appl" in one.fields.body
    indexable(one.text).encode()
