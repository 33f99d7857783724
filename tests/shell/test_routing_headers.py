"""Whether a header says the same as the argument that it stands for."""

import pytest

from mcptest_action.core.authoring.mock.manifest import load_manifest
from mcptest_action.core.authoring.mock.message import Request
from mcptest_action.core.authoring.mock.source import Source
from mcptest_action.shell.mock.routing_headers import header_failure

SCHEMA = {
    "type": "object",
    "properties": {"n": {"type": "integer", "x-mcp-header": "N"}},
}
MANIFEST = load_manifest(
    Source("x", {"mock_server": {"name": "x", "tools": [{"name": "t", "input_schema": SCHEMA}]}})
)
VERSION = "2026-07-28"
HEADERS = {"mcp-protocol-version": VERSION, "mcp-method": "tools/call", "mcp-name": "t"}


def agrees(said, number):
    meta = {"io.modelcontextprotocol/protocolVersion": VERSION}
    params = {"name": "t", "arguments": {"n": number}, "_meta": meta}
    headers = HEADERS if said is None else {**HEADERS, "mcp-param-n": said}
    return header_failure(headers, Request(1, "tools/call", params), MANIFEST) is None


BIG = 2**53 + 1


@pytest.mark.parametrize(
    ("said", "number"),
    [("42", 42), ("42.0", 42), ("42.000", 42), ("-7", -7), ("0", 0), (f"{BIG}", BIG),
     (f"{BIG}.0", BIG), ("9" * 400, int("9" * 400))],
)  # fmt: skip
def test_the_same_number_agrees(said, number):
    assert agrees(said, number)


@pytest.mark.parametrize(
    ("said", "number"),
    [(None, 42), ("", 42), ("43", 42), ("42.5", 42), (f"{BIG - 1}", BIG), ("4_2", 42), (" 42", 42),
     ("42 ", 42), ("+42", 42), ("4.2e1", 42), ("42.", 42), ("٤٢", 42), ("nan", 42),
     ("9" * 5000, 42)],
)  # fmt: skip
def test_anything_else_does_not(said, number):
    assert not agrees(said, number)
