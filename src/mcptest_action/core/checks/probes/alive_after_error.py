"""After all the bad requests, ask for something ordinary.

**Why it matters.** A server may answer every bad request well and still be worn out by them: a
lock not released, a worker that died, a session that is stuck.

**Sends** `tools/list`, and a valid call of a tool that is declared read-only where there is one. To
a server that does not declare tools: another list, or else `ping` or `server/discover`.

**Passes when** both are answered, the call with a result if the same call got one earlier in the
run. A call that never got one proves nothing, and the ruling says so. Where the call worked and now
a service behind the tool could not be reached, or wants credentials, it is not verified.

**Fails when** the server does not answer, no longer lists its tools, or rejects a call that it had
accepted before.

**Remedy.** Clean up after errors: every path out of a request leaves the server ready for the next
one.
"""

from typing import Any

from mcptest_action.core.checks.results import Family, Ruling, failed, passed
from mcptest_action.core.protocol.exchange import CallTool, Reaction, Replied, Request, Script
from .contract import broken, in_short, is_answer, is_rejection, said
from .model import Aim, Probe, Subject
from .upstream import fault_behind, not_verified_behind

AFTER, TOOLS = "after the bad requests", "tools/list"


def script(subject: Subject) -> Script[Ruling]:
    if subject.ordinary != TOOLS:
        return _answered(subject, (yield Request(subject.ordinary)))
    listed = yield Request(TOOLS)
    problem = _problem(listed, subject)
    if problem:
        return failed(f"asked for its tools {AFTER}, the server {problem}")
    if not subject.name:
        return passed(f"still lists its tools {AFTER}")
    answer = yield CallTool(subject.name, subject.arguments)
    if not is_answer(answer):
        return broken(answer, reached=True)
    if subject.worked and is_rejection(answer):
        if fault := fault_behind(answer):
            return not_verified_behind(fault)
        return failed(f"a valid call, which had worked before, {AFTER} got {in_short(answer)}")
    if is_rejection(answer):
        return passed(f"still lists its tools {AFTER}; a valid call got {in_short(answer)}")
    return passed(f"still lists its tools and answers a valid call {AFTER}")


def _answered(subject: Subject, reaction: Reaction) -> Ruling:
    """The ruling for a server without tools."""
    if isinstance(reaction, Replied):
        return passed(f"still answers `{subject.ordinary}` {AFTER}")
    return failed(f"sent `{subject.ordinary}` {AFTER}, the server {said(reaction)}")


def _problem(listed: Reaction, subject: Subject) -> str:
    if not isinstance(listed, Replied):
        return said(listed)
    tools: Any = listed.result.get("tools") if isinstance(listed.result, dict) else None
    if not isinstance(tools, list):
        return "answered without a list of tools"
    return "listed none, although it has some" if subject.name and not tools else ""


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
