"""What the person who runs us says about a tool, in `mcptest.yml`."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.safety.declaration import NO_HINTS, Hints
from mcptest_action.core.safety.tool_class import ToolClass


class ToolSettings(NamedTuple):
    """Everything is optional; None leaves the server's word as it is."""

    tool_class: ToolClass | None = None
    hints: Hints = NO_HINTS
    allow: bool | None = None
    samples: tuple[Mapping[str, Any], ...] = ()


NO_SETTINGS = ToolSettings()
