"""Tools that must not be called, with names as near to our made-up ones as can be.

Every script that we have is let loose on such a listing: what counts are the names in the bytes.
"""

import base64
import json
import random
import sys

import pytest
from conftest import FIXTURES
from examinees import LOOPBACK, examinee
from live_gate import assert_replay_is_the_same, gate

from mcptest_action.core.checks.conformance.catalogue import PROBES as EXAMINATIONS
from mcptest_action.core.checks.conformance.revision import REVISIONS
from mcptest_action.core.checks.probes import NO_TOOL
from mcptest_action.core.checks.probes import PROBES as BAD_REQUESTS
from mcptest_action.core.checks.probes.model import Subject
from mcptest_action.core.protocol.exchange import reaction as kinds
from mcptest_action.core.protocol.exchange.envelope import dress
from mcptest_action.core.protocol.exchange.step import (
    NO_SUCH,
    CallTool,
    Close,
    Fresh,
    Hush,
    Listen,
    LookUp,
    StrayCall,
    Together,
    names_called,
    refuse_disguised_call,
)
from mcptest_action.core.protocol.surface.made_up import made_up_name
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard

STEMS = (
    "",
    "tool",
    "thing",
    "other",
    "thïng",
    "地图🗺e\u0301",
    "x_tool",
    "x_thing",
    "tool_one",
    "tool_two",
)
NEAR = sorted(
    {case(f"{NO_SUCH}{stem}{end}") for stem in STEMS for end in ("", "_", "__", "s") for case in (str, str.upper)}
    | {f"mcptest-no-such-{stem}" for stem in STEMS}
)  # fmt: skip
WIPES = {"destructiveHint": True, "readOnlyHint": False}
STDIO = Address(http=False)
POLICY = ExecutionPolicy()
ANSWERS = (
    kinds.Replied({"tools": [], "content": []}, kinds.HttpAnswer(200, {})),
    kinds.RpcError(-32602, "no", None, kinds.HttpAnswer(400, {})),
    kinds.TimedOut(1.0),
)


def listing(names):
    schema = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
    return tuple({"name": name, "inputSchema": schema, "annotations": WIPES} for name in names)


class Wire:
    """Lets through what the shell lets through, and keeps the names that are in the bytes."""

    def __init__(self, tools, answer):
        self.guard = Guard(make_plan(tools, POLICY, {}), POLICY, over_http=True)
        self.answer, self.era, self.names = answer, None, []

    def run(self, script, era):
        self.era, answer = era, None
        for _ in range(100):
            try:
                step = script.send(answer)
            except StopIteration:
                return
            several = isinstance(step, Together)
            answers = tuple(map(self.perform, step.steps if several else (step,)))
            answer = answers if several else answers[0]
        raise AssertionError("the script does not end")

    def perform(self, step):
        if isinstance(step, Fresh):
            return kinds.Opened()
        if isinstance(step, Close):
            return kinds.Closed("exited", kinds.Leaving.BY_ITSELF)
        if isinstance(step, Listen):
            return kinds.Overheard(())
        if isinstance(step, Hush):
            return kinds.Accepted()
        if isinstance(step, LookUp):
            return kinds.Bound(("127.0.0.1",))
        refuse_disguised_call(step)
        if isinstance(step, CallTool | StrayCall):
            held = self.guard.admit(*names_called(step))
            if held is not None:
                return held
        outgoing = dress(step, self.era, 1, "0")
        self.names += names_in(outgoing.body)
        headers = {name.casefold(): text for name, text in outgoing.headers.items()}
        if headers.get("mcp-method") == "tools/call" and "mcp-name" in headers:
            self.names.append(decoded(headers["mcp-name"]))
        return self.answer if getattr(step, "waits", True) else kinds.Accepted()


def decoded(text):
    packed = text.removeprefix("=?base64?").removesuffix("?=")
    return text if packed == text else base64.b64decode(packed).decode()


def names_in(body):
    """The tools that the bytes call, in a batch as well."""
    try:
        said = json.loads(body)
    except ValueError:
        assert b"tools/call" not in body
        return []
    messages = said if isinstance(said, list) else [said]
    calls = [m for m in messages if isinstance(m, dict) and m.get("method") == "tools/call"]
    params = [call.get("params") for call in calls]
    return [one.get("name", "") if isinstance(one, dict) else "" for one in params]


def some_names(number):
    dice = random.Random(number)  # noqa: S311 - the same on every machine
    return dice.sample(NEAR, dice.randint(1, 12))


LISTINGS = [NEAR, *(some_names(number) for number in range(10))]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
@pytest.mark.parametrize("probe", EXAMINATIONS, ids=lambda probe: probe.id)
def test_no_examination_calls_a_listed_tool(probe, answer):
    for names in LISTINGS:
        tools = listing(names)
        for revision in (REVISIONS[0], REVISIONS[-1]):
            for address in (STDIO, LOOPBACK):
                wire = Wire(tools, answer)
                server = examinee(revision, "tools", address=address, tools=tools)
                wire.run(probe.script(server), server.era)
                assert not set(wire.names) & set(names)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: type(answer).__name__)
@pytest.mark.parametrize("probe", BAD_REQUESTS, ids=lambda probe: probe.id)
def test_no_probe_calls_a_listed_tool(probe, answer):
    """Nor if the plan is wrong, and sends it to a tool that is held back."""
    for names in LISTINGS:
        tools = listing(names)
        server = examinee(REVISIONS[-1], "tools", tools=tools)
        unknown = made_up_name(server.surface)
        wrong = Subject(names[0], tools[0]["inputSchema"], {"q": "x"})
        for subject in (NO_TOOL._replace(unknown=unknown), wrong, wrong._replace(unknown=names[0])):
            wire = Wire(tools, answer)
            wire.run(probe.script(subject), server.era)
            assert not set(wire.names) & set(names)


def test_what_is_meant_not_to_exist_is_still_called():
    """The promise above would be kept by calling nothing."""
    probe = next(probe for probe in EXAMINATIONS if probe.id == "stray_calls")
    tools = listing(NEAR)
    wire = Wire(tools, ANSWERS[1])
    server = examinee(REVISIONS[-1], "tools", tools=tools)
    wire.run(probe.script(server), server.era)
    assert [name for name in wire.names if name] == [made_up_name(server.surface)] * 4


SUITE = """
tools:
  - name: bad requests
    tool: get_x
    args: {q: a}
    negative_path: {}
"""


def test_a_whole_gate_calls_nothing_that_is_listed_as_destructive(tmp_path):
    reads = {**listing(["get_x"])[0], "annotations": {"readOnlyHint": True}}
    (tmp_path / "tools.json").write_text(json.dumps([*listing(NEAR), reads]))
    (tmp_path / "suite.yml").write_text(SUITE)
    calls = tmp_path / "calls.jsonl"
    calls.touch()
    recording = FIXTURES / "servers" / "recording.py"
    server = f"{sys.executable} {recording} {tmp_path / 'tools.json'} {calls}"
    done = gate("--suite", "suite.yml", "--server-command", server, cwd=tmp_path)
    assert done.code == 1, done.stderr
    sent = [json.loads(line) for line in calls.read_text().splitlines()]
    names = {one.get("name", "") for one in sent}
    assert not names & set(NEAR)
    unknown = made_up_name(examinee(REVISIONS[-1], tools=[*listing(NEAR), reads]).surface)
    assert {"get_x", unknown, f"{unknown}_one"} <= names
    assert_replay_is_the_same(done.out, tmp_path)
