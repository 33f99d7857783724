"""Check suites without running them: every problem with file, line and column.

The environment is not asked: whether its variables are set shows when the suite is run.
"""

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.suite_files import validate
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser

EXAMPLES = ("mcptest validate suite.yml", "mcptest validate suites/")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("suite", metavar="SUITE", nargs="+", help="suite files, or folders of them")


def run(options: Options, context: Context) -> ExitCode:
    return validate(options.texts("suite"), context)
