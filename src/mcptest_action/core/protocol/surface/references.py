"""References within the schema of a tool: `#/$defs/Method`."""

from collections.abc import Mapping
from typing import Any


def referred(reference: Any, schema: Mapping[str, Any]) -> Any:
    """What stands at `#/$defs/name`; None for any other reference."""
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    value: Any = schema
    for part in reference.removeprefix("#/").split("/"):
        key = part.replace("~1", "/").replace("~0", "~")
        value = value.get(key) if isinstance(value, Mapping) else None
    return value
