"""Lets a call through, or says why not. The only way to a tool."""

import asyncio
import threading
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from mcptest_action.core.protocol.exchange import NotSent, Reaction, Replied
from mcptest_action.core.protocol.surface import folded, is_made_up
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


_UNREAD_CONSENT = NotSent(str(Stopped.UNREAD_CONSENT), "only a person may answer what it asks")
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
        self._taken = {folded(name) for name in self._rows}
        """All names of either kind, as a server might compare them."""
        self.pace = Pace(policy.concurrency, policy.call_delay_s if over_http else 0.0)
        self.refused = 0

    def tighten(self, plan: Sequence[Planned]) -> None:
        """The server has listed itself again: a call that either listing forbids is forbidden."""
        with self._lock:
            self._notice(row.tool.name for row in plan)
            known = [row for row in plan if row.tool.name not in self._newcomers]
            self._rows = decided_by_name([*self._rows.values(), *known])
            self._withheld |= {row.tool.name for row in plan if row.tool.withholds_results}

    def hear(self, reaction: Reaction) -> None:
        """Whoever asked, on whatever connection: a tool that was listed exists from then on."""
        result = reaction.result if isinstance(reaction, Replied) else None
        tools = result.get("tools") if isinstance(result, Mapping) else None
        if isinstance(tools, list):
            names = [tool.get("name") for tool in tools if isinstance(tool, Mapping)]
            with self._lock:
                self._notice(name for name in names if isinstance(name, str))

    def _notice(self, names: Iterable[str]) -> None:
        new = set(names) - self._rows.keys() - self._newcomers
        self._newcomers |= new
        self._taken |= {folded(name) for name in new}

    @property
    def calls(self) -> int:
        return self._budget.used

    def admit(self, *names: str, answers: bool = False) -> NotSent | None:
        """None lets the call through, and counts it. A call may have one name, several, or none,
        and all that are on the wire must be let through. One that answers what a tool has asked
        for goes only to tools that change nothing: nobody has read what is agreed to.
        """
        with self._lock:
            unread_consent = answers and not all(map(self.reads_only, names))
            held = _UNREAD_CONSENT if unread_consent else self._refusal(names)
            if held is not None:
                self.refused += 1
            return held

    def _refusal(self, names: tuple[str, ...]) -> NotSent | None:
        if self._policy.calls is Calls.NONE:
            return NotSent(str(HeldBack.CALLS_OFF), "calls are switched off")
        nameless = "" in self._rows or "" in self._newcomers
        if nameless and not names:  # then that tool may be meant
            names = ("",)
        objections = filter(None, map(self._objection, names))
        refusal = next(objections, None) or self._budgeted()
        if refusal is None:
            self._called_once.update(names)
        return refusal

    def _objection(self, name: str) -> NotSent | None:
        row = self._rows.get(name)
        if row is None:
            return None if is_made_up(name, self._taken) else self._not_planned(name)
        if row.live.decision in (Decision.REFUSE, Decision.GENERATE_ONLY):
            return NotSent(str(row.live.held_back), row.live.because)
        if row.live.decision is Decision.EXECUTE_ONCE and name in self._called_once:
            because = "it changes something, and was called once already"
            return NotSent(str(Stopped.MUTATING_ONCE), because)
        return None

    def _not_planned(self, name: str) -> NotSent:
        because = "the server did not list a tool of this name"
        if name in self._newcomers:
            because = "the server listed it only after the calls were planned"
        return NotSent(str(Stopped.NOT_LISTED), because)

    def _budgeted(self) -> NotSent | None:
        exhausted = self._budget.acquire()
        if exhausted is None:
            return None
        because = f"the budget of {exhausted.limit} calls is used up"
        return NotSent(str(Stopped.BUDGET_EXHAUSTED), because)

    def may_repeat(self, *names: str) -> bool:
        """Whether a call may be made again if nobody knows what became of the first."""
        rows = [self._rows[name] for name in names if name in self._rows]
        return all(may_repeat(row.tool) for row in rows)  # a made-up name does nothing

    def reads_only(self, name: str) -> bool:
        """Whether the tool is declared to change nothing, whatever it is told."""
        row = self._rows.get(name)
        return row is not None and row.tool.is_declared_read_only

    def withholds(self, *names: str) -> bool:
        """Whether nobody may see what the tool answers."""
        return not self._withheld.isdisjoint(names)
