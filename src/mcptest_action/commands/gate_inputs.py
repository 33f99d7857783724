"""What a gate needs beside the server: its policy, and artifacts made elsewhere."""

import argparse

from mcptest_action.commands.arguments import artifact_paths
from mcptest_action.core.errors import unusable
from mcptest_action.core.facts import conformance, run_report, security
from mcptest_action.core.pipeline.judging import Given, built_in_policy, policy_in
from mcptest_action.core.render.report import Source
from mcptest_action.shell.files import ARTIFACT_LIMIT, POLICY_LIMIT, cited, read_bytes, read_text


def given_of(args: argparse.Namespace, home: str, base: bytes | None, *, live: bool) -> Given:
    """The policy and the artifacts, read before anything is started.

    Files are cited as seen from `home`. `base` is to be used instead of the policy's own content.
    """
    if args.policy is None:
        secured = scans(args) or args.security is not None
        source = built_in_policy(
            conformance=examines(args), security=secured, suites=bool(args.suite)
        )
    else:
        content = read_bytes(args.policy, POLICY_LIMIT) if base is None else base
        source = Source("--policy", cited(args.policy, home), content, args.policy)
    policy = policy_in(source)
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
