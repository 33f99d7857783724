"""Print the JSON Schema of the policy file, which editors use to complete and check it."""

import argparse

from mcptest_action.commands.arguments import Parser
from mcptest_action.commands.context import Context
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.schemas import read_schema

EXAMPLES = (
    "mcptest policy schema --output policy.schema.json",
    "# then, as the first line of policy.yml:",
    "# yaml-language-server: $schema=policy.schema.json",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--output", metavar="FILE", help="write there instead of standard output")


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    context.deliver(read_schema("policy"), args.output)
    return ExitCode.OK
