"""A server that lists itself again, otherwise."""

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
