"""Propose assertions for the tests of a suite, from what the server answers now.

Tools that are declared read-only are called twice, with --presumed execute also those presumed to
be: what stays is proposed as it is, what passes by its kind. A test of a tool that is held back is
marked for review, with the reason. The proposal is a diff to look at; only --write changes the
file.
"""

from mcptest_action.app import propose
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.request import Options
from mcptest_action.parsing.parser import Parser, Switch
from mcptest_action.parsing.report_flags import add_transcript
from mcptest_action.parsing.target_flags import add_execution, add_target, target_request

EXAMPLES = (
    "mcptest propose suite.yml",
    "mcptest propose suite.yml --filter forecast > proposal.diff && git apply proposal.diff",
    "mcptest propose suite.yml --write",
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("suite", metavar="SUITE", help="the suite file")
    add_target(parser)
    # It calls one tool at a time, and only those that read.
    add_execution(parser, without=("execute-destructive", "concurrency"))
    parser.add_argument("--filter", metavar="TEXT", help="only tests with this in their name")
    parser.add_argument("--write", action=Switch, help="change the file, as the diff says")
    add_transcript(parser)


def run(options: Options, context: Context) -> ExitCode:
    request = propose.ProposeRequest(
        target_request(options),
        options.word("suite"),
        options.text("filter"),
        options.switch("write"),
        options.text("transcript"),
    )
    return propose.run(request, context)
