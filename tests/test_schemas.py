"""The published schemas agree with the code."""

import json
import re

import pytest
import yaml
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from simulation import NOON

from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.facts.catalogue import ARTIFACTS, FACTS, FAMILIES
from mcptest_action.core.facts.model import Document
from mcptest_action.core.facts.run_sections import SECTIONS
from mcptest_action.core.policy.load import RULE_KEYS, TOP_KEYS, load_policy
from mcptest_action.core.policy.load_waivers import WAIVER_KEYS, WAIVER_POLICY_KEYS
from mcptest_action.core.policy.model import RuleOutcome, WaiverState
from mcptest_action.core.protocol.target.config import COMMAND_KEYS, URL_KEYS
from mcptest_action.core.request.config import CONFIG_KEYS, load_config
from mcptest_action.core.safety.decide import Calls, Presumed
from mcptest_action.core.safety.declaration import Effect, Sensitivity, ToolClass
from mcptest_action.core.safety.load import KEYS as EXECUTION_KEYS
from mcptest_action.core.safety.load import TOOL_KEYS
from mcptest_action.core.safety.read_declaration import HINTS
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
    single, *families = definitions["rule"]["properties"]["fact"]["anyOf"]
    listed = single["enum"]
    unlisted = FACTS.keys() - set(listed)
    assert not unlisted, f"schemas/policy.schema.json: add {unlisted} to $defs.rule.properties.fact"
    assert listed == list(FACTS), "in the order of the catalogue"
    for family, described in zip(
        sorted(FAMILIES, key=lambda family: family.pattern), families, strict=True
    ):
        assert re.search(described["pattern"], family.name(family.example))
        assert not re.search(described["pattern"], family.name(""))


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


SCHEMAS = sorted(FOLDER.glob("*.schema.json"))
# Those that people write by hand, with an editor that shows what a key is for.
WRITTEN_BY_HAND = ("config", "policy", "suite")


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name.split(".")[0])
def test_a_catalogue_could_list_every_schema(path):
    """The id stays as it is for ever; the examples show what a document looks like."""
    found, name = json.loads(path.read_text()), path.name.removesuffix(".schema.json")
    assert found["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert found["$id"] == f"urn:mcptest-action:{name}:v1"
    assert found["title"].startswith("mcptest ")
    assert found["description"].endswith(".")
    assert found["examples"], f"{path.name}: add an example"
    for example in found["examples"]:
        Draft202012Validator(found).validate(example)


def undescribed(node, path=""):
    """The properties that an editor could say nothing about."""
    if isinstance(node, list):
        yield from (found for inner in node for found in undescribed(inner, path))
    if not isinstance(node, dict):
        return
    for name, inner in node.items():
        if name == "properties":
            for key, value in inner.items():
                if isinstance(value, dict) and not {"description", "$ref", "const"} & value.keys():
                    yield f"{path}/{key}"
                yield from undescribed(value, f"{path}/{key}")
        elif name != "examples":
            yield from undescribed(inner, f"{path}/{name}" if name == "$defs" else path)


@pytest.mark.parametrize("name", WRITTEN_BY_HAND)
def test_an_editor_can_say_what_every_key_is_for(name):
    assert list(undescribed(schema(name))) == []


def test_the_configuration_schema_knows_every_key():
    config = schema("config")
    assert tuple(config["properties"]) == CONFIG_KEYS
    definitions = config["$defs"]
    assert set(definitions["server"]["properties"]) == {*COMMAND_KEYS, *URL_KEYS}
    assert tuple(definitions["tool"]["properties"]) == TOOL_KEYS
    hints = definitions["tool"]["properties"]["hints"]["properties"]
    assert set(hints) == set(HINTS)
    assert set(hints["effect"]["enum"]) == set(Effect)
    assert set(hints["resultSensitivity"]["enum"]) == set(Sensitivity)
    assert set(definitions["tool"]["properties"]["class"]["enum"]) == set(ToolClass)
    execution = definitions["execution"]["properties"]
    assert tuple(execution) == EXECUTION_KEYS
    assert set(execution["presumed"]["enum"]) == set(Presumed)
    assert set(execution["calls"]["enum"]) == set(Calls)


@pytest.mark.parametrize("number", range(2))
def test_the_examples_of_what_people_write_can_be_read(number):
    """YAML reads JSON, too."""
    for name, read in {"config": load_config, "policy": load_policy, "suite": load}.items():
        read(json.dumps(schema(name)["examples"][number]), f"{name}.yml")


def load(text, file):
    return load_suite(text, file, None)


def test_configurations_that_are_read_keep_the_schema():
    validator = Draft202012Validator(schema("config"))
    for path in (FIXTURES / "init").glob("*/proposal.txt"):
        _, _, rest = path.read_text().partition("==== create mcptest.yml\n")
        if text := rest.partition("==== ")[0]:
            validator.validate(yaml.safe_load(text))
    validator.validate(yaml.safe_load((ROOT / "examples/weather/mcptest.yml").read_text()))
