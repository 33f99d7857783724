"""Drive the scripts that talk to the API, with patience that ends."""

import time
from typing import NamedTuple, TypeVar

from mcptest_action.core.publish.api import Answer, Call, Script
from mcptest_action.core.publish.retry import pause_s
from mcptest_action.shell.github.api import Api

Result = TypeVar("Result")


class Patience(NamedTuple):
    """How long a job may be kept waiting for its comment, and for one answer."""

    whole_s: float = 90.0
    request_s: float = 15.0


class Client:
    def __init__(self, api: Api, patience: Patience = Patience()) -> None:  # noqa: B008 - a value
        self._api, self._patience = api, patience
        self._end: float | None = None

    def run(self, script: Script[Result]) -> Result:
        """What the script makes of the answers. All scripts together have `whole_s`."""
        if self._end is None:
            self._end = time.monotonic() + self._patience.whole_s
        answer: Answer | None = None
        while True:
            try:
                call = next(script) if answer is None else script.send(answer)
            except StopIteration as done:
                result: Result = done.value
                return result
            answer = self._ask(call)

    def _ask(self, call: Call) -> Answer:
        attempt, pause = 0, call.after_s
        answer = Answer(0, {}, f"gave up after {self._patience.whole_s:g} s")
        while pause is not None and pause < self._left_s:
            time.sleep(pause)
            answer = self._api.ask(call, min(self._patience.request_s, max(0.1, self._left_s)))
            attempt += 1
            pause = pause_s(answer, attempt) if call.repeatable else None
        return answer

    @property
    def _left_s(self) -> float:
        return (self._end or 0.0) - time.monotonic()
