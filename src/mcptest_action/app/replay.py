"""`replay`: every artifact and report of a gate, from its transcript. No server, no network."""

import hashlib
import os
from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.checks.run import Recording
from mcptest_action.core.pipeline import render
from mcptest_action.core.pipeline.header import RecordedArtifact, read_header
from mcptest_action.core.pipeline.judging import Given, policy_in
from mcptest_action.core.pipeline.outcome import outcome_of
from mcptest_action.core.policy import Level
from mcptest_action.core.protocol.transcript import read_transcript
from mcptest_action.core.render import Source
from mcptest_action.core.text import unusable
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_bytes, read_text, write_texts

TRANSCRIPT_LIMIT = 16 * ARTIFACT_LIMIT


class ReplayRequest(NamedTuple):
    transcript: str
    out: str
    artifacts: Mapping[str, str]
    """Files, by the flag that names them."""
    form: str
    gate: bool


def run(request: ReplayRequest, context: Context) -> ExitCode:
    file = request.transcript
    recorded, exchanges = read_transcript(read_text(file, TRANSCRIPT_LIMIT), file)
    header = read_header(recorded, file)
    policy = policy_in(header.policy, header.parents)
    sources = (header.policy, *_artifacts(header.artifacts, request))
    recording = Recording(file, header.configs.client_version)
    given = Given(policy, sources, header.parents)
    outcome = outcome_of(exchanges, header.configs, given, header.now, recording)
    write_texts({os.path.join(request.out, name): text for name, text in outcome.files.items()})
    context.console.note(f"wrote {len(outcome.files)} files to {request.out}")
    context.console.report(render(outcome.report, request.form, colour=context.console.colour))
    failed = request.gate and outcome.report.verdict.level is Level.FAIL
    return ExitCode.GATE_FAILED if failed else ExitCode.OK


def _artifacts(then: Mapping[str, RecordedArtifact], request: ReplayRequest) -> list[Source]:
    """The same artifacts as then: none missing, none changed, none added."""
    if then.keys() != request.artifacts.keys():
        flags = " ".join(f"{flag} FILE" for flag in then) or "no artifact flags"
        what = "it was recorded with other artifacts"
        raise unusable(request.transcript, what, f"give {flags}")
    sources = []
    for flag, path in request.artifacts.items():
        content = read_bytes(path, ARTIFACT_LIMIT)
        if hashlib.sha256(content).hexdigest() != then[flag].sha256:
            raise unusable(path, f"is not the file that {flag} was given then")
        sources.append(Source(flag, then[flag].file, content))
    return sources
