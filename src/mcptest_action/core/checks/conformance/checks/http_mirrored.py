"""Headers that repeat what the body of a request says, since 2026-07-28."""

from collections.abc import Mapping

from mcptest_action.core.checks.results import ruled
from mcptest_action.core.protocol.exchange import (
    META_VERSION,
    NOT_FOUND,
    PATIENCE_S,
    VERSION,
    Reaction,
    Replied,
    Request,
    error_code,
    said,
    status_of,
)
from ..model import HTTP, Examinee, Probe, Probing, must
from ..refusal import METHOD_NOT_FOUND, refused_as_mismatch
from ..revision import written

_PAGE = "basic/transports/streamable-http"
METHOD = "Mcp-Method"
DISCOVER = "server/discover"
_REMEDY = "Compare the header with the body before anything else; answer with 400 and -32020."
OTHER_VERSION = must("HHDR-01", written(modern=f"{_PAGE}#protocol-version-header"), HTTP)(
    expects="A version in the body that is not the one of the header gets 400 and -32020.",
    sends=f"`{DISCOVER}` with another `protocolVersion` in its `_meta` than in its header",
    remedy=_REMEDY,
)
NO_METHOD = must("HHDR-03", written(modern=f"{_PAGE}#server-validation"), HTTP)(
    expects="A request without `Mcp-Method` gets 400 and -32020.",
    sends=f"`{DISCOVER}` without `Mcp-Method`",
    remedy="Demand the header of every request; answer with 400 and -32020 where it is missing.",
)
OTHER_METHOD = must("HHDR-04", written(modern=f"{_PAGE}#server-validation"), HTTP)(
    expects="An `Mcp-Method` that names another method than the body gets 400 and -32020.",
    sends=f"`{DISCOVER}` with `Mcp-Method: tools/list`",
    remedy=_REMEDY,
)
UPPER_CASE = must("HHDR-05", written(modern=f"{_PAGE}#case-sensitivity"), HTTP)(
    expects="The value of `Mcp-Method` is compared letter by letter.",
    sends=f"`{DISCOVER}` with `Mcp-Method: {DISCOVER.upper()}`",
    remedy="Compare the value as it is: the names of methods are case-sensitive.",
)
ODD_CASE = must("HHDR-06", written(modern=f"{_PAGE}#case-sensitivity"), HTTP)(
    expects="The names of headers are known in upper and lower case.",
    sends=f"`{DISCOVER}` with the headers `mCP-pROTOCOL-vERSION` and `mCP-mETHOD`",
    remedy="Look headers up without regard to case, as every HTTP library can.",
)
UNKNOWN_METHOD = must("HHDR-12", written(modern=f"{_PAGE}#protocol-version-header"), HTTP)(
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
CHECKS = (OTHER_VERSION, NO_METHOD, OTHER_METHOD, UPPER_CASE, ODD_CASE)


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


PROBES = (
    Probe("mirrored_headers", CHECKS, mirrored),
    Probe("unknown_method_status", (UNKNOWN_METHOD,), unknown_method),
)
