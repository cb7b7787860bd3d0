"""Obvious secrets, found by shape and replaced by a fingerprint: private and provider keys, JWTs, passwords in URLs.

Shapes of the provider keys are the published ones (prefix, alphabet, length). What only looks secret is left alone.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

# A secret may have kept the neighbour it touches from being seen.
_ROUNDS = 8


class Secret(NamedTuple):
    """``text[start:end]`` is a secret of this kind."""

    kind: str
    start: int
    end: int


class _Shape(NamedTuple):
    """A pattern, whose group, if any, is the secret itself; ``needles``: one of them occurs in every match."""

    kind: str
    pattern: re.Pattern[str]
    needles: tuple[str, ...] = ("",)


def _shape(kind: str, prefix: str, rest: str) -> _Shape:
    """A key that begins with ``prefix`` where a word does; an escaped line break or equals sign ends a word too.

    The prefix comes before the looking back, because the search for a literal is ten times as fast.
    """
    return _Shape(kind, re.compile(prefix + _fresh(prefix) + rest))


def _fresh(prefix: str) -> str:
    ends = "|".join(rf"(?<={end}{prefix})" for end in (r"\\n", r"\\r", r"\\t", "%3D", "%3d"))
    return rf"(?:(?<![A-Za-z0-9_-]{prefix})|{ends})"


_KEY_NAME = r"[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
_GAP = r"(?:\s|\\[nr]|[\"'>|,;#*]|\+(?=\s|[A-Za-z0-9+/]{16}))"
_PEM_HEADERS = r"(?:[\w-]{1,40}: [^\n\\]{0,200}(?:\n|\\n))"
_PEM = (
    rf"-----BEGIN {_KEY_NAME}(?:{_GAP}*+{_PEM_HEADERS})*+(?:{_GAP}*+[A-Za-z0-9+/]{{16,}}+={{0,2}})++"
    rf"(?:{_GAP}*+=?[A-Za-z0-9+/]{{1,76}}={{0,2}}(?={_GAP}*+-----END |[ \t\r]*(?:\Z|[\n\"'\\])))*+"
    rf"(?:{_GAP}*+-----END {_KEY_NAME})?"
)
_AWS_ASSIGNED = (
    r"(?i:secret_?access_?key)[\"']?\s{0,3}(?:=>|[:=])\s{0,3}[\"']?"
    r"([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])"
)
_AWS_NAMES = ("ecret_access_key", "ECRET_ACCESS_KEY", "ecretAccessKey")
_URL_LOGIN = (
    r"://(?<=[A-Za-z0-9]://)[^\s/?#:@\"'<>`\[]{0,128}:(?![$%{*<\[]|x{3}|\.{3}|…)([^\s/\"'<>`]{1,256})@(?=[\w\[])"
)

_TELEGRAM = _fresh("") + r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])"

_SHAPES = (
    _Shape("private-key", re.compile(_PEM)),
    _shape("aws-key", "A[KS]IA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _Shape("aws-secret", re.compile(_AWS_ASSIGNED), _AWS_NAMES),
    _shape("github-token", "gh[posur]_", r"[A-Za-z0-9]{36,255}+"),
    _shape("github-token", "github_pat_", r"[A-Za-z0-9_]{50,255}+"),
    _shape("gitlab-token", "glpat-", r"[A-Za-z0-9_.-]{20,255}+"),
    _shape("anthropic-key", "sk-ant-", r"[A-Za-z0-9_-]{20,255}+"),
    _shape(
        "openai-key", "sk-", r"(?:(?:proj|svcacct|admin|or-v1)-[A-Za-z0-9_-]{20,255}+|[A-Za-z0-9]{20,255}+(?![_-]))"
    ),
    _shape("google-key", "AIza", r"[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])"),
    _shape("slack-token", "xox[abeoprs]-", r"[A-Za-z0-9-]{10,255}+"),
    _shape("slack-token", "xapp-", r"[A-Za-z0-9-]{10,255}+"),
    _shape("slack-hook", r"https://hooks\.slack\.com/", r"(?:services|workflows|triggers)/[A-Za-z0-9/_-]{20,255}+"),
    _shape("stripe-key", "sk_live_", r"[A-Za-z0-9]{16,255}+"),
    _shape("stripe-key", "rk_live_", r"[A-Za-z0-9]{16,255}+"),
    _shape("npm-token", "npm_", r"[A-Za-z0-9]{36}(?![A-Za-z0-9])"),
    _shape("pypi-token", "pypi-", r"[A-Za-z0-9_-]{50,1000}+"),
    _shape("huggingface-token", "hf_", r"[A-Za-z0-9]{30,255}+"),
    _shape("sendgrid-key", r"SG\.", r"[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{30,64}(?![A-Za-z0-9_-])"),
    _shape("twilio-key", "SK", r"[0-9a-f]{32}(?![A-Za-z0-9])"),
    _Shape("telegram-token", re.compile(_TELEGRAM), (":AA",)),
    _shape("digitalocean-token", "do[opr]_v1_", r"[0-9a-f]{64}(?![A-Za-z0-9])"),
    _Shape("azure-key", re.compile(r"AccountKey=([A-Za-z0-9+/]{86}==)")),
    _shape("jwt", "eyJ", r"[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{8,}+\.[A-Za-z0-9_-]{16,}+"),
    _Shape("url-password", re.compile(_URL_LOGIN)),
)


def find(text: str) -> list[Secret]:
    """Return the secrets of ``text`` in order, none overlapping another; linear in the length of ``text``."""
    found = _merged(_matches(text))
    for _ in range(_ROUNDS):
        more = list(_matches(_covered(text, found))) if found else []
        if not more:
            break
        found = _merged([*found, *more])
    return found


def redact(text: str, key: bytes) -> tuple[str, int]:
    """Return ``text`` with each secret replaced by ``[secret:KIND:FINGERPRINT]``, and how many there were.

    The fingerprint is 12 hex characters of blake2b keyed with ``key``; line breaks inside a secret are kept behind
    it, so that line numbers stay true. Redacting twice changes nothing.
    """
    secrets = find(text)
    return redact_slice(text, 0, len(text), secrets, key), len(secrets)


def redact_slice(text: str, start: int, end: int, secrets: Sequence[Secret], key: bytes) -> str:
    """Return ``text[start:end]`` redacted by what ``find`` returned for the whole of ``text``.

    A secret that crosses a border of the slice is replaced in every slice it touches, by the same fingerprint.
    """
    kept: list[str] = []
    position = start
    for secret in secrets:
        if secret.end <= start or secret.start >= end:
            continue
        inside = text[max(secret.start, start) : min(secret.end, end)]
        kept += [
            text[position : max(secret.start, position)],
            f"[secret:{secret.kind}:{_fingerprint(text[secret.start : secret.end], key)}]",
            "".join(c for c in inside if c in "\r\n"),
        ]
        position = min(secret.end, end)
    return "".join([*kept, text[position:end]])


def _merged(secrets: Iterable[Secret]) -> list[Secret]:
    merged: list[Secret] = []
    for secret in sorted(secrets, key=lambda s: (s.start, -s.end)):
        if merged and secret.start < merged[-1].end:
            merged[-1] = merged[-1]._replace(end=max(merged[-1].end, secret.end))
        else:
            merged.append(secret)
    return merged


def _covered(text: str, secrets: list[Secret]) -> str:
    """Return ``text`` as it looks redacted, but of the same length."""
    kept: list[str] = []
    position = 0
    for secret in secrets:
        kept += [text[position : secret.start], "[", "]" * (secret.end - secret.start - 1)]
        position = secret.end
    return "".join([*kept, text[position:]])


def _matches(text: str) -> Iterator[Secret]:
    for kind, pattern, needles in _SHAPES:
        if any(needle in text for needle in needles):
            group = 1 if pattern.groups else 0
            for match in pattern.finditer(text):
                yield Secret(kind, *match.span(group))


def _fingerprint(secret: str, key: bytes) -> str:
    return blake2b(secret.encode("utf-8", "surrogatepass"), digest_size=6, key=key[:64]).hexdigest()
