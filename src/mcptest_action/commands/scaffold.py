"""Write a first suite for a server: one test per tool. Only tools that read are called."""

from mcptest_action.app import scaffold
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser, Switch
from mcptest_action.parsing.report_flags import add_output, add_transcript
from mcptest_action.parsing.target_flags import add_execution, add_target, target_request

EXAMPLES = (
    'mcptest scaffold --server-command "python server.py" > mcptest-suite.yml',
    "mcptest scaffold --server-url http://127.0.0.1:8080/mcp --output mcptest-suite.yml",
    "mcptest scaffold --calls none --output mcptest-suite.yml",
)


def add_arguments(parser: Parser) -> None:
    add_target(parser)
    # It calls one tool at a time, and none that changes something, whatever it is told.
    add_execution(parser, without=("execute-destructive", "concurrency"))
    add_transcript(parser)
    add_output(parser)
    parser.add_argument("--force", action=Switch, help="replace the file if there is one")


def run(options: Options, context: Context) -> ExitCode:
    request = scaffold.ScaffoldRequest(
        target_request(options),
        options.text("output"),
        options.switch("force"),
        options.text("transcript"),
    )
    return scaffold.run(request, context)
