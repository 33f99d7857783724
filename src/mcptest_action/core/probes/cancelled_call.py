"""Cancel a call.

**Why it matters.** People press stop. A server that takes the cancellation badly loses the
session.

**Sends** a valid call of a tool that is declared read-only, at once `notifications/cancelled` for
it, then `tools/list`.

**Passes when** the server still answers; whether it answered the cancelled call does not matter.

**Fails when** the server dies, hangs, or breaks the connection.

**Not applicable** without a tool that is declared read-only.

**Remedy.** Treat a cancellation as a wish: stop if you can, and never stop anything else.
"""

from mcptest_action.core.exchange.reaction import Accepted, Replied, RpcError
from mcptest_action.core.exchange.step import CallTool, Notify, Request, Script
from mcptest_action.core.probes.contract import broken, must_live
from mcptest_action.core.probes.model import Aim, Family, Probe, Ruling, Subject

ID = "mcptest-cancelled"


def script(subject: Subject) -> Script[Ruling]:
    call = CallTool(subject.name, subject.arguments, request_id=ID, waits=False)
    sent = yield call
    if not isinstance(sent, Accepted | Replied | RpcError):
        return broken(sent)
    yield Notify("notifications/cancelled", {"requestId": ID, "reason": "mcptest"})
    return must_live((yield Request("tools/list")), "a cancelled call")


PROBE = Probe(
    id="cancelled_call",
    fault="FAULT-STATE-CANCELLED-CALL",
    family=Family.STATE,
    aim=Aim.VALID_CALL,
    contract="the server survives",
    doc=__doc__,
    script=script,
    once=True,
    negative_path=False,
)
