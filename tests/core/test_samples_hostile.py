"""Whatever a schema asks for, the answer comes soon and is a value."""

import pytest
from patience import cpu_at_most

from mcptest_action.core.checks.samples import synthesize, synthesize_strict
from mcptest_action.core.checks.samples.model import LONGEST_REASON, NoSample, Sample

SECONDS = 60  # half of one on a quick machine; without limits, for ever


def requiring(schema, **more):
    return {"type": "object", "properties": {"a": schema}, "required": ["a"], **more}


def nested(levels):
    schema = {}
    for _ in range(levels):
        schema = {"properties": {"a": schema}}
    return schema


def chain(link, length=40):
    links = {f"d{n}": link({"$ref": f"#/$defs/d{n + 1}"}) for n in range(length)}
    return {"$ref": "#/$defs/d0", "$defs": {**links, f"d{length}": {}}}


LONG_ENUM = {"$defs": {"e": {"enum": list(range(8000))}}}
HOSTILE = {
    "not an object": None,
    "a list": [],
    "a truth value": True,
    "text": "{}",
    "a key that is not text": {1: 2},
    "a set": {"enum": {1, 2}},
    "a tuple": {"required": ("a",)},
    "an object of Python's": {"x": object()},
    "not a number": requiring({"minimum": float("nan")}),
    "infinity": requiring({"minimum": float("inf")}),
    "a number of 400 digits": requiring({"minimum": 10**400}),
    "a thousand levels": nested(1000),
    "a thousand levels of data": requiring({"default": nested(1000)}),
    "too many values": {"properties": {f"p{n}": {"type": "string"} for n in range(10_000)}},
    "too many required": {"required": [f"p{n}" for n in range(9000)]},
    "a dialect that is not text": {"$schema": 5},
    "a circle": {"$ref": "#"},
    "a circle of two": {
        "$ref": "#/$defs/a",
        "$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}},
    },
    "laughs in place": chain(lambda ref: {"allOf": [ref, ref]}),
    "laughs in choices": chain(lambda ref: {"anyOf": [ref, ref], "required": ["a"], "properties": {"a": False}}),
    "laughs in depth": chain(lambda ref: {"properties": {"x": ref, "y": ref}, "required": ["x", "y"]}),
    "laughs with a collector": {**chain(lambda ref: {"allOf": [ref, ref]}), "unevaluatedProperties": False},
    "two thousand parts": {"allOf": [{}] * 2000},
    "a chain of 900 references": chain(lambda ref: ref, 900),
    "the same enum a thousand times": {
        **LONG_ENUM, **requiring({"allOf": [{"$ref": "#/$defs/e"}] * 900}),
    },
    "an anchor in a large schema, often": {
        "$defs": {"x": {"$anchor": "x"}, **LONG_ENUM["$defs"]}, "allOf": [{"$ref": "#x"}] * 300,
    },
    "a list of lists of lists": requiring(
        {"type": "array", "minItems": 256, "items": {"type": "array", "minItems": 256, "items": {"type": "array", "minItems": 256}}}
    ),
    "a bomb in a name": {
        "required": ["a" * 40 + "!"], "patternProperties": {"^(a+)+$": {}}, "additionalProperties": False,
    },
    "many looks ahead": requiring({"type": "string", "pattern": "^" + "(?=.*a)" * 200 + "b*$", "minLength": 3000}),
    "nested counts": requiring({"type": "string", "pattern": "((((a{100}){100}){100}){100})"}),
    "nothing, a billion times": requiring({"type": "string", "pattern": "^((){999999999}){999999999}a{0}b$", "maxLength": 0}),
    "choices times choices": requiring(
        {"type": "integer", "allOf": [{"anyOf": [{"minimum": n, "maximum": -n} for n in range(1, 10)]}] * 10}
    ),
    "a thousand choices, none possible": requiring({"anyOf": [{"type": "string", "minLength": 5000 + n} for n in range(1000)]}),
    "a name without end": {"required": ["a" * 10_000], "additionalProperties": False},
    "a dialect without end": {"$schema": "a" * 10_000},
    "not even well-formed where a reference leads": {"$ref": "#/x", "x": {"required": 5, "minLength": "a"}},
    "a collector with a condition": {"unevaluatedProperties": False, "if": True},
}  # fmt: skip


@pytest.mark.parametrize("schema", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_schema_is_refused_soon_and_with_a_reason(schema):
    with cpu_at_most(SECONDS):
        made = synthesize(schema)
    assert isinstance(made, NoSample)
    assert 0 < len(made.because) <= LONGEST_REASON + 1


def test_large_but_honest_schemas_get_a_sample():
    names = [f"p{n}" for n in range(200)]
    many = {
        "properties": {name: {"type": "string", "pattern": "^[a-z]{30}$"} for name in names},
        "required": names,
    }
    assert isinstance(synthesize(many), Sample)
    assert isinstance(synthesize(nested(20)), Sample)
    long = requiring({"type": "string", "pattern": "^[a-z]+$", "minLength": 4000})
    assert len(synthesize(long).arguments["a"]) == 4000


def test_a_strict_sample_is_refused_where_a_sample_is_not():
    """Whether a pattern binds a long text takes many tries."""
    schema = requiring({"type": "string", "pattern": "^[a-z]+$", "minLength": 4000})
    assert isinstance(synthesize(schema), Sample)
    assert synthesize_strict(schema) == NoSample("it takes more than 20,000 steps")
