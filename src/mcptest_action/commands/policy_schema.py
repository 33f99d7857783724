"""Print the JSON Schema of the policy file, which editors use to complete and check it."""

from mcptest_action.app import catalogues
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_output

EXAMPLES = (
    "mcptest policy schema --output policy.schema.json",
    "# then, as the first line of policy.yml:",
    "# yaml-language-server: $schema=policy.schema.json",
)


def add_arguments(parser: Parser) -> None:
    add_output(parser)


def run(options: Options, context: Context) -> ExitCode:
    return catalogues.print_schema("policy", options.text("output"), context)
