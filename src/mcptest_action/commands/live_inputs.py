"""What to run on a live server, and what a replay has to know of it."""

import argparse
import hashlib
from collections.abc import Mapping
from typing import Any

from mcptest_action.commands.execution_arguments import execution_of
from mcptest_action.commands.gate_inputs import examines, scans
from mcptest_action.core.config.load import Config
from mcptest_action.core.conformance.address import address_of
from mcptest_action.core.conformance.config import ExamConfig, exam_document
from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.inputs import DEEP_SCAN_SWITCH
from mcptest_action.core.pipeline.configs import Configs
from mcptest_action.core.pipeline.judging import Given
from mcptest_action.core.probes.catalogue import CHECKS
from mcptest_action.core.run.config import RunConfig, config_document
from mcptest_action.core.security.config import ScanConfig, scan_config_document
from mcptest_action.core.suggestion import did_you_mean, misspelt
from mcptest_action.core.target.model import Target

PROBE_IDS = tuple(check.id for check in CHECKS)


def scan_of(args: argparse.Namespace, target: Target) -> ScanConfig | None:
    return ScanConfig(address_of(target)) if scans(args) else None


def exam_of(args: argparse.Namespace, target: Target) -> ExamConfig | None:
    return ExamConfig(address=address_of(target)) if examines(args) else None


def run_config_of(
    args: argparse.Namespace, config: Config, environment: Mapping[str, str]
) -> RunConfig:
    allowed = environment.get(DEEP_SCAN_SWITCH) == "true"
    if args.deep_scan and not allowed:
        what = f"the deep scan also needs {DEEP_SCAN_SWITCH}=true in the environment"
        raise unusable("--deep-scan", what, "set it where you run the job, or drop the flag")
    _check_probes(args.only, args.skip, config)
    return RunConfig(
        choice=Choice(args.protocol),
        execution=execution_of(args, config.execution),
        tools=config.tools,
        only=tuple(args.only),
        skip=tuple(args.skip),
        deep_scan=args.deep_scan and allowed,
        source=source_of(environment),
    )


def source_of(environment: Mapping[str, str]) -> dict[str, str]:
    """Where the code under test comes from, as far as the CI system says."""
    places = {
        "repository": ("GITHUB_REPOSITORY", "CI_PROJECT_PATH"),
        "branch": ("GITHUB_REF_NAME", "CI_COMMIT_REF_NAME", "BRANCH_NAME"),
        "commit": ("GITHUB_SHA", "CI_COMMIT_SHA", "GIT_COMMIT"),
    }
    said = {
        key: next((environment[name] for name in names if environment.get(name)), "")
        for key, names in places.items()
    }
    return {key: value for key, value in said.items() if value}


def _check_probes(only: list[str], skip: list[str], config: Config) -> None:
    """A misspelt probe is found before anything is started.

    Which tools there are is not known by then: whatever is no near miss is left to `check_names`,
    and whoever has a tool of such a name says so in the file.
    """
    for flag, name in _named(only, skip):
        if name in PROBE_IDS or name in config.tools:
            continue
        meant = misspelt(name, PROBE_IDS)
        if meant is not None:
            what = f"'{name}' is neither a probe nor a tool that {config.file} names"
            hint = f"did you mean {meant}? or is it a tool? then add {name}: {{}} under tools:"
            raise unusable(flag, what, hint)


def _named(only: list[str], skip: list[str]) -> list[tuple[str, str]]:
    return [*(("--only", name) for name in only), *(("--skip", name) for name in skip)]


def check_names(only: list[str], skip: list[str], tools: list[str]) -> None:
    """A misspelt probe or tool would silently test nothing, or everything."""
    known = (*PROBE_IDS, *tools)
    for flag, name in _named(only, skip):
        if name not in known:
            hint = did_you_mean(name, known) or f"probes: {', '.join(PROBE_IDS)}"
            raise unusable(flag, f"'{name}' is neither a probe nor a tool", hint)


def header_of(configs: Configs, given: Given) -> dict[str, Any]:
    """What a replay needs to know, beside the exchanges."""
    policy, *artifacts = given.sources
    exam, scan = configs.exam, configs.scan
    return {
        "run": config_document(configs.run),
        **({} if exam is None else {"conformance": exam_document(exam)}),
        **({} if scan is None else {"security": scan_config_document(scan)}),
        "policy": {"file": policy.file, "text": policy.content.decode()},
        "artifacts": [
            {"flag": s.flag, "file": s.file, "sha256": hashlib.sha256(s.content).hexdigest()}
            for s in artifacts
        ],
    }
