"""Which tool to try first, at a glance; arguments are made only for those that are tried."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.checks.run import active
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.checks.samples import Binding, outlook
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan


def demanding(*schemas):
    properties = {f"p{number}": schema for number, schema in enumerate(schemas)}
    return {"type": "object", "properties": properties, "required": list(properties)}


FEW = {"type": "integer", "minimum": 1, "maximum": 10}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, (Binding.LISTED, 0)),
        ({"properties": {"a": FEW}}, (Binding.LISTED, 0)),
        ({"properties": {"a": {"type": "string"}}}, (Binding.FREE, 0)),
        (demanding({"enum": ["a"]}, {"const": 1}, {"type": "boolean"}, FEW), (Binding.SHAPED, 4)),
        (demanding({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 10**400}), (Binding.SHAPED, 1)),
        (demanding({"type": "number", "minimum": 0.5, "maximum": 10**400}), (Binding.SHAPED, 1)),
        (demanding({"type": "integer"}, {"enum": ["a"]}), (Binding.SHAPED, 2)),
        (demanding({"type": "string", "pattern": "^a$"}), (Binding.SHAPED, 1)),
        (demanding({"$ref": "#/$defs/a"}), (Binding.SHAPED, 1)),
        (demanding({"type": "string"}, {"enum": ["a"]}), (Binding.FREE, 2)),
        ({"required": ["a", {}, "a"], "properties": []}, (Binding.FREE, 1)),
        ({"required": "a", "properties": {"a": True}}, (Binding.FREE, 0)),
    ],
)  # fmt: skip
def test_a_glance_sees_what_binds(schema, expected):
    assert outlook(schema) == expected


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["a", "string"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["a", "type", "minimum", "maximum", "properties", "required"]), inner, max_size=4)
    ),
)  # fmt: skip


@given(st.fixed_dictionaries({"properties": ANYTHING, "required": ANYTHING}))
def test_a_glance_at_anything_is_harmless(schema):
    assert outlook(schema).arguments >= 0


def callable_of(tools, monkeypatch):
    """The tools that can be called, and for how many arguments have been made so far."""
    made = []
    real = active.synthesize_strict
    monkeypatch.setattr(
        active, "synthesize_strict", lambda schema: (made.append(schema), real(schema))[1]
    )
    plan = make_plan(tools, ExecutionPolicy(), {})
    return active.callable_tools(tools, plan, RunConfig()), made  # fmt: skip


def reader(name, schema):
    return {"name": name, "inputSchema": schema, "annotations": {"readOnlyHint": True}}


def test_arguments_are_made_one_by_one(monkeypatch):
    tools = [reader(f"t{number:03}", demanding(FEW)) for number in range(100)]
    found, made = callable_of(tools[::-1], monkeypatch)
    assert [next(found).name for _ in range(3)] == ["t000", "t001", "t002"]
    assert len(made) == 3


def test_of_tools_without_such_arguments_only_some_are_tried(monkeypatch):
    tools = [reader(f"t{number:03}", demanding({"type": "string"})) for number in range(100)]
    found, made = callable_of([*tools, reader("u_takes_nothing", {"type": "object"})], monkeypatch)
    assert [tool.name for tool in found] == ["u_takes_nothing"]
    assert len(made) == active.MOST_TRIES
