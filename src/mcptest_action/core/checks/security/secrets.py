"""Secrets in texts: found by the form that their providers give them, and masked."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.checks.probes import SECRETS, Leak, masked
from .named_secrets import Named, is_named_secret, named_secrets_in, without_named_secrets

IN_ADDRESS = "a password in an address"
BESIDE_NAME = "a secret, by the name beside it"
_PRIVATE_KEY = "a private key"
_KEY_BODY = re.compile(r"[A-Za-z0-9+/]{32}")
_LONGEST = 1_000_000
# Beside those that error texts are read for. The group is the part that nobody should see.
_MORE = (
    Leak("a JSON Web Token", re.compile(
        r"\beyJ[A-Za-z0-9_-]{10,2000}\.(eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{16,2000})")),
    Leak("a GitLab token", re.compile(r"\bglpat-([A-Za-z0-9_-]{20,64})")),
    Leak("an npm token", re.compile(r"\bnpm_([A-Za-z0-9]{36})\b")),
    Leak("a PyPI token", re.compile(r"\bpypi-AgEI([A-Za-z0-9_-]{50,255})")),
    Leak("a Hugging Face token", re.compile(r"\bhf_([A-Za-z0-9]{30,64})\b")),
    Leak("a Stripe key", re.compile(r"\b[rs]k_(?:live|test)_([A-Za-z0-9]{20,120})\b")),
    Leak("a SendGrid key", re.compile(r"\bSG\.([A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{40,50})")),
    Leak("a DigitalOcean token", re.compile(r"\bdo[opr]_v1_([a-f0-9]{64})\b")),
    Leak("a Shopify token", re.compile(r"\bshp(?:at|ca|pa|ss)_([a-fA-F0-9]{32})\b")),
    Leak("a Telegram bot token", re.compile(r"\b\d{8,10}:(AA[A-Za-z0-9_-]{33})\b")),
    Leak("a storage account key", re.compile(r"\bAccountKey=([A-Za-z0-9+/]{60,90}={0,2})")),
    Leak("a bearer token", re.compile(
        r"\bAuthorization\"?\s{0,3}[:=]\s{0,3}\"?Bearer\s{1,3}([A-Za-z0-9._~+/-]{20,2000})",
        re.IGNORECASE)),
)  # fmt: skip
KINDS = (*SECRETS, *_MORE)
_DUMMY = re.compile(
    r"example|sample|dummy|placeholder|your|xxx|\.\.\.|\*\*|insert|replace|redacted|changeme|"
    r"fake|test_?key|1234567|abcdef|0{6}|"
    # The token that every page about such tokens shows.
    r"eyJzdWIiOiIxMjM0NTY3ODkw",
    re.IGNORECASE,
)
_FEWEST_LETTERS = 8
_BLANK = re.compile(r"\s")
# A text without any of these holds none of them.
_SIGNS = re.compile(
    r"-----BEGIN|A[KS]IA|gh[opsur]_|github_pat_|xox[abeoprs]-|AIza|sk-|://|eyJ|glpat-|npm_|pypi-|"
    r"hf_|[rs]k_|SG\.|_v1_|shp|:AA|AccountKey=|bearer",
    re.IGNORECASE,
)
# The same word twice, and a machine that is everybody's own.
_TWICE = re.compile(r"://([^\s:/@]{1,100}):\1@")
_OWN = re.compile(
    r"(?:localhost|127\.0\.0\.1|\[::1\]|host(?:name)?|db|server|<[^>]{1,40}>|[\w.-]{0,80}example"
    r"(?:\.\w{2,3})?)(?=[:/\s\"'`),;]|\.?$|\.\s)",
    re.IGNORECASE,
)


class Secret(NamedTuple):
    kind: str
    shown: str
    """What may be shown of it."""


def secrets_in(text: str, *, in_use: bool = False) -> Iterator[Secret]:
    """Each kind once. What documentation writes in place of a secret is none.

    Documentation also shows the passwords of everybody's own machine. What is `in_use` is no
    documentation, and there the machine does not matter.
    """
    looked_at = text[:_LONGEST]
    for kind, pattern in KINDS if _SIGNS.search(looked_at) else ():
        for found in pattern.finditer(looked_at):
            if not _is_dummy(found, kind, in_use=in_use):
                yield Secret(kind, without_secrets(found[0])[:200])
                break


def named_in(field: str, text: str) -> Iterator[Named]:
    """Those that have no form of their own, in a text or as the value of a field."""
    rest = without_formed_secrets(text[:_LONGEST])
    if len(rest) >= _FEWEST_LETTERS and not _BLANK.search(rest) and is_named_secret(field, rest):
        yield Named(field[:80], rest)
    else:
        yield from named_secrets_in(rest)


def _is_dummy(found: re.Match[str], kind: str, *, in_use: bool) -> bool:
    if _DUMMY.search(found[0]):
        return True
    if kind == IN_ADDRESS:
        own = not in_use and _OWN.match(found.string, found.end())
        return bool(own or _TWICE.search(found[0]))
    if kind == _PRIVATE_KEY:
        return not _KEY_BODY.search(found[1])
    # Passwords are short and made of words; the other kinds are drawn at random.
    return len(set(found[1])) < _FEWEST_LETTERS


def without_secrets(text: str) -> str:
    """The text, with a mark in place of what nobody should see."""
    return without_named_secrets(without_formed_secrets(text))


def without_formed_secrets(text: str) -> str:
    shown = masked(text)
    for _, pattern in _MORE:
        shown = pattern.sub(_masked, shown)
    return shown


def _masked(found: re.Match[str]) -> str:
    start, end = (place - found.start() for place in found.span(1))
    return f"{found[0][:start]}…{found[0][end:]}"
