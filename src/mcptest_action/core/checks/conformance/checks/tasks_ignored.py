"""A call as a task, made of a server that has none: it is a call like any other."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.probes import Subject, fault_behind
from mcptest_action.core.checks.results import Ruling, failed, not_applicable, not_verified, passed
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    CallTool,
    NotSent,
    Provenance,
    Reaction,
    Replied,
    RpcError,
    Script,
    StrayCall,
    TimedOut,
)
from mcptest_action.core.protocol.surface import CALLS_AS_TASKS, made_up_name, offers
from ..free_tools import free_tools
from ..model import Examinee, Probe, Probing, should
from ..refusal import is_invalid_params, server_said
from ..tasks import END_S, PAGE, SINCE, TTL_MS, created_in

# The section has a MUST, for all that take requests as tasks. Of others it does not speak, and no
# client may send them this: official SDKs refuse it.
IGNORED = should("TASK-01", f"{PAGE}#task-support-and-handling", revisions=SINCE)(
    expects="A server that declares no tasks for `tools/call` ignores `task` in such a request.",
    sends="a call with `task`, of a tool that is declared read-only and may be called, or else of "
    "one that does not exist; where the answer is an error, the same call without `task`",
    remedy="Answer the call as if `task` were not there, or declare `tasks.requests.tools.call` "
    "and make a task.",
)
_TASK = {"task": {"ttl": TTL_MS}}


def task_ignored(server: Examinee) -> Probing:
    if not server.declares("tools"):
        return {IGNORED.id: not_applicable("the server does not declare tools")}
    if offers(server.hello.capabilities, *CALLS_AS_TASKS):
        return {IGNORED.id: not_applicable("the server declares tasks for tool calls")}
    tool = next(free_tools(server), None)
    ruling = (yield from _of_nobody(server)) if tool is None else (yield from _of_tool(tool))
    return {IGNORED.id: ruling}


def _of_tool(tool: Subject) -> Script[Ruling]:
    call = CallTool(tool.name, tool.arguments, timeout_s=END_S)
    reaction = yield call._replace(more=_TASK)
    if _is_result(reaction):
        return passed("the server answered the call, and ignored `task`")
    if isinstance(reaction, TimedOut):
        return not_verified(f"the tool may be slow: {server_said(reaction)}")
    if (known := _known(reaction)) is not None:
        return known
    plain = yield call
    if _is_result(plain):
        return failed(f"with `task`, {server_said(reaction)}; without, it answered with a result")
    return not_verified(f"the call fails with `task` and without: {server_said(plain)}")


def _of_nobody(server: Examinee) -> Script[Ruling]:
    params = {"name": made_up_name(server.surface), "arguments": {}}
    reaction = yield StrayCall({**params, **_TASK}, timeout_s=END_S)
    if is_invalid_params(reaction):
        return passed("a call of an unknown tool was refused as such, and `task` ignored")
    if (known := _known(reaction)) is not None:
        return known
    plain = yield StrayCall(params, timeout_s=END_S)
    if _kind(plain) == _kind(reaction):
        return passed("a call of an unknown tool gets the same answer with `task` and without")
    return failed(f"with `task`, {server_said(reaction)}; without, {server_said(plain)}")


def _known(reaction: Reaction) -> Ruling | None:
    """The ruling, if the answer to the plain call cannot change it."""
    if isinstance(reaction, NotSent):
        return not_verified(reaction.because)
    if created_in(reaction) is not None:
        return failed("the server made a task, and does not declare that it can")
    if (fault := fault_behind(reaction)) is not None:
        return not_verified(fault.behind("the tool"))
    return failed(server_said(reaction)) if isinstance(reaction, BROKEN) else None


def _is_result(reaction: Reaction) -> bool:
    """Whether a tool has done its work."""
    said: Any = reaction.result if isinstance(reaction, Replied) else None
    return isinstance(said, Mapping) and "task" not in said and said.get("isError") is not True


def _kind(reaction: Reaction) -> Any:
    if isinstance(reaction, RpcError):
        return reaction.code
    return type(reaction), _is_result(reaction)


PROBES = (Probe("task_ignored", (IGNORED,), task_ignored, sends=Provenance.REFUSABLE),)
