"""Say of every tool what it may do, and whether we would call it. Calls no tool."""

from mcptest_action.app import listing
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser
from mcptest_action.parsing.report_flags import add_report, add_transcript
from mcptest_action.parsing.target_flags import add_execution, add_target, target_request

EXAMPLES = (
    'mcptest safety --server-command "python server.py"',
    "mcptest safety --server-url http://127.0.0.1:8080/mcp --format markdown --output SAFETY.md",
    'mcptest safety --server-command "python server.py" --check',
)


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    add_execution(parser)
    parser.add_argument(
        "--check", action="store_true",
        help="exit 1 when a destructive tool asks for no confirmation, "
        "or declarations are malformed, contradict each other, or change between connections",
    )  # fmt: skip
    add_transcript(parser)
    add_report(parser, ("pretty", "markdown", "json"))


def run(options: Options, context: Context) -> ExitCode:
    request = listing.ListingRequest(
        target_request(options),
        options.word("format"),
        options.text("output"),
        options.text("transcript"),
        options.switch("check"),
    )
    return listing.safety(request, context)
