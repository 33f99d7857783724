"""A weather server: MCP over standard input and output, with nothing but the standard library.

    python server.py

One JSON-RPC message per line. Diagnostics would go to standard error; there are none.
"""

import json
import sys
from collections.abc import Callable
from typing import Any

from arguments import problem_with
from weather import TOOLS, NoSuchCityError

REVISIONS = ("2025-11-25", "2025-06-18", "2025-03-26")
INFO = {"name": "weather", "version": "1.0.0"}
PARSE_ERROR, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602


class RpcError(Exception):
    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


def initialize(params: dict[str, Any]) -> dict[str, Any]:
    asked = params.get("protocolVersion")
    if not isinstance(asked, str):
        raise RpcError(INVALID_PARAMS, "protocolVersion is missing")
    version = asked if asked in REVISIONS else REVISIONS[0]
    return {"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": INFO}


def list_tools(_params: dict[str, Any]) -> dict[str, Any]:
    hidden = "run"
    return {
        "tools": [
            {"name": name, **{key: value for key, value in tool.items() if key != hidden}}
            for name, tool in TOOLS.items()
        ]
    }


def call_tool(params: dict[str, Any]) -> dict[str, Any]:
    name = params.get("name")
    tool = TOOLS.get(name) if isinstance(name, str) else None
    if tool is None:
        raise RpcError(INVALID_PARAMS, "there is no tool of this name")
    arguments = params.get("arguments", {})
    problem = problem_with(arguments, tool["inputSchema"])
    if problem:
        raise RpcError(INVALID_PARAMS, problem)
    try:
        result = tool["run"](**arguments)
    except NoSuchCityError as error:
        return {"content": [{"type": "text", "text": str(error)}], "isError": True}
    text = json.dumps(result)
    return {"content": [{"type": "text", "text": text}], "structuredContent": result}


METHODS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "initialize": initialize,
    "ping": lambda _params: {},
    "tools/list": list_tools,
    "tools/call": call_tool,
}


def answer(line: bytes) -> dict[str, Any] | None:
    """The response to one message; None to a notification, or to a response."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, PARSE_ERROR, "this is not JSON")
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return _error(None, INVALID_REQUEST, "this is not JSON-RPC 2.0")
    method, params = message.get("method"), message.get("params", {})
    if "id" not in message or "method" not in message:
        return None
    number = message["id"]
    if isinstance(number, bool) or not isinstance(number, int | str):
        return _error(None, INVALID_REQUEST, "an id is a text or a whole number")
    if not isinstance(params, dict):
        return _error(number, INVALID_PARAMS, "params must be an object")
    run = METHODS.get(method) if isinstance(method, str) else None
    if run is None:
        return _error(number, UNKNOWN_METHOD, "there is no such method")
    try:
        return {"jsonrpc": "2.0", "id": number, "result": run(params)}
    except RpcError as error:
        return _error(number, error.code, error.message)


def _error(number: str | int | None, code: int, message: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}}


def main() -> None:
    for line in sys.stdin.buffer:
        if not line.strip():
            continue
        reply = answer(line)
        if reply is not None:
            sys.stdout.buffer.write(json.dumps(reply).encode() + b"\n")
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
