"""Readiness as people and machines read it, and on its way through a gate and a replay."""

import json

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from readiness import SERVER_JSON, TOOL, files, surface, tool
from simulation import NOON

from mcptest_action.core.checks.readiness import (
    BY_NAME,
    Material,
    ReadyConfig,
    examine,
    readiness_document,
)
from mcptest_action.core.checks.run.config import RunConfig
from mcptest_action.core.pipeline import render
from mcptest_action.core.pipeline.configs import Configs
from mcptest_action.core.pipeline.header import header_document, read_header
from mcptest_action.core.pipeline.judging import Given, policy_in
from mcptest_action.core.pipeline.outcome import outcome_of
from mcptest_action.core.protocol.transcript.lines import read_transcript
from mcptest_action.core.render.readiness import READY_FORMATS
from mcptest_action.core.render.report import Source
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

FOLDER = FIXTURES / "readiness"
SCHEMA = ROOT / "src/mcptest_action/schemas/readiness.schema.json"
BARE = tool(name="bare", annotations=None, outputSchema=None)
HOSTILE = tool(name="\x1b[2J|<b>@everyone</b>\n::error::" + "x" * 60, annotations=None)
CASES = {
    "ready-for-all": Material(surface(TOOL), files(tag="v1.2.0")),
    "much-is-missing": Material(
        surface(TOOL, BARE), files({**SERVER_JSON, "version": "1.3.0", "title": ""})
    ),
    "hostile-names": Material(surface(HOSTILE, server={"name": "::error::\x07"})),
    "no-tools": Material(surface(server={})),
}
FILES = {"pretty": "txt", "json": "json", "markdown": "md"}
POLICY = Source(
    "--policy",
    "policy.yml",
    b'version: "1.0"\nrules: [{id: a, fact: readiness.openai_unmet, max: 0}]\n',
)


@pytest.mark.parametrize("form", READY_FORMATS)
@pytest.mark.parametrize("name", CASES)
def test_readiness_as_mcptest_ready_tells_it(name, form, golden):
    report = examine(CASES[name], BY_NAME.values())
    golden(FOLDER / f"{name}.{FILES[form]}", READY_FORMATS[form](report))


@pytest.mark.parametrize("name", CASES)
def test_the_artifact_keeps_its_schema_and_is_the_same_twice(name):
    made = [readiness_document(examine(CASES[name], BY_NAME.values())) for _ in range(2)]
    assert made[0] == made[1]
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(made[0])


def recorded(ready):
    """The header of a gate with this configuration."""
    configs = Configs("1.2", RunConfig(), None, None, ready)
    always = {"tool": "mcptest-action 1.2", "now": NOON, "server": {"name": "api"}}
    return {**always, **header_document(configs, Given(policy_in(POLICY), (POLICY,)), ())}


@pytest.mark.parametrize(
    "ready",
    [
        None,
        ReadyConfig(("openai-apps",)),
        ReadyConfig(("openai-apps", "mcp-registry"), files(tag="v1")),
        ReadyConfig(("mcp-registry",), files(beside={})),
    ],
    ids=["none", "without files", "with files", "with server.json only"],
)
def test_what_a_replay_needs_is_read_back(ready):
    header = json.loads(json.dumps(recorded(ready)))
    assert read_header(header, "t.jsonl").configs.ready == ready


@pytest.mark.parametrize(
    ("written", "sentence"),
    [
        ([], "readiness is a list, not an object"),
        ({}, "readiness has no 'directories'"),
        ({"directories": ["nowhere"]}, "names nowhere, which is no directory known here"),
        ({"directories": [], "tag": None}, "readiness needs all of server_json, beside, tag, or none"),
        ({"directories": [], "beside": [{}]}, "readiness.beside has no 'file'"),
    ],
)  # fmt: skip
def test_a_header_that_cannot_be_read_is_unusable(written, sentence):
    with pytest.raises(InputError, match=sentence.replace("[", r"\[")) as refused:
        read_header({**recorded(None), "readiness": written}, "t.jsonl")
    assert "was it recorded by this version?" in str(refused.value)


def test_a_gate_whose_rules_ask_has_an_artifact_and_a_section():
    file = FIXTURES / "runs" / "sound-server" / "transcript.jsonl"
    header, exchanges = read_transcript(file.read_text(), str(file))
    run = read_header(header, "t.jsonl").configs
    given, now = Given(policy_in(POLICY), (POLICY,)), parse_timestamp(NOON)
    without = outcome_of(exchanges, run, given, now)
    assert "readiness.json" not in without.files
    (result,) = without.report.verdict.results
    assert "needs --readiness-report, which was not given" in result.because
    made = outcome_of(exchanges, run._replace(ready=ReadyConfig(("openai-apps",))), given, now)
    (result,) = made.report.verdict.results
    assert result.because.startswith("readiness.openai_unmet is 1 (from readiness.json)")
    document = json.loads(made.files["readiness.json"])
    assert [each["name"] for each in document["directories"]] == ["openai-apps"]
    section = render(made.report, "pretty", colour=False)
    assert "\nreadiness for openai-apps: 1 unmet, 7 met" in section
    assert "### Readiness\n\n- openai-apps: 1 unmet, 7 met" in made.files["summary.md"]
