from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hitherto.text.secrets import Secret, find, redact, redact_slice

KEY = b"home key"
BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n" * 3
BEGIN = "-----BEGIN RSA PRIVATE KEY-----\n"
END = "-----END RSA PRIVATE KEY-----"
PEM = f"{BEGIN}{BODY}k2w=\n{END}"
# Put together here, so that no scanner takes this file for a leak.
FAKES = {
    "aws-key": "AKIA" + "Q7" * 8,
    "github-token": "ghp_" + "a1" * 18,
    "gitlab-token": "glpat-" + "x1" * 10,
    "openai-key": "sk-proj-" + "aB3-" * 10,
    "anthropic-key": "sk-ant-api03-" + "aB-3" * 20,
    "google-key": "AIza" + "Sy" * 17 + "a",
    "slack-token": "xoxb-123456789012-abcDEF",
    "slack-hook": "https://hooks.slack.com/" + "services/T000/B000/" + "X" * 20,
    "stripe-key": "sk_live_" + "a1" * 12,
    "npm-token": "npm_" + "aZ" * 18,
    "pypi-token": "pypi-AgEIcHlwaS5vcmc" + "a" * 60,
    "huggingface-token": "hf_" + "aB" * 17,
    "sendgrid-key": "SG." + "a" * 22 + "." + "b" * 43,
    "twilio-key": "SK" + "0a" * 16,
    "telegram-token": "123456789:AA" + "b" * 33,
    "digitalocean-token": "dop_v1_" + "0f" * 32,
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P",
    "private-key": PEM,
}


@pytest.mark.parametrize("kind", FAKES)
@pytest.mark.parametrize("frame", ["{}", "key={} and", '"{}"', "a\n{}\nb", "x\\n{}\\n", "({}),"])
def test_a_secret_is_replaced_whole(kind: str, frame: str) -> None:
    """Each published shape is found in any surroundings, and nothing of it or around it is lost or left."""
    before, _, after = frame.partition("{}")
    text, count = redact(frame.format(FAKES[kind]), KEY)
    assert count == 1
    assert re.fullmatch(rf"{re.escape(before)}\[secret:{kind}:[0-9a-f]{{12}}\]\n*{re.escape(after)}", text)


@pytest.mark.parametrize(
    ("text", "secret"),
    [
        ("aws_secret_access_key = " + "wJalr/XUtn" * 4, "wJalr/XUtn" * 4),
        ('"SecretAccessKey": "' + "wJalr+XUtn" * 4 + '"', "wJalr+XUtn" * 4),
        ("AccountName=a;AccountKey=" + "a1" * 43 + "==;Endpoint=b", "a1" * 43 + "=="),
        ("postgres://bob:hunter2@db.local/x", "hunter2"),
        ("see https://bob:p@ss:word@example.org.", "p@ss:word"),
        ("redis://:only@localhost", "only"),
    ],
)
def test_only_the_secret_part_is_replaced(text: str, secret: str) -> None:
    """Of an assignment or an address, what is not secret stays readable."""
    (found,) = find(text)
    assert text[found.start : found.end] == secret


@pytest.mark.parametrize(
    "text",
    [
        "https://u:${PASSWORD}@host https://u:<password>@host https://u:***@host https://u:{pw}@host https://u:%s@host",
        "https://u:xxxx@host https://u:...@host http://localhost:8080/a@b https://example.org/@user mail a@b.c",
        'if "-----BEGIN PRIVATE KEY-----" in text:',
        "-----BEGIN PRIVATE KEY-----\nMIIE...\n-----END PRIVATE KEY-----",
        "-----BEGIN CERTIFICATE-----\n" + BODY + "-----END CERTIFICATE-----",
        "sk-folding-cube-animation-element-large task-1234567890123456789012345 eyJ eyJhbGci.x.y",
        "MASK0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a ghp_short AKIAlowercase hf_dataset_name npm_config_cache",
        "da39a3ee5e6b4b0d3255bfef95601890afd80709 550e8400-e29b-41d4-a716-446655440000",
    ],
)
def test_what_only_looks_secret_is_left_alone(text: str) -> None:
    """Placeholders, hashes, public certificates and mentions of a shape are no secrets."""
    assert find(text) == []


@pytest.mark.parametrize(
    "text",
    [
        '{"k": "' + PEM.replace("\n", "\\n") + '"}',
        PEM.replace("\n", "\r\n"),
        BEGIN + "Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,ABCDEF\n\n" + BODY + END,
        "".join(f"> {line}\n" for line in PEM.splitlines()),
    ],
)
def test_a_private_key_is_found_in_every_wrapping(text: str) -> None:
    """JSON strings, Windows line ends, encrypted keys and quoted mails hide no key."""
    redacted, count = redact(text, KEY)
    assert count == 1
    assert "MII" not in redacted
    assert redacted.count("\n") == text.count("\n")


def test_a_truncated_key_goes_up_to_its_last_line() -> None:
    """Without its end line a key still goes, and the text after it stays."""
    redacted, _ = redact(f"x\n{BEGIN}{BODY}k2wQ\n\nHello there, world", KEY)
    assert re.fullmatch(r"x\n\[secret:private-key:\w+\]\n+Hello there, world", redacted)
    assert redacted.count("\n") == 7


def test_the_fingerprint_is_keyed() -> None:
    """The same secret has the same fingerprint in one home and another one elsewhere."""
    one, _ = redact(FAKES["jwt"] + " " + FAKES["jwt"], KEY)
    assert len(set(one.split())) == 1
    assert redact(FAKES["jwt"], b"k" * 100)[0] != one.split()[0]


def test_overlapping_secrets_go_together() -> None:
    """A token used as the password of an address is replaced once, with no rest left."""
    redacted, count = redact(f"https://bob:{FAKES['github-token']}@host/", KEY)
    assert count == 1
    assert re.fullmatch(r"https://bob:\[secret:[\w-]+:\w{12}\]@host/", redacted)


def test_a_slice_shows_nothing_of_a_secret_that_crosses_its_border() -> None:
    """Wherever a text is cut, no piece holds a part of the secret, and the line breaks stay in their pieces."""
    text = f"before\n{PEM}\nafter"
    secrets = find(text)
    fingerprint = redact(text, KEY)[0].split("[")[1].split("]")[0]
    for cut in range(len(text) + 1):
        parts = [redact_slice(text, a, b, secrets, KEY) for a, b in ((0, cut), (cut, len(text)))]
        assert all("MII" not in part for part in parts)
        assert "".join(parts).count("\n") == text.count("\n")
        assert fingerprint in "".join(parts)


def test_a_text_without_secrets_is_itself() -> None:
    """Nothing is changed where nothing is found; lone surrogates do no harm."""
    assert redact("plain \ud800 text", KEY) == ("plain \ud800 text", 0)
    assert redact(BEGIN + BODY + "\ud800", KEY)[1] == 1
    assert find("x") == []
    assert Secret("jwt", 1, 2).kind == "jwt"


@given(st.lists(st.one_of(st.sampled_from(list(FAKES.values())), st.text(max_size=6)), max_size=8))
def test_redacting_twice_changes_nothing(parts: list[str]) -> None:
    """The replacement is no secret itself, and the number of line feeds never changes."""
    text = "".join(parts)
    once, _ = redact(text, KEY)
    assert redact(once, KEY) == (once, 0)
    assert once.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "unit",
    [
        "eyJ",
        "eyJaaaaaaaaaa.",
        "-----BEGIN ",
        BEGIN,
        BEGIN + "a: b\n",
        "sk-",
        "x://a:b",
        "1",
        "SG.",
        "ghp_",
        "A" * 64 + "\n",
    ],
)
def test_hostile_text_costs_linear_time(unit: str) -> None:
    """A megabyte made of one beginning of a secret takes no longer than reading it a few times."""
    text = unit * (1_000_000 // len(unit))
    begun = time.process_time()
    find(text)
    assert time.process_time() - begun < 2
