"""Print the JSON Schema of an artifact."""

from mcptest_action.app import catalogues
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_output
from mcptest_action.shell.schemas import schema_names

EXAMPLES = ("mcptest schema run", "mcptest schema verdict --output verdict.schema.json")


def add_arguments(parser: Parser) -> None:
    parser.add_argument("name", choices=schema_names(), help="the artifact")
    add_output(parser)


def run(options: Options, context: Context) -> ExitCode:
    return catalogues.print_schema(options.word("name"), options.text("output"), context)
