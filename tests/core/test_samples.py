"""`fixtures/samples/x.json` is a schema; `x.sample.json` holds its sample, or why it has none."""

import json

import pytest
from conftest import FIXTURES
from jsonschema import Draft7Validator, Draft202012Validator, FormatChecker
from referencing import Registry

from mcptest_action.core.samples.formats import FORMATS
from mcptest_action.core.samples.model import NoSample, Sample
from mcptest_action.core.samples.strict import synthesize_strict
from mcptest_action.core.samples.synthesize import synthesize

CASES = sorted(
    path for path in (FIXTURES / "samples").glob("*.json") if ".sample." not in path.name
)
# These would make jsonschema as it comes hang, or it reads their patterns otherwise.
NOT_FOR_RE = {"pattern", "pattern-that-would-hang-re"}


def shown(result):
    return result.arguments if isinstance(result, Sample) else result.because


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_schema_gives_a_sample_or_a_reason(path, golden):
    schema = json.loads(path.read_text())
    made, strict = synthesize(schema), synthesize_strict(schema)
    assert isinstance(made, NoSample) is path.name.startswith("no-"), made
    assert made == synthesize(schema)
    word = "no sample" if isinstance(made, NoSample) else "sample"
    result = {word: shown(made), "strict": True if strict == made else shown(strict)}
    golden(path.with_suffix(".sample.json"), json.dumps(result, indent=2) + "\n")
