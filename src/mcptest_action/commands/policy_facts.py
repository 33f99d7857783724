"""List the facts that rules can name, and the artifact each comes from.

With --live, list the values that artifacts give them: those named, or those of the last gate.
"""

from mcptest_action.app import catalogues, live_facts
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.commands import COMMANDS
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import (
    OUT,
    add_artifacts,
    add_now,
    add_report,
    artifact_files,
)

EXAMPLES = (
    "mcptest policy facts",
    "mcptest policy facts --format json",
    "mcptest policy facts --live",
    "mcptest policy facts --live --security security.json --format json",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--live", action="store_true", help="with the values that artifacts give them"
    )
    parser.add_argument(
        "--out", metavar="DIR", default=OUT, help=f"of the last gate; default: {OUT}"
    )
    add_artifacts(parser)
    add_now(parser)
    add_report(parser, ("pretty", "json", "markdown"))


def run(options: Options, context: Context) -> ExitCode:
    form, output = options.word("format"), options.text("output")
    if options.switch("live") or artifact_files(options):
        artifacts, now = artifact_files(options), options.text("now")
        request = live_facts.LiveFactsRequest(artifacts, options.word("out"), now, form, output)
        return live_facts.show(request, context)
    commands = [command.words for command in COMMANDS]
    return catalogues.list_facts(form, output, commands, context)
