"""Requests in several rounds: a tool needs input, the client gives it and tries again."""

from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    Disconnected,
    RpcError,
    in_words,
)
from ..asking import Fault, failed_for, nothing_asked, ruled_by
from ..input_needed import need_of
from ..model import Rulings, must, should
from ..refusal import MISSING_CAPABILITY
from ..revision import written
from ..rounds import Spoken, outside
from . import mrtr_twists
from .mrtr_capability import lacking

_SERVER = written(modern="basic/patterns/mrtr#server-requirements-basic-workflow")
_SENDS = "calls of tools that are declared read-only, as a client with capabilities"
STATE = must("MRTR-01", _SERVER, basis="schema")(
    expects="A `requestState` is text.",
    sends=_SENDS,
    remedy="Encode what you want to know again as one text.",
)
GOES_ON = should("MRTR-02", written(modern="basic/patterns/mrtr#basic-workflow"), basis="derived")(
    expects="A client that gives all that was asked for gets a result, or is asked for more.",
    sends="the call once more, with valid `inputResponses` and the same `requestState`",
    remedy="Take all that the call needs from the request, and accept what your own schema allows.",
)
TAKES_NO = must("MRTR-08", written(modern="client/elicitation#error-handling"))(
    expects="A call gets its answer also when the person who is asked declines or cancels.",
    sends="the call once more, with an elicitation that was declined, then one that was cancelled",
    remedy="Handle all three actions of an elicitation.",
)
CODED = must("MRTR-10", written(modern="basic#meta"))(
    expects="A tool that cannot do without a capability refuses a client that lacks it with "
    "error -32021.",
    sends="calls of tools that have asked for input, as a client without capabilities",
    remedy="Answer with error -32021, or without asking anybody.",
)
ENOUGH = should("MRTR-11", written(modern="basic#meta"), basis="derived")(
    expects="Error -32021 does not come back once the client declares what was required.",
    sends=_SENDS,
    remedy="Compare what a tool needs with the capabilities in the `_meta` of the request.",
)
BY_RESULT = must("MRTR-12", written(modern="basic/patterns/mrtr"))(
    expects="A server asks the client by way of results, and sends no request of its own.",
    sends=_SENDS,
    remedy="Return a result with the resultType `input_required` instead of sending a request.",
)
CHECKS = (STATE, GOES_ON, *mrtr_twists.CHECKS, TAKES_NO, CODED, ENOUGH, BY_RESULT)


def rulings(spoken: Spoken) -> Rulings:
    sent = [one.fault(f"the server sent `{one.method}`") for one in spoken.sent]
    none = nothing_asked("no tool needed input", spoken.calls)
    return {
        STATE.id: _states(spoken, none),
        GOES_ON.id: _goes_on(spoken, none),
        TAKES_NO.id: _takes_no(spoken, none),
        CODED.id: _coded(spoken, none),
        ENOUGH.id: _enough(spoken),
        BY_RESULT.id: ruled_by(sent, spoken.answered, none, "the server sent no request"),
        **mrtr_twists.rulings(spoken.tried, spoken.needs, spoken.granted, none),
    }


def _states(spoken: Spoken, none: Ruling) -> Ruling:
    found = [need for need in spoken.needs if need.state is not None]
    bad = [
        Fault(f"{need.tool.name}: requestState is {need.state!r:.80}", need.reaction)
        for need in found
        if not isinstance(need.state, str)
    ]
    if spoken.needs:
        none = not_applicable("no result had a requestState")
    return ruled_by(bad, len(found), none, f"looked at {len(found)} states")


def _goes_on(spoken: Spoken, none: Ruling) -> Ruling:
    answers = [(tool, reaction) for tool, said in spoken.granted.items() for reaction in said]
    open_ones = [f"{tool}: {what}" for tool, reaction in answers if (what := outside(reaction))]
    bad = [
        Fault(f"{tool}: given all that it asked for, the server {in_words(reaction)}", reaction)
        for tool, reaction in answers
        if isinstance(reaction, (RpcError, *BROKEN)) and not outside(reaction)
    ]
    went_on = {tool for tool, reaction in answers if not outside(reaction)}
    if spoken.needs:
        none = not_applicable("no tool needed what we can give")
    if open_ones:
        none = not_verified(open_ones[0])
    good = f"{len(went_on)} tools got all that they asked for, and went on"
    return ruled_by(bad, len(went_on), none, good)


def _takes_no(spoken: Spoken, none: Ruling) -> Ruling:
    """Silence tells nothing: a tool may have more to do after a no than after a yes."""
    tried = [one for one in spoken.tried if one.twist in ("declined", "cancelled")]
    lost = [one.fault for one in tried if isinstance(one.reaction, Disconnected)]
    unheard = [one.said for one in tried if isinstance(one.reaction, BROKEN)]
    if lost:
        return failed_for(lost)
    if unheard:
        return not_verified(unheard[0])
    if any(need.elicits for need in spoken.needs):
        none = not_verified("a tool that elicited once did not do so again")
    elif spoken.needs:
        none = not_applicable("no tool elicits")
    return ruled_by([], len(tried), none, f"{len(tried)} calls were answered after a no")


def _coded(spoken: Spoken, none: Ruling) -> Ruling:
    """An answer may do without what the tool could have asked for."""
    bad = [
        Fault(f"{tool}: the server {in_words(reaction)}", reaction)
        for tool, reaction in spoken.without.items()
        if isinstance(reaction, Disconnected)
        or (isinstance(reaction, RpcError) and reaction.code != MISSING_CAPABILITY)
        if not outside(reaction)
    ]
    told = [(need.tool, spoken.without.get(need.tool.name)) for need in spoken.first_needs]
    answered = [
        (tool, reaction)
        for tool, reaction in told
        if reaction is not None and not isinstance(reaction, BROKEN) and not outside(reaction)
    ]
    # Who asks even such a client breaks another rule.
    count = sum(need_of(tool, reaction) is None for tool, reaction in answered)
    if spoken.needs:
        none = not_verified("no tool answered a client without capabilities")
    if answered and not count:
        none = not_verified("the tools ask even a client without capabilities: see MOD-04")
    good = f"{count} tools refused such a client with -32021, or asked nobody"
    return ruled_by(bad, count, none, good)


def _enough(spoken: Spoken) -> Ruling:
    refused = [
        (tool, reaction)
        for tool, reaction in spoken.calls
        if isinstance(reaction, RpcError) and reaction.code == MISSING_CAPABILITY
    ]
    bad = [
        Fault(f"{tool}: refused, although the client declares all that is required", reaction)
        for tool, reaction in refused
        if not lacking(reaction.data, spoken.declared)
    ]
    none = nothing_asked("no tool was heard", spoken.calls)
    return ruled_by(bad, spoken.answered, none, "no tool refused a client that has all of it")
