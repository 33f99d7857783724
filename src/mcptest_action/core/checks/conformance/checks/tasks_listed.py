"""The list of tasks, for servers that have one."""

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
    Provenance,
    Replied,
    Request,
    Script,
    error_code,
)
from mcptest_action.core.protocol.surface import offers
from ..model import Examinee, Probe, Probing, must, the_same
from ..refusal import METHOD_NOT_FOUND, is_invalid_params, server_said
from ..tasks import (
    END_S,
    LIST,
    PAGE,
    SINCE,
    TTL_MS,
    get_task,
    id_in,
    state_in,
    task_tools,
    why_no_task,
)

MOST_PAGES = 50
LISTED = must("TASK-20", f"{PAGE}#task-listing", revisions=SINCE)(
    expects="A task that `tasks/get` shows is also on one of the pages of `tasks/list`.",
    sends="`tasks/list`, page by page, after a task was made",
    remedy="List every task that its maker may ask for, with a `nextCursor` where there are more.",
)
BOGUS = must("TASK-21", f"{PAGE}#protocol-errors", revisions=SINCE)(
    expects="`tasks/list` refuses a cursor that the server never gave, with error -32602.",
    sends="`tasks/list` with a cursor of ours",
    remedy="Check the cursor, also where all tasks fit on one page.",
)
CHECKS = (LISTED, BOGUS)


def task_list(server: Examinee) -> Probing:
    if not offers(server.hello.capabilities, "tasks", "list"):
        return the_same(CHECKS, not_applicable("the server does not declare tasks.list"))
    listed = yield from _listed(server)
    bogus = yield Request(LIST, {"cursor": "mcptest"}, timeout_s=END_S)
    is_unserved = listed.status is Status.FAILED and error_code(bogus) == METHOD_NOT_FOUND
    refused = ruled(is_invalid_params(bogus), server_said(bogus))
    elsewhere = not_verified(f"there is no list, see {LISTED.id}")
    return {LISTED.id: listed, BOGUS.id: elsewhere if is_unserved else refused}


def _listed(server: Examinee) -> Script[Ruling]:
    tool = next(task_tools(server), None)
    if tool is None:
        return why_no_task(server)
    own = id_in((yield tool.as_task({"ttl": TTL_MS})))
    if own is None:
        return not_verified("no task was made that could be asked for")
    cursor = None
    for number in range(1, MOST_PAGES + 1):
        page = yield Request(LIST, {} if cursor is None else {"cursor": cursor}, timeout_s=END_S)
        match page:
            case Replied(result={"tasks": list(tasks)} as result):
                pass
            case Replied():
                return failed("the result of `tasks/list` has no list called tasks")
            case _:
                return failed(f"to `tasks/list`, {server_said(page)}")
        if any(isinstance(task, dict) and task.get("taskId") == own for task in tasks):
            return passed(f"the task is on page {number}")
        cursor = result.get("nextCursor")
        if cursor is None:
            break
    else:
        return not_verified(f"the task is not on the first {MOST_PAGES} pages")
    shown = state_in((yield get_task(own)))
    bad = "the task is on no page of `tasks/list`, though `tasks/get` shows it"
    return failed(bad) if shown else not_verified("the task is gone already")


PROBES = (Probe("task_list", CHECKS, task_list, sends=Provenance.REFUSABLE),)
