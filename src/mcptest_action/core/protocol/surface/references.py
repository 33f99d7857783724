"""References within the schema of a tool: `#/$defs/Method`."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote

_INDEX = re.compile("[0-9]{1,6}")


def referred(reference: Any, schema: Mapping[str, Any]) -> Any:
    """What stands at `#/$defs/name`; None for any other reference."""
    if not isinstance(reference, str) or not reference.startswith("#/"):
        return None
    value: Any = schema
    for part in unquote(reference.removeprefix("#/")).split("/"):
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, list) and _INDEX.fullmatch(key) and int(key) < len(value):
            value = value[int(key)]
        else:
            value = value.get(key) if isinstance(value, Mapping) else None
    return value
