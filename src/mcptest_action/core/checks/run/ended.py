"""How a run ends early: one value, `Ended`. If it is optional, `None` means that the run goes on.

**Who notices.** The driver of the run, when its time is up or somebody interrupts it.
`Endurance`, when the server hung, or broke the connection, too often. `recover` in `state.py`, when
the server does not come back, or comes back changed. The feeder of a replay, when the
transcript lacks a step. `rebuild`, when a listing is not complete, and through `shortfall.py` when
the budget of calls was used up, or more was inconclusive than passed. Lanes of the examination
notice the same things.

**What is stored.** A driver that stops writes `cut_off` as the last line of the transcript, so that
a replay says the same. If it could not finish a script, the run gets `Ended` in place of the
result. The run keeps the first one as `RunState.ended`, which becomes `RunRecord.ended`; the
examination, as `LaneEnd.ended` and `Examined.ended`. Artifacts call the reason `incomplete`.

**Who reads it.** The schedule, which makes no more arguments. The run, its rounds of tests and the
lanes: work in progress is `cut_off`, and what was still to be sent is `not_sent`, both
inconclusive. The badge, which is F. Facts and policies: a run that is not complete passes nothing.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from mcptest_action.core.checks.probes import lost_session
from mcptest_action.core.checks.results import Ruling, inconclusive
from mcptest_action.core.protocol.exchange import BROKEN, Choice, Closed, Reaction, TimedOut
from mcptest_action.core.protocol.transcript import CHECK, Exchange

MOST_HANGS = 2
MOST_BREAKS = 5


class Ended(NamedTuple):
    """A run, a lane or a script ended before it was done."""

    because: str

    @property
    def cut_off(self) -> Ruling:
        """The ruling on work in progress."""
        return inconclusive(f"cut off: {self.because}")

    @property
    def not_sent(self) -> Ruling:
        """The ruling on what was still to be sent."""
        return inconclusive(f"not sent: {self.because}")

    @staticmethod
    def without_hello(choice: Choice) -> "Ended":
        """A server may well understand the other era, where only one was asked for."""
        if choice is Choice.AUTO:
            return WITHOUT_HELLO
        era = f"the {choice} era, and no other was asked for"
        return Ended(f"the server said no hello of {era}; no tool was called")


# Nothing is known of the tools of a server that speaks JSON-RPC, but gives no hello.
WITHOUT_HELLO = Ended("the server said no hello that a client understands; no tool was called")


# Asks the driver of a run whether it has ended.
HasEnded = Callable[[], Ended | None]


def goes_on() -> None:
    """For a run that nobody else ends."""


def incomplete(ended: Ended | None) -> str:
    """The reason, as artifacts have it; empty for a run that was completed."""
    return "" if ended is None else ended.because


def ended_in(exchanges: Iterable[Exchange]) -> Ended | None:
    """Why the run was ended from outside, as its transcript says."""
    reasons = (
        Ended(exchange.reaction.detail)
        for exchange in exchanges
        if exchange.key.check == CHECK and isinstance(exchange.reaction, Closed)
    )
    return next(reasons, None)


class Endurance:
    """Counts what broke the connection. A server that always hangs must not cost an hour."""

    def __init__(self) -> None:
        self.hung: set[str | None] = set()
        self._breaks = 0

    def note(
        self, tool: str | None, reactions: Iterable[Reaction], *, taxing: bool = False
    ) -> bool:
        """Whether the connection is broken after these.

        A tool that does not answer a taxing request may still answer an ordinary one.
        """
        broken = [r for r in reactions if isinstance(r, BROKEN) or lost_session(r)]
        if not taxing and any(isinstance(reaction, TimedOut) for reaction in broken):
            self.hung.add(tool)
        self._breaks += bool(broken)
        return bool(broken)

    @property
    def end(self) -> Ended | None:
        """Why the run has to stop, if the server has had enough chances."""
        if len(self.hung) >= MOST_HANGS:
            because = f"{MOST_HANGS} tools or requests were never answered, so no more were tried"
            return Ended(because)
        if self._breaks >= MOST_BREAKS:
            return Ended(f"the connection broke {MOST_BREAKS} times, so no more was tried")
        return None
