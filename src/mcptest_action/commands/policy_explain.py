"""Say why a rule came out as it did: fact, source, comparator, waiver, and what to do.

Without an artifact, those that the last gate has left are read.
"""

import argparse
import json
from collections.abc import Mapping
from typing import Any

from mcptest_action.commands.arguments import (
    OUT,
    Parser,
    add_artifacts,
    add_now,
    add_report,
    artifact_paths,
)
from mcptest_action.commands.context import Context
from mcptest_action.commands.simulation import simulate
from mcptest_action.core.errors import unusable
from mcptest_action.core.facts import run_report
from mcptest_action.core.policy.model import RuleResult
from mcptest_action.core.policy.own_rule import own_results
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.core.render.explanation import render_explanation
from mcptest_action.core.render.report import Report
from mcptest_action.core.render.report_json import dump, rule_document
from mcptest_action.core.suggestion import did_you_mean
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import exists

EXAMPLES = (
    "mcptest policy explain no-failed-tests",
    "mcptest policy explain no-failed-tests --policy policy.yml --run-report run.json",
)
POLICY = "policy.yml"
# What a gate writes, by the attribute of the flag that takes it.
_LEFT_BY_A_GATE = {
    "run_report": "run.json",
    "conformance_report": "conformance.json",
    "security": "security.json",
}


def add_arguments(parser: Parser) -> None:
    parser.add_argument("rule", help="the id of the rule; those of the gate itself too")
    parser.add_argument("--policy", metavar="FILE", help=f"default: {POLICY}, or the built-in one")
    parser.add_argument(
        "--out", metavar="DIR", default=OUT, help=f"of the last gate; default: {OUT}"
    )
    add_artifacts(parser)
    add_now(parser)
    add_report(parser, ("pretty", "json"))


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    if args.policy is None and exists(POLICY):
        args.policy = POLICY
    if not artifact_paths(args):
        _take_what_is_left(args, context)
    report = simulate(args, context.at(args.now))
    results = {result.rule.id: result for result in report.verdict.results}
    own = own_results(_run_report(report), report.pool)
    results |= {r.rule.id: r for r in own if r.rule.id not in results}
    if args.rule not in results:
        hint = did_you_mean(args.rule, results) or f"known: {', '.join(results)}"
        raise unusable(report.policy.file, f"there is no rule '{args.rule}'", hint)
    result = results[args.rule]
    if args.format == "json":
        text = dump(rule_document(result))
    else:
        text = render_explanation(result, report.policy.file, _remedies(result))
    context.deliver(text, args.output)
    return ExitCode.OK


def _take_what_is_left(args: argparse.Namespace, context: Context) -> None:
    for name, file in _LEFT_BY_A_GATE.items():
        path = f"{args.out}/{file}"
        if exists(path):
            setattr(args, name, path)
            context.console.note(f"note: reading {for_terminal(path)}")


def _run_report(report: Report) -> Mapping[str, Any]:
    """What the gate's own rules are about; nothing where it was not given."""
    given = [source for source in report.sources if source.flag == run_report.FLAG]
    found: Mapping[str, Any] = json.loads(given[0].content) if given else {}
    return found


def _remedies(result: RuleResult) -> Mapping[str, str]:
    """Imported only where there is something to remedy: probes and rules take a while to load."""
    if result.fact is None or not result.fact.behind:
        return {}
    if result.fact.name.startswith("security."):
        from mcptest_action.core.security.catalogue import RULES  # noqa: PLC0415 - see above

        return {rule.id: rule.remedy for rule in RULES}
    if result.fact.name.startswith("conformance."):
        from mcptest_action.core.conformance.catalogue import CHECKS  # noqa: PLC0415 - see above

        return {check.id: check.remedy for check in CHECKS}
    from mcptest_action.core.probes.catalogue import remedies  # noqa: PLC0415 - see above

    return remedies()
