"""What a gate needs beside the server: its policy, artifacts made elsewhere, what to run."""

import argparse
import hashlib
from collections.abc import Mapping
from typing import Any

from mcptest_action.commands.arguments import artifact_paths
from mcptest_action.commands.artifacts import Configs
from mcptest_action.commands.execution_arguments import execution_of
from mcptest_action.commands.outcome import Given
from mcptest_action.commands.simulation import built_in_policy
from mcptest_action.core.config.load import Config
from mcptest_action.core.conformance.config import ExamConfig, exam_document
from mcptest_action.core.conformance.place import place_of
from mcptest_action.core.errors import unusable
from mcptest_action.core.exchange.handshake import Choice
from mcptest_action.core.facts import conformance, run_report, security
from mcptest_action.core.inputs import DEEP_SCAN_SWITCH
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.probes.catalogue import CHECKS
from mcptest_action.core.render.report import Source
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.config_json import config_document
from mcptest_action.core.security.config import ScanConfig, scan_config_document
from mcptest_action.core.suggestion import did_you_mean, misspelt
from mcptest_action.core.target.model import Target
from mcptest_action.shell.files import (
    ARTIFACT_LIMIT,
    POLICY_LIMIT,
    cited,
    decode,
    read_bytes,
    read_text,
)

PROBE_IDS = tuple(check.id for check in CHECKS)


def given_of(args: argparse.Namespace, home: str, base: bytes | None, *, live: bool) -> Given:
    """The policy and the artifacts, read before anything is started.

    Files are cited as seen from `home`. `base` is to be used instead of the policy's own content.
    """
    if args.policy is None:
        secured = scans(args) or args.security is not None
        policy, source = built_in_policy(
            conformance=examines(args), security=secured, suites=bool(args.suite)
        )
    else:
        content = read_bytes(args.policy, POLICY_LIMIT) if base is None else base
        policy = load_policy(decode(content, args.policy), args.policy)
        policy = policy._replace(file=cited(args.policy, home))
        source = Source("--policy", policy.file, content)
    artifacts = artifact_paths(args)
    if run_report.FLAG in artifacts and live:
        what = "the run report is made by this very run"
        hint = "leave it out, or the server; --config names a file that has none"
        raise unusable(run_report.FLAG, what, hint)
    if conformance.FLAG in artifacts and live and examines(args):
        what = "the conformance report is made by this very run"
        raise unusable(conformance.FLAG, what, "leave it out, or add --conformance off")
    if security.FLAG in artifacts and live and scans(args):
        what = "the security report is made by this very run"
        raise unusable(security.FLAG, what, "leave it out, or --security-scan on")
    made = (
        Source(flag, cited(path, home), read_text(path, ARTIFACT_LIMIT).encode())
        for flag, path in artifacts.items()
    )
    return Given(policy, (source, *made))


def examines(args: argparse.Namespace) -> bool:
    """Whether the gate asks about conformance. Who picks probes wants those, and quickly."""
    return bool(args.conformance == "on" or (args.conformance is None and not args.only))


def scans(args: argparse.Namespace) -> bool:
    """Whether the gate scans itself. Who brings a scan along has one."""
    return bool(
        args.security_scan == "on" or (args.security_scan is None and args.security is None)
    )


def scan_of(args: argparse.Namespace, target: Target) -> ScanConfig | None:
    return ScanConfig(place_of(target)) if scans(args) else None


def exam_of(args: argparse.Namespace, target: Target) -> ExamConfig | None:
    return ExamConfig(place=place_of(target)) if examines(args) else None


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
