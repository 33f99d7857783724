"""Files in, report out: what `policy simulate` and `policy explain` have in common."""

import argparse
from datetime import datetime

from mcptest_action.commands.arguments import artifact_paths
from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.facts import conformance, security
from mcptest_action.core.facts.model import Document
from mcptest_action.core.facts.pool import read_facts
from mcptest_action.core.policy import default
from mcptest_action.core.policy.evaluate import evaluate
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Policy
from mcptest_action.core.render.report import Report, Source
from mcptest_action.shell.files import ARTIFACT_LIMIT, POLICY_LIMIT, cited, decode, read_bytes


def read_policy(path: str) -> tuple[Policy, Source]:
    """The policy. Errors name the path as given, reports the name to cite."""
    content = read_bytes(path, POLICY_LIMIT)
    policy = load_policy(decode(content, path), path)
    return policy._replace(file=cited(path)), Source("--policy", cited(path), content)


def built_in_policy(
    *, conformance: bool, security: bool, suites: bool = False
) -> tuple[Policy, Source]:
    """The policy of a gate that was given none: only about what it looks at."""
    text = default.default_policy(conformance=conformance, security=security, suites=suites)
    return load_policy(text, default.FILE), Source("--policy", default.FILE, text.encode())


def simulate(args: argparse.Namespace, now: datetime) -> Report:
    """The report on the files that the arguments name; without a policy, by the built-in one."""
    paths = artifact_paths(args)
    policy, policy_source = (
        built_in_policy(conformance=conformance.FLAG in paths, security=security.FLAG in paths)
        if args.policy is None
        else read_policy(args.policy)
    )
    sources = [policy_source]
    documents = {}
    for flag, path in paths.items():
        content = read_bytes(path, ARTIFACT_LIMIT)
        documents[flag] = Document(cited(path), read_json(decode(content, path), path))
        sources.append(Source(flag, cited(path), content))
    pool = read_facts(documents, now=now)
    verdict = evaluate(policy, pool, now=now)
    return Report(policy, verdict, pool, tuple(sources), time_overridden=args.now is not None)
