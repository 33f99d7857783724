"""Runs that were recorded once, with one golden file per stage: the first that differs broke.

They name their probes with `--only`, so that a new probe is not missed in an old transcript.
"""

import json

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator

from mcptest_action.core.checks.run.feed import Recording
from mcptest_action.core.pipeline.header import read_header
from mcptest_action.core.pipeline.judging import Given, policy_in
from mcptest_action.core.pipeline.outcome import outcome_of
from mcptest_action.core.protocol.transcript.lines import (
    exchange_line,
    header_line,
    read_transcript,
)

RUNS = sorted((FIXTURES / "runs").iterdir())
STAGES = ("run.json", "verdict.json", "summary.md", "junit.xml")
SCHEMAS = ROOT / "src" / "mcptest_action" / "schemas"


def replayed(folder):
    text = (folder / "transcript.jsonl").read_text()
    recorded, exchanges = read_transcript(text, "transcript.jsonl")
    header = read_header(recorded, "transcript.jsonl")
    given = Given(policy_in(header.policy), (header.policy,))
    recording = Recording("transcript.jsonl", header.configs.client_version)
    return outcome_of(exchanges, header.configs, given, header.now, recording)


@pytest.mark.parametrize("folder", RUNS, ids=lambda folder: folder.name)
def test_a_recorded_run_gives_the_same_files(folder, golden):
    outcome = replayed(folder)
    more = ["security.json"] if outcome.report.security else []
    # One is enough: most of the others list the same tools.
    more += ["surface.json"] if folder.name == "sound-server" else []
    for name in (*STAGES, *more):
        golden(folder / name, outcome.files[name])
    assert replayed(folder).files == outcome.files
    assert "the transcript is not complete" not in outcome.files["run.json"]


@pytest.mark.parametrize("folder", RUNS, ids=lambda folder: folder.name)
def test_a_recorded_run_keeps_the_published_schemas(folder):
    files = replayed(folder).files
    for name in ("run", "verdict", "surface"):
        schema = json.loads((SCHEMAS / f"{name}.schema.json").read_text())
        Draft202012Validator(schema).validate(json.loads(files[f"{name}.json"]))


@pytest.mark.parametrize("folder", RUNS, ids=lambda folder: folder.name)
def test_a_transcript_that_is_written_again_is_the_same(folder):
    text = (folder / "transcript.jsonl").read_text()
    header, exchanges = read_transcript(text, "x")
    del header["type"], header["schema_version"]
    lines = [line for line in text.splitlines(keepends=True) if '"type":"log"' not in line]
    assert [header_line(header), *map(exchange_line, exchanges)] == lines
