"""`Mcp-Name`, which repeats what a tool, prompt or resource is called, since 2026-07-28."""

from collections.abc import Mapping

from mcptest_action.core.checks.results import Ruling, failed, not_applicable, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    NO_SUCH,
    PATIENCE_S,
    NotSent,
    Reaction,
    Replied,
    Request,
    RpcError,
    StrayCall,
    error_code,
    said,
)
from ..model import HTTP, Examinee, Probe, Probing, must, the_same
from ..refusal import HEADER_MISMATCH, refused_as_mismatch
from ..revision import written

_PAGE = "basic/transports/streamable-http"
NAME = "Mcp-Name"
_SENDS = "a `tools/call` that no tool can act on, or else `prompts/get` or `resources/read`"
MISSING = must("HHDR-07", written(modern=f"{_PAGE}#server-validation"), HTTP)(
    expects="A request that names something, without `Mcp-Name`, gets 400 and -32020.",
    sends=f"{_SENDS}, without `Mcp-Name`",
    remedy="Demand the header of these requests; answer with 400 and -32020 where it is missing.",
)
OTHER = must("HHDR-08", written(modern=f"{_PAGE}#server-validation"), HTTP)(
    expects="An `Mcp-Name` that names something else than the body gets 400 and -32020.",
    sends=f"{_SENDS}, with another name in `Mcp-Name`",
    remedy="Compare the header with the body before anything else; answer with 400 and -32020.",
)
ENCODED = must("HHDR-09", written(modern=f"{_PAGE}#value-encoding"), HTTP)(
    expects="An `Mcp-Name` in base64 is decoded before it is compared.",
    sends=f"{_SENDS}, with a name that is not ASCII and so must be encoded",
    remedy="Decode what stands between `=?base64?` and `?=`, and compare that with the body.",
)
CHECKS = (MISSING, OTHER, ENCODED)
_PLAIN, _ACCENTED = f"{NO_SUCH}thing", f"{NO_SUCH}thïng"
Headers = Mapping[str, str | None]


def names(server: Examinee) -> Probing:
    steps = [
        _named(server, _PLAIN, {NAME: None}),
        _named(server, _PLAIN, {NAME: f"{NO_SUCH}other"}),
        _named(server, _ACCENTED, {}),
    ]
    reactions: list[Reaction] = []
    for step in steps:
        if isinstance(step, Ruling):
            return the_same(CHECKS, step)
        reactions.append((yield step))
    missing, other, encoded = reactions
    return {
        MISSING.id: refused_as_mismatch(missing),
        OTHER.id: refused_as_mismatch(other),
        ENCODED.id: _decoded(encoded),
    }


def _named(server: Examinee, name: str, headers: Headers) -> StrayCall | Request | Ruling:
    """A request whose name has to be repeated: of a thing that does not exist."""
    if server.declares("tools") and server.calls:
        return StrayCall({"name": name, "arguments": {}}, headers, PATIENCE_S)
    if server.declares("prompts"):
        return Request("prompts/get", {"name": name}, None, PATIENCE_S, headers)
    if server.declares("resources"):
        uri = f"mcptest://{name}"
        return Request("resources/read", {"uri": uri}, None, PATIENCE_S, headers)
    if server.declares("tools"):
        return not_verified("calls are switched off")
    return not_applicable("the server declares neither tools nor prompts nor resources")


def _decoded(reaction: Reaction) -> Ruling:
    what = f"the server {said(reaction)}"
    if isinstance(reaction, NotSent):
        return not_verified(reaction.because)
    if error_code(reaction) == HEADER_MISMATCH:
        return failed(what)
    return passed(what) if isinstance(reaction, Replied | RpcError) else failed(what)


PROBES = (Probe("mcp_name", CHECKS, names),)
