"""`mcptest scaffold`, without a process: what it calls, what it writes, what it never writes."""

import pytest
from conftest import FIXTURES
from pure_server import VERSION, PureServer, manifest_of

from mcptest_action.core.authoring.mock.presets import preset
from mcptest_action.core.authoring.scaffold.observe import candidates, observe
from mcptest_action.core.authoring.scaffold.shape import shape_of
from mcptest_action.core.authoring.scaffold.suite import scaffolded
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.protocol.exchange.handshake import handshake
from mcptest_action.core.protocol.exchange.pump import pump
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    NotSent,
    Opened,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import CallTool, Fresh
from mcptest_action.core.protocol.surface.collect import collect
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.protocol.target.model import Command
from mcptest_action.core.safety.decide import Calls, ExecutionPolicy, Presumed
from mcptest_action.core.safety.declaration import ToolSettings
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard

TARGET = Command(("python", "server.py"), {}, None)
EMPTY = {"type": "object"}
READER = {"name": "read", "annotations": {"readOnlyHint": True}, "inputSchema": EMPTY}
SECRET = "hunter2-is-what-it-says"


def scaffold(*tools, manifest=None, spoil=lambda _step, _key: None, policy=None, settings=None):
    """What is written, and the server that it was written for."""
    policy, settings = policy or ExecutionPolicy(), settings or {}
    server = PureServer(manifest or manifest_of(*tools), spoil=spoil)
    met = server.run(handshake(RunConfig().choice, VERSION), "handshake")
    server.era = met.era
    surface = server.run(collect(met), "surface")
    plan = make_plan(surface.tools, policy, settings)
    server.guard = Guard(plan, policy, over_http=False)
    found = tuple(candidates(surface, plan, settings))

    def performed(task):
        answer = server.run(task.script, task.check, task.tool)
        if isinstance(answer, Surface):
            server.guard.tighten(make_plan(answer.tools, policy, settings))
        return answer

    observed = pump(observe(surface, found, VERSION), performed)
    return scaffolded(surface, TARGET, observed), server


def cases_of(made):
    suite = load_suite(made.text, "suite.yml", {})
    assert len(suite.cases) == made.tests
    return {case.subject: case for case in suite.cases}


def answering(*reactions):
    """In place of the mock: these, one for each call, the last one for all that follow."""
    left = list(reactions)

    def spoil(step, _key):
        if isinstance(step, CallTool):
            return left.pop(0) if len(left) > 1 else left[0]
        return None

    return spoil


def result_of(**more):
    return Replied({"content": [{"type": "text", "text": SECRET}], **more})


def targets(case):
    return {(e.target.text, e.matcher): e.operand for e in case.expect}


def test_the_demo_server_gets_the_suite_that_is_on_record(golden):
    made, server = scaffold(manifest=preset("demo"))
    golden(FIXTURES / "scaffold" / "demo.yml", made.text)
    assert set(server.calls) == {"get_record", "search_records"}
    assert scaffold(manifest=preset("demo"))[0] == made


def test_only_tools_that_read_are_called_and_twice_if_they_declare_it():
    presumed = {"name": "get_it", "inputSchema": EMPTY}
    doubtful = {"name": "engage", "inputSchema": EMPTY}
    changing = {"name": "send_it", "inputSchema": EMPTY}
    made, server = scaffold(READER, presumed, doubtful, changing)
    assert sorted(server.calls) == ["get_it", "read", "read"]
    assert "# review before first run: it is not declared read-only" in made.text
    policy = ExecutionPolicy(presumed=Presumed.REFUSE)
    _, server = scaffold(READER, presumed, policy=policy)
    assert server.calls == ["read", "read"]
    _, server = scaffold(presumed, doubtful, policy=ExecutionPolicy(presumed=Presumed.EXECUTE))
    assert sorted(server.calls) == ["engage", "engage", "get_it", "get_it"]


def test_a_tool_that_changes_something_is_serial_and_skipped():
    made, server = scaffold({"name": "send_it", "inputSchema": EMPTY})
    case = cases_of(made)["send_it"]
    assert case.serial
    assert case.skip.startswith("it changes something")
    assert server.calls == []


def test_a_destructive_tool_is_never_called_and_is_to_be_reviewed():
    made, server = scaffold({"name": "purge_all", "inputSchema": EMPTY})
    case = cases_of(made)["purge_all"]
    assert "\n  # review before first run: the name contains 'purge'\n" in made.text
    assert case.serial
    assert case.skip == (
        "destructive: read the arguments, then remove this line to have it called, "
        "on a disposable server"
    )
    assert server.calls == []


@pytest.mark.parametrize(
    "policy", [ExecutionPolicy(execute_destructive=True), ExecutionPolicy(calls=Calls.NONE)]
)
def test_nothing_that_a_run_may_be_told_has_a_test_run_that_nobody_has_read(policy):
    tools = ({"name": "purge_all", "inputSchema": EMPTY}, {"name": "send_it", "inputSchema": EMPTY})
    made, server = scaffold(*tools, policy=policy)
    assert server.calls == []
    assert "\n  # review before first run: the name contains 'purge'\n" in made.text
    assert all(case.skip and case.serial for case in cases_of(made).values())


def test_without_calls_everything_is_to_be_reviewed():
    policy = ExecutionPolicy(calls=Calls.NONE)
    made, server = scaffold(READER, policy=policy)
    assert server.calls == []
    assert "# review before first run: calls are switched off" in made.text
    assert cases_of(made)["read"].subject == "read"


def test_what_a_tool_says_is_never_written():
    named = {"structuredContent": {SECRET: {SECRET: 1}}, "_meta": {SECRET: 1}, SECRET: SECRET}
    made, _ = scaffold(READER, spoil=answering(result_of(**named)))
    assert SECRET not in made.text
    odd = Replied({"content": [{"type": SECRET, SECRET: SECRET}]})
    made, _ = scaffold(READER, spoil=answering(odd))
    assert SECRET not in made.text
    for reaction in (RpcError(-32602, SECRET, SECRET), result_of(isError=True)):
        made, _ = scaffold(READER, spoil=answering(reaction))
        assert SECRET not in made.text


def test_the_shape_of_a_result_is_expected():
    schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
    tool = {**READER, "output_schema": schema}
    reply = result_of(structuredContent={"n": 1}, isError=False)
    case = cases_of(scaffold(tool, spoil=answering(reply))[0])["read"]
    found = targets(case)
    assert found.pop(("result.content", "length")).least == 1
    assert found == {
        ("result.isError", "exact"): False,
        ("result.content[0].type", "exact"): "text",
        ("result.content[0].text", "type"): "string",
        ("result.structuredContent", "schema"): schema,
    }


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "required": ["gone"]},
        {"type": "object", "description": "x" * 5000},
        {"type": "no such type"},
        {},
        None,
    ],
)
def test_a_schema_that_is_broken_or_long_is_not_expected(schema):
    (found,) = (e for e in shape_of([{"structuredContent": {"n": 1}}], schema) if "type" in e)
    assert found == {"target": "result.structuredContent", "type": "object"}


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (Replied({"content": []}), result_of(), {("result.content", "type"): "array"}),
        (Replied({}), Replied({}), {}),
        (Replied({"content": 1}), Replied({}), {}),
        (
            Replied({"structuredContent": [1]}),
            Replied({"structuredContent": "x"}),
            {},
        ),
        (Replied({"structuredContent": [1]}), Replied({}), {}),
    ],
)
def test_only_what_both_answers_have_is_expected(one, other, expected):
    found = targets(cases_of(scaffold(READER, spoil=answering(one, other))[0])["read"])
    assert found == {("result.isError", "exists"): False, **expected}


def test_two_kinds_of_content_have_no_type_in_common():
    image = Replied({"content": [{"type": "image"}], "isError": False})
    found = targets(cases_of(scaffold(READER, spoil=answering(result_of(), image))[0])["read"])
    assert set(found) == {("result.content", "length")}


def test_content_without_a_type_has_none_to_expect():
    odd = Replied({"content": ["text"], "isError": False})
    found = targets(cases_of(scaffold(READER, spoil=answering(odd))[0])["read"])
    assert set(found) == {("result.isError", "exact"), ("result.content", "length")}


def test_an_error_of_the_tool_is_told_and_not_expected_to_last():
    made, _ = scaffold(READER, spoil=answering(result_of(isError=True)))
    assert "# It answered these arguments with an error of its own." in made.text
    assert "\n      # - {target: result.isError, exact: false}\n" in made.text
    assert targets(cases_of(made)["read"]) == {("result.isError", "exists"): True}


def test_a_rejection_is_told_and_expected_by_its_kind():
    made, _ = scaffold(READER, spoil=answering(RpcError(-32602, "no")))
    assert "# It rejected these arguments, although its own schema allows them." in made.text
    assert targets(cases_of(made)["read"]) == {("error.code", "type"): "integer"}


def test_a_tool_that_is_rejected_only_once_is_skipped():
    made, _ = scaffold(READER, spoil=answering(RpcError(-32602, "no"), result_of()))
    assert cases_of(made)["read"].skip.endswith("it answered two equal calls in two ways")


def test_a_tool_that_asks_for_input_is_skipped():
    made, _ = scaffold(READER, spoil=answering(Replied({"resultType": "input_required"})))
    assert cases_of(made)["read"].skip == "it asks for input, and there is nobody to give it"


def test_a_result_that_is_no_object_is_only_expected_to_be_there():
    made, _ = scaffold(READER, spoil=answering(Replied("text"), Replied({})))
    assert targets(cases_of(made)["read"]) == {("result", "exists"): True}


def test_what_was_too_long_to_be_kept_is_not_expected():
    reply = Replied({"content": [{"type": "text", "text": "x" * 50_000}], "isError": False})
    found = targets(cases_of(scaffold(READER, spoil=answering(reply))[0])["read"])
    assert ("result.content[0].text", "type") not in found
    assert ("result.content[0].type", "exact") in found


def test_where_nothing_can_be_expected_the_test_is_skipped():
    reply = Replied("x" * 50_000)
    case = cases_of(scaffold(READER, spoil=answering(reply))[0])["read"]
    assert case.skip == "nothing of what it answered can be expected again"


def test_a_tool_that_does_not_answer_is_skipped_and_the_next_one_is_called():
    other = {**READER, "name": "second"}
    made, server = scaffold(READER, other, spoil=answering(Disconnected("gone"), result_of()))
    cases = cases_of(made)
    assert cases["read"].skip.startswith("when this was written, the server closed the connection")
    assert ("result.content", "length") in targets(cases["second"])
    assert server.connections == 2


def test_a_server_that_does_not_come_back_is_not_called_again():
    def spoil(step, _key):
        if isinstance(step, CallTool):
            return Disconnected("gone")
        return Unreachable("no") if isinstance(step, Fresh) else None

    made, server = scaffold(READER, {**READER, "name": "second"}, spoil=spoil)
    assert server.calls == ["read"]
    assert cases_of(made)["second"].skip.endswith("did not come back on a new connection")


def test_a_server_that_always_hangs_is_given_up():
    tools = [{**READER, "name": f"read_{n}"} for n in range(5)]

    def spoil(step, _key):
        if isinstance(step, CallTool):
            return TimedOut(1.0)
        return Opened() if isinstance(step, Fresh) else None

    made, server = scaffold(*tools, spoil=spoil)
    assert server.calls == ["read_0", "read_1"]
    assert cases_of(made)["read_4"].skip.endswith("never answered, so no more were tried")


def test_a_budget_that_is_used_up_is_told():
    policy = ExecutionPolicy(max_calls=2)
    made, server = scaffold(READER, {**READER, "name": "second"}, policy=policy)
    assert server.calls == ["read", "read"]
    told = "it was not called when this was written: the budget of 2 calls is used up"
    assert cases_of(made)["second"].skip == told
    half, _ = scaffold(READER, policy=ExecutionPolicy(max_calls=1))
    assert cases_of(half)["read"].skip == told.replace("2", "1")


def test_results_that_nobody_may_see_are_only_expected_to_come():
    tool = {**READER, "_meta": {"mcp.dev/resultSensitivity": "confidential"}}
    withheld = Replied({"withheld": {"digest": "x", "length": 1}, "isError": False})
    made, server = scaffold(tool, spoil=answering(withheld))
    assert server.calls == ["read", "read"]
    assert targets(cases_of(made)["read"]) == {("result.isError", "exact"): False}
    assert "# Nobody may see its results" in made.text


def test_arguments_are_those_of_the_user_or_made_from_the_schema():
    tool = {**READER, "inputSchema": {"type": "object", "properties": {"n": {"type": "integer"}},
            "required": ["n"]}}  # fmt: skip
    assert cases_of(scaffold(tool)[0])["read"].args == {"n": 1}
    settings = {"read": ToolSettings(samples=({"n": 7},))}
    assert cases_of(scaffold(tool, settings=settings)[0])["read"].args == {"n": 7}


def test_a_tool_that_no_arguments_can_be_made_for_is_skipped():
    tool = {**READER, "inputSchema": {"type": "object", "properties": {"n": False},
            "required": ["n"]}}  # fmt: skip
    made, server = scaffold(tool)
    assert cases_of(made)["read"].skip.startswith("no arguments could be made for it: ")
    assert server.calls == []


def test_a_tool_that_cannot_be_written_is_left_out_and_named():
    made, _ = scaffold(READER, {**READER, "name": "bad\ud800"})
    assert set(cases_of(made)) == {"read"}
    (sentence,) = made.left_out
    assert sentence.startswith("no test for the tool 'bad\\ud800': it cannot be written as YAML")
    assert "# no test for the tool" in made.text


def test_tests_of_tools_with_alike_names_have_names_of_their_own():
    long = "x" * 100
    made, _ = scaffold({**READER, "name": f"{long}a"}, {**READER, "name": f"{long}b"})
    names = [case.name for case in cases_of(made).values()]
    assert len(set(names)) == 2
    assert names[1] == f"{names[0]} (2)"


def test_of_two_tools_with_one_name_there_is_one_test():
    made, _ = scaffold(manifest=preset("hostile"))
    assert list(cases_of(made)).count("twin") == 1


def test_a_call_that_was_not_sent_is_told_why():
    made, _ = scaffold(READER, spoil=answering(NotSent("x", "somebody was faster")))
    assert cases_of(made)["read"].skip.endswith("somebody was faster")
