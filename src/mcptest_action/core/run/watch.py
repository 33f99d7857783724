"""Drive a script and remember every reaction on the way."""

from typing import Any, TypeVar

from mcptest_action.core.exchange.reaction import Reaction
from mcptest_action.core.exchange.step import Script

Result = TypeVar("Result")


def watched(script: Script[Result], log: list[Reaction]) -> Script[Result]:
    """The same script; what it receives is added to the log."""
    answer: Any = None
    while True:
        try:
            step = script.send(answer)
        except StopIteration as done:
            result: Result = done.value
            return result
        answer = yield step
        # A reaction is a tuple as well, but one with a type of its own.
        log.extend(answer if type(answer) is tuple else [answer])
