"""Plans, retries, complaints: what is made of a classified tool."""

import pytest

from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.decide import (
    Decision,
    ExecutionPolicy,
    HeldBack,
    Presumed,
    may_retry,
)
from mcptest_action.core.safety.declaration import Hints, ToolClass, ToolSettings
from mcptest_action.core.safety.plan import (
    Complaint,
    complaints,
    decided_by_name,
    make_plan,
    unknown_settings,
)
from mcptest_action.core.safety.read_declaration import unstable_tools

READ_ONLY = {"name": "x", "annotations": {"readOnlyHint": True}}


def plan_of(*tools, policy=ExecutionPolicy(), **settings):  # noqa: B008 - a named tuple
    return make_plan(tools, policy, settings)


def test_twins_that_declare_the_same_are_called_like_one():
    rows = plan_of(READ_ONLY, {**READ_ONLY, "description": "another"})
    assert [row.live.decision for row in rows] == [Decision.EXECUTE] * 2


@pytest.mark.parametrize(
    "twin",
    [
        {"name": "x"},
        {"name": "x", "annotations": {"destructiveHint": True}},
        {**READ_ONLY, "_meta": {"mcp.dev/resultSensitivity": "restricted"}},
        {**READ_ONLY, "_meta": {"mcp.dev/effect": "?"}},
    ],
    ids=["undeclared", "destructive", "sensitive", "malformed"],
)
def test_twins_that_declare_different_things_are_not_called(twin):
    policy = ExecutionPolicy(presumed=Presumed.EXECUTE)
    for rows in (plan_of(READ_ONLY, twin, policy=policy), plan_of(twin, READ_ONLY, policy=policy)):
        assert [row.live.decision for row in rows] == [Decision.REFUSE] * 2
        assert [row.test.decision for row in rows] == [Decision.GENERATE_ONLY] * 2
        assert HeldBack.AMBIGUOUS in [row.live.held_back for row in rows]


def test_of_several_rows_with_one_name_the_strictest_counts():
    free, strict = plan_of(READ_ONLY)[0], plan_of({"name": "x"})[0]
    assert decided_by_name([free, strict]) == decided_by_name([strict, free]) == {"x": strict}


def test_settings_for_tools_that_are_not_there_are_named_with_what_was_probably_meant():
    rows = plan_of({"name": "search_records"}, {"name": "x"})
    settings = dict.fromkeys(["serch_records", "x", "zzz", "[31m"], ToolSettings())
    assert unknown_settings(rows, settings) == (
        "tools.[31m: the server has no tool of this name",
        "tools.serch_records: the server has no tool of this name, did you mean search_records?",
        "tools.zzz: the server has no tool of this name",
    )


def test_settings_are_for_tools_whose_name_is_text():
    assert (
        make_plan([{"name": 5}], ExecutionPolicy(), {"5": ToolSettings(allow=False)})[
            0
        ].live.held_back
        is HeldBack.NAMELESS
    )


TRANSPORT = [Disconnected("gone"), Unreachable("nobody")]
OTHER = [
    Replied({}),
    RpcError(-32603, "x"),
    HttpStatus(HttpAnswer(503, {}), ""),
    Accepted(),
    TimedOut(1.0),  # it may still be at it, and a second chance would hide that it hangs
    Garbage("x"),
]


@pytest.mark.parametrize(
    ("tool", "again"),
    [
        ({"name": "x", "annotations": {"readOnlyHint": True}}, True),
        ({"name": "x", "_meta": {"mcp.dev/effect": "read"}}, True),
        ({"name": "x", "annotations": {"readOnlyHint": True, "idempotentHint": False}}, True),
        ({"name": "get_x"}, False),
        ({"name": "get_x", "annotations": {"idempotentHint": True}}, True),
        ({"name": "get_x", "_meta": {"mcp.dev/idempotent": True}}, True),
        ({"name": "x", "annotations": {"idempotentHint": True}, "_meta": {"mcp.dev/idempotent": False}}, False),
        ({"name": "x", "annotations": {"idempotentHint": False}, "_meta": {"mcp.dev/idempotent": True}}, False),
        ({"name": "create_x"}, False),
        ({"name": "create_x", "annotations": {"idempotentHint": True}}, False),  # it changes something: once
        ({"name": "delete_x", "annotations": {"idempotentHint": True}}, False),
    ],
)  # fmt: skip
def test_only_what_does_no_harm_twice_is_retried_and_only_when_the_transport_failed(tool, again):
    found = classify(tool)
    assert [may_retry(found, reaction) for reaction in TRANSPORT] == [again] * len(TRANSPORT)
    assert [may_retry(found, reaction) for reaction in OTHER] == [False] * len(OTHER)


def test_an_override_does_not_silence_a_complaint_about_the_server():
    """What this run believes changes nothing for other clients of the server."""
    settings = ToolSettings(hints=Hints(requires_confirmation=True))
    (row,) = plan_of({"name": "delete_x"}, delete_x=settings)
    what = "is destructive (the name contains 'delete'), but does not declare mcp.dev/requiresConfirmation: true in its _meta"
    assert complaints([row], ()) == (Complaint("delete_x", what),)


def test_a_tool_without_a_name_is_complained_about_all_the_same():
    (row,) = plan_of({"annotations": []})
    (complaint,) = complaints([row], ())
    assert complaint.sentence == "without a name: annotations: [] is not an object; it is ignored"


@pytest.mark.parametrize(
    ("before", "after", "because"),
    [
        ({"annotations": {"readOnlyHint": True}}, {"annotations": {"readOnlyHint": False}},
         "readOnlyHint was true, and on a new connection it is false"),
        ({"annotations": {"openWorldHint": True}}, {},
         "openWorldHint was true, and on a new connection it is not given"),
        ({"_meta": {"mcp.dev/resultSensitivity": "public"}}, {"_meta": {"mcp.dev/resultSensitivity": "restricted"}},
         "the hint resultSensitivity was public, and on a new connection it is restricted"),
        ({"_meta": []}, {"_meta": 1}, "what it declares is malformed in another way on a new connection"),
    ],
    ids=["annotation", "gone", "hint", "malformed"],
)  # fmt: skip
def test_what_a_server_declares_must_not_change_between_connections(before, after, because):
    first, second = {"name": "x", **before}, {"name": "x", **after}
    assert unstable_tools([first], [second]) == (("x", because),)
    assert unstable_tools([first, {"name": 5}], [first, {"name": "new"}]) == ()


def test_the_deployers_class_is_the_last_word():
    tool = {**READ_ONLY, "_meta": {"mcp.dev/effect": "delete"}}
    for tool_class in ToolClass:
        assert classify(tool, ToolSettings(tool_class)).tool_class is tool_class
