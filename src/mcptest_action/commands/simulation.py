"""Files in, report out: what `policy simulate` and `policy explain` have in common."""

import argparse
from datetime import datetime

from mcptest_action.commands.arguments import artifact_paths
from mcptest_action.core.facts import conformance, security
from mcptest_action.core.pipeline.judging import Given, built_in_policy, judge, policy_in
from mcptest_action.core.policy.model import Policy
from mcptest_action.core.render.report import Report, Source
from mcptest_action.shell.files import ARTIFACT_LIMIT, POLICY_LIMIT, cited, read_bytes


def read_policy(path: str) -> Policy:
    return policy_in(_source("--policy", path, POLICY_LIMIT))


def simulate(args: argparse.Namespace, now: datetime) -> Report:
    """The report on the files that the arguments name; without a policy, by the built-in one."""
    paths = artifact_paths(args)
    source = (
        built_in_policy(conformance=conformance.FLAG in paths, security=security.FLAG in paths)
        if args.policy is None
        else _source("--policy", args.policy, POLICY_LIMIT)
    )
    policy = policy_in(source)
    artifacts = (_source(flag, path, ARTIFACT_LIMIT) for flag, path in paths.items())
    given = Given(policy, (source, *artifacts))
    return judge(given, now, time_overridden=args.now is not None)


def _source(flag: str, path: str, limit: int) -> Source:
    content = read_bytes(path, limit)  # first: it refuses names that nobody could cite
    return Source(flag, cited(path), content, path)
