"""List the facts that rules can name, and the artifact each comes from."""

from mcptest_action.app import catalogues
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.commands import COMMANDS
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_report

EXAMPLES = ("mcptest policy facts", "mcptest policy facts --format json")


def add_arguments(parser: Parser) -> None:
    add_report(parser, ("pretty", "json", "markdown"))


def run(options: Options, context: Context) -> ExitCode:
    commands = [command.words for command in COMMANDS]
    form, output = options.word("format"), options.text("output")
    return catalogues.list_facts(form, output, commands, context)
