"""Feed scripts from a transcript instead of from a server."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from mcptest_action.core.protocol.exchange import (
    Answer,
    Era,
    Returned,
    Script,
    Step,
    Together,
    advance,
)
from mcptest_action.core.protocol.transcript import Exchange, is_same
from mcptest_action.core.text import unusable
from .ended import Ended

Result = TypeVar("Result")


class Recording(NamedTuple):
    """The file that a transcript was read from, and who made it."""

    file: str
    client_version: str


class Feeder:
    """The exchanges of a transcript, by the check and tool that they belong to.

    If it was read from a file, each step is compared with what the scripts send.
    """

    def __init__(self, exchanges: Iterable[Exchange], recording: Recording | None = None) -> None:
        self._recording = recording
        self.era: Era | None = None
        """The era that was spoken, once it is known."""
        self._runs: dict[tuple[str, str | None], list[dict[int, Exchange]]] = {}
        for exchange in exchanges:
            runs = self._runs.setdefault((exchange.key.check, exchange.key.tool), [])
            # Steps made together are recorded as their answers arrive; a second step of the same
            # number belongs to a second run.
            if not runs or exchange.key.step in runs[-1]:
                runs.append({})
            runs[-1][exchange.key.step] = exchange
        self._left = set(self._runs)

    def has(self, check: str, tool: str | None = None) -> bool:
        return (check, tool) in self._runs

    def connection_of(self, check: str, tool: str | None) -> int | None:
        """The connection on which the check began; None if it did not."""
        runs = self._runs.get((check, tool))
        return None if runs is None else next(iter(runs[-1].values())).key.connection

    def has_more(self, *beside: str) -> bool:
        """Whether there is a check, other than these, that nobody has asked about yet."""
        return len(self._left) > sum((check, None) in self._left for check in beside)

    def feed(self, script: Script[Result], check: str, tool: str | None = None) -> Result | Ended:
        """What the script returned then. If a check ran several times, the last one counts."""
        self._left.discard((check, tool))
        runs = self._runs.get((check, tool), [{}])
        recorded, done = runs[-1], 0
        step = advance(script)
        while not isinstance(step, Returned):
            numbers = range(done + 1, done + 1 + len(_singles(step)))
            missing = [number for number in numbers if number not in recorded]
            if missing:
                what = f"{_named(check, tool)} lacks step {missing[0]}"
                return Ended(f"the transcript is not complete: {what}")
            done = numbers[-1]
            self._check(step, [recorded[number] for number in numbers])
            reactions = tuple(recorded[number].reaction for number in numbers)
            answer: Answer = reactions if isinstance(step, Together) else reactions[0]
            step = advance(script, answer)
        result: Result = step.value
        return result

    def _check(self, step: Step, recorded: Sequence[Exchange]) -> None:
        if self._recording is None:
            return
        file, version = self._recording
        for single, exchange in zip(_singles(step), recorded, strict=True):
            if not is_same(single, exchange, self.era, version):
                key = exchange.key
                what = f"step {key.step} of {_named(key.check, key.tool)} is not what is sent there"
                hint = f"was it edited, or made by another version than mcptest-action {version}?"
                raise unusable(file, what, hint)


def _singles(step: Step) -> tuple[Step, ...]:
    return step.steps if isinstance(step, Together) else (step,)


def _named(check: str, tool: str | None) -> str:
    return check if tool is None else f"{check} on {tool}"
