"""The arguments that a tool is probed with: the user's, or made from its schema."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.errors import unusable
from mcptest_action.core.probes.model import Subject
from mcptest_action.core.safety.classify import Classification
from mcptest_action.core.safety.declaration import ToolSettings
from mcptest_action.core.samples.model import NoSample
from mcptest_action.core.samples.synthesize import synthesize
from mcptest_action.core.samples.validator import violations


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
