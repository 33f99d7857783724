"""Print what a server offers, and what its tools cost a model. Calls no tool."""

from mcptest_action.app import listing
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_report, add_transcript
from mcptest_action.parsing.target_flags import add_target, target_request

EXAMPLES = (
    'mcptest surface --server-command "python server.py"',
    "mcptest surface --server-url http://127.0.0.1:8080/mcp --format json --output surface.json",
    "mcptest surface --server-url https://api.example/mcp --bearer-token-env API_TOKEN",
    "mcptest surface --config mcptest.yml --server api --wait-for-ready 60s",
)


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_transcript(parser)
    add_report(parser, ("pretty", "json"))


def run(options: Options, context: Context) -> ExitCode:
    request = listing.ListingRequest(
        target_request(options),
        options.word("format"),
        options.text("output"),
        options.text("transcript"),
    )
    return listing.surface(request, context)
