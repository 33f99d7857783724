"""What a tool's name says it does, and what its name and parameters say it can do."""

from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from mcptest_action.core.safety import DESTRUCTIVE, MUTATING, READ, ToolClass, words_of
from .listed import classified_tools
from .model import ScanInput
from .parameters import is_path, is_query, is_recipient, is_url, parameters_of

# Before a verb these turn it into a question: what would be, or was, or can be deleted.
_ASKING = READ | frozenset(
    "can could count dry estimate fetch how is monitor plan simulate suggest watch would".split()
)
# After a verb these turn it into a thing: an `update_log`, a `post_id`. A log can be deleted.
_THINGS = frozenset("history id ids log logs office template type".split())
# At the end these turn the whole name into a question.
_ABOUT = frozenset("candidates count preview stats statistics status".split())
# Things taken out of a text, a picture or a table that the caller keeps; caches fill up again.
_TAKEN_OUT = frozenset({
    "accents", "background", "cache", "caches", "columns", "comments", "duplicates", "formatting",
    "html", "metadata", "na", "noise", "nulls", "outliers", "punctuation", "silence", "spaces",
    "stopwords", "watermark", "whitespace",
})  # fmt: skip
_NUMBERS = frozenset("floats integers matrices number numbers two vectors".split())
_LONGEST = 256


class Claim(NamedTuple):
    tool_class: ToolClass
    word: str


def claim_of(name: str) -> Claim | None:
    """The first verb of change that leads the name, or follows nothing but its subject.

    None if the name asks about a change, or doesn't mention one.
    """
    words = words_of(name[:_LONGEST])
    if words and words[-1] in _ABOUT:
        return None
    for position, word in enumerate(words):
        if word in _ASKING or word == "drag":  # a dragged thing is also dropped
            return None
        if _is_harmless(word, words[position + 1 :]):
            continue
        if word in DESTRUCTIVE:
            return Claim(ToolClass.DESTRUCTIVE, word)
        if word in MUTATING:
            return Claim(ToolClass.MUTATING, word)
    return None


def _is_harmless(word: str, rest: tuple[str, ...]) -> bool:
    """Whether the words after the verb say that nothing changes anywhere."""
    if word == "add" and (not rest or rest[0] in _NUMBERS):
        return True  # it calculates
    if word in DESTRUCTIVE:
        return bool(rest) and rest[-1] in _TAKEN_OUT
    return bool(rest) and rest[0] in _THINGS


class Ability(Enum):
    DESTROYS = "destroy"
    MESSAGES = "send messages"
    PAYS = "move money"
    ADMINISTERS = "administer"
    UNTRUSTED = "bring in foreign text"
    PRIVATE = "read private data"
    OUTWARD = "send data out"


_SENDING = frozenset("send reply post publish broadcast notify forward share".split())
_MESSAGE = frozenset("email emails mail message messages sms dm tweet comment notification".split())
_PAYING = frozenset("pay payment charge refund payout withdraw purchase buy".split())
_ADMIN = frozenset("shutdown reboot sudo grant suspend ban impersonate".split())
_FETCHING = frozenset("fetch browse scrape crawl navigate search download".split())
_FOREIGN = frozenset("web url page site internet news email emails inbox issue issues".split())
_PRIVATE = frozenset({
    "file", "files", "email", "emails", "inbox", "document", "documents", "database", "secret",
    "secrets", "contacts", "calendar", "drive", "notes", "customer", "customers",
})  # fmt: skip
_READING = frozenset("read get list search query fetch download export".split())


def abilities_of(inputs: ScanInput) -> Iterator[tuple[str, frozenset[Ability]]]:
    """Every tool with what it can do."""
    for entry, tool in classified_tools(inputs):
        words = set(words_of(entry.name[:256]))
        claim = claim_of(entry.name)
        changes = not tool.annotations.read_only and bool(words - _READING)
        parameters = list(parameters_of(entry))
        leads_out = any(map(is_url, parameters))
        reads = bool(words & _READING)
        sends = bool(words & _SENDING) and changes and not words & {"get", "list", "search"}
        facts = {
            Ability.DESTROYS: tool.tool_class is ToolClass.DESTRUCTIVE
            or (claim is not None and claim.tool_class is ToolClass.DESTRUCTIVE),
            Ability.MESSAGES: sends
            and bool(words & _MESSAGE or any(map(is_recipient, parameters))),
            Ability.PAYS: changes and bool(words & _PAYING) and not reads,
            Ability.ADMINISTERS: changes and bool(words & _ADMIN) and not reads,
            Ability.UNTRUSTED: bool(words & _FETCHING and (words & _FOREIGN or leads_out))
            or bool(reads and words & {"email", "emails", "inbox", "issues", "comments"}),
            Ability.PRIVATE: reads
            and bool(words & _PRIVATE or any(is_path(p) or is_query(p) for p in parameters)),
            Ability.OUTWARD: sends or (leads_out and changes and not reads),
        }
        yield entry.name, frozenset(ability for ability, holds in facts.items() if holds)
