"""The headers of a modern request, which must say the same as its body."""

import base64
import binascii
import re
from collections.abc import Iterator, Mapping
from typing import Any

from mcptest_action.core.authoring.mock import (
    VERSION_KEY,
    Code,
    Failure,
    JsonObject,
    Manifest,
    Request,
)

_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
# As long as Python reads one.
_WHOLE = re.compile(r"(-?[0-9]{1,4300})(?:\.0+)?")
_ENCODED = re.compile(r"=\?base64\?(.*)\?=")


def header_failure(
    headers: Mapping[str, str], request: Request, manifest: Manifest
) -> Failure | None:
    """The first header that is absent or contradicts the body."""
    for name, expected in _expected(request, manifest):
        if not _agrees(decoded(headers.get(name.lower())), expected):
            what = f"the header {name} is missing or does not agree with the body"
            return Failure(Code.HEADER_MISMATCH, what)
    return None


def _agrees(said: str | None, expected: str | int) -> bool:
    """Whole numbers agree as numbers: `42.0` is 42."""
    if said is None or isinstance(expected, str):
        return said == expected
    whole = _WHOLE.fullmatch(said)
    return whole is not None and int(whole[1]) == expected


def _expected(request: Request, manifest: Manifest) -> Iterator[tuple[str, str | int]]:
    yield "MCP-Protocol-Version", request.params["_meta"][VERSION_KEY]
    yield "Mcp-Method", request.method
    name = request.params.get(_NAMED_BY.get(request.method, ""))
    if isinstance(name, str):
        yield "Mcp-Name", name
    if request.method == "tools/call":
        for tool in manifest.tools:
            if tool.name == name:
                arguments = request.params.get("arguments")
                yield from _parameters(tool.listed.get("inputSchema"), arguments)
                return


def _parameters(schema: Any, arguments: Any) -> Iterator[tuple[str, str | int]]:
    """The arguments that the schema wants to see in a header, at any depth of its properties."""
    for name, inner in _object(_object(schema).get("properties")).items():
        value = _object(arguments).get(name)
        header = _object(inner).get("x-mcp-header")
        if isinstance(header, str) and isinstance(value, str | int):
            yield f"Mcp-Param-{header}", str(value).lower() if isinstance(value, bool) else value
        yield from _parameters(inner, value)


def _object(value: Any) -> JsonObject:
    return value if isinstance(value, dict) else {}


def decoded(value: str | None) -> str | None:
    """The header's text; text that isn't plain ASCII travels as base64, and else isn't accepted."""
    match = _ENCODED.fullmatch(value or "")
    if match is None:
        return value if value is None or value.isascii() else None
    try:
        return base64.b64decode(match[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
