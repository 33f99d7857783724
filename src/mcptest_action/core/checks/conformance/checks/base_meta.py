"""`_meta`: how a server treats ours, and what it puts into its own."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import not_applicable, ruled
from mcptest_action.core.protocol.exchange import Provenance, Replied, in_words
from mcptest_action.core.protocol.transcript import Exchange
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
    expects="Keys of `_meta` follow the grammar, and none is invented under a reserved prefix.",
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
    seen: dict[str, Exchange] = {}
    for exchange in exchanges:
        for key in _keys_of(exchange):
            seen.setdefault(key, exchange)
    if not seen:
        return {KEYS.id: not_applicable("the server put nothing into any _meta")}
    bad = [
        Flaw(where, f"{quoted(key)} (with {described(where)}) {flaw}")
        for key, where in seen.items()
        if (flaw := flaw_of(key, server.revision, server.hello.capabilities))
    ]
    return {KEYS.id: ruled_on(bad, f"looked at {listed(sorted(seen))}")}


def _keys_of(exchange: Exchange) -> Iterator[str]:
    if isinstance(exchange.reaction, Replied):
        yield from _keys_in(exchange.reaction.result)
    for entry in exchange.others:
        yield from _keys_in(entry.get("params"))


def _keys_in(value: Any) -> Iterator[str]:
    """The keys of every `_meta` inside that belongs to the protocol."""
    if isinstance(value, list):
        for item in value:
            yield from _keys_in(item)
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "_meta" and isinstance(inner, dict):
                yield from inner
            elif name not in _NOT_OURS:
                yield from _keys_in(inner)


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
    extensions = capabilities.get("extensions")
    extended = isinstance(extensions, dict) and any(n.startswith(_OFFICIAL) for n in extensions)
    return prefix == _OFFICIAL and (extended or key.removeprefix(prefix) in _DEFINED)


PROBES = (Probe("foreign_meta_key", (TOLERANT,), foreign_key, sends=Provenance.SOUND),)
REVIEWS = (Review((KEYS,), keys, Provenance.REFUSABLE),)
