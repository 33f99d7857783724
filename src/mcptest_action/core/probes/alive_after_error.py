"""After all the bad requests, ask for something ordinary.

**Why it matters.** A server may answer every bad request well and still be worn out by them: a
lock not released, a worker that died, a session that is stuck.

**Sends** `tools/list`, and a valid call of a tool that is declared read-only where there is one.

**Passes when** both are answered.

**Fails when** the server does not answer, or no longer lists its tools.

**Remedy.** Clean up after errors: every path out of a request leaves the server ready for the next
one.
"""

from mcptest_action.core.exchange.reaction import Replied
from mcptest_action.core.exchange.step import CallTool, Request, Script
from mcptest_action.core.exchange.wording import in_words
from mcptest_action.core.probes.contract import must_answer
from mcptest_action.core.probes.model import (
    Aim,
    Family,
    Probe,
    Ruling,
    Status,
    Subject,
    failed,
    passed,
)


def script(subject: Subject) -> Script[Ruling]:
    listed = yield Request("tools/list")
    if not isinstance(listed, Replied):
        return failed(f"asked for its tools after the bad requests, the server {in_words(listed)}")
    if not subject.name:
        return passed("still lists its tools after the bad requests")
    ruling = must_answer((yield CallTool(subject.name, subject.arguments)))
    if ruling.status is Status.PASSED:
        return passed("still lists its tools and answers a valid call after the bad requests")
    return ruling


PROBE = Probe(
    id="alive_after_error",
    fault="FAULT-STATE-NOT-ALIVE-AFTER-ERROR",
    family=Family.STATE,
    aim=Aim.VALID_CALL,
    contract="the server still works",
    doc=__doc__,
    script=script,
    once=True,
    without_tool=True,
    negative_path=False,
)
