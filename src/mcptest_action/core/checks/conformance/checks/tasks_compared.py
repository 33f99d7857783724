"""Whether a task ends with what the same call would have returned without one."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.probes import fault_behind
from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed
from mcptest_action.core.protocol.exchange import Provenance, Reaction, Replied, RpcError, Script
from mcptest_action.core.protocol.surface import canonical
from ..model import Examinee, Probe, Probing, must
from ..refusal import server_said
from ..tasks import (
    PAGE,
    SINCE,
    TaskTool,
    id_in,
    members,
    outlived,
    result_of,
    task_tools,
    why_no_task,
)
from .tasks_ids import GUESSED, UNIQUE
from .tasks_states import TTL

SAME = must("TASK-15", f"{PAGE}#result-retrieval", revisions=SINCE)(
    expects="`tasks/result` returns what the call would have returned without a task.",
    sends="a call without `task` and one as a task, of a tool that takes both, is declared "
    "read-only and may be called; where only tasks are taken, one as a task",
    remedy="Keep the whole result of the tool, or its JSON-RPC error, and return that.",
)


def compared(server: Examinee) -> Probing:
    tools = list(task_tools(server))
    if not tools:
        return {SAME.id: why_no_task(server)}
    tool = min(tools, key=lambda one: one.required)
    return {SAME.id: (yield from _compared(tool))}


def _compared(tool: TaskTool) -> Script[Ruling]:
    plain = None if tool.required else (yield tool.plain)
    if plain is not None and (why := _tells_nothing(plain)):
        return not_verified(why)
    made = yield tool.as_task({})
    own = id_in(made)
    if own is None:
        return not_verified("no task was made that could be asked for")
    ended = yield result_of(own)
    if not isinstance(ended, Replied | RpcError):
        return not_verified(f"to `tasks/result`, {server_said(ended)}")
    if plain is None:
        return _by_itself(ended)
    if _content(ended) == _content(plain):
        return passed("the task ended with what the call returns without one")
    if _form(ended) == _form(plain):
        return not_verified("the answers differ in their values, as those of the tool may")
    if (over := outlived(ended, made)) is not None:
        return over
    if (fault := fault_behind(ended)) is not None:
        return not_verified(fault.behind("the tool"))
    # A tool may answer in another way each time. Two calls around the task show whether it does.
    if _form((yield tool.plain)) != _form(plain):
        return not_verified("the tool itself does not always answer in the same way")
    return failed(f"with a task, {_said(ended)}; without, before and after it, {_said(plain)}")


def _tells_nothing(plain: Reaction) -> str:
    """Why there is nothing to compare a task with; empty if there is."""
    if not isinstance(plain, Replied | RpcError):
        return f"without a task, {server_said(plain)}"
    fault = fault_behind(plain)
    return "" if fault is None else fault.behind("the tool")


def _by_itself(ended: Replied | RpcError) -> Ruling:
    if isinstance(ended, RpcError):
        return not_verified(f"there is no result: {server_said(ended)}")
    if isinstance(ended.result, Mapping) and isinstance(ended.result.get("content"), list):
        return passed("the task ended with the result of a tool")
    return failed("what `tasks/result` returns is no result of a tool: it has no list of content")


def _content(reaction: Reaction) -> Any:
    """All of it but the metadata, in which the task is named."""
    if not isinstance(reaction, Replied):
        return getattr(reaction, "code", None), type(reaction)
    return canonical(members(reaction.result))


def _form(reaction: Reaction) -> Any:
    """Which members the answer has, and what kinds of content: no values."""
    named = members(reaction.result) if isinstance(reaction, Replied) else None
    if not isinstance(named, Mapping):
        return _content(reaction)
    blocks = named.get("content")
    if not isinstance(blocks, list):
        return sorted(named), type(blocks)
    return sorted(named), sorted({str(_kind(block)) for block in blocks})  # however many


def _kind(block: Any) -> Any:
    return block.get("type") if isinstance(block, Mapping) else type(block)


def _said(reaction: Reaction) -> str:
    if not isinstance(reaction, Replied):
        return server_said(reaction)
    said = members(reaction.result)
    names = ", ".join(map(str, said)) if isinstance(said, Mapping) else "no object"
    return f"the result has {names or 'no members'}"


# It makes a second task, without a ttl.
INFORMS = (UNIQUE.id, GUESSED.id, TTL.id)
PROBES = (Probe("task_compared", (SAME,), compared, informs=INFORMS, sends=Provenance.SOUND),)
