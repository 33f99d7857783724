"""FastMCP of the package `fastmcp` that reports and asks back."""

import asyncio
import sys

from fastmcp import Context, FastMCP

server = FastMCP("notes")
READS = {"readOnlyHint": True}


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
    answer = await context.elicit("Which color?", str)
    return f"It is {answer.data}." if answer.action == "accept" else "It stays as it is."


@server.tool(annotations=READS)
async def ask_model(context: Context) -> str:
    """Ask the model (sampling) for a title."""
    return (await context.sample("A title, please.", max_tokens=20)).text or "There is none."


@server.resource("notes://all", mime_type="text/plain")
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
    server.run(transport="streamable-http", host="127.0.0.1", port=int(sys.argv[2]))
