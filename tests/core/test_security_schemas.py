"""Schemas of any shape and depth, walked without harm."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator, Draft201909Validator, Draft202012Validator
from patience import cpu_at_most
from referencing import Registry

from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.checks.security.listed import MOST_PARTS, Entry, parts_of
from mcptest_action.core.checks.security.model import ScanInput, Subject
from mcptest_action.core.checks.security.parameters import MOST_PARAMETERS, parameters_of
from mcptest_action.core.checks.security.rules import sch_dialect
from mcptest_action.core.checks.security.rules.sch_dialect import is_plainly_valid
from mcptest_action.core.document.json_text import levels_in
from mcptest_action.core.protocol.exchange.era import NEWEST_MODERN
from mcptest_action.core.protocol.surface.model import Surface
from mcptest_action.core.safety.decide import ExecutionPolicy
from mcptest_action.core.safety.plan import make_plan

BY_ID = {rule.id: rule for rule in RULES}
DIALECTS = (Draft7Validator, Draft201909Validator, Draft202012Validator)
KEYWORDS = """
    $comment $ref additionalProperties allOf anyOf const contains default definitions dependentRequired
    dependentSchemas enum exclusiveMinimum items maxLength minItems multipleOf not pattern prefixItems
    properties readOnly required title type unevaluatedItems uniqueItems x-own
""".split()
leaves = st.one_of(
    st.booleans(), st.integers(-2, 3), st.floats(-1, 1), st.sampled_from(["string", "object", "x"]),
    st.lists(st.sampled_from(["string", "null", "x"]), max_size=3), st.none(),
)  # fmt: skip
schemas = st.recursive(
    st.dictionaries(st.sampled_from(KEYWORDS), leaves, max_size=3),
    lambda inner: st.dictionaries(
        st.sampled_from(KEYWORDS),
        st.one_of(inner, leaves, st.lists(inner, max_size=2), st.dictionaries(st.text("ab", max_size=2), inner, max_size=2)),
        max_size=3,
    ),
    max_leaves=6,
)  # fmt: skip


def listed(schema) -> Entry:
    return Entry(Subject("tool", "t"), "/tools/0", {"name": "t", "inputSchema": schema})


def scan_input_of(*tools) -> ScanInput:
    """Without its texts, which other rules look at."""
    surface = Surface(NEWEST_MODERN, {}, {}, None, tools, (), (), (), ())
    return ScanInput(surface, (), make_plan(tools, ExecutionPolicy(), {}))


@settings(max_examples=150, deadline=None)
@given(schemas)
def test_what_is_plainly_valid_is_valid_in_every_dialect(schema):
    if is_plainly_valid(schema):
        for dialect in DIALECTS:
            engine = dialect(dialect.META_SCHEMA, registry=Registry())
            assert [error.message for error in engine.iter_errors(schema)] == []


def nested(depth: int, keyword: str = "items") -> dict:
    schema: dict = {"type": "string"}
    for _ in range(depth):
        schema = {"type": "object", keyword: {"a": schema} if keyword == "properties" else schema}
    return schema


@pytest.mark.parametrize("keyword", ["items", "not", "properties", "unknown"])
def test_no_depth_breaks_a_walk(keyword):
    schema = nested(5_000, keyword)
    tool = {"name": "t", "inputSchema": schema, "outputSchema": schema}
    for rule in RULES:
        if rule.id.startswith(("SCH", "CAP", "NAM")):
            list(rule.find(scan_input_of(tool)))
    assert levels_in(schema, 33) == 34


def test_walks_have_an_end():
    wide = {"properties": {f"p{n}": {"type": "string"} for n in range(MOST_PARTS + 10)}}
    assert len(list(parts_of(listed(wide)))) == MOST_PARTS
    several = {"allOf": [{"properties": {f"p{n}": {}}} for n in range(MOST_PARAMETERS + 10)]}
    assert len(list(parameters_of(listed(several)))) == MOST_PARAMETERS


def test_ten_thousand_names_are_not_compared_with_each_other():
    tools = [
        {"name": f"get_order_v{n}", "description": f"Returns order {n % 9}.", "inputSchema": {}}
        for n in range(10_000)
    ]
    inputs = scan_input_of(*tools)
    with cpu_at_most(20):
        for name in ("NAM-001", "NAM-002", "NAM-003", "NAM-004", "NAM-005", "NAM-007"):
            list(BY_ID[name].find(inputs))


def test_only_so_many_odd_schemas_are_looked_at(monkeypatch):
    monkeypatch.setattr(sch_dialect, "MOST_ODD", 1)
    odd = {"name": "t", "inputSchema": {"type": "thing"}}
    hits = list(BY_ID["SCH-002"].find(scan_input_of(odd, odd, odd)))
    assert [hit.because for hit in hits] == [
        "at /type: 'thing' is not valid under any of the given schemas",
        "3 schemas need a closer look, and 2 did not get one",
    ]
