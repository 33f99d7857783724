"""Rebuild every artifact and report of a gate from its transcript. No server, no network."""

import argparse
import hashlib
import os
from collections.abc import Mapping
from typing import Any

from mcptest_action.commands.arguments import Parser, add_artifacts, artifact_paths
from mcptest_action.commands.context import Context
from mcptest_action.commands.gate_suites import suites_of_header
from mcptest_action.core.conformance.config import exam_of_document
from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.envelope import CLIENT_NAME
from mcptest_action.core.pipeline.configs import Configs
from mcptest_action.core.pipeline.formats import Format, render
from mcptest_action.core.pipeline.judging import Given
from mcptest_action.core.pipeline.outcome import outcome_of
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Level
from mcptest_action.core.render.report import Source
from mcptest_action.core.run.config import config_of_document
from mcptest_action.core.run.feed import Recording
from mcptest_action.core.security.config import scan_config_of_document
from mcptest_action.core.timestamp import parse_timestamp
from mcptest_action.core.transcript.lines import read_transcript
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_bytes, read_text, write_text

EXAMPLES = (
    "mcptest replay mcptest-out/transcript.jsonl --out again",
    "mcptest replay transcript.jsonl --out again --security security.json",
)
TRANSCRIPT_LIMIT = 16 * ARTIFACT_LIMIT


def add_arguments(parser: Parser) -> None:
    parser.add_argument("transcript", metavar="TRANSCRIPT", help="transcript.jsonl of a gate")
    parser.add_argument("--out", metavar="DIR", required=True, help="where to write the files")
    parser.add_argument(
        "--format", choices=[str(name) for name in Format], default=str(Format.PRETTY),
        help="of the report on standard output; default: pretty",
    )  # fmt: skip
    parser.add_argument("--gate", action="store_true", help="exit 1 when the verdict is fail")
    add_artifacts(parser)


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    file = args.transcript
    header, exchanges = read_transcript(read_text(file, TRANSCRIPT_LIMIT), file)
    config = config_of_document(header.get("run"), file)
    config = config._replace(suites=suites_of_header(header, file))
    now = parse_timestamp(str(header.get("now")))
    if now is None:
        raise unusable(file, "the header holds no usable time", "", 1, 1)
    given = _given(header, args, file)
    recording = Recording(file, str(header.get("tool")).removeprefix(f"{CLIENT_NAME} "))
    exam = exam_of_document(header["conformance"], file) if "conformance" in header else None
    scan = scan_config_of_document(header["security"], file) if "security" in header else None
    configs = Configs(recording.client_version, config, exam, scan)
    outcome = outcome_of(exchanges, configs, given, now, recording)
    for name, text in outcome.files.items():
        write_text(os.path.join(args.out, name), text)
    context.console.note(f"wrote {len(outcome.files)} files to {args.out}")
    form = Format(args.format)
    context.console.report(render(outcome.report, form, colour=context.console.colour))
    failed = args.gate and outcome.report.verdict.level is Level.FAIL
    return ExitCode.GATE_FAILED if failed else ExitCode.OK


def _given(header: Mapping[str, Any], args: argparse.Namespace, file: str) -> Given:
    match header.get("policy"):
        case {"file": str(name), "text": str(text)}:
            policy = load_policy(text, name)
            source = Source("--policy", name, text.encode())
        case _:
            raise unusable(file, "the header holds no policy", "was it recorded by a gate?", 1, 1)
    return Given(policy, (source, *_artifacts(header, args, file)))


def _artifacts(header: Mapping[str, Any], args: argparse.Namespace, file: str) -> list[Source]:
    """The same artifacts as then: none missing, none changed, none added."""
    recorded = header.get("artifacts")
    then = {entry["flag"]: entry for entry in recorded} if isinstance(recorded, list) else {}
    paths = artifact_paths(args)
    if then.keys() != paths.keys():
        flags = " ".join(f"{flag} FILE" for flag in then) or "no artifact flags"
        raise unusable(file, "it was recorded with other artifacts", f"give {flags}")
    sources = []
    for flag, path in paths.items():
        content = read_bytes(path, ARTIFACT_LIMIT)
        if hashlib.sha256(content).hexdigest() != then[flag]["sha256"]:
            raise unusable(path, f"is not the file that {flag} was given then")
        sources.append(Source(flag, then[flag]["file"], content))
    return sources
