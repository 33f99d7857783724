"""What tools can do that somebody might want to know, by their names and parameters."""

from collections.abc import Iterator
from enum import Enum

from mcptest_action.core.safety.tool_class import ToolClass
from mcptest_action.core.safety.words import words_of
from mcptest_action.core.security.claims import claim_of
from mcptest_action.core.security.ground import Ground
from mcptest_action.core.security.listed import classified_tools
from mcptest_action.core.security.parameter_kinds import (
    is_path,
    is_query,
    is_recipient,
    is_url,
)
from mcptest_action.core.security.parameters import parameters_of


class Ability(Enum):
    DESTROYS = "destroy"
    MESSAGES = "send messages"
    PAYS = "move money"
    ADMINISTERS = "administer"
    UNTRUSTED = "bring in foreign text"
    PRIVATE = "read private data"
    OUTWARD = "send data out"


_SENDING = frozenset(
    {"send", "reply", "post", "publish", "broadcast", "notify", "forward", "share"}
)
_MESSAGE = frozenset({
    "email", "emails", "mail", "message", "messages", "sms", "dm", "tweet", "comment",
    "notification",
})  # fmt: skip
_PAYING = frozenset({"pay", "payment", "charge", "refund", "payout", "withdraw", "purchase", "buy"})
_ADMIN = frozenset({"shutdown", "reboot", "sudo", "grant", "suspend", "ban", "impersonate"})
_FETCHING = frozenset({"fetch", "browse", "scrape", "crawl", "navigate", "search", "download"})
_FOREIGN = frozenset({
    "web", "url", "page", "site", "internet", "news", "email", "emails", "inbox", "issue", "issues",
})  # fmt: skip
_PRIVATE = frozenset({
    "file", "files", "email", "emails", "inbox", "document", "documents", "database", "secret",
    "secrets", "contacts", "calendar", "drive", "notes", "customer", "customers",
})  # fmt: skip
_READING = frozenset({"read", "get", "list", "search", "query", "fetch", "download", "export"})


def abilities_of(ground: Ground) -> Iterator[tuple[str, frozenset[Ability]]]:
    """Every tool with what it can do."""
    for entry, tool in classified_tools(ground):
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
