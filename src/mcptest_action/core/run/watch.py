"""Drive a script and remember every reaction on the way."""

from typing import Any, TypeVar

from mcptest_action.core.exchange.reaction import Reaction
from mcptest_action.core.exchange.step import Script, Step, Together

Result = TypeVar("Result")


def watched(script: Script[Result], log: list[tuple[Step, Reaction]]) -> Script[Result]:
    """The same script; each step, and what comes of it, is added to the log."""
    answer: Any = None
    while True:
        try:
            step = script.send(answer)
        except StopIteration as done:
            result: Result = done.value
            return result
        answer = yield step
        if isinstance(step, Together):
            log.extend(zip(step.steps, answer, strict=True))
        else:
            log.append((step, answer))
