"""`presumed: execute` is the specification to the letter: every row of it, as calls of a run."""

from collections import Counter

import pytest
from pure_server import PureServer, manifest_of, run_everything

from mcptest_action.core.checks.results.ruling import Status
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.protocol.exchange.reaction import NotSent
from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.decide import Decision, ExecutionPolicy, Need, Presumed

SCHEMA = {"type": "object", "properties": {"q": {"type": "string"}}, "required": ["q"]}
EXECUTE = ExecutionPolicy(presumed=Presumed.EXECUTE)
CAUTIOUS = ExecutionPolicy()
VALID = ("repeated_call", "concurrent_calls", "cancelled_call", "alive_after_error")


def tool(name, **annotations):
    made = {"name": name, "description": "x", "inputSchema": SCHEMA}
    return {**made, "annotations": annotations} if annotations else made


def ran(policy, *tools):
    """How often each check called each tool, and what came of the checks of single tools."""
    server = PureServer(manifest_of(*tools))
    record = run_everything(server, RunConfig(execution=policy))
    sent = [e for e in server.exchanges if e.sent["step"] == "CallTool"]
    calls = Counter((e.key.check, e.key.tool) for e in sent if not isinstance(e.reaction, NotSent))
    return calls, {(r.check, r.tool): r.ruling for r in record.results}, Counter(server.calls)


@pytest.mark.parametrize("name", ["frob", "star_list", "get_x"])
def test_a_presumed_tool_runs_freely_double_calls_included(name):
    calls, rulings, _ = ran(EXECUTE, tool(name))
    assert calls["repeated_call", name] == 2
    assert {check for check, called in calls if called == name} >= set(VALID)
    assert rulings["repeated_call", name].status is Status.PASSED


def test_it_runs_as_a_declared_one_does():
    presumed, *_ = ran(EXECUTE, tool("frob"))
    declared, *_ = ran(EXECUTE, tool("frob", readOnlyHint=True))
    assert presumed == declared


def test_without_it_only_declared_tools_get_valid_calls():
    calls, rulings, _ = ran(CAUTIOUS, tool("get_x"))
    assert not {check for check, called in calls if called == "get_x"} & set(VALID)
    assert rulings["repeated_call", "get_x"].skip == "not_declared_read_only"


@pytest.mark.parametrize(
    "changing", [tool("create_x"), tool("frob", idempotentHint=False)], ids=["name", "annotation"]
)
def test_a_mutating_tool_is_called_once_and_never_twice(changing):
    _, rulings, called = ran(EXECUTE, changing)
    assert called[changing["name"]] == 1
    assert rulings["repeated_call", changing["name"]].status is Status.SKIPPED


@pytest.mark.parametrize("destructive", [tool("delete_x"), tool("frob", destructiveHint=True)])
def test_a_destructive_tool_is_refused_and_with_the_override_called_once(destructive):
    name = destructive["name"]
    assert ran(EXECUTE, destructive)[2][name] == 0
    allowed = EXECUTE._replace(execute_destructive=True)
    assert ran(allowed, destructive)[2][name] == 1


def test_read_only_wins_over_destructive():
    both = tool("frob", readOnlyHint=True, destructiveHint=True)
    assert ran(EXECUTE, both)[0]["repeated_call", "frob"] == 2


@pytest.mark.parametrize("policy", [EXECUTE, CAUTIOUS])
def test_what_the_user_allows_is_called_and_only_what_is_presumed_as_a_whole_runs_freely(policy):
    allowed = classify(tool("frob"))._replace(allow=True)
    decided = policy.decide(allowed, Need.LIVE_CALL)
    assert (decided.decision, decided.freely) == (Decision.EXECUTE, policy is EXECUTE)
