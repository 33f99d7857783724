"""Frameworks whose API is the one of FastMCP: mcp-use, MCPEngine, aiohttp-mcp, chuk-mcp-server."""

import sys
from typing import Any

from pydantic import BaseModel

transport, port, framework = sys.argv[1], int(sys.argv[2]), sys.argv[3]
notes = {"milk": "Buy two bottles of milk."}
READ: dict[str, Any] = {}
WRITE: dict[str, Any] = {}

if framework == "mcp-use":
    from mcp.types import ToolAnnotations
    from mcp_use import MCPServer

    server = MCPServer(name="notes", version="1.0.0")
    READ = {"annotations": ToolAnnotations(readOnlyHint=True)}
    WRITE = {"annotations": ToolAnnotations(readOnlyHint=False, destructiveHint=False)}
elif framework == "mcpengine":
    from mcpengine import MCPEngine

    server = MCPEngine("notes", host="127.0.0.1", port=port)
elif framework == "aiohttp-mcp":
    from aiohttp_mcp import AiohttpMCP
    from mcp.types import ToolAnnotations

    server = AiohttpMCP("notes")
    READ = {"annotations": ToolAnnotations(readOnlyHint=True)}
    WRITE = {"annotations": ToolAnnotations(readOnlyHint=False, destructiveHint=False)}
else:
    from chuk_mcp_server import ChukMCPServer

    server = ChukMCPServer("notes")
    READ = {"read_only_hint": True}
    WRITE = {"read_only_hint": False, "destructive_hint": False}


class Count(BaseModel):
    words: int


@server.tool(**READ)
def get_note(name: str) -> str:
    """Read one note."""
    return notes[name]


@server.tool(**WRITE)
def add_note(name: str, text: str) -> str:
    """Write a note."""
    notes[name] = text
    return "Written."


if framework == "chuk-mcp-server":
    schema = {"type": "object", "properties": {"words": {"type": "integer"}}, "required": ["words"]}

    @server.tool(output_schema=schema, **READ)
    def count_words(text: str) -> dict[str, int]:
        """Count the words of a text."""
        return {"words": len(text.split())}

else:

    @server.tool(**READ)
    def count_words(text: str) -> Count:
        """Count the words of a text."""
        return Count(words=len(text.split()))


@server.resource("notes://all")
def all_notes() -> str:
    """All notes."""
    return "\n".join(notes.values())


@server.prompt()
def summarize(name: str) -> str:
    """Summarize a note."""
    return f"Summarize the note {name}."


if framework == "chuk-mcp-server":
    server.run(**({"stdio": True} if transport == "stdio" else {"host": "127.0.0.1", "port": port}))
elif framework == "aiohttp-mcp":
    from aiohttp import web
    from aiohttp_mcp import TransportMode, build_mcp_app

    mode = TransportMode.SSE if transport == "sse" else TransportMode.STREAMABLE_HTTP
    path = "/sse" if transport == "sse" else "/mcp"
    stateless = transport == "stateless"
    app = build_mcp_app(server, path=path, transport_mode=mode, stateless=stateless)
    web.run_app(app, host="127.0.0.1", port=port)
elif transport == "http":
    server.run(transport="streamable-http", host="127.0.0.1", port=port)
else:
    server.run(transport=transport)
