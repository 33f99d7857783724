"""FastMCP of the Python SDK 1.x that reports and asks back."""

import asyncio
import sys

from mcp.server.fastmcp import Context, FastMCP
from mcp.types import (
    ClientCapabilities,
    ElicitationCapability,
    SamplingCapability,
    SamplingMessage,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel

server = FastMCP("notes", host="127.0.0.1", port=int(sys.argv[2]))
READS = ToolAnnotations(readOnlyHint=True)
ASKS = ClientCapabilities(elicitation=ElicitationCapability())
SAMPLES = ClientCapabilities(sampling=SamplingCapability())


class Color(BaseModel):
    color: str


@server.tool(annotations=READS)
async def read_slowly(context: Context) -> str:
    """Read all notes, one by one."""
    for progress in (1, 2, 3):
        await asyncio.sleep(0.2)
        await context.report_progress(progress, 3)
        await context.info(f"note {progress}")
    return "Read."


@server.tool(annotations=READS)
async def ask_color(context: Context) -> str:
    """Ask the person for a color."""
    if not context.session.check_client_capability(ASKS):
        return "Nobody can be asked."
    answer = await context.elicit("Which color?", Color)
    return f"It is {answer.data.color}." if answer.action == "accept" else "It stays as it is."


@server.tool(annotations=READS)
async def ask_model(context: Context) -> str:
    """Ask the model (sampling) for a title."""
    if not context.session.check_client_capability(SAMPLES):
        return "Nobody can be asked."
    text = TextContent(type="text", text="A title, please.")
    answer = await context.session.create_message(
        [SamplingMessage(role="user", content=text)],
        max_tokens=20,
        related_request_id=context.request_id,
    )
    return answer.content.text


@server.resource("notes://all")
def all_notes() -> str:
    """All notes."""
    return "Buy two bottles of milk."


@server.prompt()
def summarize(name: str) -> str:
    """Summarize a note."""
    return f"Summarize the note {name}."


server.run(transport="stdio" if sys.argv[1] == "stdio" else "streamable-http")
