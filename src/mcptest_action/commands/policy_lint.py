"""Check a policy: what cannot be read, what can never pass, what passes too easily."""

import argparse

from mcptest_action.commands.arguments import Parser, add_now, add_report
from mcptest_action.commands.context import Context
from mcptest_action.core.errors import InputError
from mcptest_action.core.policy.lint import Remark, lint
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.render.remarks import remarks_document, remarks_pretty
from mcptest_action.core.render.report_json import dump
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import POLICY_LIMIT, read_text

EXAMPLES = ("mcptest policy lint", "mcptest policy lint ci/policy.yml --format json")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", nargs="?", default="policy.yml", help="default: policy.yml")
    add_now(parser)
    add_report(parser, ("pretty", "json"))


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    remarks = _remarks(args, context)
    if args.format == "json":
        text = dump(remarks_document(args.file, remarks))
    else:
        text = remarks_pretty(args.file, remarks)
    context.deliver(text, args.output)
    return ExitCode.BAD_INPUT if any(remark.error for remark in remarks) else ExitCode.OK


def _remarks(args: argparse.Namespace, context: Context) -> tuple[Remark, ...]:
    text = read_text(args.file, POLICY_LIMIT)
    try:
        policy = load_policy(text, args.file)
    except InputError as error:
        return tuple(Remark(p.line, p.column, True, p.what, p.hint) for p in error.problems)
    return lint(policy, now=context.at(args.now))
