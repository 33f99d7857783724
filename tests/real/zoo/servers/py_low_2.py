"""The low-level Server of the Python SDK 2.x."""

import asyncio
import json
import sys

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

notes = {"milk": "Buy two bottles of milk."}
TEXT = {"type": "string"}
COUNT = {"type": "object", "properties": {"words": {"type": "integer"}}, "required": ["words"]}


def tool(name, description, *fields, read_only, **more):
    schema = {"type": "object", "properties": dict.fromkeys(fields, TEXT), "required": [*fields]}
    hints = types.ToolAnnotations(read_only_hint=read_only, destructive_hint=False)
    return types.Tool(
        name=name, description=description, input_schema=schema, annotations=hints, **more
    )


TOOLS = [
    tool("get_note", "Read one note.", "name", read_only=True),
    tool("add_note", "Write a note.", "name", "text", read_only=False),
    tool("count_words", "Count the words.", "text", read_only=True, output_schema=COUNT),
]


async def list_tools(_context, _params):
    return types.ListToolsResult(tools=TOOLS)


async def call_tool(_context, params):
    known = {tool.name: tool for tool in TOOLS}
    if params.name not in known:
        raise MCPError(types.INVALID_PARAMS, f"Unknown tool: {params.name}")
    given = params.arguments or {}
    wrong = [
        f for f in known[params.name].input_schema["required"] if type(given.get(f)) is not str
    ]
    if wrong:
        return said(f"{wrong[0]} must be a string", is_error=True)
    match params.name:
        case "get_note":
            note = notes.get(given["name"])
            return said(note or "There is no such note", is_error=note is None)
        case "add_note":
            notes[given["name"]] = given["text"]
            return said("Written.")
    count = {"words": len(given["text"].split())}
    return said(json.dumps(count), structured_content=count)


def said(text, **more):
    return types.CallToolResult(content=[types.TextContent(text=text)], **more)


async def list_resources(_context, _params):
    resource = types.Resource(uri="notes://all", name="notes", mime_type="application/json")
    return types.ListResourcesResult(resources=[resource])


async def read_resource(_context, params):
    if params.uri != "notes://all":
        raise MCPError(types.INVALID_PARAMS, "Resource not found", {"uri": params.uri})
    contents = types.TextResourceContents(
        uri=params.uri, mime_type="application/json", text=json.dumps(notes)
    )
    return types.ReadResourceResult(contents=[contents])


async def list_prompts(_context, _params):
    argument = types.PromptArgument(name="name", required=True)
    return types.ListPromptsResult(prompts=[types.Prompt(name="summarize", arguments=[argument])])


async def get_prompt(_context, params):
    if params.name != "summarize" or "name" not in (params.arguments or {}):
        raise MCPError(types.INVALID_PARAMS, f"Unknown prompt or no name: {params.name}")
    content = types.TextContent(text=f"Summarize the note {params.arguments['name']}.")
    return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=content)])


server = Server(
    "notes",
    on_list_tools=list_tools,
    on_call_tool=call_tool,
    on_list_resources=list_resources,
    on_read_resource=read_resource,
    on_list_prompts=list_prompts,
    on_get_prompt=get_prompt,
)


async def stdio():
    from mcp.server.stdio import stdio_server

    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


if sys.argv[1] == "stdio":
    asyncio.run(stdio())
else:
    import uvicorn

    uvicorn.run(server.streamable_http_app(), host="127.0.0.1", port=int(sys.argv[2]))
