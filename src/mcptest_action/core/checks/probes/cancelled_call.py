"""Cancel a call.

**Why it matters.** People press stop. A server that takes the cancellation badly loses the
session.

**Sends** a valid call of a tool that is declared read-only, at once `notifications/cancelled` for
it, then `tools/list`.

**Passes when** the server still lists its tools; whether it answered the cancelled call does not
matter. An HTTP status of 4xx to the notification is how HTTP refuses one, and no failure.

**Fails when** the server dies, hangs, breaks the connection, or answers with any other bare HTTP
error.

**Not applicable** without a tool that is declared read-only.

**Remedy.** Treat a cancellation as a wish: stop if you can, and never stop anything else.
"""

from mcptest_action.core.checks.results import Family, Ruling
from mcptest_action.core.protocol.exchange import (
    Accepted,
    CallTool,
    HttpStatus,
    Notify,
    Reaction,
    Request,
    Script,
)
from .contract import broken, is_answer, must_live
from .model import Aim, Probe, Subject

ID = "mcptest-cancelled"
_SERVER_ERROR = 500


def script(subject: Subject) -> Script[Ruling]:
    called = yield CallTool(subject.name, subject.arguments, request_id=ID, waits=False)
    if not _taken(called):
        return broken(called)
    told = yield Notify("notifications/cancelled", {"requestId": ID, "reason": "mcptest"})
    if not _taken(told) and not _refused(told):
        return broken(told, reached=True)
    return must_live((yield Request("tools/list")), "a cancelled call")


def _taken(reaction: Reaction) -> bool:
    return isinstance(reaction, Accepted) or is_answer(reaction)


def _refused(reaction: Reaction) -> bool:
    return isinstance(reaction, HttpStatus) and reaction.http.status < _SERVER_ERROR


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
