"""Requests that a server cannot know."""

from mcptest_action.core.checks.results import failed, not_applicable, passed, ruled
from mcptest_action.core.protocol.exchange import Request, RpcError, Script, in_words
from ..model import Examinee, Probe, Rulings, must, should
from ..refusal import METHOD_NOT_FOUND
from ..revision import JSON_RPC, LEGACY

ERROR = must("BASE-06", "basic#responses", basis="derived")(
    expects="A request with an unknown method gets a JSON-RPC error.",
    sends="a request with the method `mcptest/doesNotExist`",
    remedy="Answer requests that no handler knows with error -32601.",
)
CODE = should("BASE-07", JSON_RPC, revisions=LEGACY, basis="json-rpc")(
    expects="The error for an unknown method has the code -32601.",
    sends="the same request",
    remedy="Use -32601, Method not found; other codes say that the method exists.",
)


def unknown_method(_ground: Examinee) -> Script[Rulings]:
    reaction = yield Request("mcptest/doesNotExist")
    said = f"the server {in_words(reaction)}"
    if not isinstance(reaction, RpcError):
        return {ERROR.id: failed(said), CODE.id: not_applicable("there was no error to look at")}
    is_right = reaction.code == METHOD_NOT_FOUND
    return {ERROR.id: passed(said), CODE.id: ruled(is_right, said)}


INFORMS = ("BASE-03", "BASE-04", "BASE-19", "BASE-20")
PROBES = (Probe("unknown_method", (ERROR, CODE), unknown_method, informs=INFORMS),)
