"""Feed scripts from a transcript instead of from a server."""

from collections.abc import Iterable
from typing import Any, TypeVar

from mcptest_action.core.exchange.step import Script, Together
from mcptest_action.core.transcript.lines import Exchange

Result = TypeVar("Result")


class TranscriptEndsError(Exception):
    """The transcript holds no more of this script: the run was cut off here."""


class Feeder:
    """The exchanges of a transcript, by the check and tool that they belong to."""

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self._runs: dict[tuple[str, str | None], list[list[Exchange]]] = {}
        for exchange in exchanges:
            runs = self._runs.setdefault((exchange.key.check, exchange.key.tool), [])
            # Steps made together are recorded as they are answered; a second step of the same
            # number belongs to a second run.
            if not runs or any(exchange.key.step == e.key.step for e in runs[-1]):
                runs.append([])
            runs[-1].append(exchange)

    def has(self, check: str, tool: str | None = None) -> bool:
        return (check, tool) in self._runs

    def feed(self, script: Script[Result], check: str, tool: str | None = None) -> Result:
        """What the script returned then. Of several runs of a check, the last one counts."""
        runs = self._runs.get((check, tool), [])
        recorded = sorted(runs[-1], key=lambda e: e.key.step) if runs else []
        at = 0
        answer: Any = None
        while True:
            try:
                step = script.send(answer)
            except StopIteration as done:
                result: Result = done.value
                return result
            width = len(step.steps) if isinstance(step, Together) else 1
            taken = recorded[at : at + width]
            if len(taken) < width:
                raise TranscriptEndsError(f"{check} ends after step {len(recorded)}")
            at += width
            reactions = tuple(exchange.reaction for exchange in taken)
            answer = reactions if isinstance(step, Together) else reactions[0]
