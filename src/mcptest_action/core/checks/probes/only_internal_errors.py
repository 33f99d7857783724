"""Look whether any call was answered with something else than an internal error.

**Why it matters.** A server whose database is gone, or that misses a secret, may reject every bad
request, because it rejects everything. Whoever reads "rejected" takes that for a check.

**Sends** nothing. It counts how the calls of the other probes were answered, bad ones and valid
ones.

**Passes when** at least one answer is a result, a tool error, or an error about the request.

**Fails when** every answer is JSON-RPC error -32603, one of -32000 to -32099, or a bare HTTP status
of 5xx. If valid calls were among them, the gate fails, whatever the policy says.

**Not applicable** when no tool that the server lists has answered a call. Where every valid call
failed for want of a service behind the server, or of a scope, it is not verified.

**Remedy.** Make the server work where the gate runs: the end of its log says what it lacks. Answer
a bad request with error -32602 or a tool error, and keep -32603 for what is your own fault.
"""

from collections.abc import Iterable

from mcptest_action.core.checks.results import Family, Ruling, failed, not_applicable, passed
from mcptest_action.core.protocol.exchange import HttpStatus, Reaction, RpcError, token_wanted
from .contract import is_answer, said
from .model import Observation, RequestKind, Review
from .upstream import UpstreamFault, fault_behind, not_verified_behind

INTERNAL = -32603
_SERVER_ERRORS = range(-32099, -31999)
_HTTP_INTERNAL = range(500, 600)
_OF_A_TOOL = (RequestKind.BAD_REQUEST, RequestKind.VALID_CALL)


def rule(seen: Iterable[Observation]) -> Ruling:
    """One ruling on the answers to all calls of a run."""
    seen = tuple(seen)
    answers = _answers(seen)
    valid = sum(answer.kind is RequestKind.VALID_CALL for answer in answers)
    if not valid and (fault := _fault(seen)) is not None:
        return not_verified_behind(fault)
    if not any(answer.kind in _OF_A_TOOL for answer in answers):
        return not_applicable("no tool of the server has answered a call")
    internal = sum(_is_internal(answer.reaction) for answer in answers)
    if internal < len(answers):
        return passed(f"of {len(answers)} answers to calls, {internal} are internal errors")
    what = f"every answer to a call is an internal error, {len(answers)} in all, {valid} to valid"
    return failed(f"{what} calls: the server {said(answers[0].reaction)}")


def all_internal(seen: Iterable[Observation]) -> str:
    """That every call failed inside the server, and bad requests cannot be the reason; or empty."""
    answers = _answers(seen)
    valid = any(answer.kind is RequestKind.VALID_CALL for answer in answers)
    if not valid or not all(_is_internal(answer.reaction) for answer in answers):
        return ""
    return "every call, valid ones included, got an internal error"


def _answers(seen: Iterable[Observation]) -> list[Observation]:
    """The answers to calls, without refusals about who may ask, and how often, and without valid
    calls that a service behind the server is the reason for. A bad request needs no service.
    """
    return [
        each
        for each in seen
        if each.kind is not RequestKind.SOMETHING_ELSE
        and (is_answer(each.reaction) or isinstance(each.reaction, HttpStatus))
        and not token_wanted(each.reaction)
        and not (each.kind is RequestKind.VALID_CALL and fault_behind(each.reaction))
    ]


def _fault(seen: Iterable[Observation]) -> UpstreamFault | None:
    """Of a service behind the server, in the answer to a valid call."""
    valid = (each for each in seen if each.kind is RequestKind.VALID_CALL)
    return next(filter(None, (fault_behind(each.reaction) for each in valid)), None)


def _is_internal(reaction: Reaction) -> bool:
    match reaction:
        case RpcError(code):
            return code == INTERNAL or code in _SERVER_ERRORS
        case HttpStatus(http):
            return http.status in _HTTP_INTERNAL
        case _:
            return False


REVIEW = Review(
    id="only_internal_errors",
    fault="FAULT-TOOL-ONLY-INTERNAL-ERRORS",
    family=Family.TOOL,
    contract="an answer that is no internal error",
    doc=__doc__,
    rule=rule,
)
