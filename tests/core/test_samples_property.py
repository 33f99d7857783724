"""For any schema at all: a sample that is valid, or a reason."""

from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from patience import cpu_at_most
from referencing import Registry

from mcptest_action.core.checks.samples import synthesize, synthesize_strict
from mcptest_action.core.checks.samples.model import NoSample, Sample
from mcptest_action.core.checks.samples.validator import violations

NAMES = st.sampled_from(["a", "b", "x_1", "mcptest"])
NUMBERS = st.integers(-20, 20) | st.sampled_from([0.1, 0.5, 2.5, 1e9, -1e-9])
SIZES = st.integers(0, 6)
PATTERNS = st.sampled_from(
    ["^a+$", "b", "^[a-z]{2,4}$", r"^\d+$", "^(a|b)*c$", "^x_", "^(?!a).$", "(a+)+$", "[", r"(.)\1"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.sampled_from(["", "a", "mcptest", "1"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAMES, inner, max_size=2),
    max_leaves=4,
)
REFERENCES = st.sampled_from(
    [
        "#",
        "#/$defs/a",
        "#/$defs/b",
        "#/properties/a",
        "#/nowhere",
        "https://example.com/x",
        "#anchor",
    ]
)
TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])


def keywords(inner):
    """A few keywords each, so that not everything contradicts everything."""
    several = st.lists(inner, min_size=1, max_size=3)
    named = st.dictionaries(NAMES, inner, max_size=3)
    names = st.lists(NAMES, unique=True, max_size=3)
    known = {
        "type": TYPES | st.lists(TYPES, unique=True, min_size=1, max_size=3),
        "const": VALUES, "enum": st.lists(VALUES, min_size=1, max_size=3),
        "default": VALUES, "examples": st.lists(VALUES, max_size=2),
        "format": st.sampled_from(["date", "email", "uuid", "path"]), "pattern": PATTERNS,
        "minLength": SIZES, "maxLength": SIZES,
        "minimum": NUMBERS, "maximum": NUMBERS,
        "exclusiveMinimum": NUMBERS, "exclusiveMaximum": NUMBERS,
        "multipleOf": st.sampled_from([1, 2, 3, 7, 0.1, 0.5, 1.5, 1e-320]),
        "items": inner, "prefixItems": several, "contains": inner, "minContains": SIZES,
        "minItems": SIZES, "maxItems": SIZES, "uniqueItems": st.booleans(),
        "properties": named, "required": names, "additionalProperties": inner,
        "patternProperties": st.dictionaries(PATTERNS, inner, max_size=2),
        "propertyNames": inner, "minProperties": SIZES, "maxProperties": SIZES,
        "dependentRequired": st.dictionaries(NAMES, names, max_size=2),
        "dependentSchemas": named,
        "allOf": several, "anyOf": several, "oneOf": several, "not": inner,
        "if": inner, "then": inner, "else": inner,
        "$ref": REFERENCES, "$anchor": st.just("anchor"), "unevaluatedProperties": inner,
    }  # fmt: skip
    pairs = st.one_of([st.tuples(st.just(name), values) for name, values in known.items()])
    return st.lists(pairs, max_size=3).map(dict)


SCHEMAS = st.recursive(st.booleans() | st.just({}), keywords, max_leaves=6)
ROOTS = st.builds(
    lambda properties, required, defs, more: {
        "type": "object", "properties": properties, "required": required, "$defs": defs, **more,
    },
    st.dictionaries(NAMES, keywords(SCHEMAS), max_size=3),
    st.lists(NAMES, unique=True, max_size=4),
    st.dictionaries(st.sampled_from("ab"), SCHEMAS, max_size=2),
    keywords(SCHEMAS),
)  # fmt: skip
JUNK = st.dictionaries(
    st.sampled_from(["type", "properties", "required", "$ref", "enum", "items", "pattern", "$schema", "$id", "allOf", "x"]),
    st.recursive(
        VALUES | REFERENCES | st.floats() | st.binary(max_size=2),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3) | st.integers(), inner, max_size=3),
        max_leaves=6,
    ),
)  # fmt: skip


def check(schema):
    with cpu_at_most(60):
        made, strict = synthesize(schema), synthesize_strict(schema)
    if isinstance(made, NoSample):
        assert made.because
        assert strict == made
        return
    assert violations(schema, made.arguments) == []
    assert strict == made or strict.because


@settings(max_examples=150)
@given(ROOTS)
def test_a_random_schema_gives_a_valid_sample_or_a_reason(schema):
    check(schema)


@settings(max_examples=120)
@given(JUNK)
def test_junk_gives_a_reason_or_a_sample(schema):
    check(schema)


SIMPLE = st.recursive(
    st.fixed_dictionaries({"type": TYPES}, optional={"minimum": st.integers(-5, 5), "minLength": SIZES}),
    lambda inner: (
        st.fixed_dictionaries({"type": st.just("array"), "items": inner}, optional={"minItems": SIZES})
        | st.fixed_dictionaries({"type": st.just("object"), "properties": st.dictionaries(NAMES, inner, max_size=3),
                                 "required": st.lists(NAMES, unique=True, max_size=3)})
        | st.fixed_dictionaries({"anyOf": st.lists(inner, min_size=1, max_size=2)})
    ),
    max_leaves=6,
)  # fmt: skip


@settings(max_examples=80)
@given(st.dictionaries(NAMES, SIMPLE, min_size=1, max_size=4))
def test_what_can_be_satisfied_is(properties):
    """Minima alone contradict nothing, so there is always a sample, and jsonschema agrees."""
    schema = {"type": "object", "properties": properties, "required": sorted(properties)}
    made = synthesize(schema)
    assert isinstance(made, Sample), made
    Draft202012Validator(schema, registry=Registry()).validate(made.arguments)
    assert list(made.arguments) == sorted(properties)
