"""All that rules may look at."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.safety import ExecutionPolicy, Planned, ToolSettings, make_plan
from .server_names import NO_NAMES, ServerNames, server_names
from .texts import Text, texts_of


class ScanInput(NamedTuple):
    surface: Surface
    texts: tuple[Text, ...]
    """Every agent-visible string of the surface."""
    plan: tuple[Planned, ...]
    """What the execution policy says of each tool, in the order of the surface."""
    exchanges: tuple[Exchange, ...] | None = None
    """All that was said in the run; None where nothing was asked beyond the lists."""
    run: Mapping[str, Any] | None = None
    """The `run.json` of the same run."""
    conformance: Mapping[str, Any] | None = None
    """The `conformance.json` of the same run."""
    url: str | None = None
    """Where the server was reached, without secrets; None for stdio and for dumps."""
    names: ServerNames = NO_NAMES
    """The names that mean something on this server."""


def scan_input_of(
    surface: Surface,
    execution: ExecutionPolicy | None = None,
    tools: Mapping[str, ToolSettings] | None = None,
) -> ScanInput:
    """What a surface alone tells, before anything else was asked."""
    plan = make_plan(surface.tools, execution or ExecutionPolicy(), tools or {})
    texts = texts_of(surface)
    return ScanInput(surface, texts, plan, names=server_names(surface, texts, plan))
