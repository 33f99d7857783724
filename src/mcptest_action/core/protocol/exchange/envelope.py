"""Steps to bytes and headers, as the era demands."""

import base64
import json
from collections.abc import Mapping
from typing import Any, NamedTuple, assert_never

from .era import META_CAPABILITIES, META_CLIENT, META_VERSION, Era, EraName
from .over_http import version_header
from .step import CALL, CallTool, Http, Notify, Raw, Request, SingleStep, StrayCall

CLIENT_NAME = "mcptest-action"
# The parameter that a request's `Mcp-Name` header repeats.
_NAMED_BY = {CALL: "name", "prompts/get": "name", "resources/read": "uri"}
_ENCODED = "=?base64?"
# Made once: `json.dumps` makes one for every message.
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


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
    left_out: frozenset[str] = frozenset()
    """Headers that even the connection must not add, in lower case."""
    anonymous: bool = False
    """Without the headers of the user."""
    path: str | None = None
    streams: bool = False
    """An event stream is read on in the background."""


def dress(step: SingleStep, era: Era | None, number: int, client_version: str) -> Outgoing:
    """The step as bytes and headers for a connection that speaks the era."""
    match step:
        case Raw(data, answer_id, timeout_s, headers, waits):
            plain = Outgoing(data, {}, answer_id, waits=waits, raw=True, timeout_s=timeout_s)
            return _overlaid(plain, headers)
        case Http():
            return _http(step)
        case Notify(method, params, own_era, headers, anonymous):
            spoken = own_era or era
            message = _message(method, params, spoken, client_version)
            plain = Outgoing(_encode(message), _headers(message, spoken), None, waits=False)
            return _overlaid(plain._replace(anonymous=anonymous), headers)
        case CallTool(
            name, arguments, timeout_s, request_id, waits, headers, more, streams=streams
        ):
            params = {"name": name, "arguments": arguments, **more}
            request = Request(CALL, params, None, timeout_s, headers, request_id, waits=waits)
            dressed = _request(request, era, number, client_version)
            return dressed._replace(streams=streams and not waits)
        case StrayCall(params, headers, timeout_s, anonymous):
            request = Request(CALL, params, None, timeout_s, headers, anonymous=anonymous)
            return _request(request, era, number, client_version)
        case Request():
            return _request(step, era, number, client_version)
        case _:
            assert_never(step)


def _http(step: Http) -> Outgoing:
    return Outgoing(
        step.body,
        step.headers,
        None,
        waits=step.waits,
        http_method=step.method,
        bare=True,
        timeout_s=step.timeout_s,
        anonymous=step.anonymous,
        path=step.path,
        streams=not step.waits,
    )


def _request(step: Request, era: Era | None, number: int, client_version: str) -> Outgoing:
    spoken = step.era or era
    answer_id = number if step.request_id is None else step.request_id
    dressed_in = None if step.bare else spoken
    message = {"id": answer_id, **_message(step.method, step.params, dressed_in, client_version)}
    plain = Outgoing(
        _encode(message),
        _headers(message, spoken),
        answer_id,
        waits=step.waits,
        timeout_s=step.timeout_s,
        anonymous=step.anonymous,
        streams=not step.waits and step.method != CALL,
    )
    return _overlaid(plain, step.headers)


def _overlaid(outgoing: Outgoing, headers: Mapping[str, str | None]) -> Outgoing:
    """With these headers in place of those with the same name; None leaves one out."""
    if not headers:
        return outgoing
    touched = frozenset(name.casefold() for name in headers)
    kept = {name: v for name, v in outgoing.headers.items() if name.casefold() not in touched}
    given = {name: value for name, value in headers.items() if value is not None}
    return outgoing._replace(headers={**kept, **given}, left_out=touched)


def _message(
    method: str, params: Mapping[str, Any] | None, era: Era | None, client_version: str
) -> dict[str, Any]:
    message: dict[str, Any] = {"jsonrpc": "2.0", "method": method}
    if era is not None and era.name is EraName.MODERN:
        if not isinstance(params, Mapping | None):  # a probe, sent as it is
            return {**message, "params": params}
        given = dict(params or {})
        meta = given.get("_meta", {})
        if isinstance(meta, Mapping):  # anything else is a probe, sent as it is
            meta = {**_meta(era, client_version), **meta}
        message["params"] = {**given, "_meta": meta}
    elif params is not None:
        message["params"] = params
    return message


def _meta(era: Era, client_version: str) -> dict[str, Any]:
    """What the modern era says in every request."""
    return {
        META_VERSION: era.version,
        META_CAPABILITIES: {},
        META_CLIENT: {"name": CLIENT_NAME, "version": client_version},
    }


def _headers(message: Mapping[str, Any], era: Era | None) -> dict[str, str]:
    """What the era wants repeated in HTTP headers."""
    if era is None or message["method"] == "initialize":
        return {}
    headers = version_header(era.version)
    if era.name is EraName.MODERN:
        headers["Mcp-Method"] = message["method"]
        key = _NAMED_BY.get(message["method"])
        params = message.get("params")
        named = params.get(key) if key and isinstance(params, Mapping) else None
        if named is not None:
            headers["Mcp-Name"] = header_value(str(named))
    return headers


def header_value(text: str) -> str:
    """The text as the protocol puts it into a header: base64 where ASCII cannot hold it.

    Text that looks like base64 is encoded as well; otherwise a server would decode it.
    """
    is_plain = text.isascii() and text.isprintable() and text == text.strip()
    if is_plain and not text.lower().startswith(_ENCODED):
        return text
    # UTF-8 cannot hold half a character. These bytes at least differ from every other name's.
    return f"{_ENCODED}{base64.b64encode(text.encode(errors='surrogatepass')).decode()}?="


def _encode(message: Mapping[str, Any]) -> bytes:
    """One line of UTF-8; half a character, which UTF-8 cannot hold, stays the escape it came as."""
    return _ENCODER.encode(message).encode(errors="backslashreplace")
