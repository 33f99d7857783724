"""`_meta`: how a server treats ours, and what it puts into its own."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import not_applicable, ruled
from mcptest_action.core.protocol.exchange import Provenance, Replied, in_words
from mcptest_action.core.protocol.transcript import Exchange
from ..extensions import SKILLS, SKILLS_KEYS, declared_in, others_in
from ..model import Examinee, Exchanges, Probe, Probing, Review, Rulings, must, should
from ..raw import sound_request
from ..revision import JUNE_2025, SINCE_JUNE
from ..traffic import Flaw, described, listed, quoted, ruled_on

FOREIGN_KEY = "com.example/mcptest"
TOLERANT = should("BASE-11", "basic#_meta", revisions=SINCE_JUNE)(
    expects="Keys of `_meta` that the server does not know are ignored.",
    sends=f"a list request with the key `{FOREIGN_KEY}` in its `_meta`",
    remedy="Do not validate `_meta` as a closed set of keys.",
)
KEYS = must("BASE-12", "basic#_meta", revisions=SINCE_JUNE)(
    expects="Keys of `_meta` follow the grammar, none is invented under a reserved prefix, and "
    "since 2026-07-28 those of trace context have values that can be read.",
    sends="nothing of its own: looks at every `_meta` of the run",
    remedy="Name keys `example.com/name`, with a prefix of your own in reverse (`com.example/`), "
    "and leave prefixes with `mcp` and `modelcontextprotocol` to the protocol.",
)
_KEY = re.compile(
    r"([a-z](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z](?:[a-z0-9-]*[a-z0-9])?)*/)?"
    r"(?:[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)?",
    re.IGNORECASE | re.ASCII,
)
_RESERVED = ("modelcontextprotocol", "mcp")
_OFFICIAL = "io.modelcontextprotocol/"
_DEFINED = (
    "clientCapabilities", "clientInfo", "logLevel", "model-immediate-response", "protocolVersion",
    "related-task", "serverInfo", "subscriptionId",
)  # fmt: skip
# Proposed under these prefixes as hints for the policies of clients; this program reads them.
_PROPOSED = ("mcp.dev/", "dev.mcp/")
_MEMBER = r"[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z/@-]+[ \t]*=[^,\0-\x08\n-\x1f\x7f]*"
_REST = rf"(?:,{_MEMBER}|,[ \t]*)*"
# As the W3C has them: https://www.w3.org/TR/trace-context/ and https://www.w3.org/TR/baggage/
_TRACES = {
    "traceparent": re.compile(
        r"(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?"
    ),
    # Whose members may all be empty.
    "tracestate": re.compile(rf"(?:{_MEMBER}|[ \t]*){_REST}"),
    "baggage": re.compile(_MEMBER + _REST),
}
# The content of these is the server's own business, or that of another check.
_NOT_OURS = (
    "inputSchema",
    "outputSchema",
    "structuredContent",
    "capabilities",
    "arguments",
    "data",
)


def foreign_key(server: Examinee) -> Probing:
    params = {"_meta": {FOREIGN_KEY: "ignore me"}}
    reaction = yield sound_request(server)._replace(params=params)
    return {TOLERANT.id: ruled(isinstance(reaction, Replied), f"the server {in_words(reaction)}")}


def keys(server: Examinee, exchanges: Exchanges) -> Rulings:
    seen: set[str] = set()
    bad: dict[str, Flaw] = {}
    for exchange in exchanges:
        for key, value in _entries_of(exchange):
            seen.add(key)
            flaw = flaw_of(key, server.revision, server.hello.capabilities)
            if flaw := flaw or _flaw_of_trace(key, value, server):
                what = f"{quoted(key)} (with {described(exchange)}) {flaw}"
                bad.setdefault(key, Flaw(exchange, what))
    if not seen:
        return {KEYS.id: not_applicable("the server put nothing into any _meta")}
    return {KEYS.id: ruled_on(list(bad.values()), f"looked at {listed(sorted(seen))}")}


def _entries_of(exchange: Exchange) -> Iterator[tuple[str, Any]]:
    if isinstance(exchange.reaction, Replied):
        yield from _entries_in(exchange.reaction.result)
    for entry in exchange.others:
        yield from _entries_in(entry.get("params"))


def _entries_in(value: Any) -> Iterator[tuple[str, Any]]:
    """What is in every `_meta` inside that belongs to the protocol."""
    if isinstance(value, list):
        for item in value:
            yield from _entries_in(item)
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "_meta" and isinstance(inner, dict):
                yield from inner.items()
            elif name not in _NOT_OURS:
                yield from _entries_in(inner)


def _flaw_of_trace(key: str, value: Any, server: Examinee) -> str:
    """Where trace context is part of the protocol, a value that nobody can follow."""
    shape = _TRACES.get(key) if server.is_modern else None
    if shape is None or (isinstance(value, str) and shape.fullmatch(value)):
        return ""
    return f"is {quoted(str(value))}, which does not follow the W3C's format"


def flaw_of(key: str, revision: str, capabilities: Mapping[str, Any]) -> str:
    """What is wrong with a key of a `_meta`; empty for a good one."""
    match = _KEY.fullmatch(key)
    if match is None:
        return "does not follow the grammar of keys"
    prefix = match[1] or ""
    if _is_reserved(prefix, revision) and not _is_known(prefix, key, capabilities):
        return "is under a prefix that is reserved for the protocol, which has no such key"
    return ""


def _is_reserved(prefix: str, revision: str) -> bool:
    labels = prefix.removesuffix("/").split(".")
    if revision == JUNE_2025:  # any of the labels, if another one follows
        return any(label in _RESERVED for label in labels[:-1])
    return any(label in _RESERVED for label in labels[1:2])


def _is_known(prefix: str, key: str, capabilities: Mapping[str, Any]) -> bool:
    """Official extensions have keys of their own, which are specified elsewhere."""
    if prefix in _PROPOSED:
        return True
    declared = declared_in(capabilities)
    if key in declared or (prefix == SKILLS_KEYS and SKILLS in declared):
        return True
    extended = any(name.startswith(_OFFICIAL) for name in others_in(capabilities))
    return prefix == _OFFICIAL and (extended or key.removeprefix(prefix) in _DEFINED)


PROBES = (Probe("foreign_meta_key", (TOLERANT,), foreign_key, sends=Provenance.SOUND),)
REVIEWS = (Review((KEYS,), keys, Provenance.REFUSABLE),)
