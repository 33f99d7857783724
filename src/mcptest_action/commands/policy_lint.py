"""Check a policy: what cannot be read, what can never pass, what passes too easily."""

import argparse

from mcptest_action.commands.arguments import Parser, add_now, add_report
from mcptest_action.commands.context import Context
from mcptest_action.core.document.fields import Problems
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.errors import InputError, Problem
from mcptest_action.core.policy.lint import Remark, lint
from mcptest_action.core.policy.load import gather
from mcptest_action.core.render.remarks import remarks_document, remarks_pretty
from mcptest_action.core.render.report_json import dump
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import POLICY_LIMIT, read_text

EXAMPLES = ("mcptest policy lint", "mcptest policy lint ci/policy.yml --format json")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", nargs="?", default="policy.yml", help="default: policy.yml")
    parser.add_argument("--strict", action="store_true", help="exit 2 for warnings, too")
    add_now(parser)
    add_report(parser, ("pretty", "json"))


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    remarks = _remarks(args, context)
    if args.format == "json":
        text = dump(remarks_document(args.file, remarks))
    else:
        text = remarks_pretty(args.file, remarks)
    context.deliver(text, args.output)
    bad = any(remark.error or args.strict for remark in remarks)
    return ExitCode.BAD_INPUT if bad else ExitCode.OK


def _remarks(args: argparse.Namespace, context: Context) -> tuple[Remark, ...]:
    """What cannot be read and what can be, but should not stay, in one list."""
    text = read_text(args.file, POLICY_LIMIT)
    problems = Problems(args.file)
    try:
        policy = gather(read_yaml(text, args.file), problems)
    except InputError as error:
        return tuple(_remark(problem) for problem in error.problems)
    found = [_remark(problem) for problem in problems.found]
    return tuple(sorted([*found, *lint(policy, now=context.at(args.now))]))


def _remark(problem: Problem) -> Remark:
    return Remark(problem.line, problem.column, True, problem.what, problem.hint)
