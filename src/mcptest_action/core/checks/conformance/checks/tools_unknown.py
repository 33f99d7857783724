"""Calls that name no tool of the server."""

from mcptest_action.core.checks.results import (
    Ruling,
    not_applicable,
    not_verified,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BAD_REQUEST,
    NotSent,
    Reaction,
    Replied,
    RpcError,
    StrayCall,
    in_words,
    token_wanted,
)
from mcptest_action.core.protocol.surface import made_up_name
from ..model import Examinee, Probe, Probing, Rulings, must, should, the_same
from ..refusal import HEADER_MISMATCH, is_invalid_params, is_refusal

_TIMEOUT_S = 10.0
_NAMELESS = "without a name"
_SPEC = "server/tools#error-handling"
REJECTED = must("TOOLS-07", _SPEC, basis="derived")(
    expects="The call of a tool that does not exist is rejected.",
    sends="`tools/call` with a name that is not listed",
    remedy="Look the tool up before running anything, and answer with error -32602.",
)
REJECTED_CODE = should("TOOLS-08", _SPEC, basis="derived")(
    expects="The call of a tool that does not exist gets the protocol error -32602.",
    sends="the same call",
    remedy="Answer with error -32602: with no other code, and with no result that has `isError`.",
)
MALFORMED = should("TOOLS-09", "server/tools#calling-tools", basis="derived")(
    expects="A `tools/call` without a name, or with arguments that are a list, is rejected.",
    sends="`tools/call` without `name`, and one with a list for `arguments`",
    remedy="Check the parameters of the request before looking for the tool.",
)
MALFORMED_CODE = should("TOOLS-10", _SPEC, basis="derived")(
    expects="A malformed `tools/call` gets the error -32602.",
    sends="the same calls",
    remedy="Use -32602, Invalid params; -32603 says that the server is at fault.",
)
CHECKS = (REJECTED, REJECTED_CODE, MALFORMED, MALFORMED_CODE)


def stray_calls(server: Examinee) -> Probing:
    if not server.declares("tools"):
        return the_same(CHECKS, not_applicable("the server does not declare tools"))
    nowhere = made_up_name(server.surface)
    unknown = yield StrayCall({"name": nowhere, "arguments": {}}, timeout_s=_TIMEOUT_S)
    if isinstance(unknown, NotSent):
        return the_same(CHECKS, not_verified(unknown.because))
    if wanted := token_wanted(unknown):  # and the server has not looked the tool up
        return the_same(CHECKS, not_verified(f"the server lets us call no tool: it {wanted}"))
    nameless = yield StrayCall({"arguments": {}}, timeout_s=_TIMEOUT_S)
    listing = yield StrayCall({"name": nowhere, "arguments": [1]}, timeout_s=_TIMEOUT_S)
    return {
        REJECTED.id: _rejected(unknown),
        REJECTED_CODE.id: ruled(is_invalid_params(unknown), f"the server {_said(unknown)}"),
        **_malformed(server, {_NAMELESS: nameless, "with a list": listing}),
    }


def _rejected(reaction: Reaction) -> Ruling:
    return ruled(_is_rejection(reaction), f"the server {_said(reaction)}")


def _is_rejection(reaction: Reaction) -> bool:
    """In either of the two ways that the specification has for tools, without a keyword."""
    match reaction:
        case RpcError() | Replied(result={"isError": True}):
            return True
        case _:
            return False


def _malformed(server: Examinee, reactions: dict[str, Reaction]) -> Rulings:
    held = next((r for r in reactions.values() if isinstance(r, NotSent)), None)
    if held is not None:
        return the_same((MALFORMED, MALFORMED_CODE), not_verified(held.because))
    said = {how: f"{how}, the server {_said(r)}" for how, r in reactions.items()}
    no_error = [said[how] for how, r in reactions.items() if not _is_rejection(r)]
    mirrored = server.is_modern and server.address.http
    other = [
        said[how]
        for how, r in reactions.items()
        # Without a name there is no header that repeats it, which has an error of its own.
        if not is_invalid_params(r) and not (mirrored and how == _NAMELESS and _is_mismatch(r))
    ]
    all_said = "; ".join(said.values())
    return {
        MALFORMED.id: ruled(not no_error, all_said, "; ".join(no_error)),
        MALFORMED_CODE.id: ruled(not other, all_said, "; ".join(other)),
    }


def _is_mismatch(reaction: Reaction) -> bool:
    return is_refusal(reaction, HEADER_MISMATCH, BAD_REQUEST)


def _said(reaction: Reaction) -> str:
    if isinstance(reaction, Replied):
        is_error = isinstance(reaction.result, dict) and reaction.result.get("isError") is True
        return "replied with isError" if is_error else "replied with a result"
    return in_words(reaction)


PROBES = (Probe("stray_calls", CHECKS, stray_calls),)
