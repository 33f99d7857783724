"""Say why a rule came out as it did: fact, source, comparator, waiver, and what to do."""

import argparse

from mcptest_action.commands.arguments import (
    Parser,
    add_artifacts,
    add_now,
    add_policy,
    add_report,
)
from mcptest_action.commands.context import Context
from mcptest_action.commands.simulation import simulate
from mcptest_action.core.errors import unusable
from mcptest_action.core.render.explanation import render_explanation
from mcptest_action.core.render.report_json import dump, rule_document
from mcptest_action.core.suggestion import did_you_mean
from mcptest_action.exit_code import ExitCode

EXAMPLES = ("mcptest policy explain no-failed-tests --policy policy.yml --run-report run.json",)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("rule", help="the id of the rule")
    add_policy(parser)
    add_artifacts(parser)
    add_now(parser)
    add_report(parser, ("pretty", "json"))


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    report = simulate(args, context.at(args.now))
    results = {result.rule.id: result for result in report.verdict.results}
    if args.rule not in results:
        hint = did_you_mean(args.rule, results) or f"known: {', '.join(list(results)[:10])}"
        raise unusable(args.policy, f"there is no rule '{args.rule}'", hint)
    result = results[args.rule]
    if args.format == "json":
        text = dump(rule_document(result))
    else:
        text = render_explanation(result, report.policy.file)
    context.deliver(text, args.output)
    return ExitCode.OK
