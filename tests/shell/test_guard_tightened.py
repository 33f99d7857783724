"""A server that lists itself again, otherwise."""

import pytest

from mcptest_action.core.protocol.exchange.reaction import Replied, TimedOut
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan
from mcptest_action.shell.calls.guard import Guard

POLICY = ExecutionPolicy()


def plan(**annotations):
    return make_plan([{"name": "get_x", "annotations": annotations}], POLICY, {})


def test_what_either_listing_forbids_is_forbidden():
    guard = Guard(plan(readOnlyHint=True), POLICY, over_http=False)
    assert guard.admit("get_x") is None
    guard.tighten(plan(destructiveHint=True))
    assert guard.admit("get_x").reason == "destructive"


def test_a_tool_that_only_a_later_listing_has_is_not_called():
    guard = Guard(plan(readOnlyHint=True), POLICY, over_http=False)
    assert guard.admit("mcptest_no_such_tool") is None
    named = [
        {"name": n, "annotations": {"readOnlyHint": True}}
        for n in ("get_y", "mcptest_no_such_tool")
    ]
    guard.tighten(make_plan(named, POLICY, {}))
    assert guard.admit("get_y").reason == "not_listed"
    assert guard.admit("mcptest_no_such_tool").reason == "not_listed"
    assert guard.admit("get_x") is None


def test_a_milder_listing_allows_nothing_more():
    guard = Guard(plan(destructiveHint=True), POLICY, over_http=False)
    guard.tighten(plan(readOnlyHint=True))
    assert guard.admit("get_x").reason == "destructive"


@pytest.mark.parametrize(
    "name", ["mcptest_no_such_tool", "MCPTEST_NO_SUCH_TOOL", "mcptest-no-such-tools"]
)
def test_a_made_up_name_is_none_once_any_listing_has_its_like(name):
    guard = Guard(plan(readOnlyHint=True), POLICY, over_http=False)
    guard.hear(TimedOut(1.0))
    guard.hear(Replied({"tools": "none"}))
    assert guard.admit("mcptest_no_such_tool") is None
    guard.hear(Replied({"tools": [{"name": name}, {"name": 7}, None]}))
    assert guard.admit("mcptest_no_such_tool").reason == "not_listed"
    assert guard.admit("mcptest_no_such_other") is None


def test_a_call_must_be_let_through_under_every_name_that_it_has():
    rows = [{"name": "get_x", "annotations": {"readOnlyHint": True}}, {"name": "wipe_x"}]
    guard = Guard(make_plan(rows, POLICY, {}), POLICY, over_http=False)
    assert guard.admit("get_x", "mcptest_no_such_tool") is None
    assert guard.admit("get_x", "wipe_x").reason == "destructive"
    assert guard.admit("mcptest_no_such_tool", "wipe_x").reason == "destructive"
    assert (guard.calls, guard.refused) == (1, 2)


def test_a_call_without_a_name_is_not_made_where_a_tool_has_none():
    guard = Guard(plan(readOnlyHint=True), POLICY, over_http=False)
    assert guard.admit() is None
    guard.hear(Replied({"tools": [{"name": ""}]}))
    assert guard.admit().reason == "not_listed"
    nameless = Guard(make_plan([{"name": None}], POLICY, {}), POLICY, over_http=False)
    assert nameless.admit().reason == "nameless"


@pytest.mark.parametrize("name", [{}, [], {"a": []}, None, True])
def test_a_name_that_is_none_is_not_heard(name):
    guard = Guard(plan(readOnlyHint=True), POLICY, over_http=False)
    guard.hear(Replied({"tools": [{"name": name}, {"name": "mcptest_no_such_tool"}]}))
    assert guard.admit("mcptest_no_such_tool").reason == "not_listed"
    assert guard.admit("get_x") is None
