"""MCPServer of the Python SDK 2.x."""

import sys

from mcp.server.mcpserver import MCPServer
from mcp_types import ToolAnnotations
from pydantic import BaseModel

server = MCPServer("notes")
notes = {"milk": "Buy two bottles of milk."}


class Count(BaseModel):
    words: int


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def get_note(name: str) -> str:
    """Read one note."""
    return notes[name]


@server.tool(annotations=ToolAnnotations(read_only_hint=False, destructive_hint=False))
def add_note(name: str, text: str) -> str:
    """Write a note."""
    notes[name] = text
    return "Written."


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def count_words(text: str) -> Count:
    """Count the words of a text."""
    return Count(words=len(text.split()))


@server.resource("notes://all")
def all_notes() -> dict[str, str]:
    """All notes."""
    return notes


@server.prompt()
def summarize(name: str) -> str:
    """Summarize a note."""
    return f"Summarize the note {name}."


if sys.argv[1] == "stdio":
    server.run()
elif sys.argv[1] == "sse":
    server.run("sse", port=int(sys.argv[2]))
else:
    server.run("streamable-http", port=int(sys.argv[2]))
