"""Write a commented starter policy. An existing file is left alone."""

import argparse

from mcptest_action.commands.arguments import Parser
from mcptest_action.commands.context import Context
from mcptest_action.core.policy.starter import STARTER
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.exit_code import ExitCode
from mcptest_action.shell.files import create_text, write_text

EXAMPLES = ("mcptest policy init", "mcptest policy init ci/policy.yml")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("file", nargs="?", default="policy.yml", help="default: policy.yml")
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    (write_text if args.force else create_text)(args.file, STARTER)
    file = for_terminal(args.file)
    context.console.note(f"wrote {file}; check it with: mcptest policy lint {file}")
    return ExitCode.OK
