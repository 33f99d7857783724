"""There is one way to call a tool, and no other spelling of it."""

import pytest

from mcptest_action.core.protocol.exchange.step import (
    CallTool,
    DisguisedCallError,
    Http,
    Notify,
    Raw,
    Request,
    StrayCall,
    refuse_disguised_call,
)

BODY = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"delete_x"}}'


@pytest.mark.parametrize(
    "step",
    [
        Request("tools/call", {"name": "x"}),
        Request(" Tools/CALL\n"),
        Notify("tools/call"),
        Raw(BODY),
        Raw(BODY[:-1]),
        Raw(b"[" + BODY + b"]"),
        Raw(b'{"method":"tools\\/call"}'),
        Raw(b'{"method":"tools\\u002fcall"}'),
        Raw(b'{"method":"\\u0074ools/c\\u0061ll"}'),
        Raw(BODY.replace(b"tools/call", b"TOOLS/call")),
        Raw(BODY.decode().encode("utf-16")),
        Raw(BODY.decode().encode("utf-32-be")),
        Raw(b"\xff" + BODY),
        Http(body=BODY),
        Http(headers={"Mcp-Method": "tools/call"}, body=b"{}"),
        Http(headers={"content-encoding": "gzip"}, body=b"\x1f\x8b"),
        CallTool("x", {}, more={"name": "delete_x"}),
        CallTool("x", {}, more={"arguments": {"all": True}}),
        StrayCall({"name": "delete_x"}),
        StrayCall({"name": None}),
        StrayCall({"name": "mcptest_no_such_tool"}, {"mcp-NAME": "delete_x"}),
        StrayCall({}, {"Mcp-Name": "delete_x"}),
    ],
    ids=repr,
)
def test_a_call_in_disguise_is_refused(step):
    with pytest.raises(DisguisedCallError, match=rf"^{type(step).__name__} carries a tools/call$"):
        refuse_disguised_call(step)


@pytest.mark.parametrize(
    "step",
    [
        CallTool("x", {}),
        CallTool("x", {}, more={"task": {}}),
        Request("tools/list"),
        Request("tools/call/status"),
        Notify("notifications/cancelled", {"requestId": 1}),
        Raw(b'{"method":"tools/list"}\n'),
        Raw(b'{"method":"tools'),
        Raw(b"\xff\xfe"),
        Http("GET", {"Accept": "text/event-stream"}),
        Http(body=b'{"method":"tools/list"}'),
        StrayCall({"name": "mcptest_no_such_tool"}),
        StrayCall({"arguments": {}}),
        StrayCall([1]),
        StrayCall({"name": "mcptest_no_such_a"}, {"Mcp-Name": "mcptest_no_such_b", "X": "y"}),
        StrayCall({"name": "mcptest_no_such_a"}, {"Mcp-Name": None}),
    ],
    ids=repr,
)
def test_everything_else_goes_through(step):
    refuse_disguised_call(step)
