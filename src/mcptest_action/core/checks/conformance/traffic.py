"""What reviews read from the exchanges of a revision."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import Ruling, failed, passed
from mcptest_action.core.checks.run import RECONNECT
from mcptest_action.core.protocol.exchange import META_VERSION, Replied, RpcError, parse, same_id
from mcptest_action.core.protocol.target import Transport
from mcptest_action.core.protocol.transcript import HANDSHAKE, RESTART, SURFACE, Exchange
from mcptest_action.core.safety import WITHHELD
from .model import Examinee
from .revision import MARCH_2025, MEET, NOVEMBER_2024

VERSION_HEADER = "MCP-Protocol-Version"
# What every message contains.
MARK = '"jsonrpc"'
# Where a server says what it is.
HELLOS = ("initialize", "server/discover")


class Flaw(NamedTuple):
    """What is wrong, as a clause, and where it was seen."""

    exchange: Exchange
    what: str
    then: str | None = None
    """For what came unasked: the rest of the clause, behind the words that say when it came."""


def ruled_on(flaws: Iterable[Flaw], good: str) -> Ruling:
    """Failed for the flaws, with the exchanges that show them; passed if there are none."""
    found = list(flaws)
    if not found:
        return passed(good)
    shown = {flaw.exchange.key: flaw.exchange for flaw in found}
    return failed(listed(_in_words(found)), *shown.values())


def _in_words(flaws: Sequence[Flaw]) -> Iterator[str]:
    """Without the time of what also came when chance decides which exchange notes it: a run says
    the same as the one before.
    """
    chance = {(what, then) for where, what, then in flaws if not meanwhile(where)}
    for where, what, then in flaws:
        when = "" if then is None or (what, then) in chance else f" {meanwhile(where)}"
        yield f"{what}{when}{then or ''}"


def listings(exchanges: Iterable[Exchange], *methods: str) -> tuple[Exchange, ...]:
    """The exchanges of these methods, such as those in which the server listed its tools."""
    return tuple(e for e in exchanges if message_of(e).get("method") in methods)


def message_of(exchange: Exchange) -> Mapping[str, Any]:
    """The JSON-RPC message that was sent; empty if there was none."""
    message = exchange.sent.get("message")
    return message if isinstance(message, dict) else {}


def is_request(exchange: Exchange) -> bool:
    return "id" in message_of(exchange)


def is_in_revision(exchange: Exchange, server: Examinee) -> bool:
    """Whether a request was sent in this revision, and not in another one as a probe.

    A server of both eras may take a request without the modern marks for a legacy one.
    """
    if not server.is_modern:
        return True
    headers = exchange.sent.get("headers", {})
    named = {_version_in(message_of(exchange))}
    if server.address.transport is Transport.HTTP:
        named.add(headers.get(VERSION_HEADER))
    return named == {server.revision}


def asks_undeclared(exchange: Exchange, server: Examinee) -> bool:
    """Whether it asks for completions that the server doesn't declare. One check does, and no
    client: what comes instead of an error is that check's concern.
    """
    is_completion = message_of(exchange).get("method") == "completion/complete"
    return is_completion and server.revision != NOVEMBER_2024 and not server.declares("completions")


def _version_in(message: Mapping[str, Any]) -> Any:
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    version = meta.get(META_VERSION) if isinstance(meta, dict) else None
    return version if isinstance(version, str) else None


def object_in(text: str) -> Mapping[str, Any] | None:
    """The JSON object that the text is, if it is one."""
    try:
        value = parse(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def resembles_message(text: str) -> bool:
    """Of text that isn't a message: whether it is an object that has what messages have. One with
    an error is left to the check on errors.
    """
    message = object_in(text) or {}
    return "error" not in message and any(name in message for name in ("jsonrpc", "id", "result"))


def is_batch(text: str, revision: str) -> bool:
    """Whether it is an array of messages, which one revision allows."""
    return revision == MARCH_2025 and text.startswith("[") and MARK in text


def answers_to(answer: Replied | RpcError, own: Any) -> bool:
    """Whether the answer has this id; an odd id is kept with the answer."""
    envelope = answer.envelope
    is_odd = isinstance(envelope, dict) and "id" in envelope
    return not is_odd or same_id(own, envelope["id"])


def described(exchange: Exchange) -> str:
    """What was sent, as a noun."""
    method = message_of(exchange).get("method")
    if isinstance(method, str):
        return f"`{method}`"
    return _STEPS.get(exchange.sent["step"], "a message")


_STEPS = {
    "Raw": "a raw message",
    "Http": "an HTTP request",
    "Fresh": "a new connection",
    "Close": "the end of the connection",
}


def meanwhile(exchange: Exchange) -> str:
    """When something came that answers nothing, as a clause. Empty where that is left to chance:
    what a start or a notification causes comes before or after the requests right behind it.
    """
    if exchange.sent["step"] == "Notify" or _is_beginning(exchange.key.check):
        return ""
    if exchange.sent["step"] in ("Listen", "Hush"):
        return "when nothing was asked"
    if exchange.sent["step"] == "Close":
        return "before the connection ended"
    asked = described(exchange)
    answers = is_request(exchange) or exchange.sent["step"] == "Http"
    return f"while answering {asked}" if answers else f"after {asked}"


def _is_beginning(check: str) -> bool:
    """Whether exchanges of this name say hello, or ask for the first lists on a connection."""
    return check in (HANDSHAKE, SURFACE, RESTART, RECONNECT) or check.endswith(f"/{MEET}")


def asides(exchanges: Iterable[Exchange], kind: str) -> Iterator[tuple[Exchange, Any]]:
    """Everything of a kind that the server said unasked, in order, and where: "noise", "answer_to",
    "notification", "request" or "not_text". For reviews, `as_overheard` has put all of it there.
    """
    for exchange in exchanges:
        for entry in exchange.others:
            if kind in entry:
                yield exchange, entry


def notices(
    exchanges: Iterable[Exchange], *methods: str
) -> Iterator[tuple[Exchange, str, Mapping[str, Any]]]:
    """The notifications of these methods whose parameters may be seen."""
    for exchange, entry in asides(exchanges, "notification"):
        given = entry.get("params")
        params = given if isinstance(given, dict) else {}
        is_hidden = "params_left_out" in entry or WITHHELD in params
        if entry["notification"] in methods and not is_hidden:
            yield exchange, entry["notification"], params


def part(value: Any, *names: str) -> Any:
    """What stands inside of objects under these names; None where there is nothing."""
    for name in names:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def of_client(exchanges: Iterable[Exchange]) -> Mapping[int, Mapping[str, Any]]:
    """The capabilities that we declared with `initialize`, by the number of the connection."""
    hellos = ((e, part(message_of(e), "params", "capabilities")) for e in exchanges)
    return {e.key.connection: had for e, had in hellos if isinstance(had, Mapping)}


def quoted(text: str) -> str:
    """A few words of what a server said, on one line."""
    line = " ".join(text.split())
    return f"'{line}'" if len(line) <= _LONGEST else f"'{line[: _LONGEST - 1]}…'"


_LONGEST = 80


def listed(findings: Iterable[str], most: int = 3) -> str:
    """The first findings, each once, and how many more there are."""
    different = list(dict.fromkeys(findings))
    shown = "; ".join(different[:most])
    more = len(different) - most
    return f"{shown}; and {more} more" if more > 0 else shown
