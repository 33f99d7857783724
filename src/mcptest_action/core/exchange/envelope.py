"""Steps to bytes and headers, as the era demands."""

import base64
import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.exchange.era import (
    META_CAPABILITIES,
    META_CLIENT,
    META_VERSION,
    Era,
    EraName,
)
from mcptest_action.core.exchange.step import CallTool, Http, Notify, Raw, Request, SingleStep

CLIENT_NAME = "mcptest-action"
# The parameter that a request's `Mcp-Name` header repeats.
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}


class Outgoing(NamedTuple):
    """What goes over the wire, and what to wait for."""

    body: bytes
    headers: Mapping[str, str]
    answer_id: int | str | None
    waits: bool
    http_method: str = "POST"
    bare: bool = False
    """Send exactly these headers, without those of the connection."""
    raw: bool = False
    """On stdio, the bytes are the line: no newline is added."""
    timeout_s: float | None = None


def dress(step: SingleStep, era: Era | None, number: int, client_version: str) -> Outgoing:
    """The step as it goes over the wire of a connection that speaks the era."""
    match step:
        case Raw(data, answer_id, timeout_s):
            return Outgoing(data, {}, answer_id, waits=True, raw=True, timeout_s=timeout_s)
        case Http(method, headers, body, timeout_s):
            return Outgoing(
                body, headers, None, waits=True, http_method=method, bare=True, timeout_s=timeout_s
            )
        case Notify(method, params, own_era):
            spoken = own_era or era
            message = _message(method, params, spoken, client_version)
            return Outgoing(_encode(message), _headers(message, spoken), None, waits=False)
        case CallTool(name, arguments, timeout_s):
            request = Request(
                "tools/call", {"name": name, "arguments": arguments}, timeout_s=timeout_s
            )
            return dress(request, era, number, client_version)
        case Request(method, params, own_era, timeout_s):
            spoken = own_era or era
            message = {"id": number, **_message(method, params, spoken, client_version)}
            headers = _headers(message, spoken)
            return Outgoing(_encode(message), headers, number, waits=True, timeout_s=timeout_s)


def _message(
    method: str, params: Mapping[str, Any] | None, era: Era | None, client_version: str
) -> dict[str, Any]:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if era is not None and era.name is EraName.MODERN:
        meta = {
            META_VERSION: era.version,
            META_CAPABILITIES: {},
            META_CLIENT: {"name": CLIENT_NAME, "version": client_version},
        }
        given = dict(params or {})
        message["params"] = {**given, "_meta": {**meta, **given.get("_meta", {})}}
    elif params is not None:
        message["params"] = dict(params)
    return message


def _headers(message: Mapping[str, Any], era: Era | None) -> dict[str, str]:
    """What the era wants to see again in HTTP headers."""
    if era is None or message["method"] == "initialize":
        return {}
    headers = {"MCP-Protocol-Version": era.version}
    if era.name is EraName.MODERN:
        headers["Mcp-Method"] = message["method"]
        key = _NAMED_BY.get(message["method"])
        if key is not None:
            headers["Mcp-Name"] = header_value(str(message["params"].get(key, "")))
    return headers


def header_value(text: str) -> str:
    """The text as the protocol puts it into a header: base64 where ASCII cannot hold it."""
    if text.isascii() and text.isprintable() and text == text.strip():
        return text
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def _encode(message: Mapping[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
