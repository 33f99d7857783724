"""Which probe may go to which tool, and with which arguments: the user's, or made from a schema."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.probes import Aim, Probe, Subject
from mcptest_action.core.checks.results import Ruling, Skip, skipped
from mcptest_action.core.checks.samples import NoSample, synthesize, violations
from mcptest_action.core.safety import Classification, Decision, Planned, ToolSettings
from mcptest_action.core.text import unusable


class NoSubject(NamedTuple):
    because: str


def subject_of(
    tool: Mapping[str, Any], classified: Classification, settings: ToolSettings
) -> Subject | NoSubject:
    """The tool with arguments that its schema accepts."""
    schema = tool.get("inputSchema")
    if not isinstance(schema, dict):
        return NoSubject("its inputSchema is not an object")
    if settings.samples:
        arguments = settings.samples[0]
    else:
        made = synthesize(schema)
        if isinstance(made, NoSample):
            return NoSubject(made.because)
        arguments = made.arguments
    return Subject(classified.name, schema, arguments, classified.withholds_results)


def check_samples(
    tools: tuple[Mapping[str, Any], ...], settings: Mapping[str, ToolSettings], file: str
) -> None:
    """A sample that its own tool's schema rejects proves nothing about the server."""
    for tool in tools:
        name = tool.get("name")
        given = settings.get(name) if isinstance(name, str) else None
        for number, sample in enumerate(given.samples if given else (), 1):
            wrong = violations(tool.get("inputSchema"), sample)
            if wrong:
                where = f"tools.{name}: sample {number}"
                raise unusable(file, f"{where} does not fit the tool's schema: {wrong[0]}")


def why_held_back(probe: Probe, row: Planned) -> Ruling | None:
    """Why the probe must not be sent to the tool; None when it may."""
    if row.live.held_back is not None:
        return skipped(row.live.because, str(row.live.held_back))
    once = row.live.decision is Decision.EXECUTE_ONCE
    match probe.aim:
        case Aim.VALID_CALL if not row.live.freely:
            return skipped("the tool is not declared read-only", Skip.NOT_DECLARED_READ_ONLY)
        case Aim.BAD_REQUEST if once:
            because = "the tool changes something; it gets one harmless call in a run"
            return skipped(because, Skip.MUTATING_ONCE)
        case _:
            return None
