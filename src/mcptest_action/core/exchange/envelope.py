"""Steps to bytes and headers, as the era demands."""

import base64
import json
from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

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
_ENCODED = "=?base64?"


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
        case CallTool(name, arguments, timeout_s, request_id, waits):
            request = Request(
                "tools/call", {"name": name, "arguments": arguments}, timeout_s=timeout_s
            )
            return _request(request, era, request_id or number, client_version, waits=waits)
        case Request():
            return _request(step, era, number, client_version, waits=True)
        case _:
            assert_never(step)


def _request(
    step: Request, era: Era | None, answer_id: int | str, client_version: str, *, waits: bool
) -> Outgoing:
    spoken = step.era or era
    message = {"id": answer_id, **_message(step.method, step.params, spoken, client_version)}
    headers = _headers(message, spoken)
    return Outgoing(_encode(message), headers, answer_id, waits=waits, timeout_s=step.timeout_s)


def _message(
    method: str, params: Mapping[str, Any] | None, era: Era | None, client_version: str
) -> dict[str, Any]:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if era is not None and era.name is EraName.MODERN:
        given = dict(params or {})
        meta = given.get("_meta", {})
        if isinstance(meta, Mapping):  # anything else is a probe, and sent as it is
            meta = {**_meta(era, client_version), **meta}
        message["params"] = {**given, "_meta": meta}
    elif params is not None:
        message["params"] = dict(params)
    return message


def _meta(era: Era, client_version: str) -> dict[str, Any]:
    """What the modern era says in every request."""
    return {
        META_VERSION: era.version,
        META_CAPABILITIES: {},
        META_CLIENT: {"name": CLIENT_NAME, "version": client_version},
    }


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
    """The text as the protocol puts it into a header: base64 where ASCII cannot hold it.

    Text that looks like base64 is encoded as well, or it would be taken for what it is not.
    """
    is_plain = text.isascii() and text.isprintable() and text == text.strip()
    if is_plain and not text.lower().startswith(_ENCODED):
        return text
    # Half a character has no UTF-8. These bytes can at least be told from every other name's.
    return f"{_ENCODED}{base64.b64encode(text.encode(errors='surrogatepass')).decode()}?="


def _encode(message: Mapping[str, Any]) -> bytes:
    """One line of UTF-8; half a character, which UTF-8 has not, as the escape it came as."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="backslashreplace")
