"""List the waivers of a policy by the time they have left."""

import argparse

from mcptest_action.commands.arguments import Parser, add_now, add_report
from mcptest_action.commands.context import Context
from mcptest_action.commands.simulation import read_policy
from mcptest_action.core.duration import after, parse_duration
from mcptest_action.core.policy.waiver_state import list_waivers
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.waiver_list import waivers_document, waivers_pretty
from mcptest_action.exit_code import ExitCode

EXAMPLES = ("mcptest waiver list", "mcptest waiver list --policy ci/policy.yml --expiring-in 30d")


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--policy", metavar="FILE", default="policy.yml", help="default: policy.yml"
    )
    parser.add_argument(
        "--expiring-in", metavar="LENGTH", help="only those that end by then, or have ended"
    )
    add_now(parser)
    add_report(parser, ("pretty", "json"))


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    now = context.at(args.now)
    end = None
    if args.expiring_in is not None:
        end = after(now, parse_duration(args.expiring_in, "--expiring-in"), "--expiring-in")
    policy = read_policy(args.policy)
    listed = list_waivers(policy, now=now, ending_by=end)
    if args.format == "json":
        text = dump(waivers_document(listed))
    else:
        text = waivers_pretty(policy, listed)
    context.deliver(text, args.output)
    return ExitCode.OK
