"""What is secret appears nowhere in the home, in whatever form it is kept there."""

from __future__ import annotations

import zlib
from contextlib import closing, suppress
from typing import TYPE_CHECKING

import apsw
import pytest
from tests.making import chat, line, memory_in, texts_of, write

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TOKEN = "ghp_" + "aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hI6"
PASSWORD = "correctHorse77"  # noqa: S105 - made up
KEY_LINES = [f"MIIEpQIBAAKCAQEA{n}Tz2mr7SZiAMfQyuvBjM9Oi" for n in range(30)]
PRIVATE = "\n".join(["-----BEGIN RSA PRIVATE KEY-----", *KEY_LINES, "-----END RSA PRIVATE KEY-----"])
SECRETS = f"token {TOKEN} then https://mia:{PASSWORD}@db.example/x and\n{PRIVATE}\n"
# Whole words as the index would split them, in the case it would fold them to.
TRACES = [TOKEN, TOKEN.split("_")[1].lower(), PASSWORD, PASSWORD.lower(), *KEY_LINES, KEY_LINES[7].lower()]


def kept_bytes(home: Path) -> Iterator[tuple[str, bytes]]:
    """Give the bytes of every file, and of what is compressed in it."""
    for file in sorted(path for path in home.rglob("*") if path.is_file()):
        raw = file.read_bytes()
        yield file.name, raw
        with suppress(zlib.error):
            yield f"{file.name} unpacked", zlib.decompress(raw)
    with closing(apsw.Connection(str(home / "hitherto.db"))) as db:
        for row, body in db.execute("SELECT id, body FROM text"):
            yield f"text {row}", zlib.decompress(body, -15)
        for (word,) in db.execute("SELECT term FROM fts_terms"):
            yield "a word of the index", word.encode()


@pytest.mark.parametrize("later", [False, True])
def test_no_secret_is_in_any_file_of_the_home(tmp_path: Path, *, later: bool) -> None:
    """Said in a chat, done by a tool, written in a note or in code, at once or by an edit: only fingerprints stay."""
    plain = "nothing to hide here\n"
    files = {
        "app/deploy.py": "{}",
        "app/notes/deploy.md": f"# Deploy {TOKEN}\n\n{{}}\n\n# After\n\nmore\n",
        "app/key.pem": "{}",
    }
    for name, text in files.items():
        write(tmp_path / name, text.format(plain) if later else text.format(SECRETS))
    chat(tmp_path / "logs/a.jsonl", line(f"deploy with {SECRETS}"), line(SECRETS, 1, "assistant"))
    with memory_in(tmp_path) as memory:
        memory.add(str(tmp_path / "app"))
        memory.add(str(tmp_path / "logs"))
        if later:
            for name, text in files.items():
                write(tmp_path / name, text.format(SECRETS), at=None)
            memory.recall("nothing to hide")
            memory.again()
        hits = memory.recall("deploy", limit=50).hits
        assert {hit.kind for hit in hits} == {"conversation", "note", "code"}
        shown = "\n".join(texts_of(hits))
        memory.house.store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # type: ignore[attr-defined]
    for kind in ("github-token", "url-password", "private-key"):
        fingerprints = {part.split("]")[0] for part in shown.split(f"[secret:{kind}:")[1:]}
        assert len(fingerprints) == 1, kind
    for where, raw in kept_bytes(tmp_path / "home"):
        for secret in TRACES:
            assert secret.encode() not in raw, (where, secret)


def test_the_fingerprint_finds_the_places_of_a_secret(tmp_path: Path) -> None:
    """The same secret has the same fingerprint everywhere, and another home's is another."""
    shown = []
    for name in ("one", "two"):
        write(tmp_path / name / "app/a.py", f"KEY = '{TOKEN}'\n")
        with memory_in(tmp_path / name) as memory:
            memory.add(str(tmp_path / name / "app"))
            (hit,) = memory.recall("key").hits
            shown.append(hit.text)
            assert len(memory.recall(hit.text.split(":")[-1].split("]")[0]).hits) == 1
    assert shown[0] != shown[1]
