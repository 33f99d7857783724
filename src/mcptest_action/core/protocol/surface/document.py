"""The surface as JSON (`mcptest.dev/surface/v1`), in a shape of its own."""

from typing import Any

from .model import Surface, digest

SCHEMA = "mcptest.dev/surface/v1"


def surface_document(surface: Surface) -> dict[str, Any]:
    """Sorted throughout, so that the same surface is the same bytes."""
    offered = {
        "server": surface.server,
        "instructions": surface.instructions,
        "capabilities": surface.capabilities,
        "tools": list(surface.tools),
        "resources": list(surface.resources),
        "resource_templates": list(surface.templates),
        "prompts": list(surface.prompts),
    }
    return {
        "schema_version": SCHEMA,
        "protocol": {"era": str(surface.era.name), "version": surface.era.version},
        **{name: _sorted(value) for name, value in offered.items()},
        "digests": {name: digest(value) for name, value in offered.items()},
        "problems": list(surface.problems),
    }


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _sorted(value[key]) for key in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value
