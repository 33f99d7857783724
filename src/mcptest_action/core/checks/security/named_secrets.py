"""Secrets that have no form of their own, and are known by the name beside them."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from mcptest_action.core.safety import words_of

# `"DB_PASSWORD": "…"`, also inside another text, and `MY_API_TOKEN=…`. All is bounded.
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
# Where a list goes on, what everybody may know, and what language models and coins are made of.
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
# A name in place of a value: `new_password`, `user.token`.
_A_NAME = re.compile(
    r"[A-Za-z_.-]{0,60}(?:passw|secret|token|[_.-]key|credential)[A-Za-z_.-]{0,60}\Z", re.IGNORECASE
)
_FEWEST_LETTERS = 4
_LONG = 16


class Named(NamedTuple):
    name: str
    value: str


def named_secrets_in(text: str) -> Iterator[Named]:
    for found in _PAIR.finditer(text):
        if pair := _secret(found):
            yield pair


def without_named_secrets(text: str) -> str:
    return _PAIR.sub(_masked, text)


def is_named_secret(name: str, value: str) -> bool:
    """A word alone may mean many things; then the value must look drawn at random."""
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
    few = len(set(value)) < _FEWEST_LETTERS
    return few or bool(_PLACEHOLDER.search(value) or _A_NAME.match(value))


def _secret(found: re.Match[str]) -> Named | None:
    value = found["quoted"] or found["bare"]
    # In prose and in programs, what follows without quotes is a word or another name.
    loose = found["quoted"] is None and found["between"] != "="
    goes_on = found.string[found.end() : found.end() + 1] == " "
    if loose and (goes_on or not any(map(str.isdigit, value))):
        return None
    return Named(found["name"], value) if is_named_secret(found["name"], value) else None


def _masked(found: re.Match[str]) -> str:
    pair = _secret(found)
    return found[0].replace(pair.value, "\u2026") if pair else found[0]
