"""Make several calls at once, good and bad ones.

**Why it matters.** Clients call tools side by side. A server that mixes up its answers gives one
caller what another asked for.

**Sends** two valid calls of a tool that is declared read-only and two calls of tools that do not
exist, at once, as far as `--concurrency` and `--call-delay` allow.

**Passes when** all four are answered, the bad ones with errors, the valid ones with results, and
none with what another one asked for.

**Not verified** when both valid calls are rejected, or when a service behind the tool could not be
reached, or wants credentials: errors alone do not show whose answer is whose.

**Fails when** an answer is missing or belongs to nobody, when a bad call is answered with a
result, when an error names the tool of another call, or when only one of the two valid calls is
rejected.

**Not applicable** without a tool that is declared read-only, and where calls are made one at a
time.

**Remedy.** Answer each request under its own id, and keep no state between requests.
"""

from collections.abc import Sequence

from mcptest_action.core.checks.results import Family, Ruling, failed, passed
from mcptest_action.core.protocol.exchange import (
    CallTool,
    Provenance,
    Replied,
    RpcError,
    Script,
    Together,
)
from mcptest_action.core.protocol.surface import canonical
from .contract import broken, is_answer, is_rejection
from .model import Aim, Probe, Subject
from .rejection import call_rejected
from .upstream import fault_behind, not_verified_behind


def script(subject: Subject) -> Script[Ruling]:
    good = CallTool(subject.name, subject.arguments)
    one, two = (CallTool(f"{subject.unknown}_{number}", {}) for number in ("one", "two"))
    calls = (good, one, good, two)
    reactions = yield Together(calls)
    for reaction in reactions:
        if not is_answer(reaction):
            return broken(reaction)
    rejected = [is_rejection(answer) for answer in reactions]
    if not (rejected[1] and rejected[3]):
        return failed("a call of a tool that does not exist was answered with a result")
    if _mixed_up(calls, reactions, (one.name, two.name)):
        return failed("an error names a tool that another call asked for")
    if fault := fault_behind(reactions[0]) or fault_behind(reactions[2]):
        return not_verified_behind(fault)
    if rejected[0] is not rejected[2]:
        return failed("of two equal calls at once, one was answered and one rejected")
    if rejected[0]:
        return call_rejected(reactions[0])
    return passed("four calls at once, four answers, each to its own")


def _mixed_up(
    calls: Sequence[CallTool], answers: Sequence[Replied | RpcError], unknown: tuple[str, str]
) -> bool:
    """Most servers repeat the unknown name. It must be the one in the request."""
    return any(
        name in _content(answer)
        for call, answer in zip(calls, answers, strict=True)
        for name in unknown
        if name != call.name
    )


def _content(answer: Replied | RpcError) -> str:
    if isinstance(answer, RpcError):
        return canonical([answer.message, answer.data])
    return canonical(answer.result)


PROBE = Probe(
    id="concurrent_calls",
    fault="FAULT-STATE-CONCURRENT-CALLS",
    family=Family.STATE,
    aim=Aim.VALID_CALL,
    contract="every call gets its own answer",
    doc=__doc__,
    script=script,
    once=True,
    side_by_side=True,
    negative_path=False,
    sends=Provenance.REFUSABLE,
)
