"""Feed scripts from a transcript instead of from a server."""

from collections.abc import Iterable
from typing import TypeVar

from mcptest_action.core.exchange.step import Answer, Script, Together
from mcptest_action.core.run.model import CutOff
from mcptest_action.core.transcript.lines import Exchange

Result = TypeVar("Result")


class Feeder:
    """The exchanges of a transcript, by the check and tool that they belong to."""

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self._runs: dict[tuple[str, str | None], list[dict[int, Exchange]]] = {}
        for exchange in exchanges:
            runs = self._runs.setdefault((exchange.key.check, exchange.key.tool), [])
            # Steps made together are recorded as they are answered; a second step of the same
            # number belongs to a second run.
            if not runs or exchange.key.step in runs[-1]:
                runs.append({})
            runs[-1][exchange.key.step] = exchange

    def has(self, check: str, tool: str | None = None) -> bool:
        return (check, tool) in self._runs

    def feed(self, script: Script[Result], check: str, tool: str | None = None) -> Result | CutOff:
        """What the script returned then. Of several runs of a check, the last one counts."""
        runs = self._runs.get((check, tool), [{}])
        recorded, done = runs[-1], 0
        answer: Answer | None = None
        while True:
            try:
                step = script.send(answer)
            except StopIteration as end:
                result: Result = end.value
                return result
            numbers = range(done + 1, done + 1 + _width(step))
            missing = [number for number in numbers if number not in recorded]
            if missing:
                what = check if tool is None else f"{check} on {tool}"
                return CutOff(f"the transcript is not complete: {what} lacks step {missing[0]}")
            done = numbers[-1]
            reactions = tuple(recorded[number].reaction for number in numbers)
            answer = reactions if isinstance(step, Together) else reactions[0]


def _width(step: object) -> int:
    return len(step.steps) if isinstance(step, Together) else 1
