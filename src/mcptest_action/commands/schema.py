"""Print the JSON Schema of an artifact."""

import argparse

from mcptest_action.commands.arguments import Parser
from mcptest_action.commands.context import Context
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.schemas import read_schema, schema_names

EXAMPLES = ("mcptest schema run", "mcptest schema verdict --output verdict.schema.json")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("name", choices=schema_names(), help="the artifact")
    parser.add_argument("--output", metavar="FILE", help="write there instead of standard output")


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    context.deliver(read_schema(args.name), args.output)
    return ExitCode.OK
