"""Lets a call through, or says why not. The only way to a tool."""

import asyncio
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from mcptest_action.core.protocol.exchange import NO_SUCH, NotSent
from mcptest_action.core.safety import (
    Calls,
    Decision,
    ExecutionPolicy,
    HeldBack,
    Planned,
    Stopped,
    decided_by_name,
    may_repeat,
)


class BudgetExhausted(NamedTuple):
    """No call is left."""

    limit: int


class CallBudget:
    """Counts calls, across threads and tasks: exactly `limit` acquisitions succeed."""

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._lock = threading.Lock()
        self._used = 0

    def acquire(self) -> BudgetExhausted | None:
        """Take one call out of the budget, or say that none is left."""
        with self._lock:
            if self._limit is not None and self._used >= self._limit:
                return BudgetExhausted(self._limit)
            self._used += 1
            return None

    @property
    def used(self) -> int:
        return self._used


class Pace:
    """At most so many calls in flight, and a pause between the starts of two."""

    def __init__(self, concurrency: int, delay_s: float) -> None:
        self._slots = asyncio.Semaphore(concurrency)
        self._turn = asyncio.Lock()
        self._delay_s = delay_s
        self._next = 0.0

    async def __aenter__(self) -> None:
        await self._slots.acquire()
        try:
            await self._pause()
        except BaseException:
            self._slots.release()
            raise

    async def _pause(self) -> None:
        if self._delay_s:
            async with self._turn:
                await asyncio.sleep(max(0.0, self._next - time.monotonic()))
                self._next = time.monotonic() + self._delay_s

    async def __aexit__(self, *_: object) -> None:
        self._slots.release()


NOT_GUARDED = NotSent(str(Stopped.NO_POLICY), "no execution policy was consulted")


class Guard:
    """Holds one run to its plan: classes, budget, pace, and which results nobody may see.

    The same policy plans the probes. This is the second look, in case a probe is wrong.
    """

    def __init__(
        self, plan: Sequence[Planned], policy: ExecutionPolicy, *, over_http: bool
    ) -> None:
        self._rows = decided_by_name(plan)
        self._withheld = {row.tool.name for row in plan if row.tool.withholds_results}
        self._policy = policy
        self._budget = CallBudget(policy.max_calls)
        self._lock = threading.Lock()
        self._called_once: set[str] = set()
        self._newcomers: set[str] = set()
        """Tools that only a later listing has; whatever they are called, they are there."""
        self.pace = Pace(policy.concurrency, policy.call_delay_s if over_http else 0.0)
        self.refused = 0

    def tighten(self, plan: Sequence[Planned]) -> None:
        """The server has listed itself again: a call that either listing forbids is forbidden."""
        with self._lock:
            self._newcomers |= {row.tool.name for row in plan} - self._rows.keys()
            known = [row for row in plan if row.tool.name not in self._newcomers]
            self._rows = decided_by_name([*self._rows.values(), *known])
            self._withheld |= {row.tool.name for row in plan if row.tool.withholds_results}

    @property
    def calls(self) -> int:
        return self._budget.used

    def admit(self, tool: str) -> NotSent | None:
        """None lets the call through, and counts it."""
        with self._lock:
            held = self._refusal(tool)
            if held is not None:
                self.refused += 1
            return held

    def _refusal(self, tool: str) -> NotSent | None:
        row = self._rows.get(tool)
        if self._policy.calls is Calls.NONE:
            return NotSent(str(HeldBack.CALLS_OFF), "calls are switched off")
        if row is None:
            if tool in self._newcomers or not tool.startswith(NO_SUCH):
                return NotSent(
                    str(Stopped.NOT_LISTED), "the server did not list a tool of this name"
                )
            return self._budgeted()
        if row.live.decision in (Decision.REFUSE, Decision.GENERATE_ONLY):
            return NotSent(str(row.live.held_back), row.live.because)
        if row.live.decision is Decision.EXECUTE:
            return self._budgeted()
        if tool in self._called_once:
            because = "it changes something, and was called once already"
            return NotSent(str(Stopped.MUTATING_ONCE), because)
        refusal = self._budgeted()
        if refusal is None:
            self._called_once.add(tool)
        return refusal

    def _budgeted(self) -> NotSent | None:
        exhausted = self._budget.acquire()
        if exhausted is None:
            return None
        because = f"the budget of {exhausted.limit} calls is used up"
        return NotSent(str(Stopped.BUDGET_EXHAUSTED), because)

    def may_repeat(self, tool: str) -> bool:
        """Whether a call may be made again if nobody knows what became of the first."""
        row = self._rows.get(tool)
        return row is None or may_repeat(row.tool)  # no tool has the name, so nothing was done

    def withholds(self, tool: str) -> bool:
        """Whether nobody may see what the tool answers."""
        return tool in self._withheld
