"""Read all error texts for what belongs in a log.

**Why it matters.** An error text goes to a model and from there to anybody. Stack traces tell
attackers which code runs where; a key in an error is a key in a transcript.

**Sends** nothing. It reads the error texts that the other probes have caused.

**Passes when** no error text holds a stack trace or a secret.

**Fails when** one does.

**Not applicable** when no probe caused an error text.

**Remedy.** Catch errors at the edge of each tool. Log the details, and answer with one sentence
about what to do.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from mcptest_action.core.exchange.reaction import HttpStatus, Reaction, Replied, RpcError
from mcptest_action.core.probes.contract import is_tool_error
from mcptest_action.core.probes.model import Ruling, failed, not_applicable, passed

ID = "error_leaks_internals"
FAULT = "FAULT-CONFIG-ERROR-LEAKS-INTERNALS"


class Leak(NamedTuple):
    what: str
    pattern: re.Pattern[str]


# Only what no sound error text holds. A path is none of these: file tools have to name files.
LEAKS = (
    Leak("a Python stack trace", re.compile(r"Traceback \(most recent call last\)")),
    Leak("a Python stack trace", re.compile(r'File "[^"\n]{1,300}", line \d+, in ')),
    Leak("a JavaScript stack trace", re.compile(r"\n[ \t]{1,20}at [^\n]{1,300}:\d{1,7}:\d{1,7}")),
    Leak("a Java stack trace", re.compile(r"\n[ \t]{1,20}at [\w.$]{1,200}\([\w.]{1,80}\.java:\d+")),
    Leak("a Go stack trace", re.compile(r"goroutine \d+ \[[a-z ]{1,40}\]:")),
    Leak("a Rust panic", re.compile(r"thread '[^'\n]{1,80}' panicked at ")),
    Leak("a private key", re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----")),
    Leak("an access key", re.compile(r"\bAKIA[0-9A-Z]{16}\b")),
    Leak("an access token", re.compile(r"\b(?:ghp|gho|ghs|ghu|github_pat)_[A-Za-z0-9_]{30,}")),
    Leak(
        "a password in an address",
        re.compile(r"\b[a-z][a-z0-9+.-]{1,20}://[^\s:/@]{1,100}:[^\s:/@]{3,100}@"),
    ),
)
_LONGEST = 20_000


def rule(reactions: Iterable[Reaction]) -> Ruling:
    """One ruling on all error texts of a run."""
    texts = [text[:_LONGEST] for reaction in reactions for text in error_texts(reaction)]
    if not texts:
        return not_applicable("no probe caused an error text")
    for text in texts:
        for what, pattern in LEAKS:
            found = pattern.search(text)
            if found is not None:
                start = " ".join(text[max(0, found.start() - 40) : found.end() + 40].split())
                return failed(f"an error text holds {what}: {start[:200]}")
    return passed(f"{len(texts)} error texts hold no stack trace and no secret")


def error_texts(reaction: Reaction) -> Iterator[str]:
    match reaction:
        case RpcError(_, message, data):
            yield message
            yield from _texts_in(data)
        case Replied(result) if is_tool_error(result):
            yield from _texts_in(result)
        case HttpStatus(_, body):
            yield body
        case _:
            return


def _texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts_in(inner)
