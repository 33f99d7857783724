"""The low-level Server of the Python SDK 1.x."""

import asyncio
import contextlib
import json
import sys

from mcp import types
from mcp.server.lowlevel import Server
from pydantic import AnyUrl

server = Server("notes")
notes = {"milk": "Buy two bottles of milk."}
TEXT = {"type": "string"}


def tool(name: str, description: str, *fields: str, read_only: bool, **more: object) -> types.Tool:
    schema = {"type": "object", "properties": dict.fromkeys(fields, TEXT), "required": [*fields]}
    annotations = {"readOnlyHint": read_only, "destructiveHint": False}
    return types.Tool.model_validate(
        {
            "name": name,
            "description": description,
            "inputSchema": schema,
            "annotations": annotations,
            **more,
        }
    )


COUNT = {"type": "object", "properties": {"words": {"type": "integer"}}, "required": ["words"]}
# What a version does not know it would send as it is: an output schema without its output.
structured = {"outputSchema": COUNT} if "outputSchema" in types.Tool.model_fields else {}


@server.list_tools()
async def list_tools() -> list[types.Tool]:
    return [
        tool("get_note", "Read one note.", "name", read_only=True),
        tool("add_note", "Write a note.", "name", "text", read_only=False),
        tool("count_words", "Count the words of a text.", "text", read_only=True, **structured),
    ]


@server.call_tool()
async def call_tool(name: str, arguments: dict[str, str]):
    match name:
        case "get_note":
            return [types.TextContent(type="text", text=notes[arguments["name"]])]
        case "add_note":
            notes[arguments["name"]] = arguments["text"]
            return [types.TextContent(type="text", text="Written.")]
        case "count_words":
            count = {"words": len(arguments["text"].split())}
            return count if structured else [types.TextContent(type="text", text=json.dumps(count))]
    raise ValueError(f"Unknown tool: {name}")


@server.list_resources()
async def list_resources() -> list[types.Resource]:
    return [types.Resource(uri=AnyUrl("notes://all"), name="notes", mimeType="application/json")]


@server.read_resource()
async def read_resource(uri: AnyUrl):
    if str(uri) != "notes://all":
        raise ValueError(f"Unknown resource: {uri}")
    return json.dumps(notes)


@server.list_prompts()
async def list_prompts() -> list[types.Prompt]:
    argument = types.PromptArgument(name="name", required=True)
    return [types.Prompt(name="summarize", description="Summarize a note.", arguments=[argument])]


@server.get_prompt()
async def get_prompt(name: str, arguments: dict[str, str] | None) -> types.GetPromptResult:
    if name != "summarize":
        raise ValueError(f"Unknown prompt: {name}")
    content = types.TextContent(
        type="text", text=f"Summarize the note {(arguments or {})['name']}."
    )
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])


async def stdio() -> None:
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def http(port: int) -> None:
    import uvicorn
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
    from starlette.applications import Starlette
    from starlette.routing import Mount

    manager = StreamableHTTPSessionManager(app=server)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette):
        async with manager.run():
            yield

    app = Starlette(routes=[Mount("/mcp", app=manager.handle_request)], lifespan=lifespan)
    uvicorn.run(app, host="127.0.0.1", port=port)


if sys.argv[1] == "stdio":
    asyncio.run(stdio())
else:
    http(int(sys.argv[2]))
