"""Tasks of 2025-11-25: which tools can be called as one, how, and what an answer says about it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeGuard

from mcptest_action.core.checks.probes import Subject
from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified
from mcptest_action.core.protocol.exchange import CallTool, Reaction, Replied, Request
from mcptest_action.core.protocol.surface import (
    CALLS_AS_TASKS,
    OPTIONAL,
    REQUIRED,
    offers,
    task_support,
)
from .free_tools import callable_tools, why_none_is_free
from .model import Examinee
from .refusal import is_invalid_params
from .revision import NOVEMBER_2025

PAGE = "basic/utilities/tasks"
SINCE = (NOVEMBER_2025,)
RELATED = "io.modelcontextprotocol/related-task"
GET, RESULT, LIST, CANCEL = "tasks/get", "tasks/result", "tasks/list", "tasks/cancel"
STATUSES = ("working", "input_required", "completed", "failed", "cancelled")
TERMINAL = STATUSES[2:]
TOKEN = "mcptest-task-progress"
NO_SUCH_TASK = "mcptest-no-such-task"
# Long enough for us, and soon over for a server that keeps what nobody asks for any more.
TTL_MS = 60_000
# For the end of a task. A tool that takes longer is not wrong.
END_S = 10.0
# A task that is followed from its making to its end is asked for so often, one by one.
_ASKED = 5
_MS = 1000


class TaskTool(NamedTuple):
    """A tool that may be called as a task."""

    subject: Subject
    required: bool
    """It may be called in no other way."""

    @property
    def plain(self) -> CallTool:
        return CallTool(self.subject.name, self.subject.arguments, timeout_s=END_S)

    def as_task(self, task: Mapping[str, Any], **more: Any) -> CallTool:
        return self.plain._replace(more={"task": dict(task), **more})


def task_tools(server: Examinee) -> Iterator[TaskTool]:
    """Tools that we may call as tasks."""
    if not offers(server.hello.capabilities, *CALLS_AS_TASKS):
        return
    listed = server.surface.tools_by_name
    for subject in callable_tools(server):
        support = task_support(listed[subject.name])
        if support in (OPTIONAL, REQUIRED):
            yield TaskTool(subject, support == REQUIRED)


def why_no_task(server: Examinee) -> Ruling:
    """For a check that needs a task, where `task_tools` has no tool to offer."""
    if not offers(server.hello.capabilities, *CALLS_AS_TASKS):
        return not_applicable("the server does not declare tasks.requests.tools.call")
    if next(callable_tools(server), None) is None:
        return why_none_is_free(server)
    return not_verified("no tool that may be called has a taskSupport of optional or required")


def get_task(task_id: str) -> Request:
    return Request(GET, {"taskId": task_id}, timeout_s=END_S)


def result_of(task_id: str) -> Request:
    return Request(RESULT, {"taskId": task_id}, timeout_s=END_S)


def cancel(task_id: str) -> Request:
    return Request(CANCEL, {"taskId": task_id}, timeout_s=END_S)


def created_in(reaction: Reaction) -> Mapping[str, Any] | None:
    """The task in the answer to a call."""
    match reaction:
        case Replied(result={"task": dict(task)}):
            return task
        case _:
            return None


def state_in(reaction: Reaction) -> Mapping[str, Any]:
    """What `tasks/get` or `tasks/cancel` says; empty if it is no task."""
    match reaction:
        case Replied(result=dict(state)) if "taskId" in state:
            return state
        case _:
            return {}


def id_in(reaction: Reaction) -> str | None:
    """The id of a task that was made, if it can be asked for."""
    created = created_in(reaction)
    own = None if created is None else created.get("taskId")
    return own if isinstance(own, str) else None


def has_ended(reaction: Reaction) -> bool:
    return state_in(reaction).get("status") in TERMINAL


def outlived(reaction: Reaction, *shown: Reaction) -> Ruling | None:
    """The ruling where a task is gone whose own `ttl` ends before we stop asking for it, as the
    answers that have `shown` the task say: a server may delete it then, whatever its status. None
    where the task is not gone, or should still be there.
    """
    if not is_invalid_params(reaction):
        return None
    tasks = ((created_in(one) or state_in(one)).get("ttl") for one in shown)
    ours_s = _ASKED * END_S
    soon = next((ttl for ttl in tasks if is_number(ttl) and 0 <= ttl < ours_s * _MS), None)
    if soon is None:
        return None
    ours = f"we may ask for it for {ours_s:g} s"
    return not_verified(f"the task is gone, as it may be: its ttl is {soon:g} ms, and {ours}")


def members(result: Any) -> Any:
    """What a tool returned, without the metadata, in which the task is named."""
    if not isinstance(result, Mapping):
        return result
    # Another value than these two breaks BASE-08, and says nothing about tasks.
    left_out = {"_meta"} if result.get("isError") is True else {"_meta", "isError"}
    return {name: said for name, said in result.items() if name not in left_out}


def is_number(value: Any) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def related_in(result: Any) -> Any:
    """The id in the metadata that ties a message to a task; None if there is none."""
    match result:
        case {"_meta": {"io.modelcontextprotocol/related-task": related}}:
            return related.get("taskId", "") if isinstance(related, Mapping) else ""
        case _:
            return None
