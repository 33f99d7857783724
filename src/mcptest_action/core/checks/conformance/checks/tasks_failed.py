"""How a task ends whose tool fails, as it does without an argument that it requires."""

from mcptest_action.core.checks.probes import is_rejection, missing_required
from mcptest_action.core.checks.results import not_applicable, not_verified, ruled
from mcptest_action.core.protocol.exchange import (
    CallTool,
    NotSent,
    Provenance,
    Replied,
    RpcError,
    advance,
)
from ..model import Examinee, Probe, Probing, should, the_same
from ..refusal import server_said
from ..tasks import (
    END_S,
    PAGE,
    SINCE,
    TTL_MS,
    get_task,
    has_ended,
    id_in,
    result_of,
    state_in,
    task_tools,
    why_no_task,
)

_SPEC = f"{PAGE}#task-execution-errors"
_SENDS = (
    "a call as a task, without a required argument, of a tool that supports tasks, is declared "
    "read-only and may be called"
)
EXPLAINED = should("TASK-34", _SPEC, revisions=SINCE)(
    expects="`tasks/get` says in `statusMessage` why a task has failed.",
    sends=_SENDS,
    remedy="Put the message of the error into `statusMessage`.",
)
FAILED = should("TASK-35", _SPEC, revisions=SINCE, basis="derived")(
    expects="A task whose tool fails ends in the status `failed`, also where the result has "
    "`isError`.",
    sends=_SENDS,
    remedy="Look at `isError` of the result before the task is `completed`.",
)
CHECKS = (EXPLAINED, FAILED)


def failing(server: Examinee) -> Probing:
    if next(task_tools(server), None) is None:
        return the_same(CHECKS, why_no_task(server))
    calls = (advance(missing_required.PROBE.script(tool.subject)) for tool in task_tools(server))
    call = next((call for call in calls if isinstance(call, CallTool)), None)
    if call is None:
        return the_same(CHECKS, not_applicable("no such tool requires an argument"))
    made = yield call._replace(more={"task": {"ttl": TTL_MS}}, timeout_s=END_S)
    own = id_in(made)
    if own is None:
        refused = not_applicable(f"no task was made: {server_said(made)}")
        held = isinstance(made, NotSent)
        return the_same(CHECKS, not_verified(made.because) if held else refused)
    ended = yield result_of(own)
    if not isinstance(ended, Replied | RpcError) or not is_rejection(ended):
        return the_same(CHECKS, not_verified(f"the tool did not fail: {server_said(ended)}"))
    shown = yield get_task(own)
    if not has_ended(shown):
        return the_same(CHECKS, not_verified("`tasks/get` does not show that the task has ended"))
    state = state_in(shown)
    status, message = state.get("status"), state.get("statusMessage")
    said = f"the tool failed, and its task is in the status {status!r:.40}"
    if status != "failed":
        explained = not_applicable("no task was seen in the status failed")
    else:
        explained = ruled(bool(message), f"it says {message!r:.80}", "there is no statusMessage")
    return {EXPLAINED.id: explained, FAILED.id: ruled(status == "failed", said)}


PROBES = (Probe("task_failing", CHECKS, failing, sends=Provenance.REFUSABLE),)
