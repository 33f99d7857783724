"""What a tool says about tasks, and whether calls are held to it."""

from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified, ruled
from mcptest_action.core.protocol.exchange import (
    CallTool,
    NotSent,
    Provenance,
    Reaction,
    Script,
    error_code,
)
from mcptest_action.core.protocol.surface import CALLS_AS_TASKS, offers, task_support
from ..free_tools import callable_tools, why_none_is_free
from ..model import Examinee, Probe, Probing, must, should
from ..refusal import METHOD_NOT_FOUND, server_said
from ..tasks import END_S, PAGE, SINCE, TTL_MS, task_tools, why_no_task

_SPEC = f"{PAGE}#tool-level-negotiation"
_INVALID_REQUEST = -32600
FORBIDDEN = should("TASK-02", _SPEC, revisions=SINCE)(
    expects="A tool that does not support tasks is not called as one: the call gets error -32601.",
    sends="a call with `task`, of a tool whose `taskSupport` is `forbidden` or absent, and which "
    "is declared read-only and may be called",
    remedy="Compare the call with the `taskSupport` of the tool before running it.",
)
NEEDED = must("TASK-03", _SPEC, revisions=SINCE)(
    expects="A tool that demands to be called as a task refuses any other call with error -32601, "
    "or with -32600, which the section on errors allows.",
    sends="a call without `task`, of a tool whose `taskSupport` is `required`, and which is "
    "declared read-only and may be called",
    remedy="Answer with the protocol error -32601, rather than with a result that has `isError`.",
)


def support(server: Examinee) -> Probing:
    return {
        FORBIDDEN.id: (yield from _forbidden(server)),
        NEEDED.id: (yield from _needed(server)),
    }


def _forbidden(server: Examinee) -> Script[Ruling]:
    if not offers(server.hello.capabilities, *CALLS_AS_TASKS):
        return why_no_task(server)
    listed, found = server.surface.tools_by_name, None
    for found in callable_tools(server):
        if task_support(listed[found.name]) in (None, "forbidden"):
            call = CallTool(found.name, found.arguments, timeout_s=END_S)
            reaction = yield call._replace(more={"task": {"ttl": TTL_MS}})
            return _refused(reaction, METHOD_NOT_FOUND)
    if found is None:
        return why_none_is_free(server)
    return not_applicable("every tool that may be called supports tasks")


def _needed(server: Examinee) -> Script[Ruling]:
    tool = None
    for tool in task_tools(server):
        if tool.required:
            return _refused((yield tool.plain), METHOD_NOT_FOUND, _INVALID_REQUEST)
    if tool is None:
        return why_no_task(server)
    return not_applicable("no tool that may be called has a taskSupport of required")


def _refused(reaction: Reaction, *codes: int) -> Ruling:
    if isinstance(reaction, NotSent):
        return not_verified(reaction.because)
    return ruled(error_code(reaction) in codes, server_said(reaction))


PROBES = (Probe("task_support", (FORBIDDEN, NEEDED), support, sends=Provenance.REFUSABLE),)
