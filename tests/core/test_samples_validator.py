"""Values held against schemas: what is wrong, in a few words and in a fixed order."""

import pytest
from jsonschema import Draft202012Validator

from mcptest_action.core.checks.samples.model import DeadEnd, Value
from mcptest_action.core.checks.samples.reference import resolve
from mcptest_action.core.checks.samples.validator import (
    MOST_VIOLATIONS,
    UNCHECKED,
    Unusable,
    Validator,
    validator_for,
    violations,
)


def deep(levels):
    value = {}
    for _ in range(levels):
        value = {"a": value}
    return value


def test_a_valid_value_has_no_violations():
    assert violations({"type": "object", "required": ["a"]}, {"a": 1}) == []


def test_violations_say_where_and_what():
    schema = {
        "properties": {"a": {"items": {"type": "integer"}}, "b": {"minimum": 3}},
        "required": ["c"],
    }
    assert violations(schema, {"a": [1, "x"], "b": 2}) == [
        "at /a/1: 'x' is not of type 'integer'",
        "at /b: 2 is less than the minimum of 3",
        "'c' is a required property",
    ]


@pytest.mark.parametrize(
    ("schema", "value", "problem"),
    [
        ({"pattern": "^a$"}, "b", "'b' does not match '^a$'"),
        ({"patternProperties": {"^x": {"type": "null"}}}, {"x1": 1}, "at /x1: 1 is not of type 'null'"),
        ({"additionalProperties": False, "patternProperties": {"^x": {}}, "properties": {"a": {}}}, {"x": 1, "a": 2, "b": 3},
         "'b' is not a known property, and no others are allowed"),
        ({"additionalProperties": {"type": "null"}}, {"b": 3}, "at /b: 3 is not of type 'null'"),
        ({"uniqueItems": True}, ["a", "a"], "['a', 'a'] has non-unique elements"),
        ({"uniqueItems": True}, [{"a": 1}, {"a": 1}], "[{'a': 1}, {'a': 1}] has non-unique elements"),
        ({"$ref": "#/$defs/a", "$defs": {"a": False}}, 1, "False schema does not allow 1"),
        ({"enum": ["x" * 300]}, 1, f"1 is not one of ['{'x' * 282}…"),
        ({"$schema": "http://json-schema.org/draft-07/schema#", "contains": False}, [], "None of [] are valid under the given schema"),
    ],
)  # fmt: skip
def test_each_kind_of_violation(schema, value, problem):
    assert violations(schema, value) == [problem]


@pytest.mark.parametrize("value", [1, "x", None, [1], {}])
def test_keywords_for_other_types_say_nothing(value):
    assert violations({"pattern": "x", "patternProperties": {"x": False}, "additionalProperties": False,
                       "uniqueItems": True}, value) == []  # fmt: skip


def test_only_the_first_violations_are_told():
    many = violations({"items": {"type": "null"}}, list(range(100)))
    assert len(many) == MOST_VIOLATIONS
    assert many[0].startswith("at /0: ")


@pytest.mark.parametrize(
    ("schema", "value", "reason"),
    [
        ("text", 1, "the schema is not an object"),
        ({"type": "strin"}, 1, "the schema is malformed: at /type: 'strin' is not valid under any of the given schemas"),
        ({"$schema": "https://example.com/mine"}, 1, "the schema's dialect is not supported: 'https://example.com/mine'"),
        ({"$ref": "https://example.com/x"}, 1, "it refers to 'https://example.com/x', and nothing outside a schema is read"),
        ({"pattern": r"(.)\1"}, "aa", r"the pattern '(.)\1' uses a backreference"),
        ({"$ref": "#"}, 1, "it leads more than 120 keywords deep, or round in circles"),
        ({"properties": {"a": {"$ref": "#"}}}, deep(150), "it leads more than 120 keywords deep, or round in circles"),
        ({"unevaluatedProperties": False, "$ref": "#"}, {}, "the schema uses unevaluatedProperties together with $ref"),
        ({"$ref": "#/nowhere"}, 1, "_WrappedReferencingError: PointerToNowhere: '/nowhere' does not exist within {'$ref': '#/nowhere'}"),
        ({"uniqueItems": True}, [{"a": n} for n in range(1000)], "it takes more than 200,000 steps"),
        ({"anyOf": [{"type": "null"}] * 2000}, "x" * 1_000_000, "it takes more than 200,000 steps"),
    ],
)  # fmt: skip
def test_what_cannot_be_checked_is_not_valid(schema, value, reason):
    assert violations(schema, value) == [f"could not be checked: {reason}"]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"pattern": "(?=.*x)" * 200 + "y"}, "x" * 10_000),
        ({"anyOf": [{"$ref": "#/anyOf/1"}, {"allOf": [{}, {"items": {"type": "null"}}]}]}, [1] * 10_000),
    ],
)  # fmt: skip
def test_work_is_bounded_by_steps(schema, value):
    told = list(validator_for(schema, steps=1000).violations(value))
    assert told[-1] == "could not be checked: it takes more than 1,000 steps"


def test_a_validator_checks_parts_of_its_schema_too():
    validator = validator_for({"$defs": {"a": {"type": "null"}}})
    assert isinstance(validator, Validator)
    assert list(validator.violations(None, {"$ref": "#/$defs/a"})) == []
    assert list(validator.violations(1, {"$ref": "#/$defs/a"})) == ["1 is not of type 'null'"]
    assert isinstance(validator_for({"type": 1}), Unusable)


def test_a_validator_can_be_asked_again_after_a_refusal():
    validator = validator_for({"properties": {"a": {"$ref": "#"}}})
    for _ in range(3):
        (told,) = validator.violations(deep(150))
        assert told.startswith(UNCHECKED)
        assert list(validator.violations(deep(20))) == []


def test_large_values_are_checked():
    rows = [{"id": n, "name": f"row {n}", "tags": ["a", "b"]} for n in range(2000)]
    row = {"type": "object", "properties": {"id": {"type": "integer"}, "name": {"type": "string", "pattern": r"^row \d+$"},
                                            "tags": {"type": "array", "items": {"type": "string"}}}}  # fmt: skip
    assert violations({"items": row}, rows) == []
    names = [f"name {n}" for n in range(5000)]
    assert violations({"uniqueItems": True}, names) == []


def test_jsonschema_itself_is_left_as_it_was():
    assert not list(Draft202012Validator({"pattern": "^a"}).iter_errors("ab"))
    assert Draft202012Validator.VALIDATORS["pattern"].__module__ == "jsonschema._keywords"


@pytest.mark.parametrize(
    ("reference", "found"),
    [
        ("#", Value({"a/b": [{"$anchor": "x"}], "~": 1})),
        ("#/a~1b/0", Value({"$anchor": "x"})),
        ("#/~0", Value(1)),
        ("#x", Value({"$anchor": "x"})),
        ("#y", DeadEnd("it refers to '#y', which is not there")),
        ("#/a~1b/1", DeadEnd("it refers to '#/a~1b/1', which is not there")),
        ("#/a~1b/x", DeadEnd("it refers to '#/a~1b/x', which is not there")),
        ("#/~0/1", DeadEnd("it refers to '#/~0/1', which is not there")),
        ("a.json#/b", DeadEnd("it refers to 'a.json#/b', and nothing outside a schema is read")),
        (5, DeadEnd("it refers to '5', and nothing outside a schema is read")),
    ],
)
def test_a_reference_names_a_part_of_the_schema(reference, found):
    assert resolve(reference, {"a/b": [{"$anchor": "x"}], "~": 1}) == found
