"""Cancelling tasks that work, and tasks that have ended, for servers that let clients do so."""

from mcptest_action.core.checks.results import (
    Ruling,
    Status,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    Provenance,
    Reaction,
    Replied,
    Script,
    error_code,
)
from mcptest_action.core.protocol.surface import offers
from ..model import Examinee, Needs, Probe, Probing, Rulings, must, the_same
from ..refusal import METHOD_NOT_FOUND, is_invalid_params, server_said
from ..tasks import (
    PAGE,
    SINCE,
    TaskTool,
    cancel,
    get_task,
    has_ended,
    id_in,
    outlived,
    result_of,
    state_in,
    task_tools,
    why_no_task,
)

_SPEC = f"{PAGE}#task-cancellation"
TOO_LATE = must("TASK-22", _SPEC, revisions=SINCE)(
    expects="`tasks/cancel` for a task that has ended gets error -32602.",
    sends="`tasks/cancel` for a task whose result is there, and for one that was cancelled",
    remedy="Look at the status of the task first, and refuse with -32602, Invalid params.",
)
CANCELLED = must("TASK-23", _SPEC, revisions=SINCE)(
    expects="When `tasks/cancel` is answered, the task is in the status `cancelled`.",
    sends="a call as a task, and `tasks/cancel` right after it",
    remedy="Set the status before answering, whether or not the tool can be stopped.",
)
STAYS = must("TASK-24", _SPEC, revisions=SINCE)(
    expects="A cancelled task stays cancelled, even if its tool goes on.",
    sends="`tasks/get`, twice, for a task that was cancelled",
    remedy="Drop the result of a tool whose task was cancelled.",
)
CHECKS = (TOO_LATE, CANCELLED, STAYS)
_NOT_ENDED = not_verified("no task was seen to end")
_UNMADE = not_verified("no task was made that could be cancelled")


def cancelled(server: Examinee) -> Probing:
    if not offers(server.hello.capabilities, "tasks", "cancel"):
        return the_same(CHECKS, not_applicable("the server does not declare tasks.cancel"))
    tool = next(task_tools(server), None)
    if tool is None:
        return the_same(CHECKS, why_no_task(server))
    # Where tools go on after their task was cancelled, that may bring down those after it.
    ended = yield from _ended(tool)
    working = yield from _working(tool)
    is_worse = ended.status is Status.FAILED
    return {**working, TOO_LATE.id: ended} if is_worse else working


def _working(tool: TaskTool) -> Script[Rulings]:
    """A task is cancelled, and once more."""
    made = yield tool.as_task({})
    own = id_in(made)
    if own is None:
        return the_same(CHECKS, _UNMADE)
    answer = yield cancel(own)
    then = yield get_task(own)
    again = yield cancel(own)
    later = yield get_task(own)
    ruling = _cancelled(answer, then, made)
    is_cancelled = ruling.status is Status.PASSED
    return {
        CANCELLED.id: ruling,
        STAYS.id: _stays(then, later) if is_cancelled else not_verified("no task was cancelled"),
        TOO_LATE.id: _too_late(again) if is_cancelled or has_ended(then) else _NOT_ENDED,
    }


def _ended(tool: TaskTool) -> Script[Ruling]:
    """The ruling on a task that has its result."""
    own = id_in((yield tool.as_task({})))
    if own is None or isinstance((yield result_of(own)), BROKEN):
        return _NOT_ENDED
    if not has_ended((yield get_task(own))):
        return _NOT_ENDED
    ruling = _too_late((yield cancel(own)))
    yield get_task(own)  # whether it has changed, TASK-13 looks at
    return ruling


def _cancelled(answer: Reaction, then: Reaction, made: Reaction) -> Ruling:
    if isinstance(answer, Replied):
        status = state_in(answer).get("status")
        bad = f"the answer to `tasks/cancel` shows the status {status!r:.40}"
        return ruled(status == "cancelled", "the task was cancelled", bad)
    if is_invalid_params(answer) and has_ended(then):
        return not_verified("the task had ended before it could be cancelled")
    if (over := outlived(then, made)) is not None and is_invalid_params(answer):
        return over
    return failed(f"to `tasks/cancel`, {server_said(answer)}")


def _stays(*seen: Reaction) -> Ruling:
    states = [state.get("status") for one in seen if (state := state_in(one))]
    other = next((status for status in states if status != "cancelled"), None)
    if other is not None:
        return failed(f"after it was cancelled, the task is in the status {other!r:.40}")
    if not states:
        return not_verified("the server has deleted the task, as it may")
    return passed("the task stays cancelled")


def _too_late(reaction: Reaction) -> Ruling:
    if error_code(reaction) == METHOD_NOT_FOUND:
        return not_verified(f"no task can be cancelled, see {CANCELLED.id}")
    return ruled(is_invalid_params(reaction), server_said(reaction))


# There are servers that a cancelled task brings down, a moment later.
PROBES = (Probe("task_cancelled", CHECKS, cancelled, needs=Needs.LAST, sends=Provenance.REFUSABLE),)
