"""Headers that repeat what the body of a request says, since 2026-07-28."""

from collections.abc import Mapping

from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    META_VERSION,
    NOT_FOUND,
    PATIENCE_S,
    VERSION,
    NotSent,
    Provenance,
    Reaction,
    Replied,
    Request,
    RpcError,
    StrayCall,
    error_code,
    said,
    status_of,
)
from mcptest_action.core.protocol.surface import made_up_name
from ..model import HTTP, Examinee, Probe, Probing, must, the_same
from ..refusal import HEADER_MISMATCH, METHOD_NOT_FOUND, refused_as_mismatch
from ..revision import over_http

METHOD = "Mcp-Method"
DISCOVER = "server/discover"
_REMEDY = "Compare the header with the body before anything else; answer with 400 and -32020."
OTHER_VERSION = must("HHDR-01", over_http(modern="protocol-version-header"), HTTP)(
    expects="A version in the body that is not the one of the header gets 400 and -32020.",
    sends=f"`{DISCOVER}` with another `protocolVersion` in its `_meta` than in its header",
    remedy=_REMEDY,
)
NO_METHOD = must("HHDR-03", over_http(modern="server-validation"), HTTP)(
    expects="A request without `Mcp-Method` gets 400 and -32020.",
    sends=f"`{DISCOVER}` without `Mcp-Method`",
    remedy="Demand the header of every request; answer with 400 and -32020 where it is missing.",
)
OTHER_METHOD = must("HHDR-04", over_http(modern="server-validation"), HTTP)(
    expects="An `Mcp-Method` that names another method than the body gets 400 and -32020.",
    sends=f"`{DISCOVER}` with `Mcp-Method: tools/list`",
    remedy=_REMEDY,
)
UPPER_CASE = must("HHDR-05", over_http(modern="case-sensitivity"), HTTP)(
    expects="The value of `Mcp-Method` is compared letter by letter.",
    sends=f"`{DISCOVER}` with `Mcp-Method: {DISCOVER.upper()}`",
    remedy="Compare the value as it is: the names of methods are case-sensitive.",
)
ODD_CASE = must("HHDR-06", over_http(modern="case-sensitivity"), HTTP)(
    expects="The names of headers are known in upper and lower case.",
    sends=f"`{DISCOVER}` with the headers `mCP-pROTOCOL-vERSION` and `mCP-mETHOD`",
    remedy="Look headers up without regard to case, as every HTTP library can.",
)
UNKNOWN_METHOD = must("HHDR-12", over_http(modern="protocol-version-header"), HTTP)(
    expects="A request with an unknown method gets status 404 and the error -32601.",
    sends="a request with the method `mcptest/doesNotExist`",
    remedy="Send the error -32601 with HTTP status 404.",
)
MISMATCHES: Mapping[str, Request] = {
    OTHER_VERSION.id: Request(DISCOVER, {"_meta": {META_VERSION: "1900-01-01"}}),
    NO_METHOD.id: Request(DISCOVER, headers={METHOD: None}),
    OTHER_METHOD.id: Request(DISCOVER, headers={METHOD: "tools/list"}),
    UPPER_CASE.id: Request(DISCOVER, headers={METHOD: DISCOVER.upper()}),
}
MIRRORED = (OTHER_VERSION, NO_METHOD, OTHER_METHOD, UPPER_CASE, ODD_CASE)


def mirrored(server: Examinee) -> Probing:
    rulings = {}
    for check_id, request in MISMATCHES.items():
        reaction: Reaction = yield request._replace(timeout_s=PATIENCE_S)
        rulings[check_id] = refused_as_mismatch(reaction)
    oddly = {VERSION.swapcase(): server.revision, METHOD.swapcase(): DISCOVER}
    odd: Reaction = yield Request(DISCOVER, timeout_s=PATIENCE_S, headers=oddly)
    return {**rulings, ODD_CASE.id: ruled(isinstance(odd, Replied), f"the server {said(odd)}")}


def unknown_method(_ground: Examinee) -> Probing:
    reaction = yield Request("mcptest/doesNotExist", timeout_s=PATIENCE_S)
    right = status_of(reaction) == NOT_FOUND and error_code(reaction) == METHOD_NOT_FOUND
    return {UNKNOWN_METHOD.id: ruled(right, f"the server {said(reaction)}")}


NAME = "Mcp-Name"
_SENDS = "a `tools/call` that no tool can act on, or else `prompts/get` or `resources/read`"
MISSING = must("HHDR-07", over_http(modern="server-validation"), HTTP)(
    expects="A request that names something, without `Mcp-Name`, gets 400 and -32020.",
    sends=f"{_SENDS}, without `Mcp-Name`",
    remedy="Demand the header of these requests; answer with 400 and -32020 where it is missing.",
)
OTHER = must("HHDR-08", over_http(modern="server-validation"), HTTP)(
    expects="An `Mcp-Name` that names something else than the body gets 400 and -32020.",
    sends=f"{_SENDS}, with another name in `Mcp-Name`",
    remedy="Compare the header with the body before anything else; answer with 400 and -32020.",
)
ENCODED = must("HHDR-09", over_http(modern="value-encoding"), HTTP)(
    expects="An `Mcp-Name` in base64 is decoded before it is compared.",
    sends=f"{_SENDS}, with a name that is not ASCII and so must be encoded",
    remedy="Decode what stands between `=?base64?` and `?=`, and compare that with the body.",
)
NAMED = (MISSING, OTHER, ENCODED)
Headers = Mapping[str, str | None]


def names(server: Examinee) -> Probing:
    plain, other, accented = (made_up_name(server.surface, s) for s in ("thing", "other", "thïng"))
    steps = [
        _named(server, plain, {NAME: None}),
        _named(server, plain, {NAME: other}),
        _named(server, accented, {}),
    ]
    reactions: list[Reaction] = []
    for step in steps:
        if isinstance(step, Ruling):
            return the_same(NAMED, step)
        reactions.append((yield step))
    missing, unlike, encoded = reactions
    return {
        MISSING.id: refused_as_mismatch(missing),
        OTHER.id: refused_as_mismatch(unlike),
        ENCODED.id: _decoded(encoded),
    }


def _named(server: Examinee, name: str, headers: Headers) -> StrayCall | Request | Ruling:
    """A request whose name must be repeated; it names a thing that doesn't exist."""
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


PROBES = (
    Probe("mirrored_headers", MIRRORED, mirrored),
    Probe("unknown_method_status", (UNKNOWN_METHOD,), unknown_method, sends=Provenance.REFUSABLE),
    Probe("mcp_name", NAMED, names),
)
