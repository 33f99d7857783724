"""Whether a tool can be called as a task, or in no other way. Only 2025-11-25 knows such calls."""

from collections.abc import Mapping
from typing import Any

from .model import Item, Surface

WITH_TASKS = "2025-11-25"
CALLS_AS_TASKS = ("tasks", "requests", "tools", "call")
OPTIONAL, REQUIRED = "optional", "required"


def offers(capabilities: Mapping[str, Any], *path: str) -> bool:
    """Whether a capability is declared that stands inside of others, as an object or as true."""
    part: Any = capabilities
    for name in path:
        part = part.get(name) if isinstance(part, Mapping) else None
    return isinstance(part, Mapping) or part is True


def task_support(tool: Item) -> Any:
    """What the tool declares, if it does."""
    execution = tool.get("execution")
    return execution.get("taskSupport") if isinstance(execution, Mapping) else None


def must_be_task(surface: Surface, tool: Item) -> bool:
    """Whether the server has to refuse any other call of the tool."""
    knows = surface.era.version == WITH_TASKS and offers(surface.capabilities, *CALLS_AS_TASKS)
    return knows and task_support(tool) == REQUIRED
