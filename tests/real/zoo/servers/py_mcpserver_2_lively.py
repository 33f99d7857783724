"""MCPServer of the Python SDK 2.x that reports and asks back."""

import asyncio
import sys
from typing import Annotated

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve, Sample
from mcp_types import CreateMessageResult, SamplingMessage, TextContent, ToolAnnotations
from pydantic import BaseModel

server = MCPServer("notes")
READS = ToolAnnotations(read_only_hint=True)


class Color(BaseModel):
    color: str


def a_color() -> Elicit[Color]:
    return Elicit("Which color?", Color)


def a_title() -> Sample:
    text = TextContent(type="text", text="A title, please.")
    return Sample([SamplingMessage(role="user", content=text)], max_tokens=20)


@server.tool(annotations=READS)
async def read_slowly(context: Context) -> str:
    """Read all notes, one by one."""
    for progress in (1, 2, 3):
        await asyncio.sleep(0.2)
        await context.report_progress(progress, 3)
        await context.info(f"note {progress}")
    return "Read."


@server.tool(annotations=READS)
def ask_color(answer: Annotated[ElicitationResult[Color], Resolve(a_color)]) -> str:
    """Ask the person for a color."""
    is_given = isinstance(answer, AcceptedElicitation)
    return f"It is {answer.data.color}." if is_given else "It stays as it is."


@server.tool(annotations=READS)
def ask_model(answer: Annotated[CreateMessageResult, Resolve(a_title)]) -> str:
    """Ask the model (sampling) for a title."""
    return answer.content.text


@server.resource("notes://all")
def all_notes() -> str:
    """All notes."""
    return "Buy two bottles of milk."


@server.prompt()
def summarize(name: str) -> str:
    """Summarize a note."""
    return f"Summarize the note {name}."


if sys.argv[1] == "stdio":
    server.run()
else:
    server.run("streamable-http", port=int(sys.argv[2]))
