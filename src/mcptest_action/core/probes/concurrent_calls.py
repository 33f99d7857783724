"""Make several calls at once, good and bad ones.

**Why it matters.** Clients call tools side by side. A server that mixes up its answers gives one
caller what another asked for.

**Sends** two valid calls of a tool that is declared read-only and two calls of one that does not
exist, all at once.

**Passes when** all four are answered, the bad ones with errors, and the good ones not with theirs.

**Fails when** an answer is missing, belongs to nobody, or the bad calls are answered with results.

**Not applicable** without a tool that is declared read-only.

**Remedy.** Answer each request under its own id, and keep no state between requests.
"""

from mcptest_action.core.exchange.reaction import Replied, RpcError
from mcptest_action.core.exchange.step import CallTool, Script, Together
from mcptest_action.core.probes.contract import broken, is_tool_error
from mcptest_action.core.probes.model import Aim, Family, Probe, Ruling, Subject, failed, passed
from mcptest_action.core.probes.unknown_tool import NO_SUCH_TOOL


def script(subject: Subject) -> Script[Ruling]:
    good, bad = CallTool(subject.name, subject.arguments), CallTool(NO_SUCH_TOOL, {})
    reactions = yield Together((good, bad, good, bad))
    for reaction in reactions:
        if not isinstance(reaction, Replied | RpcError):
            return broken(reaction)
    rejected = [isinstance(r, RpcError) or is_tool_error(r.result) for r in reactions]
    if not (rejected[1] and rejected[3]):
        return failed("a call of a tool that does not exist was answered with a result")
    if rejected[0] is not rejected[2]:
        return failed("of two equal calls at once, one was answered and one rejected")
    return passed("four calls at once, four answers, each to its own")


PROBE = Probe(
    id="concurrent_calls",
    fault="FAULT-STATE-CONCURRENT-CALLS",
    family=Family.STATE,
    aim=Aim.VALID_CALL,
    contract="every call gets its own answer",
    doc=__doc__,
    script=script,
    once=True,
    negative_path=False,
)
