"""What the official client sees of a server: the second opinion."""

import asyncio
from contextlib import AbstractAsyncContextManager
from typing import Any, TextIO

import httpx2
import mcp_types as types
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel, TypeAdapter
from real.running import Place

PATIENCE_S = 90
# A page as the server sent it: the client checks it against the schema of the revision, but its
# models would drop the fields they do not know.
_AS_SENT = TypeAdapter(dict[str, Any])
_LISTINGS = (
    ("tools", "tools", types.ListToolsRequest, "tools"),
    ("resources", "resources", types.ListResourcesRequest, "resources"),
    ("resources", "resource_templates", types.ListResourceTemplatesRequest, "resourceTemplates"),
    ("prompts", "prompts", types.ListPromptsRequest, "prompts"),
)


def official_view(place: Place) -> dict[str, Any]:
    """The surface, under the names that `mcptest surface --format json` gives to its parts."""
    with (place.folder / "official.log").open("w") as log:
        return asyncio.run(asyncio.wait_for(_view(place, log), PATIENCE_S))


async def _view(place: Place, log: TextIO) -> dict[str, Any]:
    async with (
        # Ours takes no proxy from the environment either; both must talk to the same server.
        httpx2.AsyncClient(trust_env=False, timeout=PATIENCE_S) as web,
        Client(_transport(place, log, web), cache=None, read_timeout_seconds=PATIENCE_S) as client,
    ):
        version = client.protocol_version
        modern = version in MODERN_PROTOCOL_VERSIONS
        capabilities = _as_json(client.server_capabilities)
        lists = {
            name: await _list(client, request, key) if declared in capabilities else []
            for declared, name, request, key in _LISTINGS
        }
        return {
            "protocol": {"era": "modern" if modern else "legacy", "version": version},
            "server": _as_json(client.server_info) if client.server_info else {},
            "instructions": client.instructions,
            "capabilities": capabilities,
            **lists,
        }


def _transport(
    place: Place, log: TextIO, web: httpx2.AsyncClient
) -> AbstractAsyncContextManager[Any]:
    if place.url is not None:
        return streamable_http_client(place.url, http_client=web)
    command, *args = place.argv
    parameters = StdioServerParameters(
        command=command, args=args, env=dict(place.env), cwd=place.folder
    )
    return stdio_client(parameters, errlog=log)


async def _list(client: Client, request: Any, key: str) -> list[Any]:
    found: list[Any] = []
    params = types.PaginatedRequestParams()
    try:
        while True:
            page = await client.session.send_request(request(params=params), _AS_SENT)
            found += page[key]
            if page.get("nextCursor") is None:
                return found
            params = types.PaginatedRequestParams(cursor=page["nextCursor"])
    except MCPError as error:
        # Who has resources need not have templates, nor know the method.
        if request is types.ListResourceTemplatesRequest and error.code == types.METHOD_NOT_FOUND:
            return found
        raise


def _as_json(model: BaseModel) -> Any:
    return model.model_dump(mode="json", by_alias=True, exclude_unset=True)
