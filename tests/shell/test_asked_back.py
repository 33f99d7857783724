"""A server that asks back hears yes only while a tool is called that is declared to change nothing."""

import asyncio
import os
import sys

import pytest
from conftest import FIXTURES

from mcptest_action.core.protocol.exchange.client import Client, Says
from mcptest_action.core.protocol.exchange.era import Era, EraName
from mcptest_action.core.protocol.exchange.step import (
    CallTool,
    DisguisedCallError,
    Fresh,
    Listen,
    Request,
    Together,
)
from mcptest_action.core.protocol.target.model import Command
from mcptest_action.core.protocol.transcript.lines import read_transcript
from mcptest_action.core.safety.decide import ExecutionPolicy, Presumed
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard
from mcptest_action.shell.wire.dialer import Dialer
from mcptest_action.shell.wire.line import Line
from mcptest_action.shell.wire.recorder import Recorder

CONSENTING = FIXTURES / "servers" / "consenting.py"
POLICY = ExecutionPolicy(presumed=Presumed.EXECUTE)
TOOLS = [
    {"name": "get_x", "annotations": {"readOnlyHint": True}},
    {"name": "add_x", "annotations": {"readOnlyHint": False, "destructiveHint": False}},
]
ABLE = Client({"elicitation": {}}, lambda _schema: {"sure": True})
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}, "clientInfo": {}}
DECLINED = {"action": "decline"}


def guarded():
    return Guard(make_plan(TOOLS, POLICY, {}), POLICY, over_http=False)


async def talk(path, script):
    dialer = Dialer(Command((sys.executable, str(CONSENTING)), {}, None), os.environ)
    recorder = Recorder(str(path), dialer.redactor, {"now": "x"})
    line = Line(dialer, recorder, 30.0, "1")
    line.era = Era(EraName.LEGACY, "2025-11-25")
    line.guard = guarded()
    try:
        return await line.run(script, "test")
    finally:
        await line.close()
        recorder.close()


def told(reaction):
    return reaction.result["_meta"].get("result", reaction.result["_meta"].get("error"))


def test_yes_is_said_only_during_calls_of_tools_that_change_nothing(tmp_path):
    path = tmp_path / "t.jsonl"

    def script():
        yield Fresh(client=ABLE)
        yield Request("initialize", HELLO)
        listed = yield Request("tools/list")
        read = yield CallTool("get_x", {}, says=Says.ACCEPT)
        refused = yield CallTool("get_x", {})
        written = yield CallTool("add_x", {}, says=Says.ACCEPT)
        heard = yield Listen()
        yield Fresh()
        yield Request("initialize", HELLO)
        unable = yield Request("tools/list")
        return [told(one) for one in (listed, read, refused, written, unable)], heard

    said, heard = asyncio.run(talk(path, script()))
    accepted = {"action": "accept", "content": {"sure": True}}
    assert said[:4] == [DECLINED, accepted, DECLINED, DECLINED]
    assert said[4]["code"] == -32601
    replies = [entry["reply"]["result"]["action"] for entry in heard.messages]
    assert replies == ["decline", "accept", "decline", "decline"]
    _, exchanges = read_transcript(path.read_text(), path.name)
    noted = [other.get("reply") for exchange in exchanges for other in exchange.others]
    assert noted == [{"result": one} for one in said[:4]] + [None]
    assert exchanges[0].sent == {"step": "Fresh", "client": {"elicitation": {}}}


@pytest.mark.parametrize(("name", "reason"), [("get_x", None), ("add_x", "unread_consent")])
def test_only_a_tool_that_changes_nothing_is_given_what_it_asked_for(name, reason):
    held = guarded().admit(name, answers=True)
    assert (held and held.reason) == reason
    assert guarded().admit(name) is None


def test_a_yes_beside_another_call_is_a_bug_of_ours(tmp_path):
    def script():
        yield Fresh(client=ABLE)
        yield Request("initialize", HELLO)
        yield Together((CallTool("get_x", {}, says=Says.ACCEPT), CallTool("add_x", {})))

    with pytest.raises(DisguisedCallError):
        asyncio.run(talk(tmp_path / "t.jsonl", script()))
