"""MCPApp of arcade-mcp-server."""

import sys
from typing import Annotated

from arcade_mcp_server import MCPApp
from arcade_mcp_server.metadata import Behavior, ToolMetadata

app = MCPApp(name="notes", version="1.0.0")
notes = {"milk": "Buy two bottles of milk."}
READ = ToolMetadata(behavior=Behavior(read_only=True))
WRITE = ToolMetadata(behavior=Behavior(read_only=False, destructive=False))


@app.tool(metadata=READ)
def get_note(name: Annotated[str, "Name of the note"]) -> Annotated[str, "The note"]:
    """Read one note."""
    return notes[name]


@app.tool(metadata=WRITE)
def add_note(
    name: Annotated[str, "Name of the note"], text: Annotated[str, "Its text"]
) -> Annotated[str, "What was done"]:
    """Write a note."""
    notes[name] = text
    return "Written."


@app.tool(metadata=READ)
def count_words(text: Annotated[str, "The text"]) -> Annotated[int, "How many words"]:
    """Count the words of a text."""
    return len(text.split())


app.run(transport=sys.argv[1], host="127.0.0.1", port=int(sys.argv[2]))
