"""Servers with tasks, and what they say, made up for tests."""

from typing import Any

from examinees import NOVEMBER, examinee

from mcptest_action.core.checks.conformance import Examinee
from mcptest_action.core.protocol.exchange.reaction import Replied, RpcError
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

READS = {"annotations": {"readOnlyHint": True}}
CITY = {
    "type": "object",
    "properties": {"city": {"type": "string", "const": "Ulm"}},
    "required": ["city"],
}
ALL = {"list": {}, "cancel": {}, "requests": {"tools": {"call": {}}}}
RELATED = "io.modelcontextprotocol/related-task"
OWN = "0c1e7b2d4f"
REFUSED, UNKNOWN = RpcError(-32602, "no"), RpcError(-32601, "no")
DONE = {"content": [{"type": "text", "text": "mild"}]}
RESULT = Replied({**DONE, "_meta": {RELATED: {"taskId": OWN}}})


def tool(name: str, support: str | None = None, **more: Any) -> dict[str, Any]:
    execution = {} if support is None else {"execution": {"taskSupport": support}}
    return {"name": name, **READS, "inputSchema": CITY, **execution, **more}


OPTIONAL, REQUIRED, PLAIN = tool("both", "optional"), tool("tasks", "required"), tool("plain")


def with_tasks(*tools: Any, declares: Any = ALL, **more: Any) -> Examinee:
    known = examinee(NOVEMBER, "tools", tools=tools, **{"address": Address(), **more})
    declared = {"tools": {}, **({} if declares is None else {"tasks": declares})}
    return known._replace(
        hello=known.hello._replace(capabilities=declared),
        surface=known.surface._replace(capabilities=declared),
    )


def task(status: str = "working", **more: Any) -> dict[str, Any]:
    begun = "2025-11-25T10:30:00Z"
    dated = {"createdAt": begun, "lastUpdatedAt": begun}
    return {"taskId": OWN, "status": status, **dated, "ttl": 60000, **more}


def made(status: str = "working", **more: Any) -> Replied:
    return Replied({"task": task(status, **more)})


def state(status: str = "working", **more: Any) -> Replied:
    return Replied(task(status, **more))


def asked(method: str, reaction: Any, *others: Any, connection: int = 1, **params: Any) -> Exchange:
    """One exchange with a request in it."""
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    key = Key("2025-11-25/task_followed", None, connection, 1)
    return Exchange(key, {"step": "Request", "message": message}, reaction, 1.0, others)


def noted(method: str, **params: Any) -> dict[str, Any]:
    """A notification that came with an answer."""
    return {"notification": method, "params": params}
