"""`${args.x}` in the texts of a response, and `{x}` in the address of a resource."""

import json
import re
from typing import Any

from .model import JsonObject

_SLOT = re.compile(r"\$\{args\.([^{}]+)\}")
_VARIABLE = re.compile(r"\{(\w+)\}")


def filled(value: Any, arguments: JsonObject) -> Any:
    """The value with every slot of its texts replaced once; inserted text is not read again."""
    if isinstance(value, str):
        return _SLOT.sub(lambda slot: _text(slot[1], arguments), value)
    if isinstance(value, list):
        return [filled(item, arguments) for item in value]
    if isinstance(value, dict):
        return {key: filled(inner, arguments) for key, inner in value.items()}
    return value


def _text(name: str, arguments: JsonObject) -> str:
    if name not in arguments:
        return ""
    value = arguments[name]
    if isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def variables(uri_template: str, uri: str) -> dict[str, str] | None:
    """What the template's simple variables stand for in this address, if it fits the template."""
    literals = _VARIABLE.split(uri_template)[::2]
    names = _VARIABLE.findall(uri_template)
    match = re.fullmatch("([^/?#]+)".join(map(re.escape, literals)), uri)
    return dict(zip(names, match.groups(), strict=True)) if match else None
