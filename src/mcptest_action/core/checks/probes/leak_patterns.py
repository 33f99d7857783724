"""What stands in no sound error text: traces of the code behind it, and secrets.

A path is none of these: file tools have to name files. A path into installed code is.
"""

import re
from typing import Any, NamedTuple


class Leak(NamedTuple):
    what: str
    pattern: re.Pattern[str]


# A new line may come as itself, or as the two characters of JSON inside a text.
_LINE = r"(?:\n|\\n)[ \t]{0,20}"
# What documentation writes in place of a password inside an address.
_PLACEHOLDER = (
    r"(?:pass(?:word|wd)?|pwd|secret|token|x{3,}|\*+|\.{3}|<[^>]*>|\$?\{[^}]*\}|\[[^\]]*\])"
)

TRACES = (
    Leak("a Python stack trace", re.compile(r"Traceback \(most recent call last\)")),
    Leak("a Python stack trace", re.compile(r'File "[^"\n]{1,300}", line \d+, in ')),
    Leak(
        "a JavaScript stack trace",
        re.compile(
            rf"{_LINE}at (?:[^\n()]{{1,120}} \()?"
            r"(?:file:|node:|/|[A-Za-z]:\\|[\w./@-]{1,200}\.[cm]?[jt]sx?:)[^\n]{0,300}?:\d{1,7}"
        ),
    ),
    Leak("a Java stack trace", re.compile(rf"{_LINE}at [\w.$/<>]{{1,200}}\(\w{{1,80}}\.java:\d+")),
    Leak("a .NET stack trace", re.compile(r"\) in [^\n]{1,200}:line \d+")),
    Leak("a Ruby stack trace", re.compile(r"\.rb:\d+:in [`']")),
    Leak("a PHP stack trace", re.compile(r"#\d+ [^\n]{1,300}\.php\(\d+\): ")),
    Leak("a Go stack trace", re.compile(r"goroutine \d+ \[[a-z ]{1,40}\]:")),
    Leak("a Rust panic", re.compile(r"thread '[^'\n]{1,80}' (?:\(\d+\) )?panicked at ")),
    Leak(
        "a path into installed code",
        re.compile(r"[\\/](?:site-packages|dist-packages|node_modules)[\\/][^\s\"'\\/]{1,80}[\\/]"),
    ),
)
# The group is the part that nobody should see.
SECRETS = (
    Leak("a private key", re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----([^-]*)")),
    Leak("an AWS access key", re.compile(r"\b(?:AKIA|ASIA)([0-9A-Z]{16})\b")),
    Leak("a GitHub token", re.compile(r"\b(?:gh[opsur]|github_pat)_([A-Za-z0-9_]{30,255})")),
    Leak("a Slack token", re.compile(r"\bxox[abeoprs]-([A-Za-z0-9-]{20,255})")),
    Leak("a Google key", re.compile(r"\bAIza([0-9A-Za-z_-]{35})\b")),
    Leak("an API key", re.compile(r"\bsk-((?=[A-Za-z_-]{0,40}\d)[A-Za-z0-9_-]{20,255})")),
    Leak(
        "a password in an address",
        re.compile(
            rf"\b[a-z][a-z0-9+.-]{{1,20}}://[^\s:/@]{{0,100}}:(?!{_PLACEHOLDER}@)([^\s/@]{{3,100}})@",
            re.IGNORECASE,
        ),
    ),
)
_BEFORE, _AFTER, _LONGEST_QUOTE = 40, 80, 200


def masked(text: str) -> str:
    """The text without the secrets in it: a report must not spread what a server let slip."""
    for _, pattern in SECRETS:
        text = pattern.sub(_without_secret, text)
    return text


def masked_in(value: Any) -> Any:
    """The same JSON; every text in it is masked."""
    match value:
        case str():
            return masked(value)
        case dict():
            return {key: masked_in(inner) for key, inner in value.items()}
        case list():
            return [masked_in(inner) for inner in value]
        case _:
            return value


def _without_secret(found: re.Match[str]) -> str:
    start, end = (place - found.start() for place in found.span(1))
    return f"{found[0][:start]}…{found[0][end:]}"


def leak_in(text: str) -> str:
    """What leaks in the text, and where, as a clause; empty if nothing leaks."""
    safe = masked(text)
    for (what, pattern), where in (*((s, text) for s in SECRETS), *((t, safe) for t in TRACES)):
        found = pattern.search(where)
        if found is not None:
            # The text around a secret may hold half of another one; around a trace it explains.
            shown = masked(found[0]) if where is not safe else _around(safe, found)
            return f"{what}: {' '.join(shown.split())[:_LONGEST_QUOTE]}"
    return ""


def _around(text: str, found: re.Match[str]) -> str:
    return text[max(0, found.start() - _BEFORE) : found.end() + _AFTER]
