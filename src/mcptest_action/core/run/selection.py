"""Which probe may go to which tool."""

from mcptest_action.core.checks.ruling import Ruling, Skip, skipped
from mcptest_action.core.probes.model import Aim, Probe
from mcptest_action.core.safety.decide import Decision
from mcptest_action.core.safety.plan import Planned


def why_held_back(probe: Probe, row: Planned) -> Ruling | None:
    """Why the probe must not be sent to the tool; None when it may."""
    if row.live.held_back is not None:
        return skipped(row.live.because, str(row.live.held_back))
    once = row.live.decision is Decision.EXECUTE_ONCE
    match probe.aim:
        case Aim.VALID_CALL if not row.tool.is_declared_read_only:
            return skipped("the tool is not declared read-only", Skip.NOT_DECLARED_READ_ONLY)
        case Aim.BAD_REQUEST if once:
            because = "the tool changes something; it gets one harmless call in a run"
            return skipped(because, Skip.MUTATING_ONCE)
        case _:
            return None
