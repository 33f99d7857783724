"""Keys that nobody reads, and what they were meant to be."""

import pytest

from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.decide import Decision, ExecutionPolicy, Need
from mcptest_action.core.safety.declaration import ToolClass
from mcptest_action.core.safety.near_miss import near_misses
from mcptest_action.core.safety.plan import complaints, make_plan


def meant(place, key):
    return [miss.meant for miss in near_misses({place: {key: True}})]


@pytest.mark.parametrize(
    ("key", "hint"),
    [
        ("mcp.dev/requireConfirmation", "mcp.dev/requiresConfirmation"),
        ("mcp.dev/requiresconfirmation", "mcp.dev/requiresConfirmation"),
        ("mcp.dev/requires_confirmation", "mcp.dev/requiresConfirmation"),
        ("mcp.dev/confirmation", "mcp.dev/requiresConfirmation"),
        ("mcp.dev/effects", "mcp.dev/effect"),
        ("mcp.dev/sideEffects", "mcp.dev/effect"),
        ("mcp.dev/efect", "mcp.dev/effect"),
        ("mcp.dev/sensitivity", "mcp.dev/resultSensitivity"),
        ("mcp.dev/idempotency", "mcp.dev/idempotent"),
        ("dev.mcp/effects", "dev.mcp/effect"),
        ("dev.mcp/Idempotent", "dev.mcp/idempotent"),
        ("MCP.dev/effect", "mcp.dev/effect"),
        ("mcp-dev/effect", "mcp.dev/effect"),
        ("mcp/effect", "mcp.dev/effect"),
        ("mcp.dev.effect", "mcp.dev/effect"),
        ("effect", "mcp.dev/effect"),
        ("Effects", "mcp.dev/effect"),
        ("idempotent", "mcp.dev/idempotent"),
        ("requireConfirmation", "mcp.dev/requiresConfirmation"),
        ("result-sensitivity", "mcp.dev/resultSensitivity"),
        ("readOnlyHint", "readOnlyHint in its annotations"),
        ("mcp.dev/readOnly", "readOnlyHint in its annotations"),
    ],
)
def test_a_key_of_meta_that_misses(key, hint):
    assert meant("_meta", key) == [hint]


@pytest.mark.parametrize(
    ("key", "annotation"),
    [
        ("readonlyHint", "readOnlyHint"),
        ("readOnly", "readOnlyHint"),
        ("read_only", "readOnlyHint"),
        ("isReadOnlyHint", "readOnlyHint"),
        ("destructive", "destructiveHint"),
        ("destructveHint", "destructiveHint"),
        ("idempotent", "idempotentHint"),
        ("openWorld", "openWorldHint"),
        ("effect", "mcp.dev/effect in its _meta"),
        ("mcp.dev/effect", "mcp.dev/effect in its _meta"),
        ("requiresConfirmation", "mcp.dev/requiresConfirmation in its _meta"),
    ],
)
def test_a_key_of_annotations_that_misses(key, annotation):
    assert meant("annotations", key) == [annotation]


@pytest.mark.parametrize(
    ("place", "key"),
    [
        ("_meta", "mcp.dev/effect"),
        ("_meta", "dev.mcp/resultSensitivity"),
        ("_meta", "com.example/effect"),
        ("_meta", "com.example/requireConfirmation"),
        ("_meta", "mcp.dev/audience"),
        ("_meta", "sensitivity"),
        ("_meta", "confirm"),
        ("_meta", "effort"),
        ("_meta", "readOnly"),
        ("_meta", "fastmcp"),
        ("_meta", "ui/resourceUri"),
        ("_meta", "x" * 100),
        ("annotations", "readOnlyHint"),
        ("annotations", "title"),
        ("annotations", "category"),
        ("annotations", "audience"),
        ("annotations", "priority"),
    ],
)
def test_a_key_that_is_right_or_somebodys_own(place, key):
    assert meant(place, key) == []


def test_nothing_is_missed_where_the_right_key_stands_too():
    tool = {
        "annotations": {"readOnlyHint": True, "readOnly": True, "effect": "read"},
        "_meta": {"dev.mcp/effect": "read", "effect": "read", "readOnlyHint": True},
    }
    assert list(near_misses(tool)) == []
    assert list(near_misses({"annotations": None, "_meta": [], "name": "x"})) == []
    assert list(near_misses({"_meta": {7: 1}})) == []


def test_a_tool_whose_declaration_is_misspelt_is_not_called_for_its_name():
    tool = {"name": "get_x", "_meta": {"mcp.dev/requireConfirmation": True}}
    (row,) = make_plan([tool], ExecutionPolicy(), {})
    said = "the key 'mcp.dev/requireConfirmation' is ignored: did you mean mcp.dev/requiresConfirmation?"
    assert row.tool.tool_class is ToolClass.READ_ONLY_PRESUMED
    assert row.live.decision is Decision.REFUSE
    assert row.live.because == f"what it declares is misspelt: {said}"
    assert [each.sentence for each in complaints([row], ())] == [f"get_x: _meta: {said}"]


def test_read_only_and_destructive_are_no_conflict():
    """The protocol gives the second a meaning only where the first is false."""
    both = classify({"name": "x", "annotations": {"readOnlyHint": True, "destructiveHint": True}})
    assert (both.tool_class, both.conflicts) == (ToolClass.READ_ONLY, ())
    assert ExecutionPolicy().decide(both, Need.LIVE_CALL).decision is Decision.EXECUTE
