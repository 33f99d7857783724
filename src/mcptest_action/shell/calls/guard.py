"""Lets a call through, or says why not. The only way to a tool."""

from collections.abc import Sequence

from mcptest_action.core.exchange.reaction import NotSent
from mcptest_action.core.safety.decide import Calls, Decision, ExecutionPolicy
from mcptest_action.core.safety.plan import Planned, decided_by_name
from mcptest_action.core.safety.withhold import withhold
from mcptest_action.shell.calls.budget import CallBudget
from mcptest_action.shell.calls.pace import Pace
from mcptest_action.shell.wire.connection import Observed

NOT_GUARDED = NotSent("no_policy", "no execution policy was consulted")


class Guard:
    """Holds one run to its plan: classes, budget, pace, and whose results nobody may see.

    Probes are planned by the same policy. This is the second look, for the day a probe is wrong.
    """

    def __init__(
        self, plan: Sequence[Planned], policy: ExecutionPolicy, *, over_http: bool
    ) -> None:
        self._rows = decided_by_name(plan)
        self._policy = policy
        self._budget = CallBudget(policy.max_calls)
        self._called_once: set[str] = set()
        self.pace = Pace(policy.concurrency, policy.call_delay_s if over_http else 0.0)
        self.refused = 0

    @property
    def calls(self) -> int:
        return self._budget.used

    def admit(self, tool: str) -> NotSent | None:
        """None lets the call through, and counts it."""
        held = self._refusal(tool)
        if held is not None:
            self.refused += 1
        return held

    def _refusal(self, tool: str) -> NotSent | None:
        row = self._rows.get(tool)
        if row is None:
            # No tool of this server: nothing can be done to it, but it is a call all the same.
            if self._policy.calls is Calls.NONE:
                return NotSent("calls_off", "calls are switched off")
            return self._budgeted()
        if row.live.decision in (Decision.REFUSE, Decision.GENERATE_ONLY):
            return NotSent(str(row.live.held_back), row.live.because)
        if row.live.decision is Decision.EXECUTE_ONCE:
            if tool in self._called_once:
                return NotSent("mutating_once", "it changes something, and was called once already")
            refusal = self._budgeted()
            if refusal is None:
                self._called_once.add(tool)
            return refusal
        return self._budgeted()

    def _budgeted(self) -> NotSent | None:
        exhausted = self._budget.acquire()
        if exhausted is None:
            return None
        because = f"the budget of {exhausted.limit} calls is used up"
        return NotSent("budget_exhausted", because)

    def seen(self, tool: str, observed: Observed) -> Observed:
        """What came back, as far as anybody may see it."""
        row = self._rows.get(tool)
        if row is None or not row.tool.withholds_results:
            return observed
        return observed._replace(reaction=withhold(observed.reaction), others=())
