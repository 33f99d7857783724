"""A tool call has one spelling. Another one would go past the execution policy."""

import re
from collections.abc import Mapping
from typing import Any

from .step import Http, Notify, Raw, Request, SingleStep, StrayCall

# They all begin like this: any other name may be the name of a tool that was not listed.
NO_SUCH = "mcptest_no_such_"
CALL = "tools/call"
_ESCAPE = re.compile(r"\\u([0-9a-fA-F]{4})")


def reaches_no_tool(params: Any, headers: Mapping[str, str | None]) -> bool:
    """Whether no server can take this for the call of a tool that it has."""
    name = params.get("name", NO_SUCH) if isinstance(params, Mapping) else NO_SUCH
    named = [text for key, text in headers.items() if key.casefold() == "mcp-name"]
    return all(_exists_nowhere(text) for text in (name, *filter(None, named)))


def _exists_nowhere(name: Any) -> bool:
    return isinstance(name, str) and name.startswith(NO_SUCH)


class DisguisedCallError(Exception):
    """A script tried to call a tool with something else than `CallTool`. That is a bug of ours."""


def refuse_disguised_call(step: SingleStep) -> None:
    """Raise for a call in disguise; whoever means something else has no need for any of these."""
    match step:
        case Request(method=method, headers=headers) | Notify(method=method, headers=headers):
            disguised = method.strip().casefold() == CALL or _in_headers(headers)
        case Raw(data=body, headers=headers) | Http(headers=headers, body=body):
            disguised = CALL in _read_generously(body) or _in_headers(headers)
        case StrayCall(params=params, headers=headers):
            disguised = not reaches_no_tool(params, headers)
        case _:
            disguised = False
    if disguised:
        raise DisguisedCallError(f"{type(step).__name__} carries a {CALL}")


def _in_headers(headers: Mapping[str, str | None]) -> bool:
    """Some servers go by the header, and nobody here can look into a packed body."""
    packed = any(name.casefold() == "content-encoding" for name in headers)
    return packed or any(value and CALL in value.casefold() for value in headers.values())


def _read_generously(data: bytes) -> str:
    """The text as the most lenient server may read it: escapes undone, in any Unicode encoding."""
    text = data.replace(b"\0", b"").decode(errors="replace")
    plain = _ESCAPE.sub(lambda match: chr(int(match[1], 16)), text)
    return plain.replace("\\/", "/").casefold()
