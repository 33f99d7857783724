"""Requests about tasks that do not exist, and methods that are not declared."""

from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified, ruled
from mcptest_action.core.protocol.exchange import (
    Provenance,
    Reaction,
    Replied,
    Request,
    Together,
    error_code,
)
from mcptest_action.core.protocol.surface import CALLS_AS_TASKS, offers
from ..model import Examinee, Probe, Probing, must, should
from ..raw import PATIENCE_S
from ..refusal import INVALID_PARAMS, METHOD_NOT_FOUND, is_invalid_params, server_said
from ..tasks import (
    CANCEL,
    GET,
    LIST,
    NO_SUCH_TASK,
    PAGE,
    RELATED,
    RESULT,
    SINCE,
    id_in,
    state_in,
    task_tools,
    why_no_task,
)

UNKNOWN = must("TASK-25", f"{PAGE}#protocol-errors", revisions=SINCE)(
    expects="A request for a task that does not exist gets error -32602.",
    sends="`tasks/get`, `tasks/result` and, where declared, `tasks/cancel` with an id of ours",
    remedy="Look the task up before anything else, and answer with -32602, Invalid params.",
)
MALFORMED = should("TASK-26", f"{PAGE}#protocol-errors", revisions=SINCE, basis="derived")(
    expects="A request for a task whose id is not text gets error -32602.",
    sends="`tasks/get` with a number for `taskId`, and without one",
    remedy="Check the parameters, and use -32602; -32603 says that the server is at fault.",
)
UNDECLARED = should("TASK-33", f"{PAGE}#capability-negotiation", revisions=SINCE, basis="derived")(
    expects="`tasks/list` and `tasks/cancel` are served only where they are declared.",
    sends="`tasks/list` and `tasks/cancel`, where the server declares tasks, but not these",
    remedy="Declare `tasks.list` and `tasks.cancel`, or answer with error -32601.",
)
OVERRULED = must("TASK-18", f"{PAGE}#associating-task-related-messages", revisions=SINCE)(
    expects=f"The `taskId` of a request counts, whatever `{RELATED}` in its `_meta` says.",
    sends="`tasks/get` for a task of ours, with the id of another one in `_meta`",
    remedy="Do not look at this metadata in requests whose parameters name the task.",
)


def unknown(server: Examinee) -> Probing:
    if (none := _none(server)) is not None:
        return {UNKNOWN.id: none, UNDECLARED.id: none}
    asked = {method: {"taskId": NO_SUCH_TASK} for method in (GET, RESULT, CANCEL)} | {LIST: {}}
    reactions = yield Together(
        tuple(Request(method, params, timeout_s=PATIENCE_S) for method, params in asked.items())
    )
    seen = dict(zip(asked, reactions, strict=True))
    hidden = [m for m in (LIST, CANCEL) if not offers(server.hello.capabilities, *m.split("/"))]
    looked_up = [method for method in (GET, RESULT, CANCEL) if method not in hidden]
    return {
        UNKNOWN.id: _each(server, {method: seen[method] for method in looked_up}),
        UNDECLARED.id: _undeclared({method: seen[method] for method in hidden}),
    }


def _none(server: Examinee) -> Ruling | None:
    has_tasks = offers(server.hello.capabilities, *CALLS_AS_TASKS)
    return None if has_tasks else why_no_task(server)


def _each(server: Examinee, seen: dict[str, Reaction]) -> Ruling:
    # Whether these are served at all, other checks see where a task can be made.
    right = {INVALID_PARAMS, *([METHOD_NOT_FOUND] if next(task_tools(server), None) else [])}
    bad = [
        f"to `{method}`, {server_said(reaction)}"
        for method, reaction in seen.items()
        if error_code(reaction) not in right
    ]
    refused = [method for method, reaction in seen.items() if is_invalid_params(reaction)]
    if not bad and not refused:
        return not_verified("the server knows none of these methods: see TASK-12")
    return ruled(not bad, f"refused with -32602: {', '.join(refused)}", "; ".join(bad))


def _undeclared(seen: dict[str, Reaction]) -> Ruling:
    if not seen:
        return not_applicable("the server declares both")
    # Of a task that does not exist, -32602 says that the method does.
    bad = [
        f"to `{method}`, which is not declared, {server_said(reaction)}"
        for method, reaction in seen.items()
        if isinstance(reaction, Replied) or is_invalid_params(reaction)
    ]
    return ruled(not bad, f"not served: {', '.join(seen)}", "; ".join(bad))


def malformed(server: Examinee) -> Probing:
    if (none := _none(server)) is not None:
        return {MALFORMED.id: none}
    reactions = yield Together((
        Request(GET, {"taskId": 1}, timeout_s=PATIENCE_S),
        Request(GET, {}, timeout_s=PATIENCE_S),
    ))  # fmt: skip
    bad = [server_said(one) for one in reactions if not is_invalid_params(one)]
    return {MALFORMED.id: ruled(not bad, "both were refused with -32602", "; ".join(bad))}


def overruled(server: Examinee) -> Probing:
    tool = next(task_tools(server), None)
    if tool is None:
        return {OVERRULED.id: why_no_task(server)}
    own = id_in((yield tool.as_task({})))
    if own is None:
        return {OVERRULED.id: not_verified("no task was made that could be asked for")}
    wrong = {"_meta": {RELATED: {"taskId": NO_SUCH_TASK}}}
    reaction = yield Request(GET, {"taskId": own, **wrong}, timeout_s=PATIENCE_S)
    is_right = state_in(reaction).get("taskId") == own
    bad = "the answer has another task" if isinstance(reaction, Replied) else server_said(reaction)
    return {OVERRULED.id: ruled(is_right, "the answer has the task of the request", bad)}


PROBES = (
    Probe("task_unknown", (UNKNOWN, UNDECLARED), unknown, sends=Provenance.REFUSABLE),
    Probe("task_metadata", (OVERRULED,), overruled, sends=Provenance.REFUSABLE),
    Probe("task_malformed", (MALFORMED,), malformed),
)
