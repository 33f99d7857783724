"""Material for the criteria of directories: tools, `server.json`, and the files beside it."""

import json

from mcptest_action.core.checks.readiness import (
    BY_NAME,
    Material,
    RegistryFiles,
    Status,
    TextFile,
    examine,
)
from mcptest_action.core.protocol.exchange.era import NEWEST_MODERN
from mcptest_action.core.protocol.surface.model import Surface

HINTS = {"readOnlyHint": True, "destructiveHint": False, "openWorldHint": False}
TOOL = {
    "name": "get_record",
    "description": "Returns a record.",
    "inputSchema": {"type": "object"},
    "outputSchema": {"type": "object"},
    "annotations": {"title": "Get a record", **HINTS},
}
SERVER_JSON = {
    "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    "name": "io.github.me/records",
    "description": "Keeps records",
    "version": "1.2.0",
    "packages": [
        {
            "registryType": "npm",
            "identifier": "@me/records",
            "version": "1.2.0",
            "transport": {"type": "stdio"},
        }
    ],
}
PACKAGE_JSON = {"name": "@me/records", "version": "1.2.0", "mcpName": "io.github.me/records"}
PYPI = {
    "registryType": "pypi",
    "identifier": "me-records",
    "version": "1.2.0",
    "transport": {"type": "stdio"},
}
PYPROJECT = '[project]\nname = "Me_Records"\nversion = "1.2.0"\nreadme = "README.md"\n'
README = "# Records\n<!-- mcp-name: io.github.me/records -->\n"


def tool(**fields):
    """The sound tool with other fields; None takes one away."""
    return {name: value for name, value in {**TOOL, **fields}.items() if value is not None}


def annotated(**hints):
    return tool(annotations=hints)


def surface(*tools, problems=(), server=None):
    told = {"name": "records", "version": "1.2.0"} if server is None else server
    return Surface(NEWEST_MODERN, told, {}, None, tools, (), (), (), tuple(problems))


def files(server_json=None, beside=None, tag=None):
    """Any text for `server.json`; by default one that is in step with everything."""
    given = SERVER_JSON if server_json is None else server_json
    text = given if isinstance(given, str) else json.dumps(given)
    found = {"package.json": json.dumps(PACKAGE_JSON)} if beside is None else beside
    return RegistryFiles(
        TextFile("server.json", text), tuple(TextFile(*item) for item in found.items()), tag
    )


def rows(material, *names):
    """What came of each criterion, by its id."""
    report = examine(material, [BY_NAME[name] for name in names or BY_NAME])
    return {row.criterion.id: row for each in report.directories for row in each.rows}


def of_tools(*tools, **more):
    return rows(Material(surface(*tools, **more)), "anthropic-connectors", "openai-apps")


def of_registry(registry=None, **more):
    return rows(Material(surface(TOOL, **more), registry or files()), "mcp-registry")


def unmet(found):
    """Those that are not met, with the number of their findings."""
    return {id_: len(row.findings) for id_, row in found.items() if row.status is Status.UNMET}
