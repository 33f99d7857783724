"""How a server describes its tasks, wherever it does."""

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any

from mcptest_action.core.checks.results import Ruling, not_verified
from mcptest_action.core.protocol.exchange import Provenance, Replied
from ..model import HTTP, Examinee, Exchanges, Review, Rulings, must, should, the_same
from ..task_states import TaskState, task_states
from ..tasks import (
    GET,
    PAGE,
    RELATED,
    SINCE,
    STATUSES,
    TERMINAL,
    is_number,
    related_in,
    task_tools,
    why_no_task,
)
from ..traffic import Flaw, ruled_on
from . import tasks_ids

_LOOKS = "nothing of its own: looks at every answer that shows a task"
_LIFE = f"{PAGE}#task-status-lifecycle"
_TTL = f"{PAGE}#ttl-and-resource-management"
WORKING = should("TASK-08", _LIFE, revisions=SINCE, basis="derived")(
    expects="A task that was just made is in the status `working`.",
    sends=_LOOKS,
    remedy="Answer the call before the tool runs, with the status `working`.",
)
DATED = must("TASK-09", _TTL, revisions=SINCE)(
    expects="Every task comes with `createdAt` and `lastUpdatedAt`, as ISO 8601 timestamps, and "
    "the first of them never changes.",
    sends=_LOOKS,
    remedy="Write both as RFC 3339 does: `2025-11-25T10:30:00Z`.",
)
TTL = must("TASK-10", _TTL, revisions=SINCE)(
    expects="Every task comes with its `ttl`: milliseconds, or null where there is no limit.",
    sends=_LOOKS + ", of tasks that were made with a `ttl` and without",
    remedy="Always include `ttl`; where serialization leaves out null, make an exception for it.",
)
FORMED = must("TASK-11", f"{PAGE}#task-status", revisions=SINCE, basis="schema")(
    expects="The status of a task is one of the five that there are; `statusMessage` is text, and "
    "`pollInterval` a number.",
    sends=_LOOKS,
    remedy="Use working, input_required, completed, failed or cancelled.",
)
FINAL = must("TASK-13", _LIFE, revisions=SINCE)(
    expects="A task that is `completed` or `failed` stays so.",
    sends="nothing of its own: follows the status of each task through all answers",
    remedy="Refuse to change the status of a task that has ended.",
)
UNTIED = should("TASK-19", f"{PAGE}#associating-task-related-messages", revisions=SINCE)(
    expects=f"Answers to `tasks/get`, `tasks/list` and `tasks/cancel` do without `{RELATED}`.",
    sends="nothing of its own: looks at their `_meta`",
    remedy="Leave this metadata out where the answer has the `taskId` anyway.",
)
POLLED = should("TASK-32", f"{PAGE}#input-required-status", HTTP, revisions=SINCE)(
    expects="`tasks/get` is answered with JSON rather than with an event stream.",
    sends="nothing of its own: looks at the content type of the answers to `tasks/get`",
    remedy="Answer `tasks/get` with `application/json`: the client polls, and waits for nothing.",
)
CHECKS = (*tasks_ids.CHECKS, WORKING, DATED, TTL, FORMED, FINAL, UNTIED, POLLED)


def review(server: Examinee, exchanges: Exchanges) -> Rulings:
    states = list(task_states(exchanges))
    new = [state for state in states if state.is_new]
    if not new:
        return the_same(CHECKS, unseen(server))
    return {
        **tasks_ids.rulings(server, states, new),
        WORKING.id: _over(new, _not_working, "every task began in it"),
        DATED.id: ruled_on(_dates(states), "every task is dated"),
        TTL.id: _over(states, _ttl_flaw, "every task has its ttl"),
        FORMED.id: _over(states, _form_flaw, "every task has the form of one"),
        FINAL.id: _final(states),
        UNTIED.id: _untied(states),
        POLLED.id: _polled(states),
    }


def unseen(server: Examinee) -> Ruling:
    """Why there is no task to look at."""
    if next(task_tools(server), None) is None:
        return why_no_task(server)
    return not_verified("no task was made that could be looked at")


def _over(states: list[TaskState], flaw: Callable[[TaskState], str], good: str) -> Ruling:
    flaws = (
        Flaw(state.exchange, f"{state.where}: {what}") for state in states if (what := flaw(state))
    )
    return ruled_on(flaws, good)


def _not_working(state: TaskState) -> str:
    return "" if state.status == "working" else f"the status is {state.status!r:.40}"


def _dates(states: list[TaskState]) -> Iterator[Flaw]:
    first: dict[Any, datetime | None] = {}
    for state in states:
        for name in ("createdAt", "lastUpdatedAt"):
            said = state.task.get(name)
            if _instant(said) is None:
                yield Flaw(state.exchange, f"{state.where}: {name} is {said!r:.60}")
        created = _instant(state.task.get("createdAt"))
        if state.is_new:
            first[state.of] = created
        before = first.get(state.of)
        # The same instant may be written in two ways.
        if created is not None and before is not None and created != before:
            yield Flaw(state.exchange, f"{state.where}: createdAt has changed")


def _instant(said: Any) -> datetime | None:
    """Of a timestamp that ISO 8601 knows, with a date and a time; None for anything else.

    The text names RFC 3339 only in a link.
    """
    if not isinstance(said, str) or "T" not in said.upper():
        return None
    try:
        return datetime.fromisoformat(said.upper())
    except ValueError:
        return None


def _ttl_flaw(state: TaskState) -> str:
    if "ttl" not in state.task:
        return "there is no ttl"
    ttl = state.task["ttl"]
    return "" if ttl is None or is_number(ttl) else f"ttl is {ttl!r:.40}"


def _form_flaw(state: TaskState) -> str:
    if state.status not in STATUSES:
        return f"status is {state.status!r:.40}"
    if not isinstance(state.task.get("statusMessage", ""), str):
        return "statusMessage is not text"
    return "" if is_number(state.task.get("pollInterval", 0)) else "pollInterval is no number"


def _final(states: list[TaskState]) -> Ruling:
    ended: dict[Any, Any] = {}
    flaws = []
    for state in states:
        was = None if state.is_new else ended.get(state.of)
        if was is not None and state.status != was:
            flaws.append(Flaw(state.exchange, f"a task that was {was} is {state.status!r:.40}"))
        else:
            ended[state.of] = state.status if state.status in TERMINAL[:2] else None
    if not any(state.status in TERMINAL[:2] for state in states):
        return not_verified("no task was seen to end")
    return ruled_on(flaws, "no task left it")


def _untied(states: list[TaskState]) -> Ruling:
    answers = [state for state in states if not state.is_new]
    if not answers:
        return not_verified("no such answer showed a task")
    return _over(answers, _tie_flaw, "none of them has it")


def _tie_flaw(state: TaskState) -> str:
    result = state.exchange.reaction
    said = related_in(result.result) if isinstance(result, Replied) else None
    return "" if said is None else f"its `_meta` names {said!r:.60}"


def _polled(states: list[TaskState]) -> Ruling:
    asked = [state for state in states if state.by == GET]
    if not asked:
        return not_verified("`tasks/get` showed no task")
    return _over(asked, _stream, "it was")


def _stream(state: TaskState) -> str:
    http: Any = getattr(state.exchange.reaction, "http", None)
    kind = http.headers.get("content-type", "") if http is not None else ""
    return "it is an event stream" if kind.startswith("text/event-stream") else ""


REVIEWS = (Review(CHECKS, review, Provenance.REFUSABLE),)
