"""The published schemas agree with the code."""

import json

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from simulation import NOON

from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.facts.catalogue import ARTIFACTS, FACTS
from mcptest_action.core.facts.model import Document
from mcptest_action.core.facts.run_sections import SECTIONS
from mcptest_action.core.policy.load import RULE_KEYS, TOP_KEYS
from mcptest_action.core.policy.load_waivers import WAIVER_KEYS, WAIVER_POLICY_KEYS
from mcptest_action.core.policy.model import RuleOutcome, WaiverState
from mcptest_action.core.text.timestamp import parse_timestamp

FOLDER = ROOT / "src" / "mcptest_action" / "schemas"


def schema(name):
    return json.loads((FOLDER / f"{name}.schema.json").read_text())


def test_the_policy_schema_knows_every_key_and_fact():
    policy = schema("policy")
    assert sorted(policy["properties"]) == sorted(TOP_KEYS)
    definitions = policy["$defs"]
    assert sorted(definitions["rule"]["properties"]) == sorted(RULE_KEYS)
    assert sorted(definitions["waiver"]["properties"]) == sorted(WAIVER_KEYS)
    assert sorted(definitions["waiver_policy"]["properties"]) == sorted(WAIVER_POLICY_KEYS)
    listed = definitions["rule"]["properties"]["fact"]["enum"]
    unlisted = FACTS.keys() - set(listed)
    assert not unlisted, f"schemas/policy.schema.json: add {unlisted} to $defs.rule.properties.fact"
    assert listed == list(FACTS), "in the order of the catalogue"


def test_the_run_schema_knows_every_section():
    properties = schema("run")["properties"]
    for section, fields in SECTIONS.items():
        assert list(properties[section]["properties"]) == [name for name, _, _ in fields]


def test_the_verdict_schema_knows_every_outcome_and_state():
    verdict = schema("verdict")
    assert set(verdict["properties"]["counts"]["properties"]) == set(RuleOutcome)
    assert set(verdict["$defs"]["waiver"]["properties"]["state"]["enum"]) == set(WaiverState)


@pytest.mark.parametrize("artifact", ARTIFACTS, ids=lambda artifact: artifact.flag)
def test_every_artifact_has_a_schema_and_an_example_that_can_be_read(artifact):
    name = artifact.schema.split("/")[1]
    assert schema(name)["properties"]["schema_version"] == {"const": artifact.schema}
    document = Document("x.json", read_json(artifact.example, "x.json"))
    assert artifact.read(document, parse_timestamp(NOON))


VERDICTS = sorted(FIXTURES.glob("*/*/verdict.json"))


@pytest.mark.parametrize("verdict", VERDICTS, ids=lambda path: path.parent.name)
def test_verdicts_keep_their_schema(verdict):
    Draft202012Validator(schema("verdict")).validate(json.loads(verdict.read_text()))
