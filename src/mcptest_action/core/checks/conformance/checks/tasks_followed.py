"""A task from the call that makes it to its result, as a client follows it."""

from mcptest_action.core.checks.results import Ruling, failed, not_verified, passed, ruled
from mcptest_action.core.protocol.exchange import (
    BROKEN,
    NotSent,
    Provenance,
    Reaction,
    Replied,
    RpcError,
    TimedOut,
)
from mcptest_action.core.protocol.surface import canonical
from ..model import Examinee, Probe, Probing, must, the_same
from ..refusal import server_said
from ..tasks import (
    PAGE,
    RELATED,
    SINCE,
    TOKEN,
    TTL_MS,
    created_in,
    get_task,
    has_ended,
    id_in,
    members,
    outlived,
    related_in,
    result_of,
    state_in,
    task_tools,
    why_no_task,
)
from . import tasks_messages, tasks_states

_RETRIEVAL = f"{PAGE}#result-retrieval"
_A_CALL = "a call as a task, of a tool that supports it, is declared read-only and may be called"
CREATED = must("TASK-04", _RETRIEVAL, revisions=SINCE)(
    expects="A call as a task gets the task, and not yet the result of the tool.",
    sends=_A_CALL,
    remedy="Answer with a `CreateTaskResult`, and keep the result for `tasks/result`.",
)
SHOWN = must("TASK-12", f"{PAGE}#getting-tasks", revisions=SINCE, basis="schema")(
    expects="`tasks/get` answers with the task that was asked for, also after it has ended.",
    sends="`tasks/get` for a task that was just made, and again once its result is there",
    remedy="Answer with the members of the task itself, and keep the task until its `ttl` is over.",
)
BLOCKS = must("TASK-14", _RETRIEVAL, revisions=SINCE)(
    expects="`tasks/result` is not answered before the task has ended.",
    sends="`tasks/result` while the task works, and `tasks/get` after the answer",
    remedy="Hold the answer back until the task is `completed`, `failed` or `cancelled`.",
)
KEPT = must("TASK-16", _RETRIEVAL, revisions=SINCE)(
    expects="`tasks/result` gives the same answer as long as the task is kept.",
    sends="`tasks/result` twice for a task that has ended",
    remedy="Keep the result until the `ttl` of the task is over.",
)
TIED = must("TASK-17", f"{PAGE}#related-task-metadata", revisions=SINCE)(
    expects=f"The result that `tasks/result` gives names the task in `{RELATED}` of its `_meta`.",
    sends="`tasks/result` for a task that has ended",
    remedy="Add the metadata to the `_meta` of the result, with the `taskId` of the request.",
)
CHECKS = (CREATED, SHOWN, BLOCKS, KEPT, TIED)
_AFTER = (SHOWN, BLOCKS, KEPT, TIED)


def followed(server: Examinee) -> Probing:
    tool = next(task_tools(server), None)
    if tool is None:
        return the_same(CHECKS, why_no_task(server))
    made = yield tool.as_task({"ttl": TTL_MS}, _meta={"progressToken": TOKEN})
    own = id_in(made)
    if own is None:
        unmade = not_verified("no task was made that could be asked for")
        return {**the_same(_AFTER, unmade), CREATED.id: created(made)}
    before = yield get_task(own)
    first = yield result_of(own)
    if isinstance(first, BROKEN):
        return {**the_same(CHECKS, _no_end(first)), CREATED.id: created(made)}
    after = yield get_task(own)
    again = yield result_of(own)
    late = yield get_task(own)
    return {
        CREATED.id: created(made),
        SHOWN.id: _shown(own, made, before, after, late),
        BLOCKS.id: _blocks(before, after),
        KEPT.id: _kept(first, again, made, after),
        TIED.id: _tied(own, first),
    }


def created(reaction: Reaction) -> Ruling:
    match reaction:
        case NotSent(because=because):
            return not_verified(because)
        case RpcError() | Replied(result={"isError": True}):
            return not_verified(f"the server made no task: {server_said(reaction)}")
        case Replied():
            if created_in(reaction) is None:
                return failed("the server answered with a result that has no object called task")
            extra = [name for name in ("content", "structuredContent") if reaction.result.get(name)]
            return ruled(not extra, "the server made a task", "the answer has the result as well")
        case _:
            return failed(server_said(reaction))


def _no_end(reaction: Reaction) -> Ruling:
    if isinstance(reaction, TimedOut):
        return not_verified(f"to `tasks/result`, {server_said(reaction)}: the task may be long")
    return failed(f"to `tasks/result`, {server_said(reaction)}")


def _shown(own: str, made: Reaction, *seen: Reaction) -> Ruling:
    gone = None
    for reaction in seen:
        state = state_in(reaction)
        if (over := outlived(reaction, made, *seen)) is not None:
            gone = over
            continue
        if not isinstance(reaction, Replied):
            return failed(f"to `tasks/get`, {server_said(reaction)}")
        if not state:
            return failed("the result of `tasks/get` has no member called taskId")
        if state["taskId"] != own:
            return failed("`tasks/get` shows another task than the one that was asked for")
    return gone or passed("`tasks/get` shows the task")


def _blocks(before: Reaction, after: Reaction) -> Ruling:
    if has_ended(before):
        return not_verified("the task had ended before its result was asked for")
    if not state_in(after):
        return not_verified("`tasks/get` does not show whether the task has ended")
    status = state_in(after).get("status")
    bad = f"`tasks/result` was answered, and the task is still in the status {status!r:.40}"
    return ruled(has_ended(after), f"when `tasks/result` was answered, the task was {status}", bad)


def _kept(first: Reaction, again: Reaction, made: Reaction, after: Reaction) -> Ruling:
    if not has_ended(after):
        return not_verified("the task has not ended, as far as `tasks/get` shows")
    match first, again:
        case Replied(result=one), Replied(result=other):
            return ruled(
                canonical(members(one)) == canonical(members(other)),
                "the result is the same the second time",
                "the second `tasks/result` gave another result",
            )
        case RpcError(code=one), RpcError(code=other):
            over = None if one == other else outlived(again, made, after)
            return over or ruled(one == other, "the error is the same the second time")
        case Replied(), RpcError() if (over := outlived(again, made, after)) is not None:
            return over
        case _:
            return failed(f"to the second `tasks/result`, {server_said(again)}")


def _tied(own: str, first: Reaction) -> Ruling:
    if not isinstance(first, Replied):
        return not_verified(f"there is no result: {server_said(first)}")
    said = related_in(first.result)
    bad = "the result names no task" if said is None else f"the result names {said!r:.60}"
    return ruled(said == own, "the result names its task", bad)


INFORMS = tuple(check.id for check in (*tasks_states.CHECKS, *tasks_messages.CHECKS))
PROBES = (Probe("task_followed", CHECKS, followed, informs=INFORMS, sends=Provenance.SOUND),)
