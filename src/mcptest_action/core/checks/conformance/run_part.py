"""The probes whose calls also rule checks: a tool is called once for both."""

from collections.abc import Mapping

from mcptest_action.core.checks.run import Rebuilt, RunConfig
from mcptest_action.core.safety import Calls
from .config import ExamConfig
from .examine import RunPart

# Which probe makes the calls that a check looks at.
RULED_BY: Mapping[str, tuple[str, ...]] = {
    "missing_required": ("TOOLS-11",),
    "wrong_type": ("TOOLS-12",),
    "extra_field": ("TOOLS-13",),
    "repeated_call": ("TOOLS-14", "TOOLS-15", "TOOLS-16", "TOOLS-17"),
}


def probes_for(config: ExamConfig) -> tuple[str, ...]:
    """The probes that have to run where nothing else is wanted of them."""
    wanted = config.selection.wants
    return tuple(probe for probe, ids in RULED_BY.items() if any(map(wanted, ids)))


def run_part_of(run: Rebuilt) -> RunPart:
    calls = run.config.execution.calls is not Calls.NONE
    return RunPart(run.surface.era.version, run.record.results, calls, run.record.ended)


def without_run(config: RunConfig) -> RunPart:
    return RunPart(calls=config.execution.calls is not Calls.NONE)
