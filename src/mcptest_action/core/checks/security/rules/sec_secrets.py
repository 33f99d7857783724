"""SEC-001, SEC-002: secrets, and places that nobody outside should know."""

import re
from collections.abc import Iterator

from ..endpoint import ip_of
from ..model import Confidence, Hit, ScanInput, Severity, hit_in, rule
from ..secrets import IN_ADDRESS, secrets_in, without_secrets
from ..texts import Text

_HOME = re.compile(r"(?:/home/|/Users/|[A-Za-z]:\\{1,2}Users\\{1,2})([A-Za-z][\w.-]{1,60})[/\\]")
# Names for a person in documentation.
_ANYBODY = frozenset({
    "user", "username", "users", "me", "you", "your", "yourname", "your-name", "your_name",
    "your_username", "your-username", "name", "alice", "bob", "john", "jane", "john_doe", "johndoe",
    "jdoe", "foo", "bar", "example", "myuser", "dev", "app", "runner", "public", "node", "ubuntu",
    "admin", "shared", "myname", "someone", "test", "default", "xxx",
})  # fmt: skip
_ADDRESS = re.compile(r"\bhttps?://(\d{1,3}(?:\.\d{1,3}){3})(?=[:/\s\"']|$)")


def find_secrets(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        for kind, shown in secrets_in(text.raw):
            if kind != IN_ADDRESS:
                because = f"{text.field} holds {kind}: {shown[:80]}"
                yield hit_in(text, shown, because, {"kind": kind, "masked": shown})


def find_places(inputs: ScanInput) -> Iterator[Hit]:
    for text in inputs.texts:
        for kind, shown in secrets_in(text.raw) if "@" in text.raw else ():
            if kind == IN_ADDRESS:
                because = f"{text.field} holds {kind}: {shown[:80]}"
                yield hit_in(text, shown, because, {"kind": kind})
        if place := _private_place(text):
            shown = without_secrets(place)[:200]
            because = f"{text.field} names {shown[:80]}, a place of its author's"
            hit = hit_in(text, shown, because, {"kind": "a private place"}, Severity.LOW)
            yield hit._replace(confidence=Confidence.MEDIUM)


def _private_place(text: Text) -> str:
    for found in _HOME.finditer(text.raw):
        if found[1].casefold() not in _ANYBODY:
            return found[0]
    # Addresses in prose are examples; as a default they are in use.
    found_address = _ADDRESS.match(text.raw) if text.field == "default" else None
    if found_address is not None and _is_private(found_address[1]):
        return found_address[0]
    return ""


def _is_private(host: str) -> bool:
    found = ip_of(host)
    return bool(found and found.is_private and not (found.is_loopback or found.is_unspecified))


RULES = (
    rule("SEC-001", Severity.CRITICAL, find_secrets, "MCP01", 798,
         agentreserve="no_secret_leakage_in_observed_text", snyk="W008",
         finds="a key, token or certificate in what the server lists",
         why="Everybody who connects can read it, and it is in every log of every client.",
         silent="Placeholders, and the keys that providers use as examples.",
         remedy="Withdraw the secret now, then take it out; it has been read."),
    rule("SEC-002", Severity.MEDIUM, find_places, "MCP01", 200,
         finds="an address with a password; low for a folder of its author, or a private address "
               "as a default",
         why="It tells strangers how the server is set up, and sometimes lets them in.",
         silent="Placeholders, loopback, and private addresses in examples.",
         remedy="Take it out; write a placeholder where one is needed."),
)  # fmt: skip
