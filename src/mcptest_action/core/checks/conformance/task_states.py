"""What was said about tasks in a revision, read from its exchanges."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import Replied
from mcptest_action.core.protocol.transcript import Exchange
from .model import Exchanges
from .tasks import CANCEL, GET, LIST
from .traffic import asides, message_of

CALL, STATUS, PROGRESS = "tools/call", "notifications/tasks/status", "notifications/progress"


class TaskState(NamedTuple):
    """A task as one message shows it."""

    exchange: Exchange
    by: str
    """The method that was answered."""
    task: Mapping[str, Any]

    @property
    def of(self) -> tuple[int, str]:
        """Which task it is about: the one that was asked for, on this connection."""
        params = message_of(self.exchange).get("params")
        asked = params.get("taskId") if isinstance(params, Mapping) else None
        return self.exchange.key.connection, repr(self.id if asked is None else asked)

    @property
    def is_new(self) -> bool:
        """Whether the server answers with a new task."""
        return self.by == CALL

    @property
    def id(self) -> Any:
        return self.task.get("taskId")

    @property
    def status(self) -> Any:
        return self.task.get("status")

    @property
    def where(self) -> str:
        return f"the answer to `{self.by}`"


def task_states(exchanges: Exchanges) -> Iterator[TaskState]:
    """In the order in which they came. What is no object at all, other checks look at."""
    for exchange in exchanges:
        message, reaction = message_of(exchange), exchange.reaction
        result = reaction.result if isinstance(reaction, Replied) else None
        if isinstance(result, Mapping):
            method = message.get("method")
            for task in _tasks(method, message.get("params"), result):
                if isinstance(task, Mapping):
                    yield TaskState(exchange, str(method), task)


def makes_task(exchange: Exchange) -> bool:
    """Whether it is a call that asked for a task, and got one."""
    return any(state.is_new for state in task_states((exchange,)))


def _tasks(method: Any, params: Any, result: Mapping[str, Any]) -> Iterator[Any]:
    if method == CALL and isinstance(params, Mapping) and "task" in params:
        yield result.get("task")
    elif method in (GET, CANCEL) and "taskId" in result:
        yield result
    elif method == LIST and isinstance(result.get("tasks"), list):
        yield from result["tasks"]


def notes(exchanges: Exchanges, method: str) -> Iterator[tuple[Exchange, Mapping[str, Any]]]:
    """The parameters of every such notification, and where it came."""
    for exchange, entry in asides(exchanges, "notification"):
        if entry["notification"] == method:
            params = entry.get("params")
            yield exchange, params if isinstance(params, Mapping) else {}
