"""Secrets in texts: found by their form or by the name beside them, and masked."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.checks.probes import SECRETS, Leak, masked
from mcptest_action.core.safety import words_of

# `"DB_PASSWORD": "…"`, even inside another text, and `MY_API_TOKEN=…`. All is bounded.
_PAIR = re.compile(
    r"""
    (?<![\w.-])(?P<name>[A-Za-z_][\w.-]{2,79})\\{0,3}["'`]?(?P<between>\s{0,3}[:=]\s{0,3})
    (?:\\{0,3}["'`](?P<quoted>[^"'`\\\s]{8,512})\\{0,3}["'`]
      |(?P<bare>[^\s"'`,;&<>(){}\[\]\\]{8,512})(?=[\s"'`,;&\\}\]]|\Z))
    """,
    re.VERBOSE,
)
_ENDINGS = ("password", "passwd", "passphrase", "secret", "token", "apikey", "pwd", "credential")
_KEYS = frozenset({
    "api", "access", "private", "secret", "signing", "encryption", "auth", "account", "master",
    "service", "storage", "session",
})  # fmt: skip
# Words about pages of a list, public values, and the tokens of language models and coins.
_HARMLESS = frozenset({
    "next", "page", "continuation", "cursor", "sync", "pagination", "prev", "previous", "csrf",
    "xsrf", "resume", "delta", "progress", "public", "publishable", "cancel", "design", "start",
    "end", "skip", "special", "pad", "bos", "eos", "sep", "unk", "cls", "mask", "input", "output",
    "base", "quote", "reward", "erc", "nft", "native", "gas",
})  # fmt: skip
_PLACEHOLDER = re.compile(
    r"example|sample|dummy|placeholder|your|xxx|\.\.\.|\*\*|\u2022|\u2026|insert|replace|redact|"
    r"masked|hidden|change_?me|fake|test_?key|1234567|abcdef|0{6}|process\.env|environ|getenv|"
    r"\$\{|\$[A-Za-z_]+\Z|\A(?:[/~.\\<\[{(%]|[A-Za-z]:\\|0x|arn:|vault:|env:|file:)|://|"
    r"\A(?:required|optional|incorrect|disabled|undefined|encrypted|unchanged|provided|forbidden|"
    r"inherited|generated|protected|configured|available|unavailable|truncated|not[-_]\w{1,20})\Z",
    re.IGNORECASE,
)
# A name instead of a value: `new_password`, `user.token`.
_A_NAME = re.compile(
    r"[A-Za-z_.-]{0,60}(?:passw|secret|token|[_.-]key|credential)[A-Za-z_.-]{0,60}\Z", re.IGNORECASE
)
_FEWEST_KINDS = 4
_LONG = 16


class Named(NamedTuple):
    name: str
    value: str


def named_secrets_in(text: str) -> Iterator[Named]:
    for found in _PAIR.finditer(text):
        if pair := _secret(found):
            yield pair


def without_named_secrets(text: str) -> str:
    return _PAIR.sub(_without_value, text)


def is_named_secret(name: str, value: str) -> bool:
    """A single word may mean many things; then the value must look random."""
    words = words_of(name)
    if not _is_secret_name(words) or set(words) & _HARMLESS or _is_placeholder(value):
        return False
    mixed = any(map(str.isdigit, value)) and any(map(str.isalpha, value))
    match words:
        case ("token",):
            return mixed and len(value) >= _LONG
        case ("secret",):
            return mixed
        case _:
            return True


def _is_secret_name(words: tuple[str, ...]) -> bool:
    if not words:
        return False
    last = words[-1].removesuffix("s") if words[-1] == "credentials" else words[-1]
    return last.endswith(_ENDINGS) or (last == "key" and bool(_KEYS & set(words[-2:-1])))


def _is_placeholder(value: str) -> bool:
    few = len(set(value)) < _FEWEST_KINDS
    return few or bool(_PLACEHOLDER.search(value) or _A_NAME.match(value))


def _secret(found: re.Match[str]) -> Named | None:
    value = found["quoted"] or found["bare"]
    # In prose and in programs, a word or another name follows without quotes.
    loose = found["quoted"] is None and found["between"] != "="
    goes_on = found.string[found.end() : found.end() + 1] == " "
    if loose and (goes_on or not any(map(str.isdigit, value))):
        return None
    return Named(found["name"], value) if is_named_secret(found["name"], value) else None


def _without_value(found: re.Match[str]) -> str:
    pair = _secret(found)
    return found[0].replace(pair.value, "\u2026") if pair else found[0]


IN_ADDRESS = "a password in an address"
BESIDE_NAME = "a secret, by the name beside it"
_PRIVATE_KEY = "a private key"
_KEY_BODY = re.compile(r"[A-Za-z0-9+/]{32}")
_LONGEST = 1_000_000
# In addition to the patterns for error texts. The group is the part that nobody should see.
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
SECRET_KINDS = (*SECRETS, *_MORE)
_DUMMY = re.compile(
    r"example|sample|dummy|placeholder|your|xxx|\.\.\.|\*\*|insert|replace|redacted|changeme|"
    r"fake|test_?key|1234567|abcdef|0{6}|"
    # The token that every page about such tokens shows.
    r"eyJzdWIiOiIxMjM0NTY3ODkw",
    re.IGNORECASE,
)
_FEWEST_LETTERS = 8
_BLANK = re.compile(r"\s")
# A text without any of these holds no secret.
_SIGNS = re.compile(
    r"-----BEGIN|A[KS]IA|gh[opsur]_|github_pat_|xox[abeoprs]-|AIza|sk-|://|eyJ|glpat-|npm_|pypi-|"
    r"hf_|[rs]k_|SG\.|_v1_|shp|:AA|AccountKey=|bearer",
    re.IGNORECASE,
)
# The same word twice, and addresses that mean everybody's own machine.
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
    """Each kind once. Placeholders for secrets in documentation don't count.

    Documentation also shows the passwords of everybody's own machine. A value `in_use` isn't
    documentation, and then the machine does not matter.
    """
    looked_at = text[:_LONGEST]
    for kind, pattern in SECRET_KINDS if _SIGNS.search(looked_at) else ():
        for found in pattern.finditer(looked_at):
            if not _is_dummy(found, kind, in_use=in_use):
                yield Secret(kind, without_secrets(found[0])[:200])
                break


def named_in(field: str, text: str) -> Iterator[Named]:
    """Secrets without a form of their own, in a text or as the value of a field."""
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
    # Passwords are short and consist of words; the other kinds are random.
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
