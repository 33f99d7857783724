"""Calls of tools that do not exist, which are part of testing a server."""

from collections.abc import Mapping
from typing import Any

# They all begin like this: any other name may be the name of a tool that was not listed.
NO_SUCH = "mcptest_no_such_"


def reaches_no_tool(params: Any, headers: Mapping[str, str | None]) -> bool:
    """Whether no server can take this for the call of a tool that it has."""
    name = params.get("name", NO_SUCH) if isinstance(params, Mapping) else NO_SUCH
    named = [text for key, text in headers.items() if key.casefold() == "mcp-name"]
    return all(_exists_nowhere(text) for text in (name, *filter(None, named)))


def _exists_nowhere(name: Any) -> bool:
    return isinstance(name, str) and name.startswith(NO_SUCH)
