"""What a server says about a task without being asked: its status, and its progress."""

from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.checks.results import not_applicable
from mcptest_action.core.protocol.exchange import Provenance, Replied, same_id
from mcptest_action.core.protocol.transcript import Exchange
from ..model import Examinee, Exchanges, Review, Rulings, must, should, the_same
from ..task_states import PROGRESS, STATUS, TaskState, notes, task_states
from ..tasks import PAGE, RELATED, RESULT, SINCE, STATUSES, TERMINAL, TOKEN, related_in
from ..traffic import Flaw, message_of, part, ruled_on
from .tasks_states import unseen

_NOTES = "nothing of its own: looks at every `notifications/tasks/status`"
_STEPS = "a call as a task, with a progress token"
_MEMBERS = ("taskId", "status", "createdAt", "lastUpdatedAt", "ttl")
_PROGRESS = "basic/utilities/progress#progress-flow"
FULL = must("TASK-27", f"{PAGE}#task-status-notification", revisions=SINCE, basis="schema")(
    expects="A notification about the status of a task shows the whole task.",
    sends=_NOTES,
    remedy="Send what `tasks/get` would answer.",
)
BARE = should("TASK-28", f"{PAGE}#task-notifications", revisions=SINCE)(
    expects=f"A notification about the status of a task does without `{RELATED}`.",
    sends=_NOTES,
    remedy="Leave this metadata out: the notification has the `taskId` anyway.",
)
SAME_TOKEN = must("TASK-29", _PROGRESS, revisions=SINCE)(
    expects="The progress of a task comes with the token of the call that made it.",
    sends=_STEPS,
    remedy="Keep the `progressToken` of the call for as long as the task works.",
)
STOPS = must("TASK-30", _PROGRESS, revisions=SINCE)(
    expects="A task that has ended reports no more progress.",
    sends=_STEPS,
    remedy="Send the last progress before the status changes.",
)
TIED = must("TASK-31", f"{PAGE}#associating-task-related-messages", revisions=SINCE)(
    expects=f"The progress of a task names it in `{RELATED}` of its `_meta`.",
    sends=_STEPS,
    remedy="Add the metadata to every notification and request that is about a task.",
)
CHECKS = (FULL, BARE, SAME_TOKEN, STOPS, TIED)
_OF_PROGRESS = (SAME_TOKEN, STOPS, TIED)


def review(server: Examinee, exchanges: Exchanges) -> Rulings:
    states = list(task_states(exchanges))
    if not any(state.is_new for state in states):
        return the_same(CHECKS, unseen(server))
    return {**_statuses(exchanges), **_progress(exchanges, states)}


def _statuses(exchanges: Exchanges) -> Rulings:
    said = list(notes(exchanges, STATUS))
    if not said:
        return the_same((FULL, BARE), not_applicable("the server sent no such notification"))
    full, bare = [], []
    for exchange, task in said:
        lacking = [name for name in _MEMBERS if name not in task]
        if lacking:
            full.append(Flaw(exchange, f"it has no {', '.join(lacking)}"))
        elif task["status"] not in STATUSES:
            full.append(Flaw(exchange, f"the status is {task['status']!r:.40}"))
        if (tied := related_in(task)) is not None:
            bare.append(Flaw(exchange, f"its `_meta` names {tied!r:.60}"))
    return {
        FULL.id: ruled_on(full, "every notification shows the whole task"),
        BARE.id: ruled_on(bare, "every notification does without it"),
    }


def _progress(exchanges: Exchanges, states: list[TaskState]) -> Rulings:
    """Of the task that was made with a token, from the answer to the call on."""
    followed = next((state for state in states if _has_token(state.exchange)), None)
    since = [] if followed is None else _since(exchanges, followed)
    said = [(one, step) for one, step in notes(since, PROGRESS) if _is_about(step, one, followed)]
    if followed is None or not said:
        none = not_applicable("no progress was reported after a task was made")
        return the_same(_OF_PROGRESS, none)
    strange = [
        Flaw(exchange, f"its token was never sent: {step.get('progressToken')!r:.60}")
        for exchange, step in said
        if not same_id(TOKEN, step.get("progressToken"))
    ]
    untied = [
        Flaw(exchange, "progress names no task, or another one")
        for exchange, step in said
        if related_in(step) != followed.id
    ]
    return {
        SAME_TOKEN.id: ruled_on(strange, "the token is that of the call"),
        STOPS.id: ruled_on(_late(since, said, followed.id), "none came after the task had ended"),
        TIED.id: ruled_on(untied, "all of it names the task"),
    }


def _has_token(exchange: Exchange) -> bool:
    match message_of(exchange):
        case {"params": {"task": _, "_meta": {"progressToken": token}}}:
            return same_id(TOKEN, token)
        case _:
            return False


def _since(exchanges: Exchanges, followed: TaskState) -> list[Exchange]:
    """What was exchanged on the same connection after the task was made."""
    own = followed.exchange.key
    seen = [one for one in exchanges if one.key.connection == own.connection]
    return seen[seen.index(followed.exchange) + 1 :]


def _is_about(step: Mapping[str, Any], where: Exchange, followed: TaskState | None) -> bool:
    """Whether the progress can only be that of the task: by its token, or by where it came."""
    is_during = followed is not None and where.key.check == followed.exchange.key.check
    return is_during or same_id(TOKEN, step.get("progressToken"))


def _late(
    since: list[Exchange], said: list[tuple[Exchange, Mapping[str, Any]]], task: Any
) -> Iterator[Flaw]:
    """What was reported after the task had ended, however much later."""
    ended = next((number for number, one in enumerate(since) if _ends(one, task)), len(since))
    for exchange, _ in said:
        if exchange in since[ended + 1 :]:
            yield Flaw(exchange, "progress came after the task had ended")


def _ends(exchange: Exchange, task: Any) -> bool:
    """Whether the answer shows that the task has ended."""
    answer, message = exchange.reaction, message_of(exchange)
    if not isinstance(answer, Replied) or part(message, "params", "taskId") != task:
        return False
    return message.get("method") == RESULT or part(answer.result, "status") in TERMINAL


REVIEWS = (Review(CHECKS, review, Provenance.REFUSABLE),)
