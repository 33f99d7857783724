"""Calls with the headers that a tool's schema asks for: `x-mcp-header`, since 2026-07-28."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from mcptest_action.core.protocol.exchange import (
    CallTool,
    EraName,
    Script,
    Step,
    Together,
    header_value,
    relayed,
)
from mcptest_action.core.protocol.surface import Surface

Result = TypeVar("Result")
# By the name of a tool. If two tools share a name, the first counts, as in the plan.
Schemas = Mapping[str, Any]
KEY = "x-mcp-header"
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
# HTTP servers refuse longer headers; such a call is refused in any case.
_LONGEST = 4096


def schemas_of(surface: Surface) -> Schemas:
    """The schemas that may ask for headers; none in eras that do not know them."""
    if surface.era.name is not EraName.MODERN:
        return {}
    named = [(tool.get("name"), tool.get("inputSchema")) for tool in reversed(surface.tools)]
    return {name: schema for name, schema in named if isinstance(name, str)}


def mirrored(script: Script[Result], schemas: Schemas) -> Script[Result]:
    """The same script; its calls repeat in headers what the schemas want to see there."""
    return relayed(script, lambda step: _with_headers(step, schemas)) if schemas else script


def _with_headers(step: Step, schemas: Schemas) -> Step:
    match step:
        case Together(steps):
            return Together(
                tuple(_call(s, schemas) if isinstance(s, CallTool) else s for s in steps)
            )
        case CallTool():
            return _call(step, schemas)
        case _:
            return step


def _call(call: CallTool, schemas: Schemas) -> CallTool:
    asked = dict(_parameters(schemas.get(call.name), call.arguments))
    return call._replace(headers={**asked, **call.headers})


def _parameters(schema: Any, arguments: Any) -> Iterator[tuple[str, str]]:
    """The headers, at any depth of the properties, without those of missing arguments."""
    for name, inner in _object(_object(schema).get("properties")).items():
        value, header = _object(arguments).get(name), param_header(inner)
        if header is not None and isinstance(value, str | int):
            text = str(value).lower() if isinstance(value, bool) else str(value)
            if len(text) <= _LONGEST:
                yield header, header_value(text)
        yield from _parameters(inner, value)


def param_header(schema: Any) -> str | None:
    """The header in which a client repeats a parameter with this schema; None if the schema asks
    for none, or for one that no request can have.
    """
    named = _object(schema).get(KEY)
    is_name = isinstance(named, str) and _TOKEN.fullmatch(named)
    return f"Mcp-Param-{named}" if is_name else None


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
