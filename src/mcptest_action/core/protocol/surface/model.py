"""The surface of a server, as the server told it, in our own order, and as JSON."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.protocol.exchange import Era


def canonical(value: Any) -> str:
    """The value with sorted keys and no spaces; all characters as escapes, so that none is lost."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def digest(value: Any) -> str:
    return "sha256:" + hashlib.sha256(canonical(value).encode()).hexdigest()


Item = Mapping[str, Any]


class Surface(NamedTuple):
    era: Era
    server: Item
    capabilities: Item
    instructions: str | None
    tools: tuple[Item, ...]
    resources: tuple[Item, ...]
    templates: tuple[Item, ...]
    prompts: tuple[Item, ...]
    problems: tuple[str, ...]
    """What could not be listed, and why. A surface with problems is not the whole surface."""
    sse: bool = False
    """Over HTTP+SSE, the transport of 2024-11-05."""

    @property
    def lists(self) -> Mapping[str, tuple[Item, ...]]:
        """What is listed, under the protocol's names for the lists."""
        names = ("tools", "prompts", "resources", "resourceTemplates")
        items = (self.tools, self.prompts, self.resources, self.templates)
        return dict(zip(names, items, strict=True))

    @property
    def tools_by_name(self) -> Mapping[str, Item]:
        """Of several with one name, the last. A server may give anything for a name, but nobody
        can call such a tool.
        """
        return {name: tool for tool in self.tools if isinstance(name := tool.get("name"), str)}


SCHEMA = "mcptest.dev/surface/v1"


def surface_document(surface: Surface) -> dict[str, Any]:
    """Sorted throughout, so that the same surface is the same bytes."""
    told = {
        "server": surface.server,
        "instructions": surface.instructions,
        "capabilities": surface.capabilities,
        "tools": list(surface.tools),
        "resources": list(surface.resources),
        "resource_templates": list(surface.templates),
        "prompts": list(surface.prompts),
    }
    offered = {name: _sorted(value) for name, value in told.items()}
    return {
        "schema_version": SCHEMA,
        "protocol": {
            "era": str(surface.era.name),
            "version": surface.era.version,
            **({"transport": "sse"} if surface.sse else {}),
        },
        **offered,
        "digests": {name: digest(value) for name, value in offered.items()},
        "problems": list(surface.problems),
    }


_HALF_CHARACTER = re.compile("[\ud800-\udfff]")


def _sorted(value: Any) -> Any:
    """In order of the keys, and as a file can hold it: the digests are those of what is written.
    No file holds half a character, and keys that differ in nothing else become one.
    """
    if isinstance(value, dict):
        return {_written(key): _sorted(value[key]) for key in sorted(value)}
    if isinstance(value, str):
        return _written(value)
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _written(text: str) -> str:
    return text if text.isascii() else _HALF_CHARACTER.sub("\ufffd", text)
