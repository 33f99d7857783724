"""FastMCP of the package `fastmcp`, 2.x and newer."""

import sys

from fastmcp import FastMCP
from pydantic import BaseModel

server = FastMCP("notes")
notes = {"milk": "Buy two bottles of milk."}


class Count(BaseModel):
    words: int


@server.tool(annotations={"readOnlyHint": True})
def get_note(name: str) -> str:
    """Read one note."""
    return notes[name]


@server.tool(annotations={"readOnlyHint": False, "destructiveHint": False})
def add_note(name: str, text: str) -> str:
    """Write a note."""
    notes[name] = text
    return "Written."


@server.tool(annotations={"readOnlyHint": True})
def count_words(text: str) -> Count:
    """Count the words of a text."""
    return Count(words=len(text.split()))


@server.resource("notes://all", mime_type="text/plain")
def all_notes() -> str:
    """All notes."""
    return "\n".join(notes.values())


@server.prompt()
def summarize(name: str) -> str:
    """Summarize a note."""
    return f"Summarize the note {name}."


if sys.argv[1] == "stdio":
    server.run()
else:
    if sys.argv[1] == "stateless":
        server.settings.stateless_http = True
    transport = "sse" if sys.argv[1] == "sse" else "streamable-http"
    server.run(transport=transport, host="127.0.0.1", port=int(sys.argv[2]))
