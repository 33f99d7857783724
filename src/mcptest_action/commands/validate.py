"""Check suites without running them: every problem with file, line and column.

The environment is not asked: whether its variables are set shows when the suite is run.
"""

import argparse

from mcptest_action.commands.arguments import Parser
from mcptest_action.commands.context import Context
from mcptest_action.commands.suite_files import read_suites
from mcptest_action.core.render.escape import for_terminal
from mcptest_action.exit_code import ExitCode

EXAMPLES = ("mcptest validate suite.yml", "mcptest validate suites/")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("suite", metavar="SUITE", nargs="+", help="suite files, or folders of them")


def run(args: argparse.Namespace, context: Context) -> ExitCode:
    lines = []
    for suite, _ in read_suites(args.suite, None):
        tests = f"{len(suite.cases)} test{'' if len(suite.cases) == 1 else 's'}"
        lines.append(f"{for_terminal(suite.file)}: ok, {tests}\n")
    context.console.report("".join(lines))
    return ExitCode.OK
