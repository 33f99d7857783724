"""FastMCP of the Python SDK 1.x."""

import inspect
import sys
from typing import Any

from mcp.server.fastmcp import FastMCP
from pydantic import BaseModel

transport = sys.argv[1]
port = int(sys.argv[2]) if len(sys.argv) > 2 else 8000
server = FastMCP("notes", host="127.0.0.1", port=port)
notes = {"milk": "Buy two bottles of milk."}


def annotated(**hints: bool) -> dict[str, Any]:
    """Annotations, where this version knows them."""
    if "annotations" not in inspect.signature(server.tool).parameters:
        return {}
    from mcp.types import ToolAnnotations

    return {"annotations": ToolAnnotations(**hints)}


class Count(BaseModel):
    words: int


@server.tool(**annotated(readOnlyHint=True))
def get_note(name: str) -> str:
    """Read one note."""
    return notes[name]


@server.tool(**annotated(readOnlyHint=False, destructiveHint=False))
def add_note(name: str, text: str) -> str:
    """Write a note."""
    notes[name] = text
    return "Written."


@server.tool(**annotated(readOnlyHint=True))
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


if transport == "stateless":
    server.settings.stateless_http = True
over_http = {"http": "streamable-http", "stateless": "streamable-http"}
server.run(transport=over_http.get(transport, transport))
