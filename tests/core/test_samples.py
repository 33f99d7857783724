"""`fixtures/samples/x.json` is a schema; `x.sample.json` holds its sample, or why it has none."""

import json

import jsonschema
import pytest
from conftest import FIXTURES
from referencing import Registry

from mcptest_action.core.checks.samples import synthesize, synthesize_strict
from mcptest_action.core.checks.samples.model import NoSample
from mcptest_action.core.checks.samples.plain import TYPES
from mcptest_action.core.checks.samples.texts import FORMATS, texts_of_format
from mcptest_action.core.checks.samples.validator import DIALECTS

CASES = sorted(
    path for path in (FIXTURES / "samples").glob("*.json") if ".sample." not in path.name
)
# Python's `re` does not know these patterns, or would never come back.
NOT_FOR_RE = {"pattern", "pattern-that-would-hang-re"}


def read(path):
    return json.loads(path.read_text())


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_schema_gives_a_sample_or_a_reason(path, golden):
    made, strict = synthesize(read(path)), synthesize_strict(read(path))
    assert isinstance(made, NoSample) is path.name.startswith("no-"), made
    if isinstance(made, NoSample):
        assert strict == made
        result = {"no_sample": made.because}
    else:
        free = strict.because if isinstance(strict, NoSample) else None
        assert free or strict == made
        result = {"sample": made.arguments, "strict": free or True}
    golden(path.with_suffix(".sample.json"), json.dumps(result, indent=2) + "\n")


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_jsonschema_as_it_comes_agrees(path):
    if path.name.startswith("no-") or path.stem in NOT_FOR_RE:
        return
    schema, made = read(path), synthesize(read(path))
    validator = jsonschema.validators.validator_for(schema, jsonschema.Draft202012Validator)
    validator(schema, registry=Registry()).validate(made.arguments)


def test_the_sample_is_a_copy():
    schema = {"properties": {"a": {"default": {"list": []}}}, "required": ["a"]}
    synthesize(schema).arguments["a"]["list"].append("changed")
    assert schema["properties"]["a"]["default"] == {"list": []}


def test_every_keyword_of_every_dialect_is_in_some_fixture():
    seen, todo = set(), [read(path) for path in CASES]
    while todo:
        match todo.pop():
            case dict() as value:
                seen.update(value)
                todo += value.values()
            case list() as value:
                todo += value
    for dialect in DIALECTS.values():
        assert set(dialect.VALIDATORS) - seen == set()
    types = {json.dumps(name) for name in TYPES}
    assert all(any(name in path.read_text() for path in CASES) for name in types)


@pytest.mark.parametrize("name", FORMATS)
def test_texts_of_a_format_are_of_that_format(name):
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    short, long = list(texts_of_format(name, 0, 99)), list(texts_of_format(name, 40, 60))
    assert len(set(short)) == 9
    assert not long or len(set(long)) == 9
    for text in short + long:
        checker.check(text, name)
