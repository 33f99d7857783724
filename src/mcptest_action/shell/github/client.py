"""Drive the scripts that talk to the API, with patience that ends."""

import time
from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from mcptest_action.core.protocol.exchange import pump
from mcptest_action.core.publish import Answer, Call, Script, pause_s

Result = TypeVar("Result")


class ApiPatience(NamedTuple):
    """How long a job may wait for its comment, and for one answer."""

    whole_s: float = 90.0
    request_s: float = 15.0


PATIENCE = ApiPatience()


class Client:
    def __init__(
        self,
        environment: Mapping[str, str],
        token: str,
        version: str,
        patience: ApiPatience = PATIENCE,
    ) -> None:
        self._environment, self._token, self._version = environment, token, version
        self._patience = patience
        self._api: Callable[[Call, float], Answer] | None = None
        self._end: float | None = None

    def run(self, script: Script[Result]) -> Result:
        """The script's result. All scripts together have `whole_s`."""
        if self._end is None:
            self._end = time.monotonic() + self._patience.whole_s
        return pump(script, self._ask)

    def _ask(self, call: Call) -> Answer:
        attempt = 0
        pause: float | None = call.after_s
        answer = Answer(0, {}, f"gave up after {self._patience.whole_s:g} s")
        while pause is not None and pause < self._left_s:
            time.sleep(pause)
            answer = self._answer(call, min(self._patience.request_s, max(0.1, self._left_s)))
            attempt += 1
            pause = pause_s(answer, attempt) if call.repeatable else None
        return answer

    def _answer(self, call: Call, timeout_s: float) -> Answer:
        if self._api is None:
            # Imported late: most runs ask nothing, and this import is slow.
            from mcptest_action.shell.github.api import Api

            self._api = Api(self._environment, self._token, self._version).ask
        return self._api(call, timeout_s)

    @property
    def _left_s(self) -> float:
        return (self._end or 0.0) - time.monotonic()
